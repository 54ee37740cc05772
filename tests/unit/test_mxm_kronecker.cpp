// Tests the host's variant of kronecker against the definition on ordered maps.
#include "dispatch/variant.hpp"
#include "test_mxm_model.hpp"

namespace {

using namespace grb;
using namespace grb::mxm_test;

template <class A, class B, class C>
Entries<C> kronecker_of(const Entries<A> &a, const Entries<B> &b,
                        const std::function<C(A, B)> &op) {
    Entries<C> result{a.nrows * b.nrows, a.ncols * b.ncols, {}};
    for (const auto &[ia, x] : a.at) {
        for (const auto &[ib, y] : b.at) {
            result.at[{ia.first * b.nrows + ib.first, ia.second * b.ncols + ib.second}] = op(x, y);
        }
    }
    return result;
}

template <class C>
void check(const KroneckerProblem &problem, const Entries<C> &expected) {
    for (const auto *variant : variants<KroneckerProblem>()) {
        if (variant->capabilities.device != host_kind) continue; // tests/differential covers it
        ASSERT_EQ(variant->refuses(problem), nullptr);
        EXPECT_GT(variant->cost(problem).seconds, 0);
        const Ref<Snapshot> result = variant->run(problem);
        EXPECT_EQ(result->type(), problem.result_type());
        const Entries<C> actual = entries_of<C>(*result, problem.result_type());
        EXPECT_EQ(actual.nrows, expected.nrows);
        EXPECT_EQ(actual.ncols, expected.ncols);
        EXPECT_TRUE(actual.at == expected.at);
    }
}

int draw(std::mt19937_64 &random) {
    return static_cast<int>(random() % 100) - 50;
}

TEST(Kronecker, ShapesFormsAndTransposes) {
    struct Shape {
        std::uint64_t ma, na, mb, nb;
        std::size_t entries_a, entries_b;
    };
    std::mt19937_64 random(37);
    for (const Shape s :
         {Shape{0, 3, 4, 5, 0, 7}, Shape{1, 1, 1, 1, 1, 1}, Shape{3, 4, 5, 6, 7, 11},
          Shape{1, 9, 9, 1, 5, 4}, Shape{20, 20, 3, 50, 12, 90}, Shape{4, 4, 4, 4, 0, 3}}) {
        const auto a = random_entries<int>(random, s.ma, s.na, s.entries_a, draw);
        const auto b = random_entries<int>(random, s.mb, s.nb, s.entries_b, draw);
        const auto expected = kronecker_of<int, int, int>(a, b, [](int x, int y) { return x - y; });
        for (const int transposes : {0, 1, 2, 3}) {
            KroneckerProblem problem;
            problem.op = GrB_MINUS_INT32;
            problem.is_A_transposed = (transposes & 1) != 0;
            problem.is_B_transposed = (transposes & 2) != 0;
            for (const auto &[a_name, A] :
                 forms_of(snapshot_of(problem.is_A_transposed ? a.transposed() : a, GrB_INT32))) {
                for (const auto &[b_name, B] : forms_of(
                         snapshot_of(problem.is_B_transposed ? b.transposed() : b, GrB_INT32))) {
                    SCOPED_TRACE(a_name + " A, " + b_name + " B");
                    problem.A = A;
                    problem.B = B;
                    check(problem, expected);
                }
            }
        }
    }
}

TEST(Kronecker, IsoAndOtherTypes) {
    std::mt19937_64 random(41);
    const auto a = random_entries<double>(random, 9, 8, 20, [](auto &) { return 2.75; });
    const auto b = random_entries<int>(random, 7, 6, 15, draw);
    const auto expected = kronecker_of<double, int, std::int64_t>(
        a, b, [](double x, int y) { return static_cast<std::int64_t>(x) * y; });
    KroneckerProblem problem;
    problem.op = GrB_TIMES_INT64;
    problem.B = snapshot_of(b, GrB_INT32);
    for (const bool is_iso : {false, true}) {
        problem.A = snapshot_of(a, GrB_FP64, is_iso);
        check(problem, expected);
    }
    problem.op = GrB_FIRST_INT64;
    check(problem, kronecker_of<double, int, std::int64_t>(
                       a, b, [](double x, int) { return static_cast<std::int64_t>(x); }));
    EXPECT_TRUE(variants<KroneckerProblem>()[0]->run(problem)->is_iso());
}

TEST(Kronecker, SixtyBitDimensions) {
    constexpr std::uint64_t side = std::uint64_t{1} << 30;
    const Entries<int> a{side, side, {{{side - 1, 5}, 3}, {{0, side - 1}, 4}}};
    const Entries<int> b{side, side, {{{7, side - 1}, 5}, {{side - 1, 0}, 6}}};
    KroneckerProblem problem;
    problem.op = GrB_TIMES_INT32;
    problem.A = snapshot_of(a, GrB_INT32);
    problem.B = snapshot_of(b, GrB_INT32);
    check(problem, kronecker_of<int, int, int>(a, b, [](int x, int y) { return x * y; }));
}

TEST(Kronecker, ThreadsAndLargeProducts) {
    std::mt19937_64 random(43);
    const auto a = random_entries<int>(random, 60, 60, 400, draw);
    const auto b = random_entries<int>(random, 50, 50, 300, draw);
    const auto expected = kronecker_of<int, int, int>(a, b, [](int x, int y) { return x * y; });
    KroneckerProblem problem;
    problem.op = GrB_TIMES_INT32;
    problem.A = snapshot_of(a, GrB_INT32);
    problem.B = snapshot_of(b, GrB_INT32);
    for (const int threads : {1, 4}) {
        const WithThreads setting(threads);
        check(problem, expected);
    }
}

} // namespace
