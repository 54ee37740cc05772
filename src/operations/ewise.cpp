// Makes the element-wise problems from arguments, and commits their results.
#include "operations/ewise.hpp"

#include "deferred/queue.hpp"
#include "dispatch/carry_out.hpp"
#include "operations/positional.hpp"
#include "operations/transpose.hpp"
#include "problems/chain.hpp"
#include "problems/elementwise.hpp"

#include <cinttypes>

namespace grb {

namespace {

struct Shape {
    std::uint64_t m, n;
};
Shape shape_of(const Container &X, bool is_transposed) noexcept {
    return is_transposed ? Shape{X.ncols(), X.nrows()} : Shape{X.nrows(), X.ncols()};
}

class Ewise final : public Task {
public:
    Ewise(const Output &output, const BinaryOp *op, bool is_sum,
          const Descriptor *descriptor) noexcept
        : op_(op), is_sum_(is_sum), is_vector_(output.C->is_vector()),
          is_A_transposed_(!is_vector_ && transposes_first(descriptor)),
          is_B_transposed_(!is_vector_ && transposes_second(descriptor)) {}
    void run(const Output &output, Ref<Snapshot> A, Ref<Snapshot> B) override;
    bool describe(ChainStage &stage) const noexcept override {
        stage.kind = ChainStage::Kind::multiply;
        stage.name = is_sum_ ? "ewise_add" : "ewise_mult";
        stage.multiply = op_;
        stage.is_union = is_sum_;
        stage.type = op_->ztype;
        return !needs_positions(*op_);
    }

private:
    template <class Problem>
    Problem make_problem(const BinaryOp *op, Ref<Snapshot> A, Ref<Snapshot> B) const;
    EwiseAddProblem add_positions(const Ref<Snapshot> &A, const Ref<Snapshot> &B) const;
    template <class Problem>
    void finish(const Output &output, Problem problem) const;
    Held<BinaryOp> op_;
    bool is_sum_, is_vector_, is_A_transposed_, is_B_transposed_;
};

template <class Problem>
Problem Ewise::make_problem(const BinaryOp *op, Ref<Snapshot> A, Ref<Snapshot> B) const {
    Problem problem;
    problem.is_A_transposed = is_A_transposed_;
    problem.is_B_transposed = is_B_transposed_;
    problem.A = std::move(A);
    problem.B = std::move(B);
    problem.op = carry_positions(op, {problem.A, is_vector_, problem.is_A_transposed},
                                 {problem.B, is_vector_, problem.is_B_transposed}, false);
    transpose_if_dense(problem.A, problem.is_A_transposed);
    transpose_if_dense(problem.B, problem.is_B_transposed);
    return problem;
}

/// Reduces ewise_add of an operator on positions to a plain one: the positions where both have an
/// entry, beside the entries of both.
EwiseAddProblem Ewise::add_positions(const Ref<Snapshot> &A, const Ref<Snapshot> &B) const {
    const Held<BinaryOp> first = first_operator(op_->ztype);
    EwiseAddProblem sum;
    sum.op = first;
    sum.A = carry_out(make_problem<EwiseMultProblem>(op_, A, B)).result;
    sum.B = carry_out(make_problem<EwiseAddProblem>(first, A, B)).result;
    return sum;
}

template <class Problem>
void Ewise::finish(const Output &output, Problem problem) const {
    problem.mask = output.mask;
    problem.output = &output;
    Outcome outcome = carry_out(problem, {&output});
    if (outcome.output_was_written) return;
    problem = {}; // C may be an operand: the commit can then write in place
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

void Ewise::run(const Output &output, Ref<Snapshot> A, Ref<Snapshot> B) {
    if (!is_sum_) {
        finish(output, make_problem<EwiseMultProblem>(op_, std::move(A), std::move(B)));
    } else if (needs_positions(*op_)) {
        finish(output, add_positions(A, B));
    } else {
        finish(output, make_problem<EwiseAddProblem>(op_, std::move(A), std::move(B)));
    }
}

void check(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
           const Descriptor *descriptor) {
    const bool is_vector = output.C->is_vector(),
               is_A_transposed = !is_vector && transposes_first(descriptor),
               is_B_transposed = !is_vector && transposes_second(descriptor);
    const auto [m, n] = shape_of(A, is_A_transposed);
    const auto [p, q] = shape_of(B, is_B_transposed);
    if (p != m || q != n) {
        if (is_vector) {
            throw Error(GrB_DIMENSION_MISMATCH, "u has size %" PRIu64 ", v has size %" PRIu64, n,
                        q);
        }
        throw Error(GrB_DIMENSION_MISMATCH,
                    "A%s is %" PRIu64 " x %" PRIu64 ", B%s is %" PRIu64 " x %" PRIu64,
                    is_A_transposed ? "'" : "", m, n, is_B_transposed ? "'" : "", p, q);
    }
    check_output(output, m, n, op->ztype);
    check_product_domains(is_vector ? "u" : "A", A.type(), is_vector ? "v" : "B", B.type(), op);
}

} // namespace

void ewise_add(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor) {
    check(output, op, A, B, descriptor);
    check_domain("an entry of the first operand without partner", A.type(), op->ztype);
    check_domain("an entry of the second operand without partner", B.type(), op->ztype);
    record_or_run<Ewise>(!has_user_function(*op), output, &A, &B, output, op, true, descriptor);
}

void ewise_mult(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
                const Descriptor *descriptor) {
    check(output, op, A, B, descriptor);
    record_or_run<Ewise>(!has_user_function(*op), output, &A, &B, output, op, false, descriptor);
}

} // namespace grb
