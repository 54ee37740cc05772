#include "operations/ewise.hpp"

#include "operations/transpose.hpp"
#include "registry/pick.hpp"

#include <cinttypes>

namespace grb {

namespace {

template <class Problem>
Problem make_problem(const Output &output, const BinaryOp *op, const Container &A,
                     const Container &B, const Descriptor *descriptor) {
    Problem problem;
    const bool is_vector = output.C->is_vector();
    problem.is_A_transposed = !is_vector && transposes_first(descriptor);
    problem.is_B_transposed = !is_vector && transposes_second(descriptor);
    const auto rows = [](const Container &X, bool transposed) {
        return transposed ? X.ncols() : X.nrows();
    };
    const auto columns = [](const Container &X, bool transposed) {
        return transposed ? X.nrows() : X.ncols();
    };
    const std::uint64_t m = rows(A, problem.is_A_transposed),
                        n = columns(A, problem.is_A_transposed);
    if (rows(B, problem.is_B_transposed) != m || columns(B, problem.is_B_transposed) != n) {
        if (is_vector) {
            throw Error(GrB_DIMENSION_MISMATCH, "u has size %" PRIu64 ", v has size %" PRIu64, n,
                        B.ncols());
        }
        throw Error(GrB_DIMENSION_MISMATCH,
                    "A%s is %" PRIu64 " x %" PRIu64 ", B%s is %" PRIu64 " x %" PRIu64,
                    problem.is_A_transposed ? "'" : "", m, n, problem.is_B_transposed ? "'" : "",
                    rows(B, problem.is_B_transposed), columns(B, problem.is_B_transposed));
    }
    check_output(output, m, n, op->ztype);
    check_domain(is_vector ? "u" : "A", A.type(), op->xtype);
    check_domain(is_vector ? "v" : "B", B.type(), op->ytype);
    problem.A = A.snapshot();
    problem.B = B.snapshot();
    turn_dense(problem.A, problem.is_A_transposed);
    turn_dense(problem.B, problem.is_B_transposed);
    problem.op = op;
    problem.mask = output.mask;
    return problem;
}

} // namespace

void ewise_add(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor) {
    Outcome outcome;
    {
        auto problem = make_problem<EwiseAddProblem>(output, op, A, B, descriptor);
        check_domain("an entry of the first operand without partner", A.type(), op->ztype);
        check_domain("an entry of the second operand without partner", B.type(), op->ztype);
        outcome = run_picked(problem);
    }
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

void ewise_mult(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
                const Descriptor *descriptor) {
    Outcome outcome;
    {
        const auto problem = make_problem<EwiseMultProblem>(output, op, A, B, descriptor);
        outcome = run_picked(problem);
    }
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
