// Tests values too large for buffers on the stack: here an operator call in the middle of the
// operation takes memory too.
#include "faults/sweep.h"

namespace faults {
namespace {

TEST(FaultsLargeValues, Products) {
    sweep_all({
        CALL(GrB_mxm, o.big_C, nullptr, nullptr, o.big_semiring, o.big_A, o.big_B, nullptr),
        CALL(GrB_mxm, o.big_S, nullptr, o.big_plus, o.big_semiring, o.big_S, o.big_S, GrB_DESC_T0),
        CALL(GrB_mxv, o.big_w, nullptr, nullptr, o.big_semiring, o.big_A, o.big_u, nullptr),
        CALL(GrB_vxm, o.big_u, nullptr, o.big_plus, o.big_semiring, o.big_w, o.big_A, nullptr),
        CALL(GrB_Matrix_kronecker_BinaryOp, o.big_S, nullptr, o.big_plus, o.big_times, o.big_S,
             o.big_one_by_one, nullptr),
    });
}

TEST(FaultsLargeValues, ElementWise) {
    sweep_all({
        CALL(GrB_Matrix_eWiseAdd_BinaryOp, o.big_S, nullptr, nullptr, o.big_plus, o.big_S, o.big_S,
             GrB_DESC_T1),
        CALL(GrB_Matrix_eWiseMult_BinaryOp, o.big_S, nullptr, o.big_plus, o.big_times, o.big_S,
             o.big_S, nullptr),
        CALL(GrB_Vector_eWiseAdd_Monoid, o.big_w, nullptr, o.big_times, o.big_monoid, o.big_w,
             o.big_w, nullptr),
        CALL(GrB_Vector_eWiseMult_BinaryOp, o.big_w, nullptr, nullptr, o.big_times, o.big_w,
             o.big_w, nullptr),
        CALL(GrB_Matrix_apply, o.big_S, nullptr, o.big_plus, o.big_negate, o.big_S, nullptr),
        CALL(GrB_Matrix_apply_BinaryOp1st_UDT, o.big_S, nullptr, nullptr, o.big_plus, &o.big_number,
             o.big_S, nullptr),
        CALL(GrB_Vector_apply_BinaryOp2nd_Scalar, o.big_w, nullptr, nullptr, o.big_plus, o.big_w,
             o.big_s, nullptr),
        CALL(GrB_Matrix_apply_IndexOp_UDT, o.big_S, nullptr, nullptr, o.big_shift, o.big_S,
             &o.big_number, nullptr),
        CALL(GrB_Matrix_select_Scalar, o.big_S, nullptr, nullptr, o.big_is_right_of, o.big_S,
             o.big_s, nullptr),
        CALL(GrB_Vector_select_UDT, o.big_w, nullptr, o.big_plus, o.big_is_right_of, o.big_w,
             &o.big_number, nullptr),
    });
}

TEST(FaultsLargeValues, Submatrices) {
    sweep_all({
        CALL(GrB_Matrix_assign, o.big_S, nullptr, o.big_plus, o.big_S, GrB_ALL, 6, GrB_ALL, 6,
             GrB_DESC_T0),
        CALL(GrB_Matrix_assign_UDT, o.big_S, nullptr, o.big_plus, &o.big_number, up_to, 4,
             some_columns + 1, 2, nullptr),
        CALL(GrB_Vector_assign, o.big_w, nullptr, o.big_plus, o.big_w, GrB_ALL, 6, nullptr),
        CALL(GrB_Vector_assign_Scalar, o.big_w, nullptr, o.big_times, o.big_s, up_to, 3, nullptr),
        CALL(GrB_Row_assign, o.big_S, nullptr, o.big_plus, o.big_w, 2, GrB_ALL, 6, nullptr),
        CALL(GrB_Col_assign, o.big_S, nullptr, o.big_plus, o.big_w, GrB_ALL, 6, 2, nullptr),
        CALL(GrB_Matrix_extract, o.big_S, nullptr, o.big_plus, o.big_S, GrB_ALL, 6, up_to, 6,
             nullptr),
        CALL(GrB_Col_extract, o.big_w, nullptr, nullptr, o.big_S, GrB_ALL, 6, 2, nullptr),
        CALL(GrB_transpose, o.big_S, nullptr, o.big_plus, o.big_S, nullptr),
    });
}

TEST(FaultsLargeValues, Reductions) {
    sweep_all({
        CALL(GrB_Matrix_reduce_Monoid, o.big_w, nullptr, o.big_plus, o.big_monoid, o.big_A,
             nullptr),
        CALL(GrB_Matrix_reduce_Monoid, o.big_u, nullptr, nullptr, o.big_monoid, o.big_A,
             GrB_DESC_T0),
        CALL(GrB_Matrix_reduce_UDT, &o.big_number, o.big_plus, o.big_monoid, o.big_A, nullptr),
        CALL(GrB_Matrix_reduce_Monoid_Scalar, o.big_s, o.big_plus, o.big_monoid, o.big_A, nullptr),
        CALL(GrB_Vector_reduce_UDT, &o.big_number, nullptr, o.big_monoid, o.big_u, nullptr),
    });
}

TEST(FaultsLargeValues, Methods) {
    sweep_all({
        CALL(GrB_Matrix_build_UDT, o.big_empty, std::vector<GrB_Index>(5, 3).data(),
             std::vector<GrB_Index>(5, 2).data(), o.big_values.data(), 5, o.big_plus),
        CALL(GrB_Vector_build_UDT, o.big_empty_w, std::vector<GrB_Index>(5, 3).data(),
             o.big_values.data(), 5, o.big_plus),
        CALL(GrB_Matrix_setElement_UDT, o.big_A, &o.big_number, 0, 1),
        CALL(GrB_Matrix_extractElement_UDT, &o.big_number, o.big_A, 0, 0),
        CALL(GrB_Matrix_extractTuples_UDT, o.first.data(), o.second.data(), o.big_values.data(),
             &o.count, o.big_A),
        CALL(GrB_Scalar_setElement_UDT, o.big_s, &o.big_number),
        CALL(GrB_Matrix_resize, o.big_A, 3, 3),
    });
}

} // namespace
} // namespace faults
