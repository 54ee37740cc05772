#pragma once

#include "algebra/held.hpp"
#include "objects/container.hpp"

namespace grb {

/// Throws GrB_DOMAIN_MISMATCH unless values of this type can be put into C by way of dup (may be null),
/// whose domain must be one.
void check_duplicate(const Container &C, const Type *values, const BinaryOp *dup);
/// The operator on duplicates: dup, or for GxB_IGNORE_DUP one that keeps the last of several values.
Held<BinaryOp> duplicate_operator(const BinaryOp *dup, const Type *values);
/// Throws GrB_OUTPUT_NOT_EMPTY.
void check_is_empty(const char *name, const Container &C);

/// C, which must be empty, from n tuples of lists whose indices were checked; `columns` null: those of a vector are
/// in `rows`. X is one value where x_is_scalar. check_duplicate() was asked.
void build(Container &C, const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
           const Type *value_type, bool x_is_scalar, std::uint64_t n, const BinaryOp *dup);

/// w, which must be empty, from n tuples: the values of I's entries in their order are the positions, those
/// of X's the values. Both may be w or one another.
void build_from_vectors(Container &w, const Container &I, const Container &X, const BinaryOp *dup);

} // namespace grb
