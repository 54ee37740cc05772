// Tests products of 1 to 64 rows by a sparse matrix, with columns of very different lengths, some
// longer than a warp takes at once, and every kind of mask. Every variant gives the result of the
// host's hash tables.
#include "differential/random.h"
#include "differential/runner.h"
#include "differential/uneven_matrices.h"

#include "reference/bridge.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <set>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index inner = 20'000,
                    columns = 4128; // whole words of bits, and enough to be cut into ranges

/// Makes about `count` entries at random positions, with small values, some of them 0.
GrB_Matrix scattered(Rng &rng, GrB_Type type, GrB_Index nrows, GrB_Index ncols, std::size_t count) {
    std::vector<GrB_Index> rows(count), positions(count);
    std::vector<std::int64_t> values(count);
    for (std::size_t k = 0; k < count; k++) {
        rows[k] = rng.below(nrows);
        positions[k] = rng.below(ncols);
        values[k] = static_cast<std::int64_t>(rng.below(5)) - 2;
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, type, nrows, ncols), "new");
    require(GrB_Matrix_build_INT64(result, rows.data(), positions.data(), values.data(), count,
                                   GrB_FIRST_INT64),
            "build");
    return result;
}

/// inner × columns: most columns are short, some are longer than a chunk, every seventh is empty.
GrB_Matrix graph(Rng &rng) {
    std::vector<GrB_Index> rows, positions;
    std::vector<std::int64_t> values;
    for (GrB_Index j = 0; j < columns; j++) {
        const std::size_t length = j == 17           ? 15'000
                                   : j == 18         ? 700
                                   : j % 7 == 0      ? 0
                                   : j % 100 == 1    ? 300
                                   : j > columns - 3 ? 513
                                                     : rng.below(40);
        for (std::size_t k = 0; k < length; k++) {
            rows.push_back(rng.below(inner));
            positions.push_back(j);
            values.push_back(static_cast<std::int64_t>(rng.below(5)) - 2);
        }
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, GrB_INT64, inner, columns), "new");
    require(GrB_Matrix_build_INT64(result, rows.data(), positions.data(), values.data(),
                                   rows.size(), GrB_FIRST_INT64),
            "build");
    return result;
}

class RowsAndThreads : public ::testing::TestWithParam<int> {
protected:
    /// With eight threads, rows are cut if there are fewer of them.
    RowsAndThreads() : rng_(static_cast<std::uint64_t>(GetParam())), B_(graph(rng_)) {
        require(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, 8), "set");
    }
    ~RowsAndThreads() override {
        GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, threads_);
        GrB_Matrix_free(&B_);
    }
    GrB_Index rows() const { return static_cast<GrB_Index>(GetParam()); }

    /// Checks C⟨mask⟩ = A ⊕.⊗ B by every variant, with A stored by rows and as its transpose.
    void expect_equal(GrB_Matrix A, GrB_Matrix mask, GrB_Semiring semiring, bool is_transposed,
                      bool is_structural, bool is_complemented) {
        GrB_Descriptor descriptor = nullptr;
        require(GrB_Descriptor_new(&descriptor), "new");
        require(GrB_Descriptor_set(descriptor, GrB_OUTP, GrB_REPLACE), "set");
        if (is_transposed) require(GrB_Descriptor_set(descriptor, GrB_INP0, GrB_TRAN), "set");
        if (is_structural) require(GrB_Descriptor_set(descriptor, GrB_MASK, GrB_STRUCTURE), "set");
        if (is_complemented) require(GrB_Descriptor_set(descriptor, GrB_MASK, GrB_COMP), "set");
        GrB_Matrix C = nullptr;
        require(GrB_Matrix_new(&C, GrB_INT64, rows(), columns), "new");
        const auto product = [&] {
            require(GrB_Matrix_clear(C), "clear");
            require(GrB_mxm(C, mask, nullptr, semiring, A, B_, descriptor), "mxm");
            return cells_of(C);
        };
        force_variant("mxm:cpu/mxm_gustavson_hash");
        const std::vector<std::int64_t> expected = product();
        EXPECT_EQ(last_variant(), "cpu/mxm_gustavson_hash");
        force_variant("");
        EXPECT_NE(expected, std::vector<std::int64_t>(expected.size(), absent));
        for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
        require(GrB_Matrix_free(&C), "free");
        require(GrB_Descriptor_free(&descriptor), "free");
    }
    /// Checks without a mask, and under masks of every kind, of few and of most elements.
    void expect_equal_under_masks(GrB_Matrix A, GrB_Semiring semiring, bool is_transposed) {
        expect_equal(A, nullptr, semiring, is_transposed, false, false);
        for (const std::size_t count : {rows() * columns / 20, rows() * columns * 2}) {
            for (const bool is_dense : {false, true}) {
                GrB_Matrix mask = scattered(rng_, GrB_INT32, rows(), columns, count + 1);
                pin(mask, is_dense ? Format::Bitmap : Format::Sparse, 0);
                const bool is_structural = rng_.chance(50);
                for (const bool is_complemented : {false, true})
                    expect_equal(A, mask, semiring, is_transposed, is_structural, is_complemented);
                require(GrB_Matrix_free(&mask), "free");
            }
        }
    }

    static int threads() {
        int count = 0;
        require(GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, &count), "get");
        return count;
    }

    const int threads_ = threads();
    Rng rng_;
    GrB_Matrix B_;
};

