// Values of the fields of matrices, vectors and scalars.
#include "capi/get_fields.hpp"

#include "capi/gxb_settings.hpp"
#include "capi/gxb_sparsity.hpp"
#include "graphblast/gxb_arenas.h"
#include "storage/convert.hpp"

namespace grb {

namespace {

template <class T>
HostString given_name_of(const T &object) {
    return object.header.given_name != nullptr ? object.header.given_name : "";
}

/// Returns the bits of the integers that the entries are stored with; for a dense form, those that
/// a sparse form would have.
std::int32_t integer_bits(const Snapshot &snapshot, bool of_offsets) {
    const int index_width = index_width_for(snapshot.nrows(), snapshot.ncols());
    if (snapshot.has_dense() || snapshot.has_balanced()) {
        const int width =
            of_offsets ? offset_width_for(index_width, snapshot.nvals()) : index_width;
        return 8 * width;
    }
    const SparseForm &form = snapshot.sparse_form(snapshot.is_by_column());
    return 8 * (of_offsets ? form.offset_width : form.index_width);
}

std::int32_t container_number(const Container &object, int field) {
    switch (field) {
    case GxB_FORMAT:
        return is_by_column(object) ? GxB_BY_COL : GxB_BY_ROW;
    case GxB_ARENA_HEADER:
        return object.header.arena;
    case GxB_ARENA_DATA:
        return object.header.data_arena;
    case GxB_SPARSITY_CONTROL:
        return object.options().sparsity_control;
    case GxB_SPARSITY_STATUS:
        return sparsity_of(object);
    case GxB_IS_HYPER:
        return sparsity_of(object) == GxB_HYPERSPARSE ? 1 : 0;
    case GxB_HYPER_HASH:
        return object.options().hyper_hash;
    case GxB_IS_READONLY:
        return object.is_readonly() ? 1 : 0;
    case GxB_WILL_WAIT:
        return object.has_pending() ? 1 : 0;
    case GxB_ISO:
        return object.snapshot()->is_iso() ? 1 : 0;
    case GxB_ROWINDEX_INTEGER_BITS:
    case GxB_COLINDEX_INTEGER_BITS:
    case GxB_OFFSET_INTEGER_BITS:
        return integer_bits(*object.snapshot(), field == GxB_OFFSET_INTEGER_BITS);
    case GxB_ROWINDEX_INTEGER_HINT:
        return object.options().row_hint;
    case GxB_COLINDEX_INTEGER_HINT:
        return object.options().column_hint;
    case GxB_OFFSET_INTEGER_HINT:
        return object.options().offset_hint;
    case GrB_EL_TYPE_CODE:
        return api_code(object.type()->code);
    case GrX_FORMAT:
        return static_cast<std::int32_t>(object.options().format);
    case GrX_FORMAT_STATUS:
        return static_cast<std::int32_t>(object.snapshot()->format());
    case GrX_INDEX_WIDTH:
        return object.options().index_width;
    case GrX_DISTRIBUTION:
        return object.options().distribution;
    default:
        return object.options().orientations; // GrX_ORIENTATIONS
    }
}

template <class T>
Text collection_text(const T &object, const Type &type, int field) {
    if (field == GxB_JIT_C_NAME) return text_of_field(type, field);
    return field == GrB_NAME ? given_name_of(object) : type_name_of(type);
}

} // namespace

// SuiteSparse has no row-balanced format: such a matrix is sparse.
std::int32_t sparsity_of(Format format) noexcept {
    switch (format) {
    case Format::hypersparse:
        return 1;
    case Format::bitmap:
        return 4;
    case Format::full:
        return 8;
    default:
        return 2;
    }
}

double real_of_field(const Container &object, int field) {
    const StorageOptions &options = object.options();
    const bool is_bitmap = field == GxB_BITMAP_SWITCH;
    const double own = is_bitmap ? options.bitmap_switch : options.hyper_switch;
    if (own == own) return own;
    return is_bitmap ? default_bitmap_switch(object.nrows(), object.ncols())
                     : settings().hyper_switch;
}

// By row and by column are the same for a scalar, which has no dimension.
Number number_of_field(const Scalar &scalar, int field) {
    // Other fields have the values of a vector with one element.
    const StorageOptions defaults;
    switch (field) {
    case GrB_STORAGE_ORIENTATION_HINT:
        return GrB_BOTH;
    case GxB_FORMAT:
        return GxB_BY_COL;
    case GxB_ARENA_HEADER:
        return scalar.header.arena;
    case GxB_ARENA_DATA:
        return scalar.header.data_arena;
    case GxB_SPARSITY_CONTROL:
        return defaults.sparsity_control;
    case GxB_SPARSITY_STATUS:
        return sparsity_of(scalar.has_value ? Format::full : Format::sparse);
    case GxB_HYPER_HASH:
        return defaults.hyper_hash;
    case GxB_IS_READONLY:
    case GxB_WILL_WAIT:
    case GxB_ISO:
    case GxB_ROWINDEX_INTEGER_HINT:
    case GxB_COLINDEX_INTEGER_HINT:
    case GxB_OFFSET_INTEGER_HINT:
        return 0;
    case GxB_ROWINDEX_INTEGER_BITS:
    case GxB_COLINDEX_INTEGER_BITS:
    case GxB_OFFSET_INTEGER_BITS:
        return 32;
    default:
        return api_code(scalar.type->code); // GrB_EL_TYPE_CODE
    }
}
Number number_of_field(const Vector &vector, int field) {
    return field == GrB_STORAGE_ORIENTATION_HINT ? GrB_BOTH : container_number(vector, field);
}
Number number_of_field(const Matrix &matrix, int field) {
    if (field != GrB_STORAGE_ORIENTATION_HINT) return container_number(matrix, field);
    return hint_of_orientations(matrix.options().orientations,
                                is_by_column(matrix) ? GrB_COLMAJOR : GrB_ROWMAJOR);
}

Text text_of_field(const Scalar &scalar, int field) {
    return collection_text(scalar, *scalar.type, field);
}
Text text_of_field(const Vector &vector, int field) {
    return collection_text(vector, *vector.type(), field);
}
Text text_of_field(const Matrix &matrix, int field) {
    return collection_text(matrix, *matrix.type(), field);
}

} // namespace grb
