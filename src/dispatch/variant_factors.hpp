// Variant factors: each variant of the registry has a coefficient that multiplies its estimates.
#pragma once

#include "dispatch/variant.hpp"

namespace grb {

/// Makes the factors ("mxv:cpu/mxv_pull_rows") of the library's present variants; their default is
/// 1. Later calls do nothing.
void make_variant_factors() noexcept;

/// Returns a variant's factor, by its index in the operation's list; 1 for variants that joined
/// later.
double variant_factor(Operation operation, int variant) noexcept;

} // namespace grb
