#include "operations/mxm.hpp"

#include "operations/arguments.hpp"
#include "registry/pick.hpp"

#include <cinttypes>

namespace grb {

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
        check_domain("A", A.type(), semiring.multiply->xtype);
        check_domain("B", B.type(), semiring.multiply->ytype);
        problem.A = A.snapshot();
        problem.B = B.snapshot();
        problem.semiring = &semiring;
        problem.mask = output.mask;
        outcome = run_picked(problem);
    }
    // The problem is gone: storage that nobody else shares may be changed in place.
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
