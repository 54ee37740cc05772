// Checks the arguments of maxk and publishes its result.
#include "operations/maxk.hpp"

#include "dispatch/carry_out.hpp"
#include "problems/elementwise.hpp"

#include <cinttypes>

namespace grb {

void maxk(Container &C, const Container &A, std::uint64_t k, const Descriptor *descriptor) {
    Output output;
    output.C = &C;
    Outcome outcome;
    {
        MaxkProblem problem;
        problem.is_transposed = transposes_first(descriptor);
        problem.is_by_magnitude = descriptor != nullptr && descriptor->maxk_magnitude;
        problem.k = k;
        const std::uint64_t m = problem.is_transposed ? A.ncols() : A.nrows(),
                            n = problem.is_transposed ? A.nrows() : A.ncols();
        check_output(output, m, n, A.type());
        if (A.type()->code == TypeCode::user) {
            throw Error(GrB_DOMAIN_MISMATCH, "A has the user-defined type %s, which has no order",
                        type_name(A.type()));
        }
        if (is_complex_code(A.type()->code)) {
            throw Error(GrB_DOMAIN_MISMATCH, "A has the complex type %s, which has no order",
                        type_name(A.type()));
        }
        if (k == 0) throw Error(GrB_INVALID_VALUE, "k is 0");
        if (k > n) {
            throw Error(GrB_INVALID_VALUE, "k is %" PRIu64 ", the result has %" PRIu64 " columns",
                        k, n);
        }
        problem.A = A.snapshot();
        outcome = carry_out(problem, {&output});
    }
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
