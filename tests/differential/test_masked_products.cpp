// Tests products at the entries of a sparse mask: sparse matrices with rows and columns of very
// different lengths (longer than a table, a warp's partition or a search range), and full matrices
// with inner dimensions around a lane's width. Every variant gives the result of the host's masked
// dot products.
#include "differential/runner.h"
#include "differential/uneven_matrices.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index columns = 2000;
constexpr std::size_t lengths[] = {0, 1, 5, 300, 700, 9000, 40'000, 13'000, 2};

struct MaskedProduct {
    GrB_Matrix mask, A, B;
};

/// Checks C⟨mask⟩ = A ⊕.⊗ B by every variant, into INT64.
void expect_equal_everywhere(const MaskedProduct &of, GrB_Semiring semiring,
                             GrB_Descriptor descriptor, std::size_t fewest) {
    GrB_Index m = 0, n = 0;
    require(GrB_Matrix_nrows(&m, of.mask), "nrows");
    require(GrB_Matrix_ncols(&n, of.mask), "ncols");
    GrB_Matrix C = nullptr;
    require(GrB_Matrix_new(&C, GrB_INT64, m, n), "new");
    const auto product = [&] {
        require(GrB_Matrix_clear(C), "clear");
        require(GrB_mxm(C, of.mask, nullptr, semiring, of.A, of.B, descriptor), "mxm");
        return tuples_of(C);
    };
    force_variant("mxm:cpu/mxm_masked_dot");
    const Tuples expected = product();
    EXPECT_EQ(last_variant(), "cpu/mxm_masked_dot");
    force_variant("");
    EXPECT_GE(expected.size(), fewest);
    for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
    require(GrB_Matrix_free(&C), "free");
}

/// The inner dimension is such that a row fits into the bits of a block, takes two chunks of bits,
/// or reduces the number of tables.
class MaskedDots : public ::testing::TestWithParam<GrB_Index> {
protected:
    MaskedDots() {
        Rng rng(7);
        std::vector<std::size_t> of_a(std::begin(lengths), std::end(lengths)), of_b, of_mask;
        for (GrB_Index j = 0; j < columns; j++)
            of_b.push_back(j == 3 ? 60'000 : j % 5 == 0 ? 0 : j % 50 == 1 ? 900 : rng.below(120));
        // The row of two entries also has a long mask.
        for (const std::size_t length : of_a) of_mask.push_back(length == 9000 ? 3 : 1500);
        A_ = uneven_matrix(rng, GetParam(), of_a);
        B_ = uneven_matrix(rng, GetParam(), of_b);
        mask_ = uneven_matrix(rng, columns, of_mask);
    }
    ~MaskedDots() override {
        for (GrB_Matrix *object : {&A_, &B_, &mask_}) GrB_Matrix_free(object);
    }
    void expect_equal(GrB_Semiring semiring, GrB_Descriptor descriptor) const {
        expect_equal_everywhere({mask_, A_, B_}, semiring, descriptor, 200);
    }

    GrB_Matrix A_ = nullptr, B_ = nullptr, mask_ = nullptr;
};

TEST_P(MaskedDots, OfValues) {
    expect_equal(GrB_PLUS_TIMES_SEMIRING_INT64, GrB_DESC_ST1);
    expect_equal(GrB_MIN_PLUS_SEMIRING_INT64, GrB_DESC_ST1);
}

TEST_P(MaskedDots, UnderAMaskByValue) {
    expect_equal(GrB_PLUS_TIMES_SEMIRING_INT64, GrB_DESC_T1);
}

TEST_P(MaskedDots, OfPatterns) {
    GrB_Semiring count = nullptr;
    require(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64), "new");
    expect_equal(count, GrB_DESC_ST1);
    require(GrB_Semiring_free(&count), "free");
    expect_equal(GrB_MAX_SECOND_SEMIRING_INT64, GrB_DESC_ST1);
}

/// With longer columns of B, the masked dots make C by columns.
TEST_P(MaskedDots, OfPatternsWithLongColumns) {
    Rng rng(13);
    std::vector<std::size_t> of_mask;
    for (GrB_Index i = 0; i < columns; i++) of_mask.push_back(i % 7 == 0 ? 0 : rng.below(9));
    GrB_Matrix mask = uneven_matrix(rng, std::size(lengths), of_mask);
    GrB_Semiring count = nullptr;
    require(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64), "new");
    for (const GrB_Descriptor descriptor : {GrB_DESC_ST1, GrB_DESC_T1})
        expect_equal_everywhere({mask, B_, A_}, count, descriptor, 200);
    require(GrB_Semiring_free(&count), "free");
    require(GrB_Matrix_free(&mask), "free");
}

INSTANTIATE_TEST_SUITE_P(Inner, MaskedDots, ::testing::Values(600'000, 1'500'000, 5'000'000));

GrB_Matrix full(Rng &rng, GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, type, nrows, ncols), "new");
    require(GrB_Matrix_assign_INT64(result, nullptr, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols,
                                    nullptr),
            "assign");
    for (GrB_Index i = 0; i < nrows; i++)
        for (GrB_Index k = 0; k < ncols; k++)
            require(GrB_Matrix_setElement_INT64(result, static_cast<std::int64_t>(rng.below(5)) - 2,
                                                i, k),
                    "setElement");
    require(GrB_Matrix_wait(result, GrB_MATERIALIZE), "wait");
    return result;
}

TEST(SampledProducts, OfEveryLength) {
    constexpr GrB_Index m = 70, n = 900;
    Rng rng(11);
    // Some mask rows are empty, one is longer than a block's partition.
    std::vector<std::size_t> of_mask;
    for (GrB_Index i = 0; i < m; i++) of_mask.push_back(i == 5 ? 5000 : i % 3 == 0 ? 0 : i);
    GrB_Matrix mask = uneven_matrix(rng, n, of_mask);
    int turn = 0;
    for (const GrB_Index k : {1, 2, 7, 32, 65, 100}) {
        const GrB_Type type = turn % 2 == 0 ? GrB_FP32 : GrB_INT64;
        const bool is_transposed = turn++ % 3 == 0;
        GrB_Matrix A = is_transposed ? full(rng, type, k, m) : full(rng, type, m, k);
        GrB_Matrix B = full(rng, GrB_FP64, n, k);
        const GrB_Descriptor structural = is_transposed ? GrB_DESC_ST0T1 : GrB_DESC_ST1,
                             by_value = is_transposed ? GrB_DESC_T0T1 : GrB_DESC_T1;
        expect_equal_everywhere({mask, A, B}, GrB_PLUS_TIMES_SEMIRING_INT64, structural, 2000);
        expect_equal_everywhere({mask, A, B}, GrB_PLUS_TIMES_SEMIRING_INT64, by_value, 1500);
        expect_equal_everywhere({mask, A, B}, GrB_MIN_FIRST_SEMIRING_FP32, structural, 2000);
        for (GrB_Matrix *object : {&A, &B}) require(GrB_Matrix_free(object), "free");
    }
    require(GrB_Matrix_free(&mask), "free");
}

} // namespace
} // namespace grb::fuzz
