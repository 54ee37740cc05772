// Implements transpose and the transposition of dense operands.
#include "operations/transpose.hpp"

#include "dispatch/carry_out.hpp"
#include "problems/elementwise.hpp"

namespace grb {

void transpose(const Output &output, const Container &A, const Descriptor *descriptor) {
    if (transposes_first(descriptor)) {
        // A is transposed twice: the copy shares A's arrays.
        check_output(output, A.nrows(), A.ncols(), A.type());
        commit(output, A.snapshot(), false);
        return;
    }
    check_output(output, A.ncols(), A.nrows(), A.type());
    Outcome outcome;
    {
        TransposeProblem problem;
        problem.A = A.snapshot();
        problem.mask = output.mask;
        outcome = carry_out(problem, {&output});
    }
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

void transpose_if_dense(Ref<Snapshot> &A, bool &is_transposed) {
    if (!is_transposed || !is_dense(*A)) return;
    TransposeProblem problem;
    problem.A = std::move(A);
    A = carry_out(problem).result;
    is_transposed = false;
}

} // namespace grb
