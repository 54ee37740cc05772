// Tests ANY: the sum of some entries is one of them, in every format, for every operation that
// adds.
#include "api/exchange.h"

#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include <algorithm>
#include <set>

namespace api {
namespace {

constexpr GrB_Index size = 70;
constexpr int formats[] = {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP};

/// Makes several entries a row; the values differ, and none is 0.
GrB_Matrix example(GrB_Type type) {
    GrB_Matrix A = new_matrix(type, size, size);
    for (GrB_Index i = 0; i < size; i++) {
        for (GrB_Index j = 0; j < size; j++)
            if (i % 5 != 4 && (3 * i + 7 * j) % 11 < 4)
                REQUIRE(GrB_Matrix_setElement_INT32(
                    A, static_cast<std::int32_t>(1 + (i + 2 * j) % 100), i, j));
    }
    return A;
}

std::int64_t number(GrB_Index i, GrB_Index j) {
    return static_cast<std::int64_t>(1 + (i + 2 * j) % 100);
}

bool is_stored(GrB_Index i, GrB_Index j) {
    return i % 5 != 4 && (3 * i + 7 * j) % 11 < 4;
}

/// The extraction gave one of the values, or nothing where there are none.
void expect_one_of(const std::set<std::int64_t> &values, GrB_Info info, std::int64_t found) {
    ASSERT_EQ(info, values.empty() ? GrB_NO_VALUE : GrB_SUCCESS);
    EXPECT_TRUE(values.empty() || values.count(found) != 0) << found;
}

TEST(Any, ReductionsGiveAnEntry) {
    for (const GrB_Type type : {GrB_INT32, GrB_UINT8, GrB_FP64, GxB_FC64}) {
        for (const int format : formats) {
            GrB_Matrix A = example(type);
            set_field(A, GrX_FORMAT, format);
            std::int64_t sum = 0;
            REQUIRE(GrB_Matrix_reduce_INT64(&sum, nullptr, GxB_ANY_INT64_MONOID, A, nullptr));
            EXPECT_TRUE(sum >= 1 && sum <= 100) << sum;
            GrB_Vector w = new_vector(GrB_INT64, size);
            REQUIRE(
                GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GxB_ANY_INT64_MONOID, A, nullptr));
            for (GrB_Index i = 0; i < size; i++) {
                std::set<std::int64_t> row;
                for (GrB_Index j = 0; j < size; j++)
                    if (is_stored(i, j)) row.insert(number(i, j));
                const GrB_Info info = GrB_Vector_extractElement_INT64(&sum, w, i);
                expect_one_of(row, info, sum);
            }
            GrB_Vector_free(&w);
            GrB_Matrix_free(&A);
        }
    }
}

/// Returns the variants of an operation as GrX_FORCE takes them, and "": "mxv:cpu/mxv_push_spa",
/// "".
std::vector<std::string> choices(const std::string &operation) {
    std::vector<std::string> rules = {""};
    GrB_Index count = 0;
    REQUIRE(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *of = nullptr, *name = nullptr;
        REQUIRE(GrX_Variant_get(k, &of, &name));
        if (of == operation) rules.push_back(operation + ":" + name);
    }
    return rules;
}

/// Computes the product of A(i, k) and u(k) for FIRST, SECOND and PLUS.
std::int64_t product(int which, std::int64_t a, std::int64_t u) {
    return which == 0 ? a : which == 1 ? u : a + u;
}

struct Semirings {
    GrB_Type type;
    GrB_Semiring list[3];
};

void expect_vector_products(const Semirings &semirings) {
    for (const GrB_Index step : {1, 3, 30}) {
        for (int which = 0; which < 3; which++) {
            GrB_Matrix A = example(semirings.type);
            GrB_Vector u = new_vector(semirings.type, size), w = new_vector(semirings.type, size);
            for (GrB_Index k = 0; k < size; k += step)
                REQUIRE(GrB_Vector_setElement_INT32(u, static_cast<std::int32_t>(101 + k), k));
            REQUIRE(GrB_mxv(w, nullptr, nullptr, semirings.list[which], A, u, nullptr));
            for (GrB_Index i = 0; i < size; i++) {
                std::set<std::int64_t> products;
                for (GrB_Index k = 0; k < size; k += step) {
                    if (is_stored(i, k))
                        products.insert(
                            product(which, number(i, k), static_cast<std::int64_t>(101 + k)));
                }
                std::int64_t sum = 0;
                const GrB_Info info = GrB_Vector_extractElement_INT64(&sum, w, i);
                expect_one_of(products, info, sum);
            }
            GrB_Vector_free(&u);
            GrB_Vector_free(&w);
            GrB_Matrix_free(&A);
        }
    }
}

TEST(Any, VectorProductsGiveAProduct) {
    const Semirings all[] = {
        {GrB_INT32, {GxB_ANY_FIRST_INT32, GxB_ANY_SECOND_INT32, GxB_ANY_PLUS_INT32}},
        {GrB_UINT16, {GxB_ANY_FIRST_UINT16, GxB_ANY_SECOND_UINT16, GxB_ANY_PLUS_UINT16}},
        {GrB_FP64, {GxB_ANY_FIRST_FP64, GxB_ANY_SECOND_FP64, GxB_ANY_PLUS_FP64}},
        {GxB_FC32, {GxB_ANY_FIRST_FC32, GxB_ANY_SECOND_FC32, GxB_ANY_PLUS_FC32}}};
    for (const std::string &rule : choices("mxv")) {
        SCOPED_TRACE(rule);
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
        for (const Semirings &semirings : all) expect_vector_products(semirings);
    }
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_FORCE)));
}

