// Tests cpu/spmm_merge_path: rows that span several chunks, and the choice between it and whole
// rows.
#include "dispatch/variant.hpp"
#include "test_mxm_model.hpp"

#include <cstring>

namespace grb::mxm_test {
namespace {

template <class T>
T small(std::mt19937_64 &random) {
    return static_cast<T>(static_cast<int>(random() % 17) - 8);
}

const Variant<MxmProblem> &variant_named(const std::string &name) {
    for (const auto *variant : variants<MxmProblem>())
        if (variant->name == name) return *variant;
    throw std::runtime_error(name);
}

/// Makes two full rows, the last row among them, empty rows beside them and some short ones.
template <class T>
Entries<T> with_hubs(std::mt19937_64 &random, std::uint64_t columns) {
    auto a = random_entries<T>(random, 40, columns, 60, small<T>);
    for (const std::uint64_t row : {4, 7, 38}) {
        for (std::uint64_t k = 0; k < columns; k++) a.at.erase({row, k});
    }
    for (const std::uint64_t row : {3, 39}) {
        for (std::uint64_t k = 0; k < columns; k++) a.at[{row, k}] = small<T>(random);
    }
    return a;
}

TEST(SpmmMergePath, RowsAcrossChunks) {
    std::mt19937_64 random(31);
    const auto a = with_hubs<std::int64_t>(random, 5000);
    const Semiring first = semiring_of(GrB_MAX_MONOID_INT64, GrB_FIRST_INT64);
    const auto add = [](auto x, auto y) { return x + y; };
    const auto largest = [](auto x, auto y) { return std::max(x, y); };
    const WithThreads threads(3);
    for (const std::uint64_t columns : {1, 6, 64}) {
        const auto b = full_entries<std::int64_t>(random, 5000, columns, small<std::int64_t>);
        using T = std::int64_t;
        const auto sums = product_of<T, T, T>(a, b, add, [](T x, T y) { return x * y; });
        const auto maxima = product_of<T, T, T>(a, b, largest, [](T x, T) { return x; });
        MxmProblem problem;
        for (const bool is_transposed : {false, true}) {
            problem.is_A_transposed = problem.is_B_transposed = is_transposed;
            problem.B = converted(*snapshot_of(is_transposed ? b.transposed() : b, GrB_INT64),
                                  Format::full);
            for (const auto &[form, A] :
                 forms_of(snapshot_of(is_transposed ? a.transposed() : a, GrB_INT64))) {
                SCOPED_TRACE(form);
                problem.A = A;
                problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT64;
                const auto &variant = variant_named("cpu/spmm_merge_path");
                EXPECT_EQ(variant.refuses(problem) == nullptr, form != "dense");
                check_variants(problem, sums, {});
                problem.semiring = &first; // one column for all
                check_variants(problem, maxima, {});
            }
        }
    }
}

/// The product only finds the result's pattern: its values are iso.
TEST(SpmmMergePath, PatternAlone) {
    std::mt19937_64 random(32);
    auto a = with_hubs<bool>(random, 5000);
    for (auto &[at, x] : a.at) x = true;
    const auto b = full_entries<bool>(random, 5000, 40, [](auto &) { return true; });
    MxmProblem problem;
    problem.A = snapshot_of(a, GrB_BOOL, true);
    problem.B = converted(*snapshot_of(b, GrB_BOOL, true), Format::full);
    problem.semiring = GrB_LOR_LAND_SEMIRING_BOOL;
    const auto expected = product_of<bool, bool, bool>(
        a, b, [](bool x, bool y) { return x || y; }, [](bool x, bool y) { return x && y; });
    check_variants(problem, expected, {});
    EXPECT_TRUE(variant_named("cpu/spmm_merge_path").run(problem)->is_iso());
}

TEST(SpmmMergePath, MasksPickRows) {
    std::mt19937_64 random(33);
    using T = std::int32_t;
    const auto a = with_hubs<T>(random, 5000);
    const auto b = full_entries<T>(random, 5000, 32, small<T>);
    const auto expected = product_of<T, T, T>(
        a, b, [](T x, T y) { return x + y; }, [](T x, T y) { return x * y; });
    Entries<bool> mask{40, 32, {{{3, 5}, true}, {{4, 0}, true}, {{20, 31}, false}}};
    MxmProblem problem;
    problem.A = snapshot_of(a, GrB_INT32);
    problem.B = converted(*snapshot_of(b, GrB_INT32), Format::full);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_INT32;
    for (const MaskKind kind : {MaskKind::structure, MaskKind::value}) {
        for (const bool is_complemented : {false, true}) {
            problem.mask = {snapshot_of(mask, GrB_BOOL), kind, is_complemented};
            check_variants(problem, expected, mask);
        }
    }
    // Rows that the mask does not name are not computed.
    problem.mask = {snapshot_of(mask, GrB_BOOL), MaskKind::structure, false};
    const auto result = variant_named("cpu/spmm_merge_path").run(problem);
    for (const auto &[at, x] : entries_of<T>(*result, GrB_INT32).at)
        EXPECT_TRUE(at.first == 3 || at.first == 4 || at.first == 20) << at.first;
}

TEST(SpmmMergePath, SameBitsForAnyNumberOfThreads) {
    std::mt19937_64 random(34);
    const auto draw = [](std::mt19937_64 &r) { return static_cast<float>(r() % 1000) / 7; };
    auto a = with_hubs<float>(random, 5000);
    for (auto &[at, x] : a.at) x = draw(random);
    const auto b = full_entries<float>(random, 5000, 24, draw);
    MxmProblem problem;
    problem.A = snapshot_of(a, GrB_FP32);
    problem.B = converted(*snapshot_of(b, GrB_FP32), Format::full);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    const auto &variant = variant_named("cpu/spmm_merge_path");
    std::vector<float> bits;
    for (const int threads : {1, 2, 5}) {
        const WithThreads thread_limit(threads);
        const auto result = variant.run(problem);
        const auto *values = static_cast<const float *>(result->dense().values);
        const std::vector<float> own(values, values + 40 * 24);
        if (bits.empty()) bits = own;
        EXPECT_EQ(std::memcmp(own.data(), bits.data(), own.size() * sizeof(float)), 0);
    }
}

TEST(SpmmMergePath, IsCheaperWhereOneRowHasMostEntries) {
    std::mt19937_64 random(35);
    const auto &merge = variant_named("cpu/spmm_merge_path"),
               &whole = variant_named("cpu/mxm_full_rows");
    const WithThreads thread_limit(8);
    MxmProblem problem;
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    const auto one = [](auto &) { return 1.0F; };
    problem.B = converted(*snapshot_of(full_entries<float>(random, 20000, 16, one), GrB_FP32),
                          Format::full);
    problem.A = snapshot_of(random_entries<float>(random, 2000, 20000, 200000, one), GrB_FP32);
    EXPECT_LT(whole.cost(problem).seconds, merge.cost(problem).seconds);
    auto hub = random_entries<float>(random, 2000, 20000, 4000, one);
    for (std::uint64_t k = 0; k < 20000; k++) hub.at[{9, k}] = 1;
    problem.A = snapshot_of(hub, GrB_FP32);
    EXPECT_LT(merge.cost(problem).seconds, whole.cost(problem).seconds);
}

} // namespace
} // namespace grb::mxm_test
