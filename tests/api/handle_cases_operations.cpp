// Defines handle cases of the operations.
#include "api/handle_cases.h"

namespace api {

namespace {
const GrB_Index list_[] = {0, 1, 2, 3, 4};
Pair value_;
} // namespace

void add_operations(HandleCases &cases, World &world) {
    const Maybe accum(GrB_PLUS_FP64), plus(world.minus);
    const Maybe desc(world.desc);
    HANDLES(GrB_mxm, "C,Mask,accum,semiring,A,B,desc", Keeper(world.C), Maybe(world.mask_C), accum,
            GrB_PLUS_TIMES_SEMIRING_FP64, world.A, world.B, desc);
    HANDLES(GrB_mxv, "w,mask,accum,semiring,A,u,desc", Keeper(world.w), Maybe(world.mask_w), plus,
            world.semiring, world.A, world.u, desc);
    HANDLES(GrB_vxm, "w,mask,accum,semiring,u,A,desc", Keeper(world.u), Maybe(world.mask_u), accum,
            world.semiring, world.w, world.A, desc);
#define ROW(method, Kind, op)                                                          \
    HANDLES(GrB_Vector_##method##_##Kind, "w,mask,accum,op,u,v,desc", Keeper(world.w), \
            Maybe(world.mask_w), accum, op, world.w, world.w2, desc);                  \
    HANDLES(GrB_Matrix_##method##_##Kind, "C,Mask,accum,op,A,B,desc", Keeper(world.A), \
            Maybe(world.mask_A), accum, op, world.A, world.D, desc);
    ROW(eWiseAdd, BinaryOp, GrB_PLUS_FP64)
    ROW(eWiseAdd, Monoid, world.monoid)
    ROW(eWiseAdd, Semiring, world.semiring)
    ROW(eWiseMult, BinaryOp, GrB_PLUS_FP64)
    ROW(eWiseMult, Monoid, world.monoid)
    ROW(eWiseMult, Semiring, world.semiring)
#undef ROW
#define ROW(Kind, op)                                                                 \
    HANDLES(GrB_Matrix_kronecker_##Kind, "C,Mask,accum,op,A,B,desc", Keeper(world.A), \
            Maybe(world.mask_A), accum, op, world.A, world.D, desc);
    ROW(BinaryOp, GrB_PLUS_FP64)
    ROW(Monoid, world.monoid)
    ROW(Semiring, world.semiring)
#undef ROW
    HANDLES(GrB_Vector_extract, "w,mask,accum,u,indices,nindices,desc", Keeper(world.w),
            Maybe(world.mask_w), accum, world.u, list_, GrB_Index{5}, desc);
    HANDLES(GxB_Vector_extract_Vector, "w,mask,accum,u,I_vector,desc", Keeper(world.w),
            Maybe(world.mask_w), accum, world.u, Maybe(world.w2), desc);
    HANDLES(GxB_Vector_build_Vector, "w,I_vector,X_vector,dup,desc", Keeper(world.w), world.w2,
            world.w2, Maybe(GrB_PLUS_FP64), desc);
    HANDLES(GrB_Matrix_extract, "C,Mask,accum,A,rows,nrows,columns,ncols,desc", Keeper(world.C),
            Maybe(world.mask_C), accum, world.A, list_, GrB_Index{5}, list_, GrB_Index{4}, desc);
    HANDLES(GrB_Col_extract, "w,mask,accum,A,rows,nrows,j,desc", Keeper(world.w),
            Maybe(world.mask_w), accum, world.A, list_, GrB_Index{5}, GrB_Index{1}, desc);
    HANDLES(GrB_Vector_assign, "w,mask,accum,u,indices,nindices,desc", Keeper(world.u),
            Maybe(world.mask_u), accum, world.w, list_, GrB_Index{5}, desc);
    HANDLES(GrB_Matrix_assign, "C,Mask,accum,A,rows,nrows,columns,ncols,desc", Keeper(world.A),
            Maybe(world.mask_A), accum, world.C, list_, GrB_Index{5}, list_, GrB_Index{4}, desc);
    HANDLES(GrB_Col_assign, "C,mask,accum,u,rows,nrows,j,desc", Keeper(world.A),
            Maybe(world.mask_w), accum, world.w, list_, GrB_Index{5}, GrB_Index{1}, desc);
    HANDLES(GrB_Row_assign, "C,mask,accum,u,i,columns,ncols,desc", Keeper(world.A),
            Maybe(world.mask_u), accum, world.w, GrB_Index{1}, list_, GrB_Index{5}, desc);
    HANDLES(GrB_Vector_apply, "w,mask,accum,op,u,desc", Keeper(world.w), Maybe(world.mask_w), accum,
            world.negate, world.w2, desc);
    HANDLES(GrB_Matrix_apply, "C,Mask,accum,op,A,desc", Keeper(world.A), Maybe(world.mask_A), accum,
            GrB_ABS_FP64, world.D, desc);
    HANDLES(GrB_Matrix_reduce_Monoid, "w,mask,accum,op,A,desc", Keeper(world.w),
            Maybe(world.mask_w), accum, world.monoid, world.A, desc);
    HANDLES(GrB_Matrix_reduce_BinaryOp, "w,mask,accum,op,A,desc", Keeper(world.w),
            Maybe(world.mask_w), accum, GrB_PLUS_FP64, world.A, desc);
    HANDLES(GrB_Vector_reduce_Monoid_Scalar, "c,accum,op,u,desc", Keeper(world.s), accum,
            world.monoid, world.u, desc);
    HANDLES(GrB_Vector_reduce_BinaryOp_Scalar, "c,accum,op,u,desc", Keeper(world.s), accum,
            GrB_PLUS_FP64, world.u, desc);
    HANDLES(GrB_Matrix_reduce_Monoid_Scalar, "c,accum,op,A,desc", Keeper(world.s), accum,
            world.monoid, world.A, desc);
    HANDLES(GrB_Matrix_reduce_BinaryOp_Scalar, "c,accum,op,A,desc", Keeper(world.s), accum,
            GrB_PLUS_FP64, world.A, desc);
    HANDLES(GrB_transpose, "C,Mask,accum,A,desc", Keeper(world.square), Maybe(world.mask_square),
            accum, world.square, desc);
    HANDLES(GrX_Matrix_maxk, "C,A,k,desc", Keeper(world.A), world.D, GrB_Index{2}, desc);
}

/// Adds the families that take a value: every domain, a pointer, a GrB_Scalar.
void add_families(HandleCases &cases, World &world) {
    const Maybe accum(GrB_PLUS_FP64);
    const Maybe desc(world.desc);
    const GrB_Index n = 3;
#define ROWS(P, T, x, binary, index, W, U, C, A)                                               \
    HANDLES(P##_Vector_apply_BinaryOp1st_##T, "w,mask,accum,op,x,u,desc", Keeper(W),           \
            Maybe(world.mask_w), accum, binary, x, U, desc);                                   \
    HANDLES(P##_Vector_apply_BinaryOp2nd_##T, "w,mask,accum,op,u,y,desc", Keeper(W),           \
            Maybe(world.mask_w), accum, binary, U, x, desc);                                   \
    HANDLES(P##_Vector_apply_IndexOp_##T, "w,mask,accum,op,u,y,desc", Keeper(W),               \
            Maybe(world.mask_w), accum, index, U, x, desc);                                    \
    HANDLES(P##_Vector_select_##T, "w,mask,accum,op,u,y,desc", Keeper(W), Maybe(world.mask_w), \
            accum, index, U, x, desc);                                                         \
    HANDLES(P##_Matrix_apply_BinaryOp1st_##T, "C,Mask,accum,op,x,A,desc", Keeper(C),           \
            Maybe(world.mask_A), accum, binary, x, A, desc);                                   \
    HANDLES(P##_Matrix_apply_BinaryOp2nd_##T, "C,Mask,accum,op,A,y,desc", Keeper(C),           \
            Maybe(world.mask_A), accum, binary, A, x, desc);                                   \
    HANDLES(P##_Matrix_apply_IndexOp_##T, "C,Mask,accum,op,A,y,desc", Keeper(C),               \
            Maybe(world.mask_A), accum, index, A, x, desc);                                    \
    HANDLES(P##_Matrix_select_##T, "C,Mask,accum,op,A,y,desc", Keeper(C), Maybe(world.mask_A), \
            accum, index, A, x, desc);                                                         \
    HANDLES(P##_Vector_assign_##T, "w,mask,accum,the value,indices,nindices,desc", Keeper(W),  \
            Maybe(world.mask_w), accum, x, list_, n, desc);                                    \
    HANDLES(P##_Matrix_assign_##T, "C,Mask,accum,the value,rows,nrows,columns,ncols,desc",     \
            Keeper(C), Maybe(world.mask_A), accum, x, list_, n, list_, n, desc);
#define ROW(P, T, type)                                                                        \
    ROWS(P, T, type{}, GrB_PLUS_FP64, world.shifted, world.w, world.w2, world.A, world.D)      \
    HANDLES(P##_Vector_reduce_##T, "c,accum,monoid,u,desc", reinterpret_cast<type *>(&value_), \
            accum, world.monoid, Keeper(world.u), desc);                                       \
    HANDLES(P##_Matrix_reduce_##T, "c,accum,monoid,A,desc", reinterpret_cast<type *>(&value_), \
            accum, world.monoid, Keeper(world.A), desc);
    FOR_PREFIXED_TYPES(ROW)
    ROWS(GrB, Scalar, world.s, GrB_PLUS_FP64, world.shifted, world.w, world.w2, world.A, world.D)
    const void *const given = &value_;
    {
        const Maybe accum(world.pair_plus);
        ROWS(GrB, UDT, given, world.pair_plus, world.pair_is_right_of, world.pair_w, world.pair_w,
             world.pair_A, world.pair_A)
    }
    HANDLES(GrB_Vector_reduce_UDT, "c,accum,monoid,u,desc", static_cast<void *>(&value_),
            Maybe(world.pair_plus), world.pair_monoid, Keeper(world.pair_u), desc);
    HANDLES(GrB_Matrix_reduce_UDT, "c,accum,monoid,A,desc", static_cast<void *>(&value_),
            Maybe(world.pair_plus), world.pair_monoid, Keeper(world.pair_A), desc);
#undef ROW
#undef ROWS
}

} // namespace api
