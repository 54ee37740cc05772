// Makes the problem of a matrix-vector product, and commits its result.
#include "operations/mxv.hpp"

#include "deferred/queue.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/in_place.hpp"
#include "operations/arguments.hpp"
#include "operations/positional.hpp"
#include "problems/chain.hpp"
#include "problems/products.hpp"
#include "storage/full_iso.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// True for a state that is stored as full.
bool is_without_bits(const Snapshot &state) noexcept {
    return is_dense(state) && state.dense_form().get().bits.empty();
}

class Product final : public Task {
public:
    Product(const Semiring &semiring, bool is_transposed, bool is_flipped) noexcept
        : semiring_(&semiring), is_transposed_(is_transposed), is_flipped_(is_flipped) {}
    void run(const Output &output, Ref<Snapshot> A, Ref<Snapshot> u) override;
    bool describe_product(MxvProblem &problem) const noexcept override {
        problem.semiring = semiring_;
        problem.is_transposed = is_transposed_;
        problem.is_flipped = is_flipped_;
        return true;
    }

private:
    Held<Semiring> semiring_;
    bool is_transposed_, is_flipped_;
};

void Product::run(const Output &output, Ref<Snapshot> A, Ref<Snapshot> u) {
    MxvProblem problem;
    problem.A = std::move(A);
    problem.u = std::move(u);
    problem.is_transposed = is_transposed_;
    problem.is_flipped = is_flipped_;
    // In u'A the vector is one row, and A is transposed as seen from A'u.
    const PositionedOperand matrix{problem.A, false, is_transposed_ != is_flipped_},
        vector{problem.u, true, is_flipped_};
    const BinaryOp *const multiply = semiring_->multiply;
    problem.semiring = carrying_semiring(
        *semiring_, is_flipped_ ? carry_positions(multiply, vector, matrix, true)
                                : carry_positions(multiply, matrix, vector, true));
    problem.mask = output.mask;
    if (output.accumulator != nullptr && may_write_in_place(*output.C)) {
        // Asked before a choice, whose estimates hold the output's state.
        problem.output_is_shared = output.C->unshared() == nullptr;
        const Snapshot &state = *output.C->snapshot(); // C holds it
        if (is_plain_full(state) || (is_full_iso(state) && is_without_bits(state)))
            problem.output = &output;
    }
    Outcome product = carry_out(problem, {&output});
    if (product.output_was_written) return;
    // The problem's references would keep storage shared that the commit may change in place.
    problem = {};
    commit(output, std::move(product.result), product.mask_was_applied);
}

void multiply_vector(const Output &output, const Semiring &semiring, const Container &A,
                     const Container &u, bool is_transposed, bool is_flipped) {
    const std::uint64_t m = is_transposed ? A.ncols() : A.nrows();
    const std::uint64_t n = is_transposed ? A.nrows() : A.ncols();
    // For u'A the problem has A': the error text names A as the caller wrote it.
    const bool is_written_transposed = is_transposed != is_flipped;
    if (u.ncols() != n) {
        throw Error(GrB_DIMENSION_MISMATCH, "u has size %" PRIu64 ", %s has %" PRIu64 " %s",
                    u.ncols(), is_written_transposed ? "A'" : "A", n,
                    is_flipped ? "rows" : "columns");
    }
    if (output.C->ncols() != m) {
        throw Error(GrB_DIMENSION_MISMATCH, "w has size %" PRIu64 ", %s has %" PRIu64 " %s",
                    output.C->ncols(), is_written_transposed ? "A'" : "A", m,
                    is_flipped ? "columns" : "rows");
    }
    const BinaryOp &multiply = *semiring.multiply;
    check_product_domains(is_flipped ? "u" : "A", is_flipped ? u.type() : A.type(),
                          is_flipped ? "A" : "u", is_flipped ? A.type() : u.type(), &multiply);
    check_output(output, 1, m, semiring.add->type());
    record_or_run<Product>(!has_user_function(semiring), output, &A, &u, semiring, is_transposed,
                           is_flipped);
}

} // namespace

void mxv(const Output &output, const Semiring &semiring, const Container &A, const Container &u,
         const Descriptor *descriptor) {
    multiply_vector(output, semiring, A, u, transposes_first(descriptor), false);
}

void vxm(const Output &output, const Semiring &semiring, const Container &u, const Container &A,
         const Descriptor *descriptor) {
    multiply_vector(output, semiring, A, u, !transposes_second(descriptor), true);
}

} // namespace grb
