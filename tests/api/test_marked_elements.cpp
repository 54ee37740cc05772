// Tests the calls of traversals and degree counts on dense parts of every width: assigning one
// value at the entries of a bitmap, in place, and counting entries of rows by a product. GPUs have
// special kernels for both.
#include "GraphBLAS.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace api {
namespace {

constexpr GrB_Index n = 1000;

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

class MarkedElements : public testing::TestWithParam<GrB_Type *> {
protected:
    std::mt19937_64 random{7};
    GrB_Vector v = nullptr, mask = nullptr;

    void TearDown() override {
        GrB_Vector_free(&v);
        GrB_Vector_free(&mask);
    }
    /// Makes about a third of the positions, and returns which they are.
    std::vector<bool> make_mask() {
        std::vector<bool> marked(n);
        GrB_Vector_free(&mask);
        require(GrB_Vector_new(&mask, GrB_BOOL, n));
        for (GrB_Index i = 0; i < n; i++) {
            marked[i] = random() % 3 == 0;
            // A structural mask ignores its values.
            if (marked[i]) require(GrB_Vector_setElement_BOOL(mask, random() % 2 == 0, i));
        }
        require(GrB_Vector_wait(mask, GrB_MATERIALIZE));
        return marked;
    }
    void expect_values(const std::vector<std::int64_t> &expected) {
        GrB_Index count = 0;
        require(GrB_Vector_nvals(&count, v));
        EXPECT_EQ(count, n);
        for (GrB_Index i = 0; i < n; i++) {
            std::int64_t value = -1;
            require(GrB_Vector_extractElement_INT64(&value, v, i));
            ASSERT_EQ(value, expected[i]) << "at " << i;
        }
    }
};

TEST_P(MarkedElements, GetOneValueInPlace) {
    require(GrB_Vector_new(&v, *GetParam(), n));
    require(GrB_Vector_assign_INT64(v, nullptr, nullptr, 0, GrB_ALL, n, nullptr));
    require(GrB_Vector_setElement_INT64(v, 9, 5)); // so that v is not iso
    std::vector<std::int64_t> expected(n);
    expected[5] = 9;
    for (std::int64_t level = 1; level < 5; level++) {
        const std::vector<bool> marked = make_mask();
        require(GrB_Vector_assign_INT64(v, mask, nullptr, level, GrB_ALL, n, GrB_DESC_S));
        for (GrB_Index i = 0; i < n; i++)
            if (marked[i]) expected[i] = level;
        expect_values(expected);
    }
}

TEST_P(MarkedElements, ThatAreSharedStayAsTheyWere) {
    require(GrB_Vector_new(&v, *GetParam(), n));
    for (GrB_Index i = 0; i < n; i++)
        require(GrB_Vector_setElement_INT64(v, static_cast<std::int64_t>(i % 50), i));
    GrB_Vector copy = nullptr;
    require(GrB_Vector_dup(&copy, v));
    make_mask();
    require(GrB_Vector_assign_INT64(copy, mask, nullptr, 77, GrB_ALL, n, GrB_DESC_S));
    require(GrB_Vector_free(&copy));
    std::vector<std::int64_t> expected(n);
    for (GrB_Index i = 0; i < n; i++) expected[i] = static_cast<std::int64_t>(i % 50);
    expect_values(expected);
}

INSTANTIATE_TEST_SUITE_P(OfTypes, MarkedElements,
                         testing::Values(&GrB_INT8, &GrB_UINT16, &GrB_INT32, &GrB_INT64, &GrB_FP32,
                                         &GrB_FP64));

struct Count {
    GrB_Type *type;
    GrB_Monoid *plus;
    GrB_BinaryOp *one;
};

class RowCounts : public testing::TestWithParam<Count> {};

TEST_P(RowCounts, AreTheEntriesOfEachRow) {
    const Count &how = GetParam();
    std::mt19937_64 random(3);
    GrB_Matrix A = nullptr;
    GrB_Vector u = nullptr, w = nullptr;
    GrB_Semiring count = nullptr;
    require(GrB_Matrix_new(&A, GrB_FP64, n, n));
    require(GrB_Vector_new(&u, *how.type, n));
    require(GrB_Vector_new(&w, *how.type, n));
    require(GrB_Semiring_new(&count, *how.plus, *how.one));
    std::vector<std::vector<bool>> has(n, std::vector<bool>(n));
    for (int k = 0; k < 5000; k++) {
        // Every third row has entries, the first is long.
        const GrB_Index i = k < 600 ? 0 : random() % n / 3 * 3, j = random() % n;
        has[i][j] = true;
        require(GrB_Matrix_setElement_FP64(A, 2.5, i, j));
    }
    require(GrB_Vector_assign_INT64(u, nullptr, nullptr, 3, GrB_ALL, n, nullptr));
    for (const bool is_by_columns : {false, true}) {
        require(GrB_mxv(w, nullptr, nullptr, count, A, u, is_by_columns ? GrB_DESC_T0 : nullptr));
        for (GrB_Index i = 0; i < n; i++) {
            std::int64_t expected = 0, found = 0;
            for (GrB_Index j = 0; j < n; j++) expected += is_by_columns ? has[j][i] : has[i][j];
            const GrB_Info info = GrB_Vector_extractElement_INT64(&found, w, i);
            ASSERT_EQ(info, expected == 0 ? GrB_NO_VALUE : GrB_SUCCESS) << "at " << i;
            ASSERT_EQ(found, expected) << "at " << i;
        }
    }
    require(GrB_Matrix_free(&A));
    require(GrB_Vector_free(&u));
    require(GrB_Vector_free(&w));
    require(GrB_Semiring_free(&count));
}

INSTANTIATE_TEST_SUITE_P(
    InTypes, RowCounts,
    testing::Values(Count{&GrB_FP64, &GrB_PLUS_MONOID_FP64, &GrB_ONEB_FP64},
                    Count{&GrB_FP32, &GrB_PLUS_MONOID_FP32, &GrB_ONEB_FP32},
                    Count{&GrB_INT64, &GrB_PLUS_MONOID_INT64, &GrB_ONEB_INT64},
                    Count{&GrB_UINT32, &GrB_PLUS_MONOID_UINT32, &GrB_ONEB_UINT32},
                    Count{&GrB_INT16, &GrB_PLUS_MONOID_INT16, &GrB_ONEB_INT16}));

} // namespace
} // namespace api
