// The entries of a sparse mask that let through, as the rows of products under a mask want them.
#pragma once

#include "problems/problems.hpp"

namespace grb::device {

/// Null, or why the mask cannot be had as rows that let through.
const char *refuses_pattern(const MaskInput &mask) noexcept;
/// What reading it takes in passes over the mask, and bytes of it that the device lacks.
double pattern_seconds(const MaskInput &mask) noexcept;
/// Sorted rows, each stored, of the entries that let through; their values mean nothing. A structural mask is its own
/// pattern. Throws Failure, std::bad_alloc.
Ref<Snapshot> mask_pattern(const MaskInput &mask);

/// A result with the entries of `pattern` and these values.
Ref<Snapshot> on_pattern(const Snapshot &pattern, const Type *type, Array &&values);

} // namespace grb::device
