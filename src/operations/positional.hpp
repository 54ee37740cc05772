// Operators on positions (GxB_FIRSTI ..., GxB_POSITIONI ..., algebra/indexed.hpp), which no kernel
// knows. An operand gets the positions of its entries as values, and FIRST or SECOND passes them
// on.
#pragma once

#include "algebra/held.hpp"
#include "storage/snapshot.hpp"

namespace grb {

struct ApplyProblem;

/// An operand as the operator sees it. A vector is one column; `is_transposed`, one row.
struct PositionedOperand {
    Ref<Snapshot> &snapshot;
    bool is_vector = false, is_transposed = false;
};

/// True when the operator reads positions: a predefined one, or the user's.
constexpr bool needs_positions(const BinaryOp &op) noexcept {
    return is_positional(op.code) || op.code == BinaryCode::indexed;
}

/// Makes FIRST of any type.
Held<BinaryOp> first_operator(const Type *type);

/// Puts positions into the operands. For an operator of GxB_BinaryOp_new_IndexOp both operands get
/// positions beside their values. For a positional `op` one operand changes into the requested
/// positions, and the operator that passes them on is returned; else `op` itself. In a product the
/// column of the first and the row of the second are the same index: the smaller operand carries
/// it.
const BinaryOp *carry_positions(const BinaryOp *op, PositionedOperand first,
                                PositionedOperand second, bool is_product);

/// Returns the semiring with the multiplier from carry_positions(). Throws std::bad_alloc.
Held<Semiring> carrying_semiring(const Semiring &semiring, const BinaryOp *multiply);

/// Records that the values of an apply's result do not descend, when they are a vector's positions.
void note_positions(const ApplyProblem &problem, Snapshot &result) noexcept;

/// ROWINDEX or COLINDEX for an operator on the positions of one object, with its thunk.
struct PositionIndex {
    const IndexUnaryOp *op;
    alignas(8) unsigned char thunk[8];
};
PositionIndex position_index(UnaryCode code, const Type *type) noexcept;
/// With a bound scalar, FIRST and SECOND both read the entry.
PositionIndex position_index(BinaryCode code, const Type *type) noexcept;

} // namespace grb
