// The entries that a sparse mask allows, in the form that the variants of masked products take.
#pragma once

#include "problems/problems.hpp"

namespace grb::device {

/// Returns null, or why the mask cannot become rows of allowed entries.
const char *refuses_pattern(const MaskInput &mask) noexcept;
/// Seconds to read it in passes over the mask, and to copy the bytes that the device lacks.
double pattern_seconds(const MaskInput &mask) noexcept;
/// Returns sorted rows, each stored, of the allowed entries; their values mean nothing. A
/// structural mask is its own pattern. Throws Failure, std::bad_alloc.
Ref<Snapshot> mask_pattern(const MaskInput &mask);

/// Returns a result with the entries of `pattern` and these values.
Ref<Snapshot> on_pattern(const Snapshot &pattern, const Type *type, Array &&values);

} // namespace grb::device
