// Makes problems of apply and select from arguments, and commits their results.
#include "operations/apply.hpp"

#include "algebra/reads_rows.hpp"
#include "deferred/queue.hpp"
#include "dispatch/carry_out.hpp"
#include "operations/positional.hpp"
#include "operations/transpose.hpp"
#include "problems/chain.hpp"
#include "problems/elementwise.hpp"
#include "problems/own_value.hpp"
#include "storage/iso.hpp"

namespace grb {

namespace {

/// Casts a value to the type that an operator wants.
void set_cast(OwnValue &cast, const char *what, const void *value, const Type *given,
              const Type *wanted) {
    check_domain(what, given, wanted);
    cast_values(cast.make(wanted->size), wanted, value, given, 1);
}

void check_shape(const Output &output, const Container &A, bool is_transposed,
                 const Type *result_type) {
    check_output(output, is_transposed ? A.ncols() : A.nrows(),
                 is_transposed ? A.nrows() : A.ncols(), result_type);
}

template <class Problem>
class OneOperand final : public Task {
public:
    OneOperand(Problem problem, bool reads_values) noexcept
        : problem_(std::move(problem)), reads_values_(reads_values) {}
    void run(const Output &output, Ref<Snapshot> A, Ref<Snapshot>) override;
    bool describe(ChainStage &stage) const noexcept override {
        if constexpr (std::is_same_v<Problem, SelectProblem>) {
            stage.kind = ChainStage::Kind::select;
            stage.name = "select";
            stage.select = &problem_;
            return reads_value_alone(*problem_.index);
        } else {
            stage.kind = ChainStage::Kind::apply;
            stage.name = "apply";
            stage.apply = &problem_;
            stage.type = problem_.result_type();
            return reads_values_ && problem_.kind != ApplyProblem::Kind::index;
        }
    }

private:
    Problem problem_; // without A
    bool reads_values_;
};

template <class Problem>
void OneOperand<Problem>::run(const Output &output, Ref<Snapshot> A, Ref<Snapshot>) {
    // All entries have one value, so their results have one, too.
    if (!reads_values_ && !A->is_known_empty()) A = with_iso_value(*A, A->type(), nullptr);
    problem_.A = std::move(A);
    transpose_if_dense(problem_.A, problem_.is_transposed);
    problem_.is_vector = output.C->is_vector();
    problem_.mask = output.mask;
    Outcome outcome = carry_out(problem_, {&output});
    if constexpr (std::is_same_v<Problem, ApplyProblem>) note_positions(problem_, *outcome.result);
    problem_.A = nullptr; // C may be A: the commit can then write in place
    problem_.mask = {};
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

template <class Problem>
void record_or_run(const Output &output, Problem &problem, bool has_user_function,
                   const Container &A, bool reads_values = true) {
    grb::record_or_run<OneOperand<Problem>>(!has_user_function, output, &A, nullptr,
                                            std::move(problem), reads_values);
}

void apply_positions(const Output &output, const PositionIndex &index, const Container &A,
                     bool is_transposed) {
    ApplyProblem problem;
    problem.kind = ApplyProblem::Kind::index;
    problem.index = index.op;
    problem.scalar.set(index.thunk, index.op->ttype->size);
    problem.is_transposed = is_transposed;
    check_shape(output, A, is_transposed, index.op->ztype);
    record_or_run(output, problem, has_user_function(*index.op), A);
}

} // namespace

void apply_unary(const Output &output, const UnaryOp *op, const Container &A,
                 const Descriptor *descriptor) {
    const bool is_transposed = !output.C->is_vector() && transposes_first(descriptor);
    if (is_positional(op->code)) {
        apply_positions(output, position_index(op->code, op->ztype), A, is_transposed);
        return;
    }
    ApplyProblem problem;
    problem.kind = ApplyProblem::Kind::unary;
    problem.unary = op;
    problem.is_transposed = is_transposed;
    check_shape(output, A, problem.is_transposed, op->ztype);
    check_domain(output.C->is_vector() ? "u" : "A", A.type(), op->xtype);
    record_or_run(output, problem, has_user_function(*op), A, op->code != UnaryCode::one);
}

void apply_bound(const Output &output, const BinaryOp *op, bool binds_second, const void *scalar,
                 const Type *scalar_type, const Container &A, const Descriptor *descriptor) {
    check_is_operator(op);
    if (op->code == BinaryCode::indexed)
        throw Error(GrB_DOMAIN_MISMATCH, "op is %s, and a scalar has no position", op->name);
    const bool is_transposed =
        !output.C->is_vector() &&
        (binds_second ? transposes_first(descriptor) : transposes_second(descriptor));
    if (is_positional(op->code)) {
        apply_positions(output, position_index(op->code, op->ztype), A, is_transposed);
        return;
    }
    ApplyProblem problem;
    problem.kind = binds_second ? ApplyProblem::Kind::bind_second : ApplyProblem::Kind::bind_first;
    problem.binary = op;
    problem.is_transposed = is_transposed;
    check_shape(output, A, problem.is_transposed, op->ztype);
    check_domain(output.C->is_vector() ? "u" : "A", A.type(), binds_second ? op->xtype : op->ytype);
    set_cast(problem.scalar, "the scalar", scalar, scalar_type,
             binds_second ? op->ytype : op->xtype);
    const bool reads_values = op->code != BinaryCode::oneb &&
                              op->code != (binds_second ? BinaryCode::second : BinaryCode::first);
    record_or_run(output, problem, has_user_function(*op), A, reads_values);
}

void apply_index(const Output &output, const IndexUnaryOp *op, const Container &A,
                 const void *thunk, const Type *thunk_type, const Descriptor *descriptor) {
    ApplyProblem problem;
    problem.kind = ApplyProblem::Kind::index;
    problem.index = op;
    problem.is_transposed = !output.C->is_vector() && transposes_first(descriptor);
    check_shape(output, A, problem.is_transposed, op->ztype);
    if (op->xtype != nullptr) check_domain(output.C->is_vector() ? "u" : "A", A.type(), op->xtype);
    set_cast(problem.scalar, "the thunk", thunk, thunk_type, op->ttype);
    record_or_run(output, problem, has_user_function(*op), A);
}

void select(const Output &output, const IndexUnaryOp *op, const Container &A, const void *thunk,
            const Type *thunk_type, const Descriptor *descriptor) {
    SelectProblem problem;
    problem.index = op;
    problem.is_transposed = !output.C->is_vector() && transposes_first(descriptor);
    check_shape(output, A, problem.is_transposed, A.type());
    if (op->xtype != nullptr) check_domain(output.C->is_vector() ? "u" : "A", A.type(), op->xtype);
    check_domain("the operator's result, as a truth value,", op->ztype,
                 builtin_type(TypeCode::boolean));
    set_cast(problem.thunk, "the thunk", thunk, thunk_type, op->ttype);
    record_or_run(output, problem, has_user_function(*op), A);
}

} // namespace grb
