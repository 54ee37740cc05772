// Tests products with a diagonal on the left or right, made of a vector or entry by entry, and with
// almost diagonal matrices. Every variant gives the result of the host's hash tables.
#include "differential/random.h"
#include "differential/runner.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

#include <tuple>

namespace grb::fuzz {
namespace {

using model::require;
using Tuples = std::vector<std::tuple<GrB_Index, GrB_Index, std::int64_t>>;

constexpr GrB_Index n = 700;

GrB_Matrix scattered(Rng &rng, GrB_Type type, std::size_t count) {
    std::vector<GrB_Index> rows(count), columns(count);
    std::vector<std::int64_t> values(count);
    for (std::size_t k = 0; k < count; k++) {
        rows[k] = rng.below(n);
        columns[k] = rng.below(n);
        values[k] = static_cast<std::int64_t>(rng.below(9)) - 4;
    }
    GrB_Matrix result = nullptr;
    require(GrB_Matrix_new(&result, type, n, n), "new");
    require(GrB_Matrix_build_INT64(result, rows.data(), columns.data(), values.data(), count,
                                   GrB_FIRST_INT64),
            "build");
    return result;
}

enum class Kind { of_vector, iso, entry_by_entry, moved, swapped };

GrB_Matrix diagonal(Kind kind) {
    GrB_Vector v = nullptr;
    GrB_Matrix D = nullptr;
    const GrB_Index size = kind == Kind::moved ? n - 1 : n;
    require(GrB_Vector_new(&v, GrB_INT32, size), "new");
    require(GrB_Vector_assign_INT32(v, nullptr, nullptr, 3, GrB_ALL, size, nullptr), "assign");
    if (kind != Kind::iso)
        require(
            GrB_Vector_apply_IndexOp_INT32(v, nullptr, nullptr, GrB_ROWINDEX_INT32, v, -9, nullptr),
            "apply");
    if (kind == Kind::of_vector || kind == Kind::iso || kind == Kind::moved) {
        require(GrB_Matrix_diag(&D, v, kind == Kind::moved ? 1 : 0), "diag");
        // The matrix has as many entries as rows, but none on the diagonal.
        if (kind == Kind::moved) require(GrB_Matrix_setElement_INT32(D, 5, n - 1, 0), "set");
    } else {
        require(GrB_Matrix_new(&D, GrB_INT32, n, n), "new");
        for (GrB_Index k = 0; k < n; k++) {
            const GrB_Index j = kind == Kind::swapped && k / 2 == 50 ? k ^ 1 : k;
            require(GrB_Matrix_setElement_INT32(D, static_cast<std::int32_t>(k % 11) - 5, k, j),
                    "set");
        }
    }
    require(GrB_Vector_free(&v), "free");
    return D;
}

Tuples tuples_of(GrB_Matrix C) {
    GrB_Index count = 0;
    require(GrB_Matrix_nvals(&count, C), "nvals");
    std::vector<GrB_Index> rows(count), columns(count);
    std::vector<std::int64_t> values(count);
    require(GrB_Matrix_extractTuples_INT64(rows.data(), columns.data(), values.data(), &count, C),
            "extractTuples");
    Tuples tuples;
    for (GrB_Index k = 0; k < count; k++) tuples.emplace_back(rows[k], columns[k], values[k]);
    std::sort(tuples.begin(), tuples.end());
    return tuples;
}

class DiagonalProducts : public ::testing::TestWithParam<Kind> {
protected:
    ~DiagonalProducts() override {
        for (GrB_Matrix *object : {&D_, &A_, &mask_}) GrB_Matrix_free(object);
    }
    void expect_equal(GrB_Matrix left, GrB_Matrix right, GrB_Matrix mask, GrB_Semiring semiring,
                      GrB_Descriptor descriptor) {
        const auto product = [&] {
            GrB_Matrix C = nullptr;
            require(GrB_Matrix_new(&C, GrB_INT64, n, n), "new");
            require(GrB_mxm(C, mask, nullptr, semiring, left, right, descriptor), "mxm");
            const Tuples tuples = tuples_of(C);
            require(GrB_Matrix_free(&C), "free");
            return tuples;
        };
        force_variant("mxm:cpu/mxm_gustavson_hash");
        const Tuples expected = product();
        force_variant("");
        EXPECT_FALSE(expected.empty());
        for_each_variant("mxm", [&] { EXPECT_TRUE(product() == expected) << last_variant(); });
    }

    Rng rng_{11};
    GrB_Matrix D_ = diagonal(GetParam()), A_ = scattered(rng_, GrB_FP32, 6000),
               mask_ = scattered(rng_, GrB_BOOL, 3000);
};

TEST_P(DiagonalProducts, OnBothSides) {
    for (GrB_Descriptor descriptor :
         {static_cast<GrB_Descriptor>(nullptr), GrB_DESC_T0, GrB_DESC_T1, GrB_DESC_T0T1}) {
        expect_equal(D_, A_, nullptr, GrB_MIN_PLUS_SEMIRING_INT64, descriptor);
        expect_equal(A_, D_, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, descriptor);
    }
    for (GrB_Semiring semiring : {GrB_MAX_FIRST_SEMIRING_INT64, GrB_MAX_SECOND_SEMIRING_INT64}) {
        expect_equal(D_, A_, mask_, semiring, GrB_DESC_S);
        expect_equal(A_, D_, mask_, semiring, GrB_DESC_RSC);
    }
    expect_equal(D_, D_, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, nullptr);
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, DiagonalProducts,
                         ::testing::Values(Kind::of_vector, Kind::iso, Kind::entry_by_entry,
                                           Kind::moved, Kind::swapped));

} // namespace
} // namespace grb::fuzz
