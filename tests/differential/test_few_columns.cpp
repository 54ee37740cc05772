// Tests products of a sparse matrix by one of 1 to 64 columns, with rows of very different lengths,
// as many threads as share words of bits, and every kind of mask. Every variant gives the result of
// the host's hash tables.
#include "differential/random.h"
#include "differential/runner.h"
#include "differential/uneven_matrices.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index height = 3001, inner = 700;

struct Filled {
    GrB_Type type;
    GrB_Index nrows, ncols;
    std::size_t count;
};

/// Makes about `count` entries at random positions, with small values, some of them 0. Every fifth
/// row is empty, and row 11 has a tenth of all.
GrB_Matrix scattered(Rng &rng, const Filled &how) {
    std::vector<GrB_Index> rows(how.count), positions(how.count);
    std::vector<std::int64_t> values(how.count);
    for (std::size_t k = 0; k < how.count; k++) {
        const GrB_Index row = rng.below(how.nrows);
        rows[k] = rng.chance(10) ? 11 : row % 5 == 0 ? row + 1 : row;
        if (rows[k] >= how.nrows) rows[k] = how.nrows - 1;
        positions[k] = rng.below(how.ncols);
        values[k] = static_cast<std::int64_t>(rng.below(5)) - 2;
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, how.type, how.nrows, how.ncols), "new");
    require(GrB_Matrix_build_INT64(result, rows.data(), positions.data(), values.data(), how.count,
                                   GrB_FIRST_INT64),
            "build");
    return result;
}

class FewColumns : public ::testing::TestWithParam<int> {
protected:
    FewColumns()
        : rng_(static_cast<std::uint64_t>(GetParam())),
          A_(scattered(rng_, {GrB_INT64, height, inner, 25'000})) {
        set_threads(4);
    }
    ~FewColumns() override {
        GrB_Matrix_free(&A_);
        set_threads(0);
    }
    GrB_Index columns() const { return static_cast<GrB_Index>(GetParam()); }

    struct Mask {
        GrB_Matrix matrix = nullptr;
        bool is_structural = false, is_complemented = false;
    };

    /// Checks C⟨mask⟩ = A ⊕.⊗ B by every variant. A forced variant has run if it says that it can.
    void expect_equal(GrB_Matrix B, GrB_Semiring semiring, bool is_transposed, const Mask &mask) {
        GrB_Descriptor descriptor = nullptr;
        require(GrB_Descriptor_new(&descriptor), "new");
        require(GrB_Descriptor_set(descriptor, GrB_OUTP, GrB_REPLACE), "set");
        if (is_transposed) require(GrB_Descriptor_set(descriptor, GrB_INP1, GrB_TRAN), "set");
        if (mask.is_structural)
            require(GrB_Descriptor_set(descriptor, GrB_MASK, GrB_STRUCTURE), "set");
        if (mask.is_complemented)
            require(GrB_Descriptor_set(descriptor, GrB_MASK, GrB_COMP), "set");
        GrB_Matrix C = nullptr;
        require(GrB_Matrix_new(&C, GrB_INT64, height, columns()), "new");
        const auto product = [&] {
            require(GrB_Matrix_clear(C), "clear");
            require(GrB_mxm(C, mask.matrix, nullptr, semiring, A_, B, descriptor), "mxm");
            return cells_of(C);
        };
        force_variant("mxm:cpu/mxm_gustavson_hash");
        const std::vector<std::int64_t> expected = product();
        EXPECT_EQ(last_variant(), "cpu/mxm_gustavson_hash");
        force_variant("");
        EXPECT_NE(expected, std::vector<std::int64_t>(expected.size(), absent));
        const std::set<std::string> ran =
            for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
        EXPECT_TRUE(ran.count("cpu/mxm_few_columns") != 0);
        require(GrB_Matrix_free(&C), "free");
        require(GrB_Descriptor_free(&descriptor), "free");
    }
    /// Checks without a mask, and under masks of every kind, of few and of most elements.
    void expect_equal_under_masks(GrB_Matrix B, GrB_Semiring semiring, bool is_transposed) {
        expect_equal(B, semiring, is_transposed, {});
        for (const std::size_t count : {height * columns() / 20, height * columns() * 2}) {
            for (const bool is_dense : {false, true}) {
                GrB_Matrix mask = scattered(rng_, {GrB_INT32, height, columns(), count});
                pin(mask, is_dense ? Format::Bitmap : Format::Sparse, 0);
                const bool is_structural = rng_.chance(50);
                for (const bool is_complemented : {false, true})
                    expect_equal(B, semiring, is_transposed,
                                 {mask, is_structural, is_complemented});
                require(GrB_Matrix_free(&mask), "free");
            }
        }
    }

    Rng rng_;
    GrB_Matrix A_;
};

TEST_P(FewColumns, OfValues) {
    for (const Format format : {Format::Sparse, Format::Hypersparse, Format::Bitmap}) {
        GrB_Matrix B = scattered(rng_, {GrB_INT64, inner, columns(), inner * columns() / 3 + 100});
        pin(B, format, 0);
        expect_equal_under_masks(B, GrB_PLUS_TIMES_SEMIRING_INT64, false);
        expect_equal(B, GrB_MIN_PLUS_SEMIRING_INT64, false, {});
        expect_equal(B, GrB_MAX_SECOND_SEMIRING_INT64, false, {});
        require(GrB_Matrix_free(&B), "free");
    }
}

TEST_P(FewColumns, OfTransposed) {
    for (const Format format : {Format::Sparse, Format::Bitmap}) {
        GrB_Matrix B = scattered(rng_, {GrB_INT64, columns(), inner, inner * columns() / 3 + 100});
        pin(B, format, 64);
        expect_equal(B, GrB_PLUS_TIMES_SEMIRING_INT64, true, {});
        require(GrB_Matrix_free(&B), "free");
    }
}

TEST_P(FewColumns, OfPatterns) {
    GrB_Semiring any_edge = nullptr, count = nullptr;
    require(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL), "new");
    require(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64), "new");
    for (const Format format : {Format::Sparse, Format::Bitmap}) {
        GrB_Matrix B = scattered(rng_, {GrB_BOOL, inner, columns(), inner * columns() / 5 + 100});
        pin(B, format, 0);
        expect_equal_under_masks(B, any_edge, false);
        expect_equal(B, count, false, {});
        require(GrB_Matrix_free(&B), "free");
    }
    for (GrB_Semiring *one : {&any_edge, &count}) require(GrB_Semiring_free(one), "free");
}

/// Boolean sums end early in some rows.
TEST_P(FewColumns, OfTruths) {
    GrB_Matrix truths = nullptr;
    require(GrB_Matrix_new(&truths, GrB_BOOL, height, inner), "new");
    require(GrB_Matrix_apply(truths, nullptr, nullptr, GrB_IDENTITY_BOOL, A_, nullptr), "apply");
    std::swap(truths, A_);
    GrB_Matrix B = scattered(rng_, {GrB_BOOL, inner, columns(), inner * columns() / 2 + 100});
    expect_equal_under_masks(B, GrB_LOR_LAND_SEMIRING_BOOL, false);
    std::swap(truths, A_);
    for (GrB_Matrix *one : {&B, &truths}) require(GrB_Matrix_free(one), "free");
}

INSTANTIATE_TEST_SUITE_P(OfEachWidth, FewColumns, ::testing::Values(1, 2, 4, 7, 21, 50, 63, 64));

} // namespace
} // namespace grb::fuzz
