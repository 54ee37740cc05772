// Assign of the C API with vectors as lists of indices.
#include "capi/assign.hpp"
#include "capi/call.hpp"
#include "capi/index_lists.hpp"
#include "capi/shapes.hpp"
#include "suitesparse/GraphBLAS.h"

using namespace grb;

GrB_Info GxB_Vector_assign_Vector(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                                  GrB_Vector u, GrB_Vector I_vector, const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        required(u, "u");
        optional(I_vector, "I_vector");
        const VectorAsList indices("I_vector", I_vector, row_list_usage(desc), w->ncols());
        assign(call.output(), *u, single_row, indices.list(), desc);
    });
}

GrB_Info GxB_Matrix_assign_Vector(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                                  GrB_Matrix A, GrB_Vector I_vector, GrB_Vector J_vector,
                                  const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        required(A, "A");
        optional(I_vector, "I_vector");
        optional(J_vector, "J_vector");
        const VectorAsList rows("I_vector", I_vector, row_list_usage(desc), C->nrows()),
            columns("J_vector", J_vector, column_list_usage(desc), C->ncols());
        assign(call.output(), *A, rows.list(), columns.list(), desc);
    });
}

GrB_Info GxB_Col_assign_Vector(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum,
                               GrB_Vector u, GrB_Vector I_vector, GrB_Index j,
                               const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const RowOrColumnCall call(C, mask, accum, u, desc);
        optional(I_vector, "I_vector");
        const VectorAsList rows("I_vector", I_vector, row_list_usage(desc), C->nrows());
        assign_column(call.output, call.mask, *u, j, rows.list(), desc);
    });
}

GrB_Info GxB_Row_assign_Vector(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum,
                               GrB_Vector u, GrB_Index i, GrB_Vector J_vector,
                               const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const RowOrColumnCall call(C, mask, accum, u, desc);
        optional(J_vector, "J_vector");
        const VectorAsList columns("J_vector", J_vector, column_list_usage(desc), C->ncols());
        assign_row(call.output, call.mask, *u, i, columns.list(), desc);
    });
}

GrB_Info GxB_Vector_assign_Scalar_Vector(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                                         GrB_Scalar x, GrB_Vector I_vector,
                                         const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        const Given given = Given::boxed(x);
        given.check("x");
        optional(I_vector, "I_vector");
        const VectorAsList indices("I_vector", I_vector, row_list_usage(desc), w->ncols());
        assign_given(call.output(), given, single_row, indices.list());
    });
}

GrB_Info GxB_Matrix_assign_Scalar_Vector(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                                         GrB_Scalar x, GrB_Vector I_vector, GrB_Vector J_vector,
                                         const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        const Given given = Given::boxed(x);
        given.check("x");
        optional(I_vector, "I_vector");
        optional(J_vector, "J_vector");
        const VectorAsList rows("I_vector", I_vector, row_list_usage(desc), C->nrows()),
            columns("J_vector", J_vector, column_list_usage(desc), C->ncols());
        assign_given(call.output(), given, rows.list(), columns.list());
    });
}
