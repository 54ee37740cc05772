// Makes the element-wise problems from arguments, and commits their results.
#include "operations/ewise.hpp"

#include "dispatch/carry_out.hpp"
#include "operations/positional.hpp"
#include "operations/transpose.hpp"
#include "problems/elementwise.hpp"

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
    check_product_domains(is_vector ? "u" : "A", A.type(), is_vector ? "v" : "B", B.type(), op);
    problem.A = A.snapshot();
    problem.B = B.snapshot();
    problem.op = carry_positions(op, {problem.A, is_vector, problem.is_A_transposed},
                                 {problem.B, is_vector, problem.is_B_transposed}, false);
    transpose_if_dense(problem.A, problem.is_A_transposed);
    transpose_if_dense(problem.B, problem.is_B_transposed);
    problem.mask = output.mask;
    return problem;
}

/// Reduces ewise_add of an operator on positions to a plain one: the positions where both have an
/// entry, beside the entries of both.
EwiseAddProblem add_positions(const Output &output, const BinaryOp *op, const Container &A,
                              const Container &B, const Descriptor *descriptor) {
    auto both = make_problem<EwiseMultProblem>(output, op, A, B, descriptor);
    const Held<BinaryOp> first = first_operator(op->ztype);
    auto either = make_problem<EwiseAddProblem>(output, first, A, B, descriptor);
    both.mask = either.mask = {};
    EwiseAddProblem sum;
    sum.op = first;
    sum.A = carry_out(both).result;
    sum.B = carry_out(either).result;
    sum.mask = output.mask;
    return sum;
}

template <class Problem>
Outcome carried_out(Problem &&problem, const Output &output) {
    problem.output = &output;
    return carry_out(problem, {&output});
}

} // namespace

void ewise_add(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor) {
    Outcome outcome;
    {
        auto problem = needs_positions(*op)
                           ? add_positions(output, op, A, B, descriptor)
                           : make_problem<EwiseAddProblem>(output, op, A, B, descriptor);
        check_domain("an entry of the first operand without partner", A.type(), op->ztype);
        check_domain("an entry of the second operand without partner", B.type(), op->ztype);
        outcome = carried_out(problem, output);
    }
    if (outcome.output_was_written) return;
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

void ewise_mult(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
                const Descriptor *descriptor) {
    Outcome outcome =
        carried_out(make_problem<EwiseMultProblem>(output, op, A, B, descriptor), output);
    if (outcome.output_was_written) return;
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
