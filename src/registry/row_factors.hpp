// A coefficient that each row of the registry has by itself: what its estimates are multiplied by.
#pragma once

#include "registry/variant.hpp"

namespace grb {

/// Makes those of the rows that the library has, "mxv:cpu/mxv_pull_rows", all 1; later calls do nothing.
void make_row_factors() noexcept;

/// Of a row by its number in the operation's list; 1 for rows that joined later.
double row_factor(Operation operation, int row) noexcept;

} // namespace grb
