// Tests cpu/mxv_tiles on a matrix of several tiles and blocks against cpu/mxv_pull_rows.
#include "mxv_fixture.hpp"

#include "base/parallel.hpp"
#include "choices.hpp"
#include "storage/build.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

using namespace grb;
using namespace mxv_test;

namespace {

const Variant<MxvProblem> *variant(const std::string &name) {
    for (const Variant<MxvProblem> *one : variants<MxvProblem>())
        if (name == one->name) return one;
    return nullptr;
}

constexpr std::uint64_t rows_of_A = 70000, columns_of_A = 140000;

/// Makes three adjacent tiles, the last one narrower. Every third row is empty; one has thousands
/// of entries in a tile and a few in another; one has the last column alone.
Ref<Snapshot> uneven_matrix(const Type *type, bool has_values = false) {
    Random random(1);
    std::vector<std::uint64_t> rows, columns;
    const auto add = [&](std::uint64_t i, std::uint64_t j) {
        rows.push_back(i);
        columns.push_back(j);
    };
    for (std::uint64_t i = 0; i + 1 < rows_of_A; i++) {
        for (int k = i % 3 == 0 ? 0 : random.below(6); k > 0; k--)
            add(i, static_cast<std::uint64_t>(random.below(columns_of_A)));
    }
    for (std::uint64_t j = 0; j < 3000; j++) add(7, 2 * j);
    for (std::uint64_t j = 0; j < 17; j++) add(7, columns_of_A - 2 - 3 * j);
    for (std::uint64_t j = 0; j < 16; j++) add(8, 65536 + 3 * j);
    add(rows_of_A - 1, columns_of_A - 1);
    std::vector<double> values(rows.size(), 2);
    if (has_values) values[5] = 3;
    return build_snapshot(type, rows_of_A, columns_of_A, rows.data(), columns.data(), values.data(),
                          builtin_type(TypeCode::fp64), false, rows.size(), GrB_SECOND_FP64);
}

/// Makes small integers, whose sum does not depend on the order.
Ref<Snapshot> small_integers(const Type *type, std::uint64_t n) {
    Entries entries;
    Random random(2);
    for (std::uint64_t j = 0; j < n; j++) entries[{0, j}] = random.value(type);
    return make_vector(type, n, entries, VectorForm::bitmap, {});
}

TEST(MxvTiles, AgreeWithRows) {
    for (const TypeCode code :
         {TypeCode::fp32, TypeCode::fp64, TypeCode::int32, TypeCode::uint64}) {
        const Type *const type = builtin_type(code);
        const Ref<Snapshot> A = uneven_matrix(type);
        ASSERT_TRUE(A->is_iso());
        for (const BinaryCode multiply : {BinaryCode::second, BinaryCode::times}) {
            const OwnedSemiring owned(BinaryCode::plus, multiply, code);
            for (const bool is_transposed : {false, true}) {
                MxvProblem problem;
                problem.A = A;
                problem.is_transposed = is_transposed;
                problem.semiring = &owned.semiring;
                problem.u = small_integers(type, problem.n());
                ASSERT_EQ(variant("cpu/mxv_tiles")->refuses(problem), nullptr);
                const Entries expected = entries_of(*variant("cpu/mxv_pull_rows")->run(problem));
                for (const int threads : {1, 4}) {
                    set_max_threads(threads);
                    ASSERT_EQ(entries_of(*variant("cpu/mxv_tiles")->run(problem)), expected)
                        << threads;
                }
                set_max_threads(0);
            }
        }
    }
}

TEST(MxvTiles, AreKeptAndCounted) {
    const Type *const type = builtin_type(TypeCode::fp32);
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::second, TypeCode::fp32);
    MxvProblem problem;
    problem.A = uneven_matrix(type);
    problem.semiring = &owned.semiring;
    problem.u = small_integers(type, columns_of_A);
    const std::size_t before = problem.A->bytes_held(), entries = problem.A->nvals();
    const Cost first = variant("cpu/mxv_tiles")->cost(problem);
    EXPECT_EQ(first.missing_in, problem.A.get());
    variant("cpu/mxv_tiles")->run(problem);
    const std::size_t kept = problem.A->bytes_held() - before;
    EXPECT_GT(kept, 3 * entries);
    EXPECT_LT(kept, 4 * entries + rows_of_A);
    const Cost second = variant("cpu/mxv_tiles")->cost(problem);
    EXPECT_EQ(second.missing_in, nullptr);
    EXPECT_EQ(second.seconds, first.seconds);
    variant("cpu/mxv_tiles")->run(problem);
    EXPECT_EQ(problem.A->bytes_held() - before, kept);
}

TEST(MxvTiles, RefuseWhatTheyHaveNoOrderFor) {
    const Type *const type = builtin_type(TypeCode::fp32);
    const OwnedSemiring times(BinaryCode::plus, BinaryCode::times, TypeCode::fp32),
        second(BinaryCode::plus, BinaryCode::second, TypeCode::fp32),
        least(BinaryCode::min, BinaryCode::second, TypeCode::fp32);
    MxvProblem problem;
    problem.A = uneven_matrix(type, true);
    problem.u = small_integers(type, columns_of_A);
    const auto refusal = [&](const OwnedSemiring &owned) -> std::string {
        problem.semiring = &owned.semiring;
        const char *const why = variant("cpu/mxv_tiles")->refuses(problem);
        return why == nullptr ? "" : why;
    };
    EXPECT_EQ(refusal(times), "A has many values");
    EXPECT_EQ(refusal(second), "");
    EXPECT_EQ(refusal(least), "no sum with a kernel of its own");
    problem.mask = {small_integers(type, rows_of_A), MaskKind::structure, false};
    EXPECT_EQ(refusal(second), "a mask");
    problem.mask = {};
    problem.u =
        make_vector(type, columns_of_A, {{{0, 5}, small_value(type, 1)}}, VectorForm::bitmap, {});
    EXPECT_EQ(refusal(second), "u is not full");
}

/// For even rows with near columns tiles cost more than a pull, for uneven ones less.
TEST(MxvTiles, AreForUnevenRows) {
    const Type *const type = builtin_type(TypeCode::fp32);
    const OwnedSemiring owned(BinaryCode::plus, BinaryCode::second, TypeCode::fp32);
    constexpr std::uint64_t n = 40000;
    for (const bool is_even : {true, false}) {
        std::vector<std::uint64_t> rows, columns;
        for (std::uint64_t i = 0; i < n; i++) {
            for (std::uint64_t k = 0; k < (is_even ? 4 : 1 + i * 7 % 8); k++) {
                rows.push_back(i);
                columns.push_back((i + k) % n);
            }
        }
        const std::vector<double> ones(rows.size(), 1);
        MxvProblem problem;
        problem.A = build_snapshot(type, n, n, rows.data(), columns.data(), ones.data(),
                                   builtin_type(TypeCode::fp64), false, rows.size(), GrB_PLUS_FP64);
        problem.u = small_integers(type, n);
        problem.semiring = &owned.semiring;
        prepare(problem);
        const double tiles = variant("cpu/mxv_tiles")->cost(problem).seconds,
                     pull = variant("cpu/mxv_pull_rows")->cost(problem).seconds;
        EXPECT_EQ(tiles > pull, is_even) << tiles << " " << pull;
    }
}

} // namespace
