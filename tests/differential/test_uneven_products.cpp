// Products of sparse matrices whose rows take very different work: none, a few lanes' registers, tables of all sizes, bits for
// all columns, columns in several windows. Every row of the registry gives what the host's rows of hash tables give.
#include "differential/runner.h"
#include "differential/uneven_matrices.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index inner = 3000;

/// Rows of B: some are empty, most short, some long, one much longer than the others.
std::vector<std::size_t> lengths_of_b(Rng &rng, std::size_t longest) {
    std::vector<std::size_t> lengths;
    for (GrB_Index k = 0; k < inner; k++)
        lengths.push_back(k == 7         ? longest
                          : k == 9       ? 7000
                          : k == 11      ? 150
                          : k % 6 == 0   ? 0
                          : k % 400 == 1 ? 900
                                         : 1 + rng.below(12));
    return lengths;
}

/// Rows of all kinds, a few of each; those of one entry meet rows of B of all kinds.
GrB_Matrix make_a(Rng &rng) {
    std::vector<GrB_Index> rows, places;
    std::vector<std::int64_t> values;
    GrB_Index row = 0;
    const auto add = [&](GrB_Index k) {
        rows.push_back(row);
        places.push_back(k);
        values.push_back(static_cast<std::int64_t>(rng.below(5)) - 2);
    };
    for (const GrB_Index k : {7, 9, 11, 6, 1, 2}) {
        add(k);
        row++;
    }
    for (const std::size_t length : {0, 2, 3, 5, 9, 15, 40, 90, 130, 700, 2500})
        for (int copy = 0; copy < 5; copy++, row++)
            for (std::size_t e = 0; e < length; e++) add(rng.below(inner));
    for (int copy = 0; copy < 3; copy++, row++) // rows of nothing but empty rows of B
        for (int e = 0; e < 200; e++) add(6 * rng.below(inner / 6));
    for (int copy = 0; copy < 3; copy++, row++) { // the longest rows among others
        for (const GrB_Index k : {7, 9, 11}) add(k);
        for (int e = 0; e < 300; e++) add(rng.below(inner));
    }
    GrB_Matrix A = nullptr;
    require(GrB_Matrix_new(&A, GrB_INT64, row + 1, inner), "new");
    require(GrB_Matrix_build_INT64(A, rows.data(), places.data(), values.data(), rows.size(),
                                   GrB_FIRST_INT64),
            "build");
    return A;
}

class UnevenProducts : public ::testing::Test {
protected:
    void expect_equal(GrB_Index n, std::size_t longest) const {
        Rng rng(n);
        GrB_Matrix A = make_a(rng), B = uneven_matrix(rng, n, lengths_of_b(rng, longest)),
                   C = nullptr, M = nullptr;
        GrB_Index m = 0;
        require(GrB_Matrix_nrows(&m, A), "nrows");
        require(GrB_Matrix_new(&C, GrB_INT64, m, n), "new");
        std::vector<std::size_t> of_mask;
        for (GrB_Index i = 0; i < m; i++) of_mask.push_back(i % 7 == 0 ? 0 : rng.below(3000));
        M = uneven_matrix(rng, n, of_mask);
        GrB_Semiring count = nullptr;
        require(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64), "new");
        for (const GrB_Semiring semiring :
             {GrB_PLUS_TIMES_SEMIRING_INT64, GrB_PLUS_TIMES_SEMIRING_FP32,
              GrB_MIN_PLUS_SEMIRING_FP64, GrB_MAX_SECOND_SEMIRING_INT16, GrB_LOR_LAND_SEMIRING_BOOL,
              GrB_PLUS_TIMES_SEMIRING_UINT8, count})
            expect_equal({C, nullptr, A, B}, semiring, nullptr);
        expect_equal({C, M, A, B}, GrB_PLUS_TIMES_SEMIRING_INT32, GrB_DESC_S);
        expect_equal({C, M, A, B}, GrB_MIN_PLUS_SEMIRING_INT64, GrB_DESC_C);
        expect_equal({C, M, A, B}, count, GrB_DESC_SC);
        require(GrB_Semiring_free(&count), "free");
        for (GrB_Matrix *object : {&A, &B, &C, &M}) require(GrB_Matrix_free(object), "free");
    }

private:
    struct Product {
        GrB_Matrix C, M, A, B;
    };
    static void expect_equal(const Product &of, GrB_Semiring semiring, GrB_Descriptor descriptor) {
        const auto product = [&] {
            require(GrB_Matrix_clear(of.C), "clear");
            require(GrB_mxm(of.C, of.M, nullptr, semiring, of.A, of.B, descriptor), "mxm");
            return tuples_of(of.C);
        };
        force_variant("mxm:cpu/mxm_gustavson_hash");
        const Tuples expected = product();
        EXPECT_EQ(last_variant(), "cpu/mxm_gustavson_hash");
        force_variant("");
        EXPECT_GE(expected.size(), of.M == nullptr ? 1000U : 100U);
        for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
    }
};

/// Rows of C are full or nearly so.
TEST_F(UnevenProducts, OfFewColumns) {
    expect_equal(500, 500);
}

TEST_F(UnevenProducts, OfSomeColumns) {
    expect_equal(60'000, 50'000);
}

/// More columns than a block has bits for, and than sums and ranks have room for.
TEST_F(UnevenProducts, OfManyColumns) {
    expect_equal(2'500'000, 100'000);
}

} // namespace
} // namespace grb::fuzz
