// Tests that the output may be any of the inputs and the mask: the result equals that of copies.
#include "api/codes.h"

#include <functional>

namespace api {
namespace {

/// C, Mask, A, B are 5 x 5.
using MatrixCall = std::function<GrB_Info(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, GrB_Matrix,
                                          GrB_Matrix, GrB_Descriptor)>;
using VectorCall = std::function<GrB_Info(GrB_Vector, GrB_Vector, GrB_BinaryOp, GrB_Vector,
                                          GrB_Vector, GrB_Descriptor)>;

template <class Object>
void release(Object *object);
template <>
void release(GrB_Matrix *object) {
    REQUIRE(GrB_Matrix_free(object));
}
template <>
void release(GrB_Vector *object) {
    REQUIRE(GrB_Vector_free(object));
}

/// The bits of `aliases` say what is the output: bit 0 the mask, bit 1 the first, bit 2 the second
/// operand.
template <class Object, class Call>
std::string result(const Call &call, Object source, bool has_mask, GrB_BinaryOp accum,
                   GrB_Descriptor desc, unsigned aliases) {
    Object C = copy_of(source), mask = copy_of(source), A = copy_of(source), B = copy_of(source);
    const auto choose = [&](unsigned bit, Object own) {
        return (aliases >> bit & 1) != 0 ? C : own;
    };
    const GrB_Info info =
        call(C, has_mask ? choose(0, mask) : nullptr, accum, choose(1, A), choose(2, B), desc);
    EXPECT_EQ(info, GrB_SUCCESS) << error_text(C);
    const std::string text = contents(C);
    for (Object *object : {&C, &mask, &A, &B}) release(object);
    return text;
}

template <class Object, class Call>
void check_aliases(const char *name, const Call &call, Object source) {
    for (const bool has_mask : {false, true}) {
        for (GrB_BinaryOp accum : {GrB_BinaryOp{}, GrB_MINUS_FP64}) {
            for (GrB_Descriptor desc : {GrB_Descriptor{}, GrB_DESC_R, GrB_DESC_RC, GrB_DESC_RSC,
                                        GrB_DESC_S, GrB_DESC_T0, GrB_DESC_RCT1, GrB_DESC_ST0T1}) {
                const std::string expected = result(call, source, has_mask, accum, desc, 0);
                for (unsigned aliases = 1; aliases < 8; aliases++) {
                    EXPECT_EQ(result(call, source, has_mask, accum, desc, aliases), expected)
                        << name << ", aliases " << aliases << ", mask " << has_mask << ", accum "
                        << (accum != nullptr);
                }
            }
        }
    }
}

#define MATRIX_CALL(...)                                                                \
    [&o]([[maybe_unused]] GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_Matrix A, \
         [[maybe_unused]] GrB_Matrix B, GrB_Descriptor desc) {                          \
        (void)o;                                                                        \
        return __VA_ARGS__;                                                             \
    }
#define VECTOR_CALL(...)                                                                \
    [&o]([[maybe_unused]] GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_Vector u, \
         [[maybe_unused]] GrB_Vector v, GrB_Descriptor desc) {                          \
        (void)o;                                                                        \
        return __VA_ARGS__;                                                             \
    }

const GrB_Index reversed[] = {4, 3, 2, 1, 0};

TEST(Aliasing, Matrices) {
    World o;
    REQUIRE(GrB_Matrix_setElement_FP64(o.square, 0, 1, 2)); // false as a mask
    REQUIRE(GrB_Matrix_removeElement(o.square, 3, 1));      // the pattern is not symmetric
    const auto check = [&](const char *name, const MatrixCall &call) {
        check_aliases(name, call, o.square);
    };
    check("mxm", MATRIX_CALL(GrB_mxm(C, M, accum, o.semiring, A, B, desc)));
    check("eWiseAdd", MATRIX_CALL(GrB_Matrix_eWiseAdd_BinaryOp(C, M, accum, o.minus, A, B, desc)));
    check("eWiseMult",
          MATRIX_CALL(GrB_Matrix_eWiseMult_BinaryOp(C, M, accum, GrB_DIV_FP64, A, B, desc)));
    check("apply", MATRIX_CALL(GrB_Matrix_apply(C, M, accum, o.negate, A, desc)));
    check("apply 1st",
          MATRIX_CALL(GrB_Matrix_apply_BinaryOp1st_FP64(C, M, accum, o.minus, 3, A, desc)));
    check("apply index",
          MATRIX_CALL(GrB_Matrix_apply_IndexOp_FP64(C, M, accum, o.shifted, A, 1, desc)));
    check("select", MATRIX_CALL(GrB_Matrix_select_INT64(C, M, accum, GrB_TRIL, A, 0, desc)));
    check("transpose", MATRIX_CALL(GrB_transpose(C, M, accum, A, desc)));
    check("extract",
          MATRIX_CALL(GrB_Matrix_extract(C, M, accum, A, reversed, 5, GrB_ALL, 5, desc)));
    check("assign", MATRIX_CALL(GrB_Matrix_assign(C, M, accum, A, reversed, 5, GrB_ALL, 5, desc)));
    check("assign value",
          MATRIX_CALL(A == nullptr ? GrB_PANIC
                                   : GrB_Matrix_assign_FP64(C, M, accum, 2, reversed, 3, reversed,
                                                            2, desc)));
}

TEST(Aliasing, Vectors) {
    World o;
    REQUIRE(GrB_Vector_setElement_FP64(o.w, 0, 2)); // false as a mask
    const auto check = [&](const char *name, const VectorCall &call) {
        check_aliases(name, call, o.w);
    };
    check("mxv", VECTOR_CALL(GrB_mxv(w, m, accum, o.semiring, o.square, u, desc)));
    check("vxm", VECTOR_CALL(GrB_vxm(w, m, accum, o.semiring, u, o.square, desc)));
    check("eWiseAdd", VECTOR_CALL(GrB_Vector_eWiseAdd_BinaryOp(w, m, accum, o.minus, u, v, desc)));
    check("eWiseMult",
          VECTOR_CALL(GrB_Vector_eWiseMult_BinaryOp(w, m, accum, GrB_DIV_FP64, u, v, desc)));
    check("apply", VECTOR_CALL(GrB_Vector_apply(w, m, accum, o.negate, u, desc)));
    check("apply 2nd",
          VECTOR_CALL(GrB_Vector_apply_BinaryOp2nd_FP64(w, m, accum, o.minus, u, 3, desc)));
    check("apply index",
          VECTOR_CALL(GrB_Vector_apply_IndexOp_FP64(w, m, accum, o.shifted, u, 1, desc)));
    check("select", VECTOR_CALL(GrB_Vector_select_FP64(w, m, accum, GrB_VALUEGT_FP64, u, 5, desc)));
    check("extract", VECTOR_CALL(GrB_Vector_extract(w, m, accum, u, reversed, 5, desc)));
    check("assign", VECTOR_CALL(GrB_Vector_assign(w, m, accum, u, reversed, 5, desc)));
}

/// Row and column calls have vectors as operand and mask.
TEST(Aliasing, RowsAndColumns) {
    World o;
    for (const bool is_row : {false, true}) {
        const auto run = [&](GrB_Vector mask, GrB_Vector u) {
            GrB_Matrix C = copy_of(o.square);
            REQUIRE(is_row ? GrB_Row_assign(C, mask, GrB_PLUS_FP64, u, 2, reversed, 5, GrB_DESC_R)
                           : GrB_Col_assign(C, mask, GrB_PLUS_FP64, u, reversed, 5, 2, GrB_DESC_R));
            const std::string text = contents(C);
            REQUIRE(GrB_Matrix_free(&C));
            return text;
        };
        EXPECT_EQ(run(o.w, o.w), run(o.w2, o.w)); // w and w2 have the same entries
    }
    GrB_Vector w = copy_of(o.w);
    REQUIRE(GrB_Matrix_reduce_Monoid(w, w, GrB_PLUS_FP64, o.monoid, o.square, nullptr));
    GrB_Vector expected = copy_of(o.w);
    REQUIRE(GrB_Matrix_reduce_Monoid(expected, o.w2, GrB_PLUS_FP64, o.monoid, o.square, nullptr));
    EXPECT_EQ(contents(w), contents(expected));
    for (GrB_Vector *u : {&w, &expected}) REQUIRE(GrB_Vector_free(u));
}

TEST(Aliasing, Kronecker) {
    World o;
    GrB_Matrix one = new_matrix(GrB_FP64, 1, 1);
    REQUIRE(GrB_Matrix_setElement_FP64(one, 2, 0, 0));
    const auto run = [&](unsigned aliases) {
        GrB_Matrix C = copy_of(o.square), A = copy_of(o.square), mask = copy_of(o.square);
        REQUIRE(GrB_Matrix_kronecker_BinaryOp(C, (aliases & 1) != 0 ? C : mask, GrB_PLUS_FP64,
                                              GrB_TIMES_FP64, (aliases & 2) != 0 ? C : A, one,
                                              GrB_DESC_RC));
        const std::string text = contents(C);
        for (GrB_Matrix *object : {&C, &A, &mask}) REQUIRE(GrB_Matrix_free(object));
        return text;
    };
    for (unsigned aliases = 1; aliases < 4; aliases++) EXPECT_EQ(run(aliases), run(0)) << aliases;
    REQUIRE(GrB_Matrix_free(&one));
}

} // namespace
} // namespace api
