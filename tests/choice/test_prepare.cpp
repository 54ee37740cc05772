// Tests that the step before a choice, or the variant that runs, does the work that a choice may
// not do.
#include "choice/fixture.hpp"
#include "choices.hpp"
#include "cuda/library/backend.hpp"
#include "cuda/library/user_operators.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace grb {
namespace {

using namespace choice_test;

const Type *const fp32 = builtin_type(TypeCode::fp32);

/// The log writes an unknown number as a bound, without a wait.
TEST(Prepare, TheLogDoesNotWait) {
    MxvProblem problem;
    problem.A = away(fp32, n, n, stub_device(), "rows");
    problem.u = away(fp32, 1, n, stub_device(), "counted");
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    char text[512];
    const Events before = Events::now();
    problem.describe(text, sizeof text);
    EXPECT_TRUE(Events::now() == before) << plugin().last_call;
    EXPECT_NE(std::strstr(text, " u=96:<=96:bitmap:FP32"), nullptr) << text;
}

/// The step before the choice waits for counts, once.
TEST(Prepare, CountsAreSettledBefore) {
    plugin().count = 72;
    MxvProblem problem;
    problem.A = away(fp32, n, n, stub_device(), "rows");
    problem.u = away(fp32, 1, n, stub_device(), "counted");
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    ASSERT_FALSE(problem.u->knows_nvals());
    prepare(problem);
    ASSERT_TRUE(problem.u->knows_nvals());
    EXPECT_EQ(problem.u->nvals(), 72u);
    EXPECT_NE(problem.A->known_statistics(false), nullptr);
    const Events before = Events::now();
    prepare(problem);
    EXPECT_TRUE(Events::now() == before) << plugin().last_call;
}

/// A product's time depends little on the bytes that the host would fetch for it.
TEST(Estimates, ProductsOnTheHostCountTheirWork) {
    const At at(stub_device());
    MxmProblem problem;
    problem.A = problem.B = away(fp32, n, n, stub_device(), "rows");
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    Consideration considered[most_considered];
    const int all = considered_of(problem, considered);
    const FetchCost fetch = fetch_cost(operand_bytes_away(problem), problem.operand_bytes());
    int count = 0;
    for (int k = 0; k < all; k++) {
        if (considered[k].refusal != nullptr || considered[k].device != nullptr) continue;
        for (const Variant<MxmProblem> *variant : variants<MxmProblem>()) {
            if (std::strcmp(variant->name, considered[k].name) != 0) continue;
            const Cost own = variant->cost(problem);
            const double penalty = considered[k].seconds < host_penalty ? 0 : host_penalty;
            const double working = std::max(own.seconds, fetch.reading);
            EXPECT_NEAR(considered[k].seconds - penalty,
                        fetch.transfer + working + own.missing_seconds, 1e-9)
                << variant->name;
            EXPECT_GT(own.seconds, fetch.reading) << "more than its bytes";
            count++;
        }
    }
    EXPECT_GE(count, 2);
}

/// The library checks a source after a call failed, and remembers the result.
TEST(Prepare, SourceThatDoesNotCompile) {
    const At at(stub_device());
    const UserOperators &user = UserOperators::get();
    GrB_UnaryOp broken = nullptr;
    const auto unary = [](void *z, const void *x) { std::memcpy(z, x, 8); };
    ASSERT_EQ(GxB_UnaryOp_new(&broken, unary, user.type, user.type, "broken", "no C at all"),
              GrB_SUCCESS);
    EXPECT_EQ(device::refusal_of(*broken), nullptr);
    EXPECT_STREQ(device::user_name(*broken), "broken");
    plugin().refused_source = "broken";
    EXPECT_THROW(device::check(device::Status::unsupported), device::Failure);
    plugin().refused_source = nullptr;
    const Events before = Events::now();
    EXPECT_STREQ(device::refusal_of(*broken), "its source does not compile for the GPU");
    EXPECT_TRUE(Events::now() == before) << plugin().last_call;
    EXPECT_EQ(device::refusal_of(*user.half), nullptr) << "others are as they were";
    GrB_UnaryOp_free(&broken);
}

} // namespace
} // namespace grb
