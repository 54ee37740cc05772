// Tests domains of 16 bits on results computed by hand: conversions, names, typed functions, and
// operations by the operators of other domains.
#include "api/exchange.h"

#include "graphblast/grx_narrow.h"
#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"
#include "suitesparse/GraphBLAS.h"

#include <cmath>
#include <cstring>

namespace api {
namespace {

std::uint16_t bf16(float x) {
    GrX_BF16_t z{0xDEAD};
    REQUIRE(GrX_BF16_from_FP32(&z, &x, 1));
    return z.bits;
}
std::uint16_t fp16(float x) {
    GrX_FP16_t z{0xDEAD};
    REQUIRE(GrX_FP16_from_FP32(&z, &x, 1));
    return z.bits;
}

TEST(Narrow, RoundsToNearestEven) {
    EXPECT_EQ(bf16(1), 0x3F80);
    EXPECT_EQ(bf16(-2), 0xC000);
    EXPECT_EQ(bf16(1 + 1 / 256.0F), 0x3F80); // halfway: to even, down
    EXPECT_EQ(bf16(1 + 3 / 256.0F), 0x3F82); // up
    EXPECT_EQ(bf16(1 + 1.0001F / 256), 0x3F81);
    EXPECT_EQ(bf16(3.4e38F), 0x7F80);
    EXPECT_EQ(bf16(3.389e38F), 0x7F7F);
    EXPECT_EQ(bf16(-INFINITY), 0xFF80);
    EXPECT_EQ(bf16(-0.0F), 0x8000);
    EXPECT_GT(bf16(NAN) & 0x7FFF, 0x7F80);

    EXPECT_EQ(fp16(1), 0x3C00);
    EXPECT_EQ(fp16(65504), 0x7BFF);
    EXPECT_EQ(fp16(65519.99F), 0x7BFF);
    EXPECT_EQ(fp16(65520), 0x7C00);
    EXPECT_EQ(fp16(-1e10F), 0xFC00);
    EXPECT_EQ(fp16(std::ldexp(1.0F, -24)), 0x0001);
    EXPECT_EQ(fp16(std::ldexp(1.0F, -25)), 0x0000); // halfway to the least
    EXPECT_EQ(fp16(std::ldexp(3.0F, -25)), 0x0002);
    EXPECT_EQ(fp16(std::ldexp(1.0F, -14)), 0x0400);
    EXPECT_EQ(fp16(-0.0F), 0x8000);
    EXPECT_GT(fp16(NAN) & 0x7FFF, 0x7C00);
}

/// Every narrow number is an FP32 number, and converts back unchanged.
template <class T, auto from, auto to>
void expect_round_trips() {
    std::vector<T> all(65536), back(65536);
    std::vector<float> wide(65536);
    for (unsigned k = 0; k < 65536; k++) all[k].bits = static_cast<std::uint16_t>(k);
    REQUIRE(to(wide.data(), all.data(), all.size()));
    REQUIRE(from(back.data(), wide.data(), all.size()));
    for (unsigned k = 0; k < 65536; k++) {
        if (std::isnan(wide[k])) {
            float again = 0;
            REQUIRE(to(&again, &back[k], 1));
            EXPECT_TRUE(std::isnan(again)) << k;
        } else {
            EXPECT_EQ(back[k].bits, k);
        }
    }
    EXPECT_EQ(from(nullptr, wide.data(), 1), GrB_NULL_POINTER);
    EXPECT_EQ(to(nullptr, all.data(), 1), GrB_NULL_POINTER);
    EXPECT_EQ(from(nullptr, nullptr, 0), GrB_SUCCESS);
}

TEST(Narrow, EveryNumberAndBack) {
    expect_round_trips<GrX_BF16_t, GrX_BF16_from_FP32, GrX_BF16_to_FP32>();
    expect_round_trips<GrX_FP16_t, GrX_FP16_from_FP32, GrX_FP16_to_FP32>();
}

TEST(Narrow, TypesTellTheirNamesAndCodes) {
    char name[GxB_MAX_NAME_LEN];
    std::int32_t code = 0;
    std::size_t size = 0;
    REQUIRE(GrB_Type_get_String(GrX_BF16, name, GrB_NAME));
    EXPECT_STREQ(name, "GrX_BF16");
    REQUIRE(GxB_Type_name(name, GrX_FP16));
    EXPECT_STREQ(name, "GrX_FP16_t");
    REQUIRE(GrB_Type_get_INT32(GrX_FP16, &code, GrB_EL_TYPE_CODE));
    EXPECT_EQ(code, GrX_FP16_CODE);
    REQUIRE(GrB_Type_get_SIZE(GrX_BF16, &size, GrB_SIZE));
    EXPECT_EQ(size, sizeof(GrX_BF16_t));
    GrB_Type type = nullptr;
    REQUIRE(GxB_Type_from_name(&type, "GrX_BF16_t"));
    EXPECT_EQ(type, GrX_BF16);
    GrB_Matrix A = new_matrix(GrX_FP16, 2, 2);
    REQUIRE(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    EXPECT_EQ(code, GrX_FP16_CODE);
    REQUIRE(GrB_Matrix_get_String(A, name, GrB_EL_TYPE_STRING));
    EXPECT_STREQ(name, "GrX_FP16");
    GrB_Matrix_free(&A);
}

TEST(Narrow, BuildsAndTuples) {
    const GrB_Index rows[] = {1, 0, 1}, columns[] = {2, 1, 2};
    const GrX_BF16_t values[] = {{bf16(1.5F)}, {bf16(-3)}, {bf16(0.25F)}};
    GrB_Matrix A = new_matrix(GrX_BF16, 2, 3);
    EXPECT_EQ(GrX_Matrix_build_BF16(A, rows, columns, values, 3, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GrX_Matrix_build_BF16(A, rows, columns, nullptr, 3, nullptr), GrB_NULL_POINTER);
    REQUIRE(GrX_Matrix_build_BF16(A, rows, columns, values, 3, GrB_PLUS_FP32));
    GrB_Index i[2], j[2], n = 1;
    GrX_BF16_t x[2];
    EXPECT_EQ(GrX_Matrix_extractTuples_BF16(i, j, x, &n, A), GrB_INSUFFICIENT_SPACE);
    n = 2;
    REQUIRE(GrX_Matrix_extractTuples_BF16(i, j, x, &n, A));
    ASSERT_EQ(n, 2U);
    EXPECT_EQ(x[i[0] == 1 ? 0 : 1].bits, bf16(1.75F));
    double wide = 0; // of any other domain
    REQUIRE(GrB_Matrix_extractElement_FP64(&wide, A, 0, 1));
    EXPECT_EQ(wide, -3);
    GrX_FP16_t other[2];
    REQUIRE(GrX_Matrix_extractTuples_FP16(nullptr, nullptr, other, &n, A));
    EXPECT_EQ(other[i[0] == 1 ? 0 : 1].bits, fp16(1.75F));
    GrB_Matrix_free(&A);

    GrB_Vector w = new_vector(GrX_FP16, 4);
    const GrX_FP16_t entries[] = {{fp16(7)}, {fp16(-0.5F)}};
    const GrB_Index positions[] = {3, 0};
    REQUIRE(GrX_Vector_build_FP16(w, positions, entries, 2, nullptr));
    REQUIRE(GrB_Vector_setElement_INT64(w, 1000000, 1)); // too large
    GrB_Index found[3];
    GrX_FP16_t y[3];
    n = 3;
    REQUIRE(GrX_Vector_extractTuples_FP16(found, y, &n, w));
    EXPECT_EQ(found[2], 3U);
    EXPECT_EQ(y[0].bits, fp16(-0.5F));
    EXPECT_EQ(y[1].bits, 0x7C00);
    EXPECT_EQ(y[2].bits, fp16(7));
    GrB_Vector_free(&w);
}

/// The sum has 4096 terms of 1: FP16 itself would stop at 2048, BF16 at 256.
TEST(Narrow, SumsAreOfTheOperator) {
    constexpr GrB_Index n = 4096;
    for (const GrB_Type type : {GrX_BF16, GrX_FP16}) {
        GrB_Matrix A = new_matrix(type, 1, n), B = new_matrix(type, n, 1),
                   C = new_matrix(type, 1, 1);
        REQUIRE(GrB_Matrix_assign_FP32(A, nullptr, nullptr, 1, GrB_ALL, 1, GrB_ALL, n, nullptr));
        REQUIRE(GrB_Matrix_assign_FP32(B, nullptr, nullptr, 1, GrB_ALL, n, GrB_ALL, 1, nullptr));
        REQUIRE(GrB_Matrix_setElement_FP32(B, 5, 17, 0)); // not iso
        REQUIRE(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, A, B, nullptr));
        double sum = 0; // 4100, rounded once
        REQUIRE(GrB_Matrix_extractElement_FP64(&sum, C, 0, 0));
        EXPECT_EQ(sum, type == GrX_BF16 ? 4096 : 4100);
        double whole = 0;
        REQUIRE(GrB_Matrix_reduce_FP64(&whole, nullptr, GrB_PLUS_MONOID_FP32, B, nullptr));
        EXPECT_EQ(whole, 4100);
        for (GrB_Matrix *matrix : {&A, &B, &C}) GrB_Matrix_free(matrix);
    }
}

/// Checks masks by value, where -0 is false; a selection; positions that are no integers.
TEST(Narrow, MasksAndSelections) {
    GrB_Vector mask = new_vector(GrX_BF16, 3), w = new_vector(GrX_BF16, 3);
    REQUIRE(GrB_Vector_setElement_FP32(mask, -0.0F, 0));
    REQUIRE(GrB_Vector_setElement_FP32(mask, 0.5F, 1));
    REQUIRE(GrB_Vector_setElement_FP32(mask, NAN, 2));
    REQUIRE(GrB_Vector_assign_FP64(w, mask, nullptr, 1.0 / 3, GrB_ALL, 3, nullptr));
    GrB_Index n = 0;
    REQUIRE(GrB_Vector_nvals(&n, w));
    EXPECT_EQ(n, 2U);
    GrX_BF16_t third[2];
    REQUIRE(GrX_Vector_extractTuples_BF16(nullptr, third, &n, w));
    EXPECT_EQ(third[0].bits, bf16(1.0F / 3));
    REQUIRE(GrB_Vector_select_FP32(w, nullptr, nullptr, GrB_VALUEGT_FP32, mask, 0.25F, nullptr));
    REQUIRE(GrB_Vector_nvals(&n, w));
    EXPECT_EQ(n, 1U);
    REQUIRE(GxB_Vector_select(w, nullptr, nullptr, GxB_NONZERO, mask, nullptr, nullptr));
    REQUIRE(GrB_Vector_nvals(&n, w));
    EXPECT_EQ(n, 2U);
    GrB_Matrix A = new_matrix(GrB_FP32, 3, 3);
    EXPECT_EQ(GxB_Matrix_extract_Vector(A, nullptr, nullptr, A, mask, nullptr, nullptr),
              GrB_DOMAIN_MISMATCH);
    GrB_Matrix_free(&A);
    GrB_Vector_free(&mask);
    GrB_Vector_free(&w);
}

/// User-defined operators over narrow domains get the 16 bits.
void flip_sign(void *z, const void *x) {
    static_cast<GrX_FP16_t *>(z)->bits =
        static_cast<std::uint16_t>(static_cast<const GrX_FP16_t *>(x)->bits ^ 0x8000);
}
TEST(Narrow, UsersOperators) {
    GrB_UnaryOp op = nullptr;
    REQUIRE(GrB_UnaryOp_new(&op, flip_sign, GrX_FP16, GrX_FP16));
    GrB_Vector u = new_vector(GrB_INT32, 2), w = new_vector(GrB_FP64, 2);
    REQUIRE(GrB_Vector_setElement_INT32(u, 5, 1));
    REQUIRE(GrB_Vector_apply(w, nullptr, nullptr, op, u, nullptr));
    double x = 0;
    REQUIRE(GrB_Vector_extractElement_FP64(&x, w, 1));
    EXPECT_EQ(x, -5);
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
    GrB_UnaryOp_free(&op);
}

TEST(Narrow, TextsAndBlobs) {
    GrB_Matrix A = new_matrix(GrX_BF16, 2, 2), B = nullptr;
    REQUIRE(GrB_Matrix_setElement_FP32(A, 0.1F, 0, 1));
    std::FILE *file = std::tmpfile();
    REQUIRE(GxB_Matrix_fprint(A, "A", GxB_COMPLETE_VERBOSE, file));
    std::rewind(file);
    std::string text(2000, 0);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    EXPECT_NE(text.find("GrX_BF16"), std::string::npos) << text;
    EXPECT_NE(text.find("0.1001"), std::string::npos) << text; // 0.10009765625, to 5 digits
    for (const int format : {GrX_BLOB_GRAPHBLAST, GrX_BLOB_SUITESPARSE}) {
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, format, static_cast<GrB_Field>(GrX_BLOB_FORMAT)));
        GrB_Index size = 0;
        REQUIRE(GrB_Matrix_serializeSize(&size, A));
        std::vector<char> blob(size);
        REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
        EXPECT_EQ(GrB_Matrix_deserialize(&B, GrX_FP16, blob.data(), size), GrB_DOMAIN_MISMATCH);
        REQUIRE(GrB_Matrix_deserialize(&B, nullptr, blob.data(), size));
        char name[GxB_MAX_NAME_LEN];
        REQUIRE(GxB_deserialize_type_name(name, blob.data(), size));
        EXPECT_STREQ(name, "GrX_BF16_t");
        float x = 0;
        REQUIRE(GrB_Matrix_extractElement_FP32(&x, B, 0, 1));
        EXPECT_EQ(x, 0.10009765625F);
        GrB_Matrix_free(&B);
    }
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_BLOB_GRAPHBLAST,
                                 static_cast<GrB_Field>(GrX_BLOB_FORMAT)));
    GrB_Matrix_free(&A);
}

