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
Repeated repeated_of(const Problem &problem, const Output &output) {
    return {variant_list<Problem>(), problem, Environment(Problem::operation), {&output}};
}

/// The variants that accept a problem on the stub device.
template <class Problem>
std::vector<int> accepting(const Problem &problem) {
    const VariantList &list = variant_list<Problem>();
    const QueryScope at(stub_device());
    std::vector<int> found;
    for (int k = 0; k < list.size(); k++)
        if (list.refuses(k, problem) == nullptr) found.push_back(k);
    return found;
}

struct Product {
    Container w{Magic::vector, fp32, 1, n};
    Output output;
    MxvProblem problem;
    std::vector<int> variants;

    Product() {
        output.C = &w;
        problem.A = away(fp32, n, n, stub_device(), "rows");
        problem.u = away(fp32, 1, n, stub_device(), "full");
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
        variants = accepting(problem);
    }
    Repeated repeated() const { return repeated_of(problem, output); }
    Candidate known() const { return repeated().find(); }
    bool is_known() const { return known().variant >= 0; }
    void note(std::size_t which = 0) const {
        repeated().keep({variants.at(which), &stub_device()});
    }
};

/// No test finds another's choices.
struct RepeatedChoices : testing::Test {
    RepeatedChoices() { change_choice_basis(); }
    ~RepeatedChoices() override { change_choice_basis(); }
};

TEST_F(RepeatedChoices, AreFoundAgainForAWhile) {
    const Product product;
    EXPECT_FALSE(product.is_known());
    product.note();
    int found = 0;
    for (int k = 0; k < 1000; k++) {
        const Candidate known = product.known();
        if (known.variant < 0) break;
        EXPECT_EQ(known.variant, product.variants[0]);
        EXPECT_EQ(known.device, &stub_device());
        found++;
    }
    EXPECT_GT(found, 10);
    EXPECT_LT(found, 1000) << "A's forms may have changed: it is to be weighed again";
}

/// A variant that ran out of memory is not taken 64 times more.
TEST_F(RepeatedChoices, AreForgottenWhereTheyFailed) {
    const Product product;
    product.note();
    EXPECT_TRUE(product.is_known());
    product.repeated().forget();
    EXPECT_FALSE(product.is_known());
    product.note(1);
    EXPECT_EQ(product.known().variant, product.variants[1]);
}

TEST_F(RepeatedChoices, TurnOnTheOperands) {
    Product product;
    product.note();
    const Ref<Snapshot> A = product.problem.A, u = product.problem.u;
    product.problem.A = away(fp32, n, n, stub_device(), "columns");
    EXPECT_FALSE(product.is_known()) << "another form";
    product.problem.A = away(fp32, n, n, stub_device(), "rows");
    EXPECT_TRUE(product.is_known()) << "another matrix like it";
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
    product.note(1);
    EXPECT_EQ(product.known().variant, product.variants[1]);
    product.problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    EXPECT_EQ(product.known().variant, product.variants[0]) << "the two alternate";
}

TEST_F(RepeatedChoices, TurnOnTheCommitAndOnRules) {
    Product product;
    product.note();
    product.output.accumulator = GrB_PLUS_FP32;
    // C is empty: it becomes the product with an accumulator, too.
    product.w.publish(away(fp32, 1, n, stub_device(), "full"));
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
    product.note();
    EXPECT_TRUE(product.is_known());
    change_choice_basis();
    EXPECT_FALSE(product.is_known());
}

/// The number of entries of u decides between push and pull.
TEST_F(RepeatedChoices, NeedAKnownNumberOfEntries) {
    Product product;
    product.problem.u = away(fp32, 1, n, stub_device(), "counted");
    product.note();
    EXPECT_FALSE(product.is_known());
    DenseForm form;
    form.nvals = n;
    form.values = Array::zeroed(n * 4);
    product.problem.u = Snapshot::of_dense(fp32, 1, n, std::move(form));
    EXPECT_FALSE(product.is_known());
    product.note();
    EXPECT_TRUE(product.is_known()) << "a vector on the host";
    product.problem.u = away(fp32, 1, n, stub_device(), "full");
    EXPECT_FALSE(product.is_known());
}

TEST_F(RepeatedChoices, OfMatricesTurnOnTheirColumns) {
    Container C(Magic::matrix, fp32, n, 8);
    Output output;
    output.C = &C;
    MxmProblem problem;
    problem.A = away(fp32, n, n, stub_device(), "rows");
    problem.B = away(fp32, n, 8, stub_device(), "full");
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    const int variant = accepting(problem).at(0);
    repeated_of(problem, output).keep({variant, &stub_device()});
    EXPECT_EQ(repeated_of(problem, output).find().variant, variant);
    problem.B = away(fp32, n, 9, stub_device(), "full");
    EXPECT_EQ(repeated_of(problem, output).find().variant, -1);
}

/// A variant that refuses this problem is not taken, whatever the facts.
TEST_F(RepeatedChoices, AreAskedWhetherTheyAccept) {
    const Product product;
    const VariantList &list = variant_list<MxvProblem>();
    const QueryScope at(stub_device());
    for (int k = 0; k < list.size(); k++) {
        product.repeated().keep({k, &stub_device()});
        EXPECT_EQ(product.known().variant, list.refuses(k, product.problem) == nullptr ? k : -1)
            << list.at(k).name;
    }
}

/// Lists are equal to a choice where they have about as many entries.
TEST_F(RepeatedChoices, OfElementwiseCallsTurnOnEntriesAndOperators) {
    const Type *const fp64 = builtin_type(TypeCode::fp64);
    Container w(Magic::vector, fp64, 1, n);
    Output output;
    output.C = &w;
    EwiseMultProblem problem;
    problem.A = away(fp64, 1, n, stub_device(), "rows");
    problem.B = away(fp64, 1, n, stub_device(), "full");
    problem.op = GrB_LT_FP64;
    const std::vector<int> variants = accepting(problem);
    ASSERT_FALSE(variants.empty());
    repeated_of(problem, output).keep({variants[0], &stub_device()});
    EXPECT_EQ(repeated_of(problem, output).find().variant, variants[0]);
    problem.op = GrB_PLUS_FP64;
    EXPECT_EQ(repeated_of(problem, output).find().variant, -1);
    problem.op = GrB_LT_FP64;
    problem.A = away(fp64, 1, n, stub_device(), "empty");
    EXPECT_EQ(repeated_of(problem, output).find().variant, -1);
}

} // namespace
} // namespace grb