TEST_P(RowsAndThreads, OfValues) {
    for (const bool is_transposed : {false, true}) {
        GrB_Matrix A = is_transposed ? scattered(rng_, GrB_FP64, inner, rows(), 4000)
                                     : scattered(rng_, GrB_INT64, rows(), inner, 4000);
        if (is_transposed) pin(A, Format::Bitmap, 0);
        expect_equal_under_masks(A, GrB_PLUS_TIMES_SEMIRING_INT64, is_transposed);
        if (!is_transposed) {
            pin(A, Format::Bitmap, 0);
            expect_equal_under_masks(A, GrB_PLUS_TIMES_SEMIRING_INT64, false);
        }
        expect_equal(A, nullptr, GrB_MIN_PLUS_SEMIRING_INT64, is_transposed, false, false);
        expect_equal(A, nullptr, GrB_MAX_FIRST_SEMIRING_FP32, is_transposed, false, false);
        require(GrB_Matrix_free(&A), "free");
    }
}

TEST_P(RowsAndThreads, OfPatterns) {
    GrB_Matrix A = scattered(rng_, GrB_BOOL, rows(), inner, rows() * inner / 10);
    GrB_Semiring any_edge = nullptr, count = nullptr;
    require(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL), "new");
    require(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64), "new");
    expect_equal_under_masks(A, any_edge, false);
    expect_equal(A, nullptr, count, false, false, false);
    expect_equal(A, nullptr, GrB_MAX_SECOND_SEMIRING_INT64, false, false, false);
    pin(A, Format::Bitmap, 0);
    expect_equal_under_masks(A, any_edge, false);
    expect_equal_under_masks(A, count, false);
    for (GrB_Semiring *one : {&any_edge, &count}) require(GrB_Semiring_free(one), "free");
    require(GrB_Matrix_free(&A), "free");
}

/// With a full A, the kernel reads no word of bits.
TEST_P(RowsAndThreads, OfFullRows) {
    GrB_Matrix A = nullptr;
    require(GrB_Matrix_new(&A, GrB_FP32, rows(), inner), "new");
    require(
        GrB_Matrix_assign_FP32(A, nullptr, nullptr, 2, GrB_ALL, rows(), GrB_ALL, inner, nullptr),
        "assign");
    expect_equal(A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, false, false, false);
    for (GrB_Index k = 0; k < inner; k += 3)
        require(GrB_Matrix_setElement_INT64(A, static_cast<std::int64_t>(k % 5) - 2, k % rows(), k),
                "setElement");
    expect_equal(A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, false, false, false);
    require(GrB_Matrix_free(&A), "free");
}

/// A search from several sources may return any parent k with A(i, k) and B(k, j).
TEST_P(RowsAndThreads, OfAnyParent) {
    GrB_Matrix A = scattered(rng_, GrB_BOOL, rows(), inner, rows() * inner / 30);
    GrB_Matrix C = nullptr, mask = scattered(rng_, GrB_BOOL, rows(), columns, rows() * 200);
    require(GrB_Matrix_new(&C, GrB_INT64, rows(), columns), "new");
    std::set<std::pair<GrB_Index, GrB_Index>> in_a, in_b;
    for (const auto &[i, k, x] : tuples_of(A)) in_a.emplace(i, k);
    for (const auto &[k, j, x] : tuples_of(B_)) in_b.emplace(k, j);
    const auto product = [&](GrB_Semiring semiring) {
        require(GrB_Matrix_clear(C), "clear");
        require(GrB_mxm(C, mask, nullptr, semiring, A, B_, GrB_DESC_RSC), "mxm");
        return tuples_of(C);
    };
    const auto positions = [](const Tuples &tuples) {
        std::set<std::pair<GrB_Index, GrB_Index>> result;
        for (const auto &[i, j, x] : tuples) result.emplace(i, j);
        return result;
    };
    force_variant("mxm:cpu/mxm_gustavson_hash");
    const auto expected = positions(product(GxB_MIN_SECONDI_INT64));
    force_variant("");
    EXPECT_FALSE(expected.empty());
    for_each_variant("mxm", [&] {
        const Tuples parents = product(GxB_ANY_SECONDI_INT64);
        EXPECT_TRUE(positions(parents) == expected) << last_variant();
        for (const auto &[i, j, k] : parents) {
            const auto parent = static_cast<GrB_Index>(k);
            const bool is_parent = in_a.count({i, parent}) != 0 && in_b.count({parent, j}) != 0;
            EXPECT_TRUE(is_parent) << k << " for " << i << ", " << j << " by " << last_variant();
        }
    });
    for (GrB_Matrix *object : {&A, &C, &mask}) require(GrB_Matrix_free(object), "free");
}

INSTANTIATE_TEST_SUITE_P(OfEachShape, RowsAndThreads, ::testing::Values(1, 2, 4, 7, 12, 21, 64));

} // namespace
} // namespace grb::fuzz
