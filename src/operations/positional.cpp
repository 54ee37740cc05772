// Replaces operators on positions by values that hold the positions.
#include "operations/positional.hpp"

#include "problems/problems.hpp"

#include "algebra/indexed.hpp"
#include "dispatch/carry_out.hpp"

namespace grb {

namespace {

bool is_of_second(BinaryCode code) noexcept {
    return code >= BinaryCode::secondi;
}

bool is_of_column(BinaryCode code) noexcept {
    return code == BinaryCode::firstj || code == BinaryCode::firstj1 ||
           code == BinaryCode::secondj || code == BinaryCode::secondj1;
}

/// True for positions that count from 1.
bool is_from_one(BinaryCode code) noexcept {
    return code == BinaryCode::firsti1 || code == BinaryCode::firstj1 ||
           code == BinaryCode::secondi1 || code == BinaryCode::secondj1;
}

PositionIndex make_index(bool is_column, bool from_one, const Type *type) noexcept {
    const bool is_narrow = type->code == TypeCode::int32;
    PositionIndex index{is_column ? (is_narrow ? GrB_COLINDEX_INT32 : GrB_COLINDEX_INT64)
                                  : (is_narrow ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64),
                        {}};
    const std::int64_t wide = from_one ? 1 : 0;
    const auto narrow = static_cast<std::int32_t>(wide);
    std::memcpy(index.thunk, is_narrow ? static_cast<const void *>(&narrow) : &wide, type->size);
    return index;
}

/// Returns the operand's pattern, with rows or columns as values.
Ref<Snapshot> positions_of(const PositionedOperand &operand, bool of_columns, bool from_one,
                           const Type *type) {
    const PositionIndex index = make_index(of_columns != operand.is_transposed, from_one, type);
    ApplyProblem problem;
    problem.kind = ApplyProblem::Kind::index;
    problem.A = operand.snapshot;
    problem.is_vector = operand.is_vector;
    problem.index = index.op;
    problem.scalar.set(index.thunk, index.op->ttype->size);
    Ref<Snapshot> result = carry_out(problem).result;
    note_positions(problem, *result);
    return result;
}

/// Returns the operand's entries with their positions, as `carry` makes them.
Ref<Snapshot> positioned_entries(const PositionedOperand &operand, const IndexUnaryOp &carry) {
    ApplyProblem problem;
    problem.kind = ApplyProblem::Kind::index;
    problem.A = operand.snapshot;
    problem.is_vector = operand.is_vector;
    problem.index = &carry;
    problem.scalar = OwnValue::of(operand.is_transposed);
    return carry_out(problem).result;
}

void keep_first(const void *self, void *z, const void *x, const void *, std::size_t n,
                Broadcast broadcast) {
    const std::size_t size = static_cast<const BinaryOp *>(self)->ztype->size;
    if (broadcast == Broadcast::x) {
        fill_values(z, x, n, size);
    } else if (z != x) {
        std::memcpy(z, x, n * size);
    }
}

} // namespace

Held<BinaryOp> first_operator(const Type *type) {
    if (const BinaryOp *const first = find_binary_op(BinaryCode::first, type->code)) return first;
    // User-defined types have no predefined operators.
    auto *const first = new BinaryOp{};
    first->header.magic = Magic::binary_op;
    first->code = BinaryCode::user;
    first->ztype = first->xtype = first->ytype = type;
    first->batch = keep_first;
    first->name = "";
    first->traits.is_idempotent = first->traits.ignores_y = true;
    return Held<BinaryOp>::adopt(first);
}

const BinaryOp *carry_positions(const BinaryOp *op, PositionedOperand first,
                                PositionedOperand second, bool is_product) {
    if (op->code == BinaryCode::indexed) {
        const IndexedBinding &binding = *op->binding;
        first.snapshot = positioned_entries(first, binding.carry_left);
        second.snapshot = positioned_entries(second, binding.carry_right);
        return binding.carried;
    }
    if (!is_positional(op->code)) return op;
    bool of_second = is_of_second(op->code), of_columns = is_of_column(op->code);
    if (is_product && of_second != of_columns) {
        of_second = second.snapshot->nvals() < first.snapshot->nvals();
        of_columns = !of_second;
    }
    PositionedOperand &carrier = of_second ? second : first;
    carrier.snapshot = positions_of(carrier, of_columns, is_from_one(op->code), op->ztype);
    return find_binary_op(of_second ? BinaryCode::second : BinaryCode::first, op->ztype->code);
}

Held<Semiring> carrying_semiring(const Semiring &semiring, const BinaryOp *multiply) {
    if (multiply == semiring.multiply) return &semiring;
    return Held<Semiring>::adopt(make_semiring(semiring.add, multiply));
}

void note_positions(const ApplyProblem &problem, Snapshot &result) noexcept {
    if (problem.kind != ApplyProblem::Kind::index || !problem.is_vector) return;
    const IndexUnaryOp &op = *problem.index;
    if (op.code != IndexUnaryCode::rowindex) return;
    // The sum of a position and the thunk must not wrap around.
    const bool is_narrow = op.ztype->code == TypeCode::int32;
    std::int64_t thunk = 0;
    cast_values(&thunk, builtin_type(TypeCode::int64), problem.scalar, op.ttype, 1);
    const std::int64_t room =
        (is_narrow ? std::int64_t{INT32_MAX} : INT64_MAX) - std::max<std::int64_t>(thunk, 0);
    if (problem.A->ncols() <= static_cast<std::uint64_t>(room)) result.note_ascending(true);
}

PositionIndex position_index(UnaryCode code, const Type *type) noexcept {
    return make_index(code == UnaryCode::positionj || code == UnaryCode::positionj1,
                      code == UnaryCode::positioni1 || code == UnaryCode::positionj1, type);
}

PositionIndex position_index(BinaryCode code, const Type *type) noexcept {
    return make_index(is_of_column(code), is_from_one(code), type);
}

} // namespace grb
