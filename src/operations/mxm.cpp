// Makes the problem of a matrix product, and commits its result.
#include "operations/mxm.hpp"

#include "dispatch/carry_out.hpp"
#include "operations/arguments.hpp"
#include "operations/positional.hpp"
#include "problems/products.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Returns C when a variant may add to it; see MxmProblem::sum_into. Called only when some variant
/// can.
Ref<Snapshot> sum_into(const Output &output, const MxmProblem &problem) {
    const BinaryOp *const add = problem.semiring->add->op, *const op = output.accumulator;
    if (op == nullptr || op->code != add->code || op->xtype != add->xtype ||
        op->code == BinaryCode::user || !output.mask.is_none() || !problem.B->has_balanced()) {
        return {};
    }
    Ref<Snapshot> C = output.C->snapshot();
    const bool fits =
        C->type() == problem.result_type() && C->has_dense() && C->knows_nvals() && C->is_full();
    return fits ? C : Ref<Snapshot>();
}

/// Computes MxmProblem::narrow_type.
const Type *narrow_type(const Output &output) {
    const Type *const type = output.C->type();
    return is_narrow_code(type->code) && output.accumulator == nullptr ? type : nullptr;
}

} // namespace

void mxm(const Output &output, const Semiring &semiring, const Container &A, const Container &B,
         const Descriptor *descriptor) {
    Outcome outcome;
    {
        MxmProblem problem;
        problem.is_A_transposed = transposes_first(descriptor);
        problem.is_B_transposed = transposes_second(descriptor);
        const std::uint64_t m = problem.is_A_transposed ? A.ncols() : A.nrows();
        const std::uint64_t a_columns = problem.is_A_transposed ? A.nrows() : A.ncols();
        const std::uint64_t b_rows = problem.is_B_transposed ? B.ncols() : B.nrows();
        const std::uint64_t n = problem.is_B_transposed ? B.nrows() : B.ncols();
        if (a_columns != b_rows) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "%s has %" PRIu64 " columns, %s has %" PRIu64 " rows",
                        problem.is_A_transposed ? "A'" : "A", a_columns,
                        problem.is_B_transposed ? "B'" : "B", b_rows);
        }
        check_output(output, m, n, semiring.add->type());
        check_product_domains("A", A.type(), "B", B.type(), semiring.multiply);
        problem.A = A.snapshot();
        problem.B = B.snapshot();
        problem.semiring = carrying_semiring(
            semiring,
            carry_positions(semiring.multiply, {problem.A, false, problem.is_A_transposed},
                            {problem.B, false, problem.is_B_transposed}, true));
        problem.mask = output.mask;
        problem.sum_into = sum_into(output, problem);
        problem.narrow_type = narrow_type(output);
        outcome = carry_out(problem, {&output});
    }
    // The problem is destroyed here: the commit may change storage in place that nobody else
    // shares.
    Output rest = output;
    if (outcome.sum_was_applied) rest.accumulator = nullptr;
    commit(rest, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