TEST(Narrow, FullArraysChangeHands) {
    auto *values = static_cast<GrX_FP16_t *>(std::malloc(4 * sizeof(GrX_FP16_t)));
    for (int k = 0; k < 4; k++) values[k].bits = fp16(static_cast<float>(k) / 2);
    void *given = values;
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrX_Matrix_import_full(&A, GrX_FP16, 2, 2, &given, 6, nullptr), GrB_INVALID_VALUE);
    REQUIRE(GrX_Matrix_import_full(&A, GrX_FP16, 2, 2, &given, 8, nullptr));
    REQUIRE(GrB_Matrix_apply(A, nullptr, nullptr, GrB_AINV_FP32, A, nullptr));
    GrX_FP16_t tuples[4];
    GrB_Index n = 4;
    REQUIRE(GrX_Matrix_extractTuples_FP16(nullptr, nullptr, tuples, &n, A));
    EXPECT_EQ(tuples[3].bits, fp16(-1.5F));
    GrB_Matrix_free(&A);
}

void first(void *z, const void *x, const void *) {
    std::memcpy(z, x, sizeof(GrX_FP16_t));
}

TEST(Narrow, NoMonoidOfTheirOwn) {
    GrB_BinaryOp op = nullptr;
    GrB_Monoid monoid = nullptr;
    const GrX_FP16_t zero{0};
    REQUIRE(GrB_BinaryOp_new(&op, &first, GrX_FP16, GrX_FP16, GrX_FP16));
    EXPECT_EQ(GrB_Monoid_new_UDT(&monoid, op, &zero), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Monoid_new_FP32(&monoid, op, 0), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(monoid, nullptr);
    GrB_BinaryOp_free(&op);
}

TEST(Narrow, AreNoUsersTypes) {
    GrB_Matrix A = new_matrix(GrX_BF16, 2, 2);
    GrB_Type pair = nullptr;
    REQUIRE(GrB_Type_new(&pair, 2));
    GrB_Matrix B = new_matrix(pair, 2, 2); // of as many bytes, but without casts
    EXPECT_EQ(GrB_transpose(B, nullptr, nullptr, A, nullptr), GrB_DOMAIN_MISMATCH);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&B);
    GrB_Type_free(&pair);
}

} // namespace
} // namespace api
