// Operators on positions within a piece, whose first row is not the whole's.
#pragma once

#include "algebra/operators.hpp"
#include "problems/own_value.hpp"

namespace grb {

/// Null: moved_thunk() can tell the operator of the first position.
const char *refuses_positions(const IndexUnaryOp &op) noexcept;
/// The thunk with which the operator gives in a piece that begins at row `first` (a vector's: at position `first`)
/// what it gives in the whole with `thunk`.
OwnValue moved_thunk(const IndexUnaryOp &op, const OwnValue &thunk, std::uint64_t first);

} // namespace grb
