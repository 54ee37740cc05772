// Tests every variant of mxm against the product on ordered maps: shapes, formats, transposes,
// semirings.
#include "dispatch/variant.hpp"
#include "test_mxm_model.hpp"

#include "quarter.h"

#include <cmath>

namespace {

using namespace grb;
using namespace grb::mxm_test;

template <class T>
T draw_small(std::mt19937_64 &random) {
    return static_cast<T>(random() % 7) - T{3};
}
template <>
bool draw_small<bool>(std::mt19937_64 &random) {
    return random() % 3 != 0;
}
template <>
std::uint8_t draw_small<std::uint8_t>(std::mt19937_64 &random) {
    return static_cast<std::uint8_t>(random());
}

template <class T>
const Type *type_of() {
    return builtin_type(TypeOf<T>::code);
}

struct Shape {
    std::uint64_t m, k, n;
    std::size_t entries_a, entries_b;
};

constexpr Shape shapes[] = {
    {0, 5, 3, 0, 6},         {4, 0, 3, 0, 0},    {4, 5, 0, 9, 0},        {1, 1, 1, 1, 1},
    {1, 1, 1, 0, 1},         {7, 7, 7, 0, 0},    {300, 2, 3, 200, 5},    {2, 300, 2, 120, 130},
    {3, 2, 900, 5, 700},     {20, 30, 40, 5, 9}, {64, 64, 64, 900, 800}, {33, 65, 129, 300, 400},
    {1, 500, 500, 40, 4000},
};

/// Multiplies both operands in every form and orientation, without a mask.
template <class T>
void check_all_forms(const Semiring &semiring, const std::function<T(T, T)> &add,
                     const std::function<T(T, T)> &multiply) {
    std::mt19937_64 random(7);
    int round = 0;
    for (const Shape &shape : shapes) {
        if (!quarter::takes(round++)) continue;
        SCOPED_TRACE(std::to_string(shape.m) + " x " + std::to_string(shape.k) + " x " +
                     std::to_string(shape.n));
        const auto a = random_entries<T>(random, shape.m, shape.k, shape.entries_a, draw_small<T>);
        const auto b = random_entries<T>(random, shape.k, shape.n, shape.entries_b, draw_small<T>);
        const auto expected = product_of<T, T, T>(a, b, add, multiply);
        for (const int transposes : {0, 1, 2, 3}) {
            MxmProblem problem;
            problem.semiring = &semiring;
            problem.is_A_transposed = (transposes & 1) != 0;
            problem.is_B_transposed = (transposes & 2) != 0;
            const auto a_forms =
                forms_of(snapshot_of(problem.is_A_transposed ? a.transposed() : a, type_of<T>()));
            const auto b_forms =
                forms_of(snapshot_of(problem.is_B_transposed ? b.transposed() : b, type_of<T>()));
            for (const auto &[a_name, A] : a_forms) {
                for (const auto &[b_name, B] : b_forms) {
                    SCOPED_TRACE(a_name + " A, " + b_name + " B, transposes " +
                                 std::to_string(transposes));
                    problem.A = A;
                    problem.B = B;
                    ASSERT_GE(check_variants(problem, expected, {}), 1);
                    if (testing::Test::HasFailure()) return;
                }
            }
        }
    }
}

TEST(Mxm, PlusTimesInt32) {
    check_all_forms<std::int32_t>(
        *GrB_PLUS_TIMES_SEMIRING_INT32, [](int x, int y) { return x + y; },
        [](int x, int y) { return x * y; });
}

TEST(Mxm, PlusTimesUint8IsNotCuratedAndWraps) {
    using T = std::uint8_t;
    check_all_forms<T>(
        *GrB_PLUS_TIMES_SEMIRING_UINT8, [](T x, T y) { return static_cast<T>(x + y); },
        [](T x, T y) { return static_cast<T>(x * y); });
}

TEST(Mxm, MinPlusFp64) {
    check_all_forms<double>(
        *GrB_MIN_PLUS_SEMIRING_FP64, [](double x, double y) { return std::min(x, y); },
        [](double x, double y) { return x + y; });
}

TEST(Mxm, MaxPlusInt64) {
    using T = std::int64_t;
    check_all_forms<T>(
        *GrB_MAX_PLUS_SEMIRING_INT64, [](T x, T y) { return std::max(x, y); },
        [](T x, T y) { return x + y; });
}

TEST(Mxm, LorLand) {
    check_all_forms<bool>(
        *GrB_LOR_LAND_SEMIRING_BOOL, [](bool x, bool y) { return x || y; },
        [](bool x, bool y) { return x && y; });
}

TEST(Mxm, LxorLandIsNotCurated) {
    check_all_forms<bool>(
        *GrB_LXOR_LAND_SEMIRING_BOOL, [](bool x, bool y) { return x != y; },
        [](bool x, bool y) { return x && y; });
}

TEST(Mxm, MinFirstAndMinSecondTellTheOperandsApart) {
    using T = std::int32_t;
    const auto least = [](T x, T y) { return std::min(x, y); };
    check_all_forms<T>(*GrB_MIN_FIRST_SEMIRING_INT32, least, [](T x, T) { return x; });
    check_all_forms<T>(*GrB_MIN_SECOND_SEMIRING_INT32, least, [](T, T y) { return y; });
}

TEST(Mxm, PlusMinusThroughBatches) {
    using T = std::int16_t;
    const Semiring semiring = semiring_of(GrB_PLUS_MONOID_INT16, GrB_MINUS_INT16);
    check_all_forms<T>(
        semiring, [](T x, T y) { return static_cast<T>(x + y); },
        [](T x, T y) { return static_cast<T>(x - y); });
}

TEST(Mxm, PlusOnebCountsInEveryType) {
    const auto check = [](auto tag, const Monoid *add, const BinaryOp *oneb) {
        using T = typename decltype(tag)::type;
        const Semiring semiring = semiring_of(add, oneb);
        check_all_forms<T>(
            semiring, [](T x, T y) { return static_cast<T>(x + y); }, [](T, T) { return T{1}; });
    };
    check(type_tag<std::int64_t>{}, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64);
    check(type_tag<std::uint64_t>{}, GrB_PLUS_MONOID_UINT64, GrB_ONEB_UINT64);
    check(type_tag<float>{}, GrB_PLUS_MONOID_FP32, GrB_ONEB_FP32);
    check(type_tag<std::uint8_t>{}, GrB_PLUS_MONOID_UINT8, GrB_ONEB_UINT8);
}

TEST(Mxm, OperandsAreCastToTheMultiplier) {
    std::mt19937_64 random(3);
    const auto a = random_entries<double>(
        random, 30, 40, 200, [](auto &r) { return static_cast<double>(r() % 100) / 8 - 5; });
    const auto b = random_entries<bool>(random, 40, 50, 300, draw_small<bool>);
    const auto expected = product_of<double, bool, std::int32_t>(
        a, b, [](int x, int y) { return x + y; },
        [](double x, bool y) { return static_cast<int>(x) * (y ? 1 : 0); });
    MxmProblem problem;
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT32;
    for (const auto &[a_name, A] : forms_of(snapshot_of(a, GrB_FP64))) {
        for (const auto &[b_name, B] : forms_of(snapshot_of(b, GrB_BOOL))) {
            SCOPED_TRACE(a_name + " A, " + b_name + " B");
            problem.A = A;
            problem.B = B;
            ASSERT_GE(check_variants(problem, expected, {}), 2);
        }
    }
}

/// A and B are iso or not; the product casts their types.
TEST(Mxm, IsoOperands) {
    using T = std::int64_t;
    const Semiring plus_minus = semiring_of(GrB_PLUS_MONOID_INT64, GrB_MINUS_INT64);
    struct Case {
        const Semiring *semiring;
        std::function<T(T, T)> add, multiply;
    };
    const Case cases[] = {
        {GrB_PLUS_TIMES_SEMIRING_INT64, [](T x, T y) { return x + y; },
         [](T x, T y) { return x * y; }},
        {GrB_MIN_PLUS_SEMIRING_INT64, [](T x, T y) { return std::min(x, y); },
         [](T x, T y) { return x + y; }},
        {GrB_MIN_FIRST_SEMIRING_INT64, [](T x, T y) { return std::min(x, y); },
         [](T x, T) { return x; }},
        {&plus_minus, [](T x, T y) { return x + y; }, [](T x, T y) { return x - y; }},
    };
    for (const bool b_is_full : {false, true}) {
        for (const int isos : {1, 2, 3}) {
            std::mt19937_64 random(11);
            auto a = random_entries<std::int64_t>(random, 40, 30, 300, draw_small<std::int64_t>);
            auto b = b_is_full ? full_entries<std::int8_t>(random, 30, 20, draw_small<std::int8_t>)
                               : random_entries<std::int8_t>(random, 30, 20, 150,
                                                             draw_small<std::int8_t>);
            if ((isos & 1) != 0) {
                for (auto &entry : a.at) entry.second = 5;
            }
            if ((isos & 2) != 0) {
                for (auto &entry : b.at) entry.second = -2;
            }
            for (const Case &c : cases) {
                const auto expected = product_of<std::int64_t, std::int8_t, T>(
                    a, b, c.add, [&](std::int64_t x, std::int8_t y) { return c.multiply(x, y); });
                MxmProblem problem;
                problem.semiring = c.semiring;
                for (const auto &[a_name, A] :
                     forms_of(snapshot_of(a, GrB_INT64, (isos & 1) != 0))) {
                    for (const auto &[b_name, B] :
                         forms_of(snapshot_of(b, GrB_INT8, (isos & 2) != 0))) {
                        SCOPED_TRACE(a_name + " A, " + b_name + " B, iso " + std::to_string(isos));
                        problem.A = A;
                        problem.B = B;
                        ASSERT_GE(check_variants(problem, expected, {}), b_is_full ? 3 : 2);
                    }
                }
            }
        }
    }
}

TEST(Mxm, AnIdempotentSumOfEqualProductsIsIso) {
    std::mt19937_64 random(5);
    auto a = random_entries<bool>(random, 50, 50, 300, [](auto &) { return true; });
    MxmProblem problem;
    problem.A = problem.B = snapshot_of(a, GrB_BOOL, true);
    problem.semiring = GrB_LOR_LAND_SEMIRING_BOOL;
    ASSERT_TRUE(problem.A->is_iso());
    problem.mask = {problem.A, MaskKind::structure, false};
    int runs = 0;
    for (const auto *variant : variants<MxmProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        EXPECT_TRUE(variant->run(problem)->is_iso()) << variant->name;
        runs++;
    }
    EXPECT_EQ(runs, 5);
}

/// Empty rows of A stay empty under a full B.
TEST(Mxm, FullRowsKeepsEmptyRowsEmpty) {
    std::mt19937_64 random(9);
    auto a = random_entries<float>(random, 60, 40, 100, draw_small<float>);
    for (std::uint64_t k = 0; k < 40; k++) a.at.erase({17, k});
    const auto b = full_entries<float>(random, 40, 9, draw_small<float>);
    const auto expected = product_of<float, float, float>(
        a, b, [](float x, float y) { return x + y; }, [](float x, float y) { return x * y; });
    MxmProblem problem;
    problem.A = snapshot_of(a, GrB_FP32);
    problem.B = converted(*snapshot_of(b, GrB_FP32), Format::full);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    EXPECT_EQ(check_variants(problem, expected, {}), 6);
    const Variant<MxmProblem> *full_rows = nullptr;
    for (const auto *variant : variants<MxmProblem>()) {
        if (std::string(variant->name) == "cpu/mxm_full_rows") full_rows = variant;
    }
    ASSERT_NE(full_rows, nullptr);
    EXPECT_EQ(full_rows->run(problem)->format(), Format::bitmap);
    for (std::uint64_t i = 0; i < 60; i++) a.at[{i, i % 40}] = 1;
    problem.A = snapshot_of(a, GrB_FP32);
    EXPECT_EQ(full_rows->run(problem)->format(), Format::full);
}

/// Long rows exceed chunks, tiles and galloping; one row is as wide as the hash table.
TEST(Mxm, LongRows) {
    std::mt19937_64 random(13);
    auto a = random_entries<std::int32_t>(random, 6, 3000, 400, draw_small<std::int32_t>);
    for (std::uint64_t k = 0; k < 3000; k++) a.at[{2, k}] = static_cast<std::int32_t>(k % 5);
    auto b = random_entries<std::int32_t>(random, 3000, 9000, 60000, draw_small<std::int32_t>);
    for (std::uint64_t j = 0; j < 9000; j++) b.at[{1, j}] = 1;
    const auto mask = random_entries<bool>(random, 6, 9000, 20000, draw_small<bool>);
    const Semiring plus_min = semiring_of(GrB_PLUS_MONOID_INT32, GrB_MIN_INT32);
    const std::function<int(int, int)> add = [](int x, int y) { return x + y; };
    const std::function<int(int, int)> least = [](int x, int y) { return std::min(x, y); };
    const std::function<int(int, int)> times = [](int x, int y) { return x * y; };
    MxmProblem problem;
    problem.A = snapshot_of(a, GrB_INT32);
    problem.B = snapshot_of(b, GrB_INT32);
    const auto minima = product_of<int, int, int>(a, b, add, least);
    const auto products = product_of<int, int, int>(a, b, add, times);
    for (const MaskKind kind : {MaskKind::none, MaskKind::structure, MaskKind::value}) {
        if (kind != MaskKind::none) problem.mask = {snapshot_of(mask, GrB_BOOL), kind, false};
        problem.semiring = &plus_min;
        EXPECT_EQ(check_variants(problem, minima, mask), kind == MaskKind::none ? 2 : 3);
        problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT32;
        EXPECT_EQ(check_variants(problem, products, mask), kind == MaskKind::none ? 3 : 4);
    }
}

TEST(Mxm, HypersparseWithSixtyBitDimensions) {
    constexpr std::uint64_t huge = std::uint64_t{1} << 60;
    Entries<std::int64_t> a{huge, huge, {}}, b{huge, huge, {}};
    a.at = {{{3, huge - 1}, 2}, {{3, 77}, 3}, {{huge - 1, huge / 2}, 5}, {{huge / 3, 12345}, 7}};
    b.at = {{{huge - 1, 8}, 11},
            {{77, 8}, 13},
            {{huge / 2, huge - 1}, 17},
            {{1, 1}, 19},
            {{77, 0}, 23}};
    const auto expected = product_of<std::int64_t, std::int64_t, std::int64_t>(
        a, b, [](auto x, auto y) { return x + y; }, [](auto x, auto y) { return x * y; });
    ASSERT_EQ(expected.at.size(), 3u);
    Entries<bool> mask{huge, huge, {{{3, 8}, true}, {{huge - 1, huge - 1}, false}, {{9, 9}, true}}};
    MxmProblem problem;
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT64;
    for (const int transposes : {0, 1, 2, 3}) {
        problem.is_A_transposed = (transposes & 1) != 0;
        problem.is_B_transposed = (transposes & 2) != 0;
        problem.A = snapshot_of(problem.is_A_transposed ? a.transposed() : a, GrB_INT64);
        problem.B = snapshot_of(problem.is_B_transposed ? b.transposed() : b, GrB_INT64);
        for (const MaskKind kind : {MaskKind::none, MaskKind::structure, MaskKind::value}) {
            for (const bool complemented : {false, true}) {
                problem.mask = {};
                if (kind != MaskKind::none)
                    problem.mask = {snapshot_of(mask, GrB_BOOL), kind, complemented};
                const bool has_dot = kind != MaskKind::none && !complemented;
                EXPECT_EQ(check_variants(problem, expected, mask), has_dot ? 2 : 1);
            }
        }
    }
}

/// Returns the cheapest variant that accepts, by the cost models and the default rates.
std::string cheapest(const MxmProblem &problem) {
    std::string best;
    double seconds = 0;
    for (const auto *variant : variants<MxmProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        const Cost cost = variant->cost(problem);
        if (best.empty() || cost.seconds + cost.missing_seconds < seconds) {
            best = variant->name;
            seconds = cost.seconds + cost.missing_seconds;
        }
    }
    return best;
}

TEST(Mxm, CostsFavourTheVariantThatFits) {
    std::mt19937_64 random(47);
    auto lower = random_entries<std::int64_t>(random, 2000, 2000, 40000, draw_small<std::int64_t>);
    for (auto entry = lower.at.begin(); entry != lower.at.end();) {
        entry = entry->first.second < entry->first.first ? std::next(entry) : lower.at.erase(entry);
    }
    const auto panel = full_entries<std::int64_t>(random, 2000, 32, draw_small<std::int64_t>);
    const Semiring plus_oneb = semiring_of(GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64);
    MxmProblem problem;
    problem.A = problem.B = snapshot_of(lower, GrB_INT64);
    problem.semiring = &plus_oneb;
    EXPECT_EQ(cheapest(problem), "cpu/mxm_gustavson_dense");
    problem.mask = {problem.A, MaskKind::structure, false};
    problem.is_B_transposed = true;
    EXPECT_EQ(cheapest(problem), "cpu/mxm_masked_dot");
    problem.mask = {};
    problem.is_B_transposed = false;
    problem.B = converted(*snapshot_of(panel, GrB_INT64), Format::full);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT64;
    EXPECT_EQ(cheapest(problem), "cpu/mxm_full_rows");
    // A few products do not justify an array over 2^26 columns.
    constexpr std::uint64_t wide = std::uint64_t{1} << 26;
    problem.A = snapshot_of(
        random_entries<std::int64_t>(random, wide, wide, 2000, draw_small<std::int64_t>),
        GrB_INT64);
    problem.B = problem.A;
    EXPECT_EQ(cheapest(problem), "cpu/mxm_gustavson_hash");
}

} // namespace
