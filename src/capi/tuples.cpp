// Build and extractTuples of vectors and matrices in the C API.
#include "capi/guard.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/shapes.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"
#include "operations/build.hpp"
#include "storage/build.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>

using namespace grb;

namespace {

/// Checks a list, which may be NULL when it is empty.
template <class T>
void check_list(const char *argument, const T *list, GrB_Index count) {
    if (count != 0) required_pointer(list, argument);
}

GrB_Info build_vector(const char *function, GrB_Vector w, const GrB_Index *indices,
                      const void *values, const Type *given, GrB_Index nvals, GrB_BinaryOp dup) {
    return guard(function, w, [&] {
        Vector &vector = required(w, "w");
        check_list("indices", indices, nvals);
        check_list("values", values, nvals);
        optional(dup, "dup");
        check_is_empty("w", vector);
        const Type *type = target_type("values", given, vector.type());
        check_duplicate(vector, type, dup);
        const Held<BinaryOp> duplicate = duplicate_operator(dup, type);
        check_indices("indices", {indices, nvals, false}, vector.ncols(), "w", "positions");
        build(vector, indices, nullptr, values, type, false, nvals, duplicate);
    });
}

GrB_Info build_matrix(const char *function, GrB_Matrix C, const GrB_Index *rows,
                      const GrB_Index *columns, const void *values, const Type *given,
                      GrB_Index nvals, GrB_BinaryOp dup) {
    return guard(function, C, [&] {
        Matrix &matrix = required(C, "C");
        check_list("rows", rows, nvals);
        check_list("columns", columns, nvals);
        check_list("values", values, nvals);
        optional(dup, "dup");
        check_is_empty("C", matrix);
        const Type *type = target_type("values", given, matrix.type());
        check_duplicate(matrix, type, dup);
        const Held<BinaryOp> duplicate = duplicate_operator(dup, type);
        check_indices("rows", {rows, nvals, false}, matrix.nrows(), "C", "rows");
        check_indices("columns", {columns, nvals, false}, matrix.ncols(), "C", "columns");
        build(matrix, rows, columns, values, type, false, nvals, duplicate);
    });
}

/// Rows are null for a vector. Without arrays the call only counts.
void extract(const char *name, const Container &A, GrB_Index *rows, GrB_Index *columns,
             void *values, const Type *given, GrB_Index *nvals) {
    const Type *type = target_type("values", given, A.type());
    check_domain(name, A.type(), type);
    const Ref<Snapshot> snapshot = A.snapshot();
    const std::uint64_t count = snapshot->nvals();
    const bool writes = rows != nullptr || columns != nullptr || values != nullptr;
    if (writes && *nvals < count) {
        throw Error(GrB_INSUFFICIENT_SPACE, "*nvals is %" PRIu64 ", %s has %" PRIu64 " entries",
                    *nvals, name, count);
    }
    if (writes) extract_in_order(A, *snapshot, rows, columns, values, type);
    *nvals = count;
}

GrB_Info extract_vector(const char *function, GrB_Index *indices, void *values, const Type *given,
                        GrB_Index *nvals, GrB_Vector u) {
    return guard(function, u, [&] {
        required_pointer(nvals, "nvals");
        extract("u", required(u, "u"), nullptr, indices, values, given, nvals);
    });
}

GrB_Info extract_matrix(const char *function, GrB_Index *rows, GrB_Index *columns, void *values,
                        const Type *given, GrB_Index *nvals, GrB_Matrix A) {
    return guard(function, A, [&] {
        required_pointer(nvals, "nvals");
        extract("A", required(A, "A"), rows, columns, values, given, nvals);
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                                     \
    GrB_Info P##_Vector_build_##T(GrB_Vector w, const GrB_Index *indices, const type *values,      \
                                  GrB_Index nvals, const GrB_BinaryOp dup) {                       \
        return build_vector(__func__, w, indices, values, builtin_type(TypeOf<type>::code), nvals, \
                            dup);                                                                  \
    }                                                                                              \
    GrB_Info P##_Matrix_build_##T(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns,   \
                                  const type *values, GrB_Index nvals, const GrB_BinaryOp dup) {   \
        return build_matrix(__func__, C, rows, columns, values, builtin_type(TypeOf<type>::code),  \
                            nvals, dup);                                                           \
    }                                                                                              \
    GrB_Info P##_Vector_extractTuples_##T(GrB_Index *indices, type *values, GrB_Index *nvals,      \
                                          GrB_Vector u) {                                          \
        return extract_vector(__func__, indices, values, builtin_type(TypeOf<type>::code), nvals,  \
                              u);                                                                  \
    }                                                                                              \
    GrB_Info P##_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, type *values,       \
                                          GrB_Index *nvals, GrB_Matrix A) {                        \
        return extract_matrix(__func__, rows, columns, values, builtin_type(TypeOf<type>::code),   \
                              nvals, A);                                                           \
    }
GRB_BUILTIN_TYPES(GRB_PREFIXED, GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Vector_build_UDT(GrB_Vector w, const GrB_Index *indices, const void *values,
                              GrB_Index nvals, const GrB_BinaryOp dup) {
    return build_vector(__func__, w, indices, values, nullptr, nvals, dup);
}

GrB_Info GrB_Matrix_build_UDT(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns,
                              const void *values, GrB_Index nvals, const GrB_BinaryOp dup) {
    return build_matrix(__func__, C, rows, columns, values, nullptr, nvals, dup);
}

GrB_Info GrB_Vector_extractTuples_UDT(GrB_Index *indices, void *values, GrB_Index *nvals,
                                      GrB_Vector u) {
    return extract_vector(__func__, indices, values, nullptr, nvals, u);
}

GrB_Info GrB_Matrix_extractTuples_UDT(GrB_Index *rows, GrB_Index *columns, void *values,
                                      GrB_Index *nvals, GrB_Matrix A) {
    return extract_matrix(__func__, rows, columns, values, nullptr, nvals, A);
}
