// Matrix import of the C API.
#include "storage/import.hpp"

#include "capi/arenas.hpp"
#include "capi/shapes.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"

#include <memory>

using namespace grb;

namespace {

/// Checks a list, which may be NULL when it is empty.
template <class T>
void check_list(const char *argument, const T *list, GrB_Index count) {
    if (count != 0) required_pointer(list, argument);
}

Ref<Snapshot> imported(const Type &type, GrB_Index nrows, GrB_Index ncols,
                       const ForeignArrays &arrays, int format) {
    switch (format) {
    case GrB_CSR_FORMAT:
    case GrB_CSC_FORMAT:
        return import_compressed(&type, nrows, ncols, arrays, format == GrB_CSC_FORMAT);
    case GrB_COO_FORMAT:
        return import_tuples(&type, nrows, ncols, arrays);
    default:
        throw Error(GrB_INVALID_VALUE, "format %d is none of GrB_Format", format);
    }
}

/// `given`: the type of the values; null for a user-defined type.
GrB_Info import_matrix(const char *function, GrB_Matrix *A, GrB_Type domain, GrB_Index nrows,
                       GrB_Index ncols, const ForeignArrays &arrays, const Type *given,
                       const GrB_Format &format) {
    return guard(function, nullptr, [&] {
        required_pointer(A, "A");
        const Type &type = required(domain, "domain");
        check_list("offsets", arrays.offsets, arrays.offsets_length);
        check_list("indices", arrays.indices, arrays.indices_length);
        check_list("values", arrays.values, arrays.values_length);
        check_dimension("nrows", nrows);
        check_dimension("ncols", ncols);
        if (target_type("values", given, &type) != &type) {
            throw Error(GrB_DOMAIN_MISMATCH, "values has type %s, domain is %s", type_name(given),
                        type_name(&type));
        }
        auto matrix = make_object<Matrix>(default_arenas(), &type, nrows, ncols);
        matrix->publish(matrix->conformed(imported(type, nrows, ncols, arrays, number_of(format))));
        matrix->options().by_column = number_of(format) == GrB_CSC_FORMAT ? 1 : 0;
        *A = matrix.release();
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                                   \
    GrB_Info P##_Matrix_import_##T(                                                              \
        GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, GrB_Index ncols,                        \
        const GrB_Index *offsets, const GrB_Index *indices, const type *values,                  \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format) { \
        return import_matrix(__func__, A, domain, nrows, ncols,                                  \
                             {offsets, indices, values, offsets_len, indices_len, values_len},   \
                             builtin_type(TypeOf<type>::code), format);                          \
    }
GRB_BUILTIN_TYPES(GRB_PREFIXED, GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Matrix_import_UDT(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, GrB_Index ncols,
                               const GrB_Index *offsets, const GrB_Index *indices,
                               const void *values, GrB_Index offsets_len, GrB_Index indices_len,
                               GrB_Index values_len, GrB_Format format) {
    return import_matrix(__func__, A, domain, nrows, ncols,
                         {offsets, indices, values, offsets_len, indices_len, values_len}, nullptr,
                         format);
}