/// Multiplies by MINUS, which has no curated kernel, or by FIRST.
void expect_matrix_products(bool is_masked, bool takes_first) {
    for (const int format : formats) {
        GrB_Matrix A = example(GrB_INT32), B = example(GrB_INT32);
        GrB_Matrix C = new_matrix(GrB_INT32, size, size);
        set_field(A, GrX_FORMAT, format);
        REQUIRE(GrB_mxm(C, is_masked ? A : nullptr, nullptr,
                        takes_first ? GxB_ANY_FIRST_INT32 : GxB_ANY_MINUS_INT32, A, B,
                        GrB_DESC_T1));
        for (GrB_Index i = 0; i < size; i++) {
            for (GrB_Index j = 0; j < size; j++) {
                std::set<std::int64_t> products;
                for (GrB_Index k = 0; k < size; k++)
                    if (is_stored(i, k) && is_stored(j, k))
                        products.insert(number(i, k) - (takes_first ? 0 : number(j, k)));
                if (is_masked && !is_stored(i, j)) products.clear();
                std::int64_t sum = 0;
                const GrB_Info info = GrB_Matrix_extractElement_INT64(&sum, C, i, j);
                expect_one_of(products, info, sum);
            }
        }
        for (GrB_Matrix *one : {&A, &B, &C}) GrB_Matrix_free(one);
    }
}

/// Products with and without a mask have different variants.
TEST(Any, MatrixProductsGiveAProduct) {
    for (const std::string &rule : choices("mxm")) {
        SCOPED_TRACE(rule);
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
        for (const bool is_masked : {false, true}) {
            expect_matrix_products(is_masked, false);
            expect_matrix_products(is_masked, true);
        }
    }
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_FORCE)));
}

/// Only the pattern of a product matters: its result is iso.
TEST(Any, PairGivesOnes) {
    GrB_Matrix A = example(GrB_FP32), C = new_matrix(GrB_FP32, size, size),
               D = new_matrix(GrB_FP32, size, size);
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_ANY_PAIR_FP32, A, A, nullptr));
    REQUIRE(GrB_mxm(D, nullptr, nullptr, GxB_PLUS_PAIR_FP32, A, A, nullptr));
    GrB_Index expected = 0, n = 0;
    REQUIRE(GrB_Matrix_nvals(&expected, D));
    REQUIRE(GrB_Matrix_nvals(&n, C));
    EXPECT_EQ(n, expected);
    std::vector<float> values(n);
    REQUIRE(GrB_Matrix_extractTuples_FP32(nullptr, nullptr, values.data(), &n, C));
    EXPECT_EQ(std::count(values.begin(), values.end(), 1.0f), static_cast<std::ptrdiff_t>(n));
    for (GrB_Matrix *one : {&A, &C, &D}) GrB_Matrix_free(one);
}

TEST(Any, AsAccumulatorAndDuplicate) {
    GrB_Vector w = new_vector(GrB_INT32, 3);
    const GrB_Index indices[] = {1, 1, 2};
    const std::int32_t values[] = {5, 6, 7};
    REQUIRE(GrB_Vector_build_INT32(w, indices, values, 3, GxB_ANY_INT32));
    std::int32_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT32(&value, w, 1));
    EXPECT_TRUE(value == 5 || value == 6) << value;
    REQUIRE(GrB_Vector_assign_INT32(w, nullptr, GxB_ANY_INT32, 9, GrB_ALL, 3, nullptr));
    REQUIRE(GrB_Vector_extractElement_INT32(&value, w, 0));
    EXPECT_EQ(value, 9);
    REQUIRE(GrB_Vector_extractElement_INT32(&value, w, 2));
    EXPECT_TRUE(value == 7 || value == 9) << value;
    GrB_Vector_free(&w);
}

} // namespace
} // namespace api
