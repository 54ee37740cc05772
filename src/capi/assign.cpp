// Assign of the C API.
#include "capi/assign.hpp"
#include "capi/call.hpp"
#include "capi/shapes.hpp"

using namespace grb;

void grb::assign_given(const Output &output, const Given &given, const IndexList &rows,
                       const IndexList &columns) {
    const Type *wanted = output.C->type();
    if (given.is_empty()) {
        assign_nothing(output, given.type("the value", wanted), rows, columns);
        return;
    }
    const Value value = given.value("the value", wanted);
    assign_scalar(output, value.data, value.type, rows, columns);
}

namespace {

GrB_Info fill_vector(const char *function, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                     const Given &given, const GrB_Index *indices, GrB_Index nindices,
                     GrB_Descriptor desc) {
    return guard(function, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        given.check("the value");
        const IndexList list = index_list("indices", indices, nindices, w->ncols());
        assign_given(call.recordable_output(), given, single_row, list);
    });
}

GrB_Info fill_matrix(const char *function, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                     const Given &given, const GrB_Index *rows, GrB_Index nrows,
                     const GrB_Index *columns, GrB_Index ncols, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        given.check("the value");
        const IndexList row_list = index_list("rows", rows, nrows, C->nrows());
        const IndexList column_list = index_list("columns", columns, ncols, C->ncols());
        assign_given(call.output(), given, row_list, column_list);
    });
}

} // namespace

GrB_Info GrB_Vector_assign(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum, GrB_Vector u,
                           const GrB_Index *indices, GrB_Index nindices,
                           const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        required(u, "u");
        const IndexList list = index_list("indices", indices, nindices, w->ncols());
        assign(call.recordable_output(), *u, single_row, list, desc);
    });
}

GrB_Info GrB_Matrix_assign(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, GrB_Matrix A,
                           const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,
                           GrB_Index ncols, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        required(A, "A");
        const IndexList row_list = index_list("rows", rows, nrows, C->nrows());
        const IndexList column_list = index_list("columns", columns, ncols, C->ncols());
        assign(call.output(), *A, row_list, column_list, desc);
    });
}

GrB_Info GrB_Col_assign(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum, GrB_Vector u,
                        const GrB_Index *rows, GrB_Index nrows, GrB_Index j,
                        const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const RowOrColumnCall call(C, mask, accum, u, desc);
        const IndexList list = index_list("rows", rows, nrows, C->nrows());
        assign_column(call.output, call.mask, *u, j, list, desc);
    });
}

GrB_Info GrB_Row_assign(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum, GrB_Vector u,
                        GrB_Index i, const GrB_Index *columns, GrB_Index ncols,
                        const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const RowOrColumnCall call(C, mask, accum, u, desc);
        const IndexList list = index_list("columns", columns, ncols, C->ncols());
        assign_row(call.output, call.mask, *u, i, list, desc);
    });
}

#define GRB_DEFINE_AS(P, T, type, pass)                                                            \
    GrB_Info P##_Vector_assign_##T(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,        \
                                   type value, const GrB_Index *indices, GrB_Index nindices,       \
                                   const GrB_Descriptor desc) {                                    \
        return fill_vector(__func__, w, mask, accum, Given::pass(value), indices, nindices, desc); \
    }                                                                                              \
    GrB_Info P##_Matrix_assign_##T(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,        \
                                   type value, const GrB_Index *rows, GrB_Index nrows,             \
                                   const GrB_Index *columns, GrB_Index ncols,                      \
                                   const GrB_Descriptor desc) {                                    \
        return fill_matrix(__func__, C, Mask, accum, Given::pass(value), rows, nrows, columns,     \
                           ncols, desc);                                                           \
    }
#define GRB_DEFINE(P, T, type) GRB_DEFINE_AS(P, T, type, typed)
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE_AS(GrB, UDT, const void *, untyped)
GRB_DEFINE_AS(GrB, Scalar, const GrB_Scalar, boxed)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
