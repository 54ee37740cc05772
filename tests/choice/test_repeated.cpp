// Tests cached choices: which calls find them, and which changes make them void.
#include "choice/fixture.hpp"
#include "costs/choice_basis.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/context.hpp"
#include "dispatch/repeated.hpp"

#include <gtest/gtest.h>

namespace grb {
namespace {

using namespace choice_test;

const Type *const fp32 = builtin_type(TypeCode::fp32);

template <class Problem>
RepeatedProduct repeated_of(const Problem &problem, const Output &output) {
    return {variant_list<Problem>(), problem, Environment(Problem::operation), {&output}};
}

struct Product {
    Container w{Magic::vector, fp32, 1, n};
    Output output;
    MxvProblem problem;

    Product() {
        output.C = &w;
        problem.A = away(fp32, n, n, stub_device(), "rows");
        problem.u = away(fp32, 1, n, stub_device(), "full");
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    }
    RepeatedProduct repeated() const { return repeated_of(problem, output); }
    Candidate known() const { return repeated().find(); }
    bool is_known() const { return known().variant >= 0; }
    void note(int variant) const { repeated().keep({variant, &stub_device()}); }
};

TEST(RepeatedProducts, IsFoundAgainForAWhile) {
    const Product product;
    EXPECT_FALSE(product.is_known());
    product.note(5);
    int found = 0;
    for (int k = 0; k < 1000; k++) {
        const Candidate known = product.known();
        if (known.variant < 0) break;
        EXPECT_EQ(known.variant, 5);
        EXPECT_EQ(known.device, &stub_device());
        found++;
    }
    EXPECT_GT(found, 10);
    EXPECT_LT(found, 1000) << "A's parts may have changed: it is to be weighed again";
}

/// A variant that ran out of memory is not taken 64 times more.
TEST(RepeatedProducts, IsForgottenWhereItFailed) {
    const Product product;
    product.note(5);
    EXPECT_TRUE(product.is_known());
    product.repeated().forget();
    EXPECT_FALSE(product.is_known());
    product.note(6);
    EXPECT_EQ(product.known().variant, 6);
}

TEST(RepeatedProducts, TurnsOnTheOperands) {
    Product product;
    product.note(5);
    const Ref<Snapshot> A = product.problem.A, u = product.problem.u;
    product.problem.A = away(fp32, n, n, stub_device(), "rows");
    EXPECT_FALSE(product.is_known()) << "another matrix";
    product.problem.A = A;
    product.problem.is_transposed = true;
    EXPECT_FALSE(product.is_known());
    product.problem.is_transposed = false;
    product.problem.is_flipped = true;
    EXPECT_FALSE(product.is_known());
    product.problem.is_flipped = false;
    product.problem.u = away(builtin_type(TypeCode::fp64), 1, n, stub_device(), "full");
    EXPECT_FALSE(product.is_known()) << "another type";
    product.problem.u = away(fp32, 1, n, stub_device(), "full");
    EXPECT_TRUE(product.is_known()) << "another vector like it";
    product.problem.semiring = GrB_MIN_PLUS_SEMIRING_FP32;
    EXPECT_FALSE(product.is_known());
    product.note(7);
    EXPECT_EQ(product.known().variant, 7);
    product.problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    EXPECT_EQ(product.known().variant, 5) << "the two alternate";
}

TEST(RepeatedProducts, TurnsOnWhatFollowsAndOnRules) {
    Product product;
    product.note(5);
    product.output.accumulator = GrB_PLUS_FP32;
    EXPECT_FALSE(product.is_known());
    product.output.accumulator = nullptr;
    EXPECT_TRUE(product.is_known());
    context().set_forced("mxv:cuda/mxv_vsr");
    EXPECT_FALSE(product.is_known());
    context().set_forced("");
    context().set_deterministic(true);
    EXPECT_FALSE(product.is_known());
    context().set_deterministic(false);
    EXPECT_TRUE(product.is_known());
    device::set_mode(device::Mode::off);
    EXPECT_FALSE(product.is_known());
    device::set_mode(device::Mode::always);
    EXPECT_FALSE(product.is_known()) << "much may have changed meanwhile";
    product.note(5);
    EXPECT_TRUE(product.is_known());
    change_choice_basis();
    EXPECT_FALSE(product.is_known());
}

/// A vector on the host alone, or a sparse one, requires a new choice each time.
TEST(RepeatedProducts, NotWithoutAFullOperandAtTheDevice) {
    Product product;
    product.problem.u = away(fp32, 1, n, stub_device(), "counted");
    product.note(5);
    EXPECT_FALSE(product.is_known());
    DenseForm form;
    form.nvals = n;
    form.values = Array::zeroed(n * 4);
    product.problem.u = Snapshot::of_dense(fp32, 1, n, std::move(form));
    product.note(5);
    EXPECT_FALSE(product.is_known());
}

TEST(RepeatedProducts, OfMatricesByTheirColumns) {
    Container C(Magic::matrix, fp32, n, 8);
    Output output;
    output.C = &C;
    MxmProblem problem;
    problem.A = away(fp32, n, n, stub_device(), "rows");
    problem.B = away(fp32, n, 8, stub_device(), "full");
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    repeated_of(problem, output).keep({3, &stub_device()});
    EXPECT_EQ(repeated_of(problem, output).find().variant, 3);
    problem.B = away(fp32, n, 9, stub_device(), "full");
    EXPECT_EQ(repeated_of(problem, output).find().variant, -1);
}

} // namespace
} // namespace grb
