// Tests every operation and method on objects of huge dimensions with few entries: they take memory
// for the entries alone.
#include "api/huge.h"

namespace api {
namespace {

#define MATRIX(function, ...)                                                                    \
    Case{#function, [](Huge &o) { return function(o.C.get(), nullptr, nullptr, __VA_ARGS__); }}, \
        Case {                                                                                   \
#function " with mask and accumulator",                                                  \
            [](Huge & o) { return function(o.C.get(), o.M.get(), GrB_PLUS_FP64, __VA_ARGS__); }  \
    }
#define VECTOR(function, ...)                                                                    \
    Case{#function, [](Huge &o) { return function(o.w.get(), nullptr, nullptr, __VA_ARGS__); }}, \
        Case {                                                                                   \
#function " with mask and accumulator",                                                  \
            [](Huge & o) { return function(o.w.get(), o.m.get(), GrB_PLUS_FP64, __VA_ARGS__); }  \
    }

TEST(HugeOperations, Elementwise) {
    check_with_little_memory({
        MATRIX(GrB_Matrix_eWiseAdd_BinaryOp, GrB_MINUS_FP64, o.A.get(), o.B.get(), nullptr),
        MATRIX(GrB_Matrix_eWiseAdd_BinaryOp, GrB_MINUS_FP64, o.A.get(), o.B.get(), GrB_DESC_RSCT0),
        MATRIX(GrB_Matrix_eWiseMult_BinaryOp, GrB_MINUS_FP64, o.A.get(), o.B.get(), GrB_DESC_T1),
        MATRIX(GrB_Matrix_eWiseMult_BinaryOp, GrB_MINUS_FP64, o.A.get(), o.A.get(), nullptr),
        MATRIX(GrB_Matrix_apply, GrB_AINV_FP64, o.A.get(), nullptr),
        MATRIX(GrB_Matrix_apply, GrB_AINV_FP64, o.A.get(), GrB_DESC_RCT0),
        MATRIX(GrB_Matrix_apply_IndexOp_INT64, GrB_ROWINDEX_INT64, o.A.get(), 1, GrB_DESC_T0),
        MATRIX(GrB_Matrix_apply_BinaryOp1st_FP64, GrB_PLUS_FP64, 2, o.A.get(), nullptr),
        MATRIX(GrB_Matrix_select_INT64, GrB_TRIL, o.A.get(), 0, nullptr),
        MATRIX(GrB_Matrix_select_FP64, GrB_VALUEGT_FP64, o.A.get(), 2, GrB_DESC_T0),
        MATRIX(GrB_transpose, o.A.get(), nullptr),
        MATRIX(GrB_transpose, o.A.get(), GrB_DESC_T0),
        VECTOR(GrB_Vector_eWiseAdd_BinaryOp, GrB_MINUS_FP64, o.u.get(), o.v.get(), nullptr),
        VECTOR(GrB_Vector_eWiseMult_BinaryOp, GrB_MINUS_FP64, o.u.get(), o.v.get(), GrB_DESC_RC),
        VECTOR(GrB_Vector_apply, GrB_AINV_FP64, o.u.get(), GrB_DESC_S),
        VECTOR(GrB_Vector_apply_IndexOp_INT64, GrB_ROWINDEX_INT64, o.u.get(), 1, nullptr),
        VECTOR(GrB_Vector_select_INT64, GrB_ROWLE, o.u.get(), 5, GrB_DESC_C),
    });
}

TEST(HugeOperations, ProductsAndSums) {
    check_with_little_memory({
        MATRIX(GrB_mxm, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.B.get(), nullptr),
        MATRIX(GrB_mxm, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.B.get(), GrB_DESC_T0),
        MATRIX(GrB_mxm, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.B.get(), GrB_DESC_RT1),
        MATRIX(GrB_mxm, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.B.get(), GrB_DESC_SCT0T1),
        MATRIX(GrB_mxm, GrB_MIN_PLUS_SEMIRING_FP64, o.tall.get(), o.wide.get(), nullptr),
        Case{"GrB_mxm to few columns",
             [](Huge &o) {
                 return GrB_mxm(o.tall.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                                o.A.get(), o.tall.get(), nullptr);
             }},
        Case{"GrB_mxm to few rows",
             [](Huge &o) {
                 return GrB_mxm(o.wide.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                                o.wide.get(), o.A.get(), nullptr);
             }},
        VECTOR(GrB_mxv, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.u.get(), nullptr),
        VECTOR(GrB_mxv, GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.u.get(), GrB_DESC_RCT0),
        VECTOR(GrB_vxm, GrB_MIN_PLUS_SEMIRING_FP64, o.u.get(), o.A.get(), nullptr),
        VECTOR(GrB_vxm, GrB_LOR_LAND_SEMIRING_BOOL, o.u.get(), o.A.get(), GrB_DESC_SCT1),
        VECTOR(GrB_mxv, GrB_PLUS_TIMES_SEMIRING_FP64, o.tall.get(), o.three.get(), nullptr),
        VECTOR(GrB_mxv, GrB_PLUS_TIMES_SEMIRING_FP64, o.wide.get(), o.three.get(), GrB_DESC_T0),
        VECTOR(GrB_Matrix_reduce_Monoid, GrB_PLUS_MONOID_FP64, o.A.get(), nullptr),
        VECTOR(GrB_Matrix_reduce_Monoid, GrB_PLUS_MONOID_FP64, o.A.get(), GrB_DESC_RT0),
        VECTOR(GrB_Matrix_reduce_Monoid, GrB_PLUS_MONOID_FP64, o.wide.get(), GrB_DESC_T0),
        Case{"GrB_Matrix_reduce to a scalar",
             [](Huge &o) {
                 double sum = 0;
                 return GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, o.A.get(),
                                               nullptr);
             }},
        Case{"GrB_kronecker",
             [](Huge &o) {
                 const MatrixPointer four = matrix_of(2, 2, {{{0, 0}, 1}, {{1, 0}, 2}}),
                                     C(new_matrix(GrB_FP64, 2 * o.n, 2 * o.n));
                 GrB_Info info = GrB_Matrix_kronecker_BinaryOp(
                     C.get(), nullptr, nullptr, GrB_TIMES_FP64, four.get(), o.A.get(), GrB_DESC_T1);
                 if (info != GrB_SUCCESS) return info;
                 return GrB_Matrix_kronecker_BinaryOp(C.get(), nullptr, GrB_PLUS_FP64,
                                                      GrB_TIMES_FP64, o.A.get(), four.get(),
                                                      GrB_DESC_T0);
             }},
        Case{"GrX_Matrix_maxk",
             [](Huge &o) { return GrX_Matrix_maxk(o.C.get(), o.A.get(), 2, nullptr); }},
        Case{"GxB_Matrix_eWiseUnion",
             [](Huge &o) {
                 return GxB_Matrix_eWiseUnion(o.C.get(), o.M.get(), nullptr, GrB_MINUS_FP64,
                                              o.A.get(), scalar_of(1).get(), o.B.get(),
                                              scalar_of(2).get(), nullptr);
             }},
    });
}

/// Objects are resized and reshaped, and back.
TEST(HugeOperations, Shapes) {
    check_with_little_memory({
        {"GrB_Matrix_resize",
         [](Huge &o) {
             GrB_Info info = GrB_Matrix_resize(o.A.get(), 2 * o.n, o.n / 2);
             if (info == GrB_SUCCESS) info = GrB_Matrix_resize(o.A.get(), 3, o.n);
             if (info == GrB_SUCCESS) info = GrB_Matrix_resize(o.A.get(), o.n, 3);
             if (info == GrB_SUCCESS) info = GrB_Matrix_resize(o.A.get(), o.n, o.n);
             if (info == GrB_SUCCESS) info = GrB_Vector_resize(o.u.get(), o.n / 2);
             return info == GrB_SUCCESS ? GrB_Vector_resize(o.u.get(), o.n * 2) : info;
         }},
        {"GrB_Matrix_resize of a small one",
         [](Huge &o) {
             const MatrixPointer A = Huge::made(300, 300, 1), B = Huge::made(10, 10, 1);
             const GrB_Info info = GrB_Matrix_resize(A.get(), o.n, o.n);
             return info == GrB_SUCCESS ? GrB_Matrix_resize(B.get(), o.n, o.n) : info;
         }},
        {"GrB_Matrix_dup",
         [](Huge &o) {
             GrB_Matrix B = nullptr;
             const GrB_Info info = GrB_Matrix_dup(&B, o.A.get());
             EXPECT_EQ(entries_of(B), entries_of(o.A));
             GrB_Matrix_free(&B);
             return info;
         }},
        {"GxB_Matrix_diag",
         [](Huge &o) {
             const MatrixPointer C(new_matrix(GrB_FP64, o.n + 7, o.n + 7));
             const VectorPointer back(new_vector(GrB_FP64, o.n));
             GrB_Info info = GxB_Matrix_diag(C.get(), o.u.get(), -7, nullptr);
             if (info == GrB_SUCCESS) info = GxB_Vector_diag(back.get(), C.get(), -7, nullptr);
             EXPECT_EQ(entries_of(back), entries_of(o.u));
             if (info == GrB_SUCCESS) info = GxB_Vector_diag(back.get(), C.get(), 7, GrB_DESC_T0);
             EXPECT_EQ(entries_of(back), entries_of(o.u));
             return info;
         }},
        {"GxB_Matrix_reshape",
         [](Huge &o) {
             GrB_Matrix B = nullptr;
             GrB_Info info = GxB_Matrix_reshapeDup(&B, o.A.get(), false, o.n * 2, o.n / 2, nullptr);
             if (info == GrB_SUCCESS) info = GxB_Matrix_reshape(B, false, o.n, o.n, nullptr);
             EXPECT_EQ(entries_of(B), entries_of(o.A));
             if (info == GrB_SUCCESS) info = GxB_Matrix_reshape(B, true, o.n / 2, o.n * 2, nullptr);
             if (info == GrB_SUCCESS) info = GxB_Matrix_reshape(B, true, o.n, o.n, nullptr);
             EXPECT_EQ(entries_of(B), entries_of(o.A));
             GrB_Matrix_free(&B);
             return info;
         }},
        {"GxB_Matrix_sort",
         [](Huge &o) {
             const MatrixPointer P(new_matrix(GrB_INT64, o.n, o.n));
             const GrB_Info info =
                 GxB_Matrix_sort(o.C.get(), P.get(), GrB_LT_FP64, o.A.get(), nullptr);
             return info == GrB_SUCCESS
                        ? GxB_Matrix_sort(o.C.get(), P.get(), GrB_GT_FP64, o.A.get(), GrB_DESC_T0)
                        : info;
         }},
        {"GxB_Vector_sort",
         [](Huge &o) {
             const VectorPointer p(new_vector(GrB_INT64, o.n));
             return GxB_Vector_sort(o.w.get(), p.get(), GrB_LT_FP64, o.u.get(), nullptr);
         }},
        {"GxB_Vector_extract_Vector",
         [](Huge &o) {
             const VectorPointer where =
                 vector_of(o.n, {{{0, 3}, 5}, {{0, o.n - 1}, 0}}, GrB_INT64);
             const VectorPointer w(new_vector(GrB_FP64, 2));
             return GxB_Vector_extract_Vector(w.get(), nullptr, nullptr, o.u.get(), where.get(),
                                              nullptr);
         }},
    });
}

} // namespace
} // namespace api
