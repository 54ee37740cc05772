// Apply and select.
#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, f(A)) with a unary operator; vectors are one row.
void apply_unary(const Output &output, const UnaryOp *op, const Container &A,
                 const Descriptor *descriptor);

/// f(x) = op(scalar, x) or, with binds_second, op(x, scalar). `scalar` has type `scalar_type`. The
/// transposition of A follows A's argument: second for bind-first, first for bind-second.
void apply_bound(const Output &output, const BinaryOp *op, bool binds_second, const void *scalar,
                 const Type *scalar_type, const Container &A, const Descriptor *descriptor);

/// f(x, i, j) = op(x, i, j, thunk).
void apply_index(const Output &output, const IndexUnaryOp *op, const Container &A,
                 const void *thunk, const Type *thunk_type, const Descriptor *descriptor);

/// C⟨M⟩ = accum(C, entries of A where op gives true).
void select(const Output &output, const IndexUnaryOp *op, const Container &A, const void *thunk,
            const Type *thunk_type, const Descriptor *descriptor);

} // namespace grb
