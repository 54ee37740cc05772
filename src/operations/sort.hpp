// Sort: puts the entries of rows or columns in order.
#pragma once

#include "algebra/operators.hpp"
#include "objects/container.hpp"

namespace grb {

/// Stores the entries of each row of A (column when by_column), in the order of `op`, in C, and
/// their former positions in P. C or P may be null, and each may be A. Both have A's size.
void sort(Container *C, Container *P, const BinaryOp &op, const Container &A, bool by_column);

} // namespace grb
