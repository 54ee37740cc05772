// Row factors: each row of the registry has a coefficient that its estimates are multiplied by.
#pragma once

#include "dispatch/variant.hpp"

namespace grb {

/// Makes the factors ("mxv:cpu/mxv_pull_rows") of the rows that the library has now; their default is 1. Later calls do
/// nothing.
void make_row_factors() noexcept;

/// The factor of a row, by its number in the operation's list; 1 for rows that joined later.
double row_factor(Operation operation, int row) noexcept;

} // namespace grb
