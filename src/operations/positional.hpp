// Operators on positions (GxB_FIRSTI ..., GxB_POSITIONI ..., algebra/indexed.hpp): no kernel knows them. An operand
// gets the positions of its entries as values, and FIRST or SECOND hands them on.
#pragma once

#include "problems/problems.hpp"

namespace grb {

/// An operand as the operator sees it. A vector is one column; `is_transposed`, one row.
struct PositionedOperand {
    Ref<Snapshot> &snapshot;
    bool is_vector = false, is_transposed = false;
};

/// The operator sees positions: a predefined one, or the user's.
constexpr bool needs_positions(const BinaryOp &op) noexcept {
    return is_positional(op.code) || op.code == BinaryCode::indexed;
}

/// FIRST of any type.
Held<BinaryOp> first_operator(const Type *type);

/// For an operator of GxB_BinaryOp_new_IndexOp both operands get positions beside their values.
/// For a positional `op` one operand changes into the positions that are asked for, and the operator that
/// hands them on is returned; else `op` itself.
/// In a product the column of the first and the row of the second are one: the smaller operand carries it.
const BinaryOp *carry_positions(const BinaryOp *op, PositionedOperand first,
                                PositionedOperand second, bool is_product);

/// The semiring with the multiplier that carry_positions() gave for its own. Throws std::bad_alloc.
Held<Semiring> carrying_semiring(const Semiring &semiring, const BinaryOp *multiply);

/// Notes of the result of an apply that its values do not descend, where they are a vector's positions.
void note_positions(const ApplyProblem &problem, Snapshot &result) noexcept;

/// ROWINDEX or COLINDEX for an operator on the positions of one object, with its thunk.
struct PositionIndex {
    const IndexUnaryOp *op;
    alignas(8) unsigned char thunk[8];
};
PositionIndex position_index(UnaryCode code, const Type *type) noexcept;
/// With a scalar bound, FIRST and SECOND both look at the entry.
PositionIndex position_index(BinaryCode code, const Type *type) noexcept;

} // namespace grb
