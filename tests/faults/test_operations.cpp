// Tests the operations while memory runs short.
#include "faults/sweep.h"

namespace faults {
namespace {

TEST(FaultsOperations, Mxm) {
    sweep_all({
        CALL(GrB_mxm, o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
        CALL(GrB_mxm, o.C, o.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, GrB_DESC_RS),
        CALL(GrB_mxm, o.C, o.mask_C, GrB_PLUS_FP64, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.B,
             GrB_DESC_C),
        CALL(GrB_mxm, o.integers, nullptr, GrB_MAX_INT32, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
             nullptr),
        CALL(GrB_mxm, o.S, o.mask_S, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.D, GrB_DESC_T1),
        CALL(GrB_mxm, o.S, nullptr, GrB_PLUS_FP64, GrB_MAX_SECOND_SEMIRING_FP64, o.S, o.S,
             GrB_DESC_T0),
    });
}

TEST(FaultsOperations, Mxv) {
    sweep_all({
        CALL(GrB_mxv, o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr),
        CALL(GrB_mxv, o.w, o.mask_w, GrB_PLUS_FP64, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.u,
             GrB_DESC_RSC),
        CALL(GrB_mxv, o.u, o.mask_u, nullptr, GrB_PLUS_TIMES_SEMIRING_INT32, o.A, o.w, GrB_DESC_T0),
        CALL(GrB_vxm, o.u, nullptr, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, o.w, o.A, nullptr),
        CALL(GrB_vxm, o.w, o.mask_w, GrB_TIMES_FP64, GrB_MAX_FIRST_SEMIRING_FP64, o.u, o.A,
             GrB_DESC_RT1),
    });
}

TEST(FaultsOperations, EwiseAdd) {
    sweep_all({
        CALL(GrB_Matrix_eWiseAdd_BinaryOp, o.A, nullptr, nullptr, GrB_MINUS_FP64, o.A, o.D,
             nullptr),
        CALL(GrB_Matrix_eWiseAdd_Monoid, o.A, o.mask_A, GrB_PLUS_FP64, GrB_MAX_MONOID_FP64, o.A,
             o.D, GrB_DESC_RC),
        CALL(GrB_Matrix_eWiseAdd_Semiring, o.S, nullptr, nullptr, GrB_PLUS_MIN_SEMIRING_INT64, o.S,
             o.S, GrB_DESC_T0T1),
        CALL(GrB_Vector_eWiseAdd_BinaryOp, o.u, o.mask_u, nullptr, GrB_PLUS_FP64, o.u, o.v,
             GrB_DESC_S),
        CALL(GrB_Vector_eWiseAdd_Monoid, o.v, nullptr, GrB_MIN_FP64, GrB_PLUS_MONOID_INT8, o.u, o.v,
             nullptr),
    });
}

TEST(FaultsOperations, EwiseMult) {
    sweep_all({
        CALL(GrB_Matrix_eWiseMult_BinaryOp, o.A, nullptr, nullptr, GrB_TIMES_FP64, o.A, o.D,
             nullptr),
        CALL(GrB_Matrix_eWiseMult_Semiring, o.D, o.mask_A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32,
             o.A, o.D, GrB_DESC_RS),
        CALL(GrB_Matrix_eWiseMult_BinaryOp, o.S, o.mask_S, GrB_PLUS_FP64, GrB_GE_FP64, o.S,
             o.mask_S, GrB_DESC_T1),
        CALL(GrB_Vector_eWiseMult_Monoid, o.u, nullptr, nullptr, GrB_TIMES_MONOID_FP64, o.u, o.v,
             nullptr),
        CALL(GrB_Vector_eWiseMult_BinaryOp, o.v, o.mask_u, GrB_PLUS_FP64, GrB_FIRST_FP64, o.u, o.v,
             GrB_DESC_C),
    });
}

TEST(FaultsOperations, Apply) {
    sweep_all({
        CALL(GrB_Matrix_apply, o.D, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr),
        CALL(GrB_Matrix_apply, o.S, o.mask_S, GrB_PLUS_FP64, o.negate, o.S, GrB_DESC_RT0),
        CALL(GrB_Matrix_apply, o.integers, nullptr, nullptr, GxB_SQRT_FP64, o.C, nullptr),
        CALL(GrB_Vector_apply, o.u, o.mask_u, nullptr, GrB_ABS_FP64, o.v, GrB_DESC_RC),
        CALL(GrB_Matrix_apply_BinaryOp1st_FP64, o.A, nullptr, nullptr, GrB_MINUS_FP64, 2, o.D,
             nullptr),
        CALL(GrB_Matrix_apply_BinaryOp2nd_Scalar, o.A, o.mask_A, GrB_MAX_FP64, GrB_DIV_FP64, o.D,
             o.s, GrB_DESC_S),
        CALL(GrB_Vector_apply_BinaryOp2nd_INT32, o.u, nullptr, nullptr, GrB_PLUS_INT32, o.v, 5,
             nullptr),
        CALL(GrB_Matrix_apply_IndexOp_INT64, o.A, nullptr, nullptr, GrB_ROWINDEX_INT64, o.D, 1,
             nullptr),
        CALL(GrB_Vector_apply_IndexOp_Scalar, o.u, o.mask_u, GrB_PLUS_FP64, GrB_VALUEGT_FP64, o.v,
             o.s, nullptr),
    });
}

TEST(FaultsOperations, Select) {
    sweep_all({
        CALL(GrB_Matrix_select_INT64, o.S, nullptr, nullptr, GrB_TRIL, o.S, 0, nullptr),
        CALL(GrB_Matrix_select_FP64, o.A, o.mask_A, GrB_PLUS_FP64, GrB_VALUEGT_FP64, o.D, 0,
             GrB_DESC_C),
        CALL(GrB_Matrix_select_Scalar, o.S, nullptr, nullptr, GrB_COLLE, o.S, o.s, GrB_DESC_T0),
        CALL(GrB_Vector_select_FP64, o.u, nullptr, nullptr, GrB_VALUENE_FP64, o.v, 1, nullptr),
        CALL(GrB_Vector_select_Scalar, o.u, o.mask_u, nullptr, GrB_ROWLE, o.v, o.s, GrB_DESC_R),
    });
}

TEST(FaultsOperations, AssignContainers) {
    sweep_all({
        CALL(GrB_Matrix_assign, o.A, nullptr, nullptr, o.D, GrB_ALL, 12, GrB_ALL, 14, nullptr),
        CALL(GrB_Matrix_assign, o.C, nullptr, nullptr, o.L, some_rows, 5, some_columns, 4,
             GrB_DESC_T0),
        CALL(GrB_Matrix_assign, o.C, o.mask_C, GrB_PLUS_FP64, o.K, some_rows, 3, some_columns, 2,
             GrB_DESC_R),
        CALL(GrB_Vector_assign, o.u, nullptr, nullptr, o.w, up_to, 12, nullptr),
        CALL(GrB_Vector_assign, o.u, o.mask_u, GrB_PLUS_FP64, o.v, GrB_ALL, 14, GrB_DESC_RC),
        CALL(GrB_Col_assign, o.A, nullptr, nullptr, o.w, GrB_ALL, 12, 3, nullptr),
        CALL(GrB_Col_assign, o.A, o.mask_w, GrB_PLUS_FP64, o.w, up_to, 12, 3, GrB_DESC_S),
        CALL(GrB_Row_assign, o.A, nullptr, nullptr, o.u, 4, GrB_ALL, 14, nullptr),
        CALL(GrB_Row_assign, o.A, o.mask_u, GrB_PLUS_FP64, o.u, 4, GrB_ALL, 14, GrB_DESC_RC),
    });
}

TEST(FaultsOperations, AssignScalars) {
    sweep_all({
        CALL(GrB_Matrix_assign_FP64, o.A, nullptr, nullptr, 5, GrB_ALL, 12, GrB_ALL, 14, nullptr),
        CALL(GrB_Matrix_assign_FP64, o.A, o.mask_A, nullptr, 5, GrB_ALL, 12, GrB_ALL, 14,
             GrB_DESC_S),
        CALL(GrB_Matrix_assign_INT32, o.C, nullptr, GrB_PLUS_FP64, 5, some_rows, 5, some_columns, 4,
             nullptr),
        CALL(GrB_Matrix_assign_Scalar, o.C, o.mask_C, nullptr, o.s, some_rows, 5, some_columns, 4,
             GrB_DESC_RC),
        CALL(GrB_Matrix_assign_Scalar, o.C, nullptr, nullptr, o.none, some_rows, 5, some_columns, 4,
             nullptr),
        CALL(GrB_Vector_assign_FP64, o.u, nullptr, nullptr, 5, GrB_ALL, 14, nullptr),
        CALL(GrB_Vector_assign_FP64, o.u, o.mask_u, GrB_PLUS_FP64, 5, some_columns, 4, GrB_DESC_R),
        CALL(GrB_Vector_assign_Scalar, o.u, o.mask_u, nullptr, o.none, GrB_ALL, 14, nullptr),
    });
}

TEST(FaultsOperations, Extract) {
    sweep_all({
        CALL(GrB_Matrix_extract, o.C, nullptr, nullptr, o.A, GrB_ALL, 12, up_to, 10, nullptr),
        CALL(GrB_Matrix_extract, o.K, nullptr, nullptr, o.A, some_rows, 3, some_columns, 2,
             nullptr),
        CALL(GrB_Matrix_extract, o.L, nullptr, GrB_PLUS_FP64, o.A, some_columns, 4, some_rows, 5,
             GrB_DESC_RT0),
        CALL(GrB_Matrix_extract, o.A, o.mask_A, nullptr, o.D, GrB_ALL, 12, GrB_ALL, 14, GrB_DESC_C),
        CALL(GrB_Vector_extract, o.w, nullptr, nullptr, o.u, up_to, 12, nullptr),
        CALL(GrB_Vector_extract, o.w, o.mask_w, GrB_PLUS_FP64, o.w, GrB_ALL, 12, GrB_DESC_RS),
        CALL(GxB_Vector_extract_Vector, o.w, nullptr, nullptr, o.u, o.positions, nullptr),
        CALL(GxB_Vector_extract_Vector, o.w, o.mask_w, GrB_PLUS_FP64, o.w, o.positions, GrB_DESC_R),
        CALL(GrB_Col_extract, o.w, nullptr, nullptr, o.A, GrB_ALL, 12, 3, nullptr),
        CALL(GrB_Col_extract, o.u, o.mask_u, nullptr, o.A, up_to, 14, 3, GrB_DESC_T0),
    });
}

TEST(FaultsOperations, Reduce) {
    sweep_all({
        CALL(GrB_Matrix_reduce_Monoid, o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr),
        CALL(GrB_Matrix_reduce_BinaryOp, o.u, o.mask_u, GrB_PLUS_FP64, GrB_MAX_FP64, o.A,
             GrB_DESC_RT0),
        CALL(GrB_Matrix_reduce_FP64, &o.number, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr),
        CALL(GrB_Matrix_reduce_INT32, &o.integer, GrB_PLUS_INT32, GrB_MAX_MONOID_INT32, o.A,
             nullptr),
        CALL(GrB_Matrix_reduce_Monoid_Scalar, o.s, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, o.A,
             nullptr),
        CALL(GrB_Matrix_reduce_BinaryOp_Scalar, o.none, nullptr, GrB_MIN_FP64, o.A, nullptr),
        CALL(GrB_Vector_reduce_FP64, &o.number, GrB_PLUS_FP64, GrB_MIN_MONOID_FP64, o.u, nullptr),
        CALL(GrB_Vector_reduce_Monoid_Scalar, o.none, nullptr, GrB_PLUS_MONOID_FP64, o.u, nullptr),
    });
}

TEST(FaultsOperations, TransposeAndKronecker) {
    sweep_all({
        CALL(GrB_transpose, o.S, nullptr, nullptr, o.S, nullptr),
        CALL(GrB_transpose, o.S, o.mask_S, GrB_PLUS_FP64, o.S, GrB_DESC_RT0),
        CALL(GrB_transpose, o.S, o.mask_S, nullptr, o.S, GrB_DESC_SC),
        CALL(GrB_Matrix_kronecker_BinaryOp, o.C, nullptr, nullptr, GrB_TIMES_FP64, o.K, o.L,
             nullptr),
        CALL(GrB_Matrix_kronecker_Monoid, o.C, o.mask_C, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, o.K,
             o.L, GrB_DESC_R),
        CALL(GrB_Matrix_kronecker_Semiring, o.integers, o.mask_C, nullptr,
             GrB_PLUS_TIMES_SEMIRING_INT32, o.K, o.L, GrB_DESC_C),
    });
}

TEST(FaultsOperations, Maxk) {
    sweep_all({
        CALL(GrX_Matrix_maxk, o.D, o.A, 3, nullptr),
        CALL(GrX_Matrix_maxk, o.A, o.A, 14, nullptr),
        CALL(GrX_Matrix_maxk, o.S, o.S, 2, GrB_DESC_T0),
        CALL(GrX_Matrix_maxk, o.integers, o.C, 1, nullptr),
    });
}

} // namespace
} // namespace faults
