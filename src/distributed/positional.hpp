// Positional operators within a partition, whose first row is not the whole's.
#pragma once

#include "algebra/operators.hpp"
#include "problems/own_value.hpp"

namespace grb {

/// Returns null if shifted_thunk() can shift the operator by the first position.
const char *refuses_positional(const IndexUnaryOp &op) noexcept;
/// The thunk that makes the operator return the same in a partition that begins at row `first` (of
/// a vector, at position `first`) as in the whole with `thunk`.
OwnValue shifted_thunk(const IndexUnaryOp &op, const OwnValue &thunk, std::uint64_t first);

} // namespace grb
