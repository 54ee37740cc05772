// Extract and transpose of the C API.
#include "operations/extract.hpp"
#include "capi/call.hpp"
#include "capi/index_lists.hpp"
#include "capi/shapes.hpp"
#include "operations/transpose.hpp"
#include "suitesparse/GraphBLAS.h"

using namespace grb;

GrB_Info GrB_Vector_extract(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum, GrB_Vector u,
                            const GrB_Index *indices, GrB_Index nindices,
                            const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        const Vector &source = required(u, "u");
        const IndexList list = index_list("indices", indices, nindices, source.ncols());
        extract(call.output(), source, single_row, list, desc);
    });
}

GrB_Info GxB_Vector_extract_Vector(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                                   GrB_Vector u, GrB_Vector I_vector, const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        const Vector &source = required(u, "u");
        optional(I_vector, "I_vector");
        const int usage = row_list_usage(desc);
        if (I_vector != nullptr && usage == GxB_USE_VALUES) {
            extract_at_values(call.output(), source, *I_vector);
            return;
        }
        const VectorAsList indices("I_vector", I_vector, usage, source.ncols());
        extract(call.output(), source, single_row, indices.list(), desc);
    });
}

GrB_Info GxB_Matrix_extract_Vector(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                                   GrB_Matrix A, GrB_Vector I_vector, GrB_Vector J_vector,
                                   const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        const Matrix &source = required(A, "A");
        optional(I_vector, "I_vector");
        optional(J_vector, "J_vector");
        const bool is_transposed = transposes_first(desc);
        const VectorAsList rows("I_vector", I_vector, row_list_usage(desc),
                                is_transposed ? source.ncols() : source.nrows()),
            columns("J_vector", J_vector, column_list_usage(desc),
                    is_transposed ? source.nrows() : source.ncols());
        extract(call.output(), source, rows.list(), columns.list(), desc);
    });
}

GrB_Info GxB_Col_extract_Vector(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                                GrB_Matrix A, GrB_Vector I_vector, GrB_Index j,
                                const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        const Matrix &source = required(A, "A");
        optional(I_vector, "I_vector");
        const VectorAsList rows("I_vector", I_vector, row_list_usage(desc),
                                transposes_first(desc) ? source.ncols() : source.nrows());
        extract_column(call.output(), source, rows.list(), j, desc);
    });
}

GrB_Info GrB_Matrix_extract(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, GrB_Matrix A,
                            const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,
                            GrB_Index ncols, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        const Matrix &source = required(A, "A");
        const bool is_transposed = transposes_first(desc);
        const IndexList row_list =
            index_list("rows", rows, nrows, is_transposed ? source.ncols() : source.nrows());
        const IndexList column_list =
            index_list("columns", columns, ncols, is_transposed ? source.nrows() : source.ncols());
        extract(call.output(), source, row_list, column_list, desc);
    });
}

GrB_Info GrB_Col_extract(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum, GrB_Matrix A,
                         const GrB_Index *rows, GrB_Index nrows, GrB_Index j,
                         const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        const Matrix &source = required(A, "A");
        const IndexList list = index_list("rows", rows, nrows,
                                          transposes_first(desc) ? source.ncols() : source.nrows());
        extract_column(call.output(), source, list, j, desc);
    });
}

GrB_Info GrB_transpose(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, GrB_Matrix A,
                       const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        required(A, "A");
        transpose(call.output(), *A, desc);
    });
}
