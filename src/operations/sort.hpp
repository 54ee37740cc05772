// sort: entries of rows or columns in order.
#pragma once

#include "algebra/operators.hpp"
#include "objects/container.hpp"

namespace grb {

/// The entries of each row of A (column when by_column), in the order that `op` says, into C, and where each was into P;
/// one of them may be null, and each may be A. Both have A's size.
void sort(Container *C, Container *P, const BinaryOp &op, const Container &A, bool by_column);

} // namespace grb
