// Makes the problem of the Kronecker product, and commits its result.
#include "operations/kronecker.hpp"

#include "dispatch/carry_out.hpp"
#include "operations/arguments.hpp"
#include "operations/positional.hpp"
#include "problems/products.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Returns the size of the product in one dimension; beyond 2^64 it equals no size of C.
std::uint64_t product_size(const char *what, std::uint64_t a, std::uint64_t b) {
    std::uint64_t size = 0;
    if (__builtin_mul_overflow(a, b, &size)) {
        throw Error(GrB_DIMENSION_MISMATCH,
                    "the product of A's %" PRIu64 " and B's %" PRIu64
                    " %s is larger than any matrix",
                    a, b, what);
    }
    return size;
}

} // namespace

void kronecker(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor) {
    Outcome outcome;
    {
        KroneckerProblem problem;
        problem.is_A_transposed = transposes_first(descriptor);
        problem.is_B_transposed = transposes_second(descriptor);
        const std::uint64_t m =
            product_size("rows", problem.is_A_transposed ? A.ncols() : A.nrows(),
                         problem.is_B_transposed ? B.ncols() : B.nrows());
        const std::uint64_t n =
            product_size("columns", problem.is_A_transposed ? A.nrows() : A.ncols(),
                         problem.is_B_transposed ? B.nrows() : B.ncols());
        check_output(output, m, n, op->ztype);
        check_product_domains("A", A.type(), "B", B.type(), op);
        problem.A = A.snapshot();
        problem.B = B.snapshot();
        problem.op = carry_positions(op, {problem.A, false, problem.is_A_transposed},
                                     {problem.B, false, problem.is_B_transposed}, false);
        problem.mask = output.mask;
        outcome = carry_out(problem, {&output});
    }
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace grb
