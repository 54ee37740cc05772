// Matrix export of the C API, its sizes, and the format that fits best.
#include "storage/export.hpp"

#include "capi/guard.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"

#include <cinttypes>

using namespace grb;

namespace {

GrB_Format checked(const GrB_Format &format) {
    const int number = number_of(format);
    if (number < GrB_CSR_FORMAT || number > GrB_COO_FORMAT) {
        throw Error(GrB_INVALID_VALUE, "format %d is none of GrB_Format", number);
    }
    return format;
}

void check_room(const char *array, GrB_Index room, std::uint64_t needed) {
    if (room >= needed) return;
    throw Error(GrB_INSUFFICIENT_SPACE,
                "%s has room for %" PRIu64 " elements, %" PRIu64 " are needed", array, room,
                needed);
}

/// Three arrays of the caller's, and their numbers of elements.
struct Target {
    GrB_Index *offsets, *indices;
    void *values;
    GrB_Index *offsets_length, *indices_length, *values_length;

    void check_pointers() const {
        required_pointer(offsets_length, "offsets_len");
        required_pointer(indices_length, "indices_len");
        required_pointer(values_length, "values_len");
        if (*offsets_length != 0) required_pointer(offsets, "offsets");
        if (*indices_length != 0) required_pointer(indices, "indices");
        if (*values_length != 0) required_pointer(values, "values");
    }
};

/// `given`: the type of the values; null for a user-defined type.
GrB_Info export_matrix(const char *function, const Target &target, const Type *given,
                       const GrB_Format &format, GrB_Matrix A) {
    return guard(function, A, [&] {
        target.check_pointers();
        const Matrix &matrix = required(A, "A");
        const GrB_Format layout = checked(format);
        const Type *type = matrix.type();
        if (target_type("values", given, type) != type) {
            throw Error(GrB_DOMAIN_MISMATCH, "values has type %s, A has type %s", type_name(given),
                        type_name(type));
        }
        const Ref<Snapshot> snapshot = matrix.snapshot();
        const ExportLengths needed =
            export_lengths(matrix.nrows(), matrix.ncols(), snapshot->nvals(), layout);
        check_room("offsets", *target.offsets_length, needed.offsets);
        check_room("indices", *target.indices_length, needed.indices);
        check_room("values", *target.values_length, needed.values);
        export_arrays(*snapshot, layout, target.offsets, target.indices, target.values);
        *target.offsets_length = needed.offsets;
        *target.indices_length = needed.indices;
        *target.values_length = needed.values;
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                                 \
    GrB_Info P##_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, type *values,       \
                                   GrB_Index *offsets_len, GrB_Index *indices_len,             \
                                   GrB_Index *values_len, GrB_Format format, GrB_Matrix A) {   \
        return export_matrix(__func__,                                                         \
                             {offsets, indices, values, offsets_len, indices_len, values_len}, \
                             builtin_type(TypeOf<type>::code), format, A);                     \
    }
GRB_BUILTIN_TYPES(GRB_PREFIXED, GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Matrix_export_UDT(GrB_Index *offsets, GrB_Index *indices, void *values,
                               GrB_Index *offsets_len, GrB_Index *indices_len,
                               GrB_Index *values_len, GrB_Format format, GrB_Matrix A) {
    return export_matrix(__func__, {offsets, indices, values, offsets_len, indices_len, values_len},
                         nullptr, format, A);
}

GrB_Info GrB_Matrix_exportSize(GrB_Index *offsets_len, GrB_Index *indices_len,
                               GrB_Index *values_len, GrB_Format format, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(offsets_len, "offsets_len");
        required_pointer(indices_len, "indices_len");
        required_pointer(values_len, "values_len");
        const Matrix &matrix = required(A, "A");
        const ExportLengths needed =
            export_lengths(matrix.nrows(), matrix.ncols(), matrix.nvals(), checked(format));
        *offsets_len = needed.offsets;
        *indices_len = needed.indices;
        *values_len = needed.values;
    });
}

GrB_Info GrB_Matrix_exportHint(GrB_Format *format, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(format, "format");
        *format = cheapest_format(*required(A, "A").snapshot());
    });
}
