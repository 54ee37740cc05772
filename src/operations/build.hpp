// Build: makes a matrix or vector from tuples.
#pragma once

#include "algebra/held.hpp"
#include "objects/container.hpp"

namespace grb {

/// Throws GrB_DOMAIN_MISMATCH unless dup can combine values of this type into C; dup may be null,
/// and its domains must be one type.
void check_duplicate(const Container &C, const Type *values, const BinaryOp *dup);
/// Returns the operator for duplicates: dup, or for GxB_IGNORE_DUP one that keeps the last of
/// several values.
Held<BinaryOp> duplicate_operator(const BinaryOp *dup, const Type *values);
/// Throws GrB_OUTPUT_NOT_EMPTY.
void check_is_empty(const char *name, const Container &C);

/// Builds C, which must be empty, from n tuples of lists whose indices were checked. Without
/// `columns`, `rows` holds a vector's positions. With x_is_scalar X is one value. The caller has
/// called check_duplicate().
void build(Container &C, const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
           const Type *value_type, bool x_is_scalar, std::uint64_t n, const BinaryOp *dup);

/// Builds w, which must be empty, from n tuples: the values of I's entries, in order, are the
/// positions, and those of X's the values. Both may be w or one another.
void build_from_vectors(Container &w, const Container &I, const Container &X, const BinaryOp *dup);

} // namespace grb
