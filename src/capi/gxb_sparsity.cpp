// Implements SuiteSparse's rule for formats, and extraction in the order of GxB_FORMAT.
#include "capi/gxb_sparsity.hpp"

#include "capi/get_fields.hpp"
#include "graphblast/gxb_options.h"
#include "storage/build.hpp"

namespace grb {

namespace {

/// True when `count` is above `fraction` of `all`, in the precision of SuiteSparse's computation.
bool is_above(std::uint64_t count, double fraction, double all) noexcept {
    return static_cast<float>(count) > static_cast<float>(fraction) * static_cast<float>(all);
}

/// A hypersparse object, as all new matrices are, stays hypersparse up to twice the switch.
bool is_hypersparse(const Container &object, const Snapshot &snapshot) {
    const bool by_column = is_by_column(object);
    const std::uint64_t major_count = by_column ? object.ncols() : object.nrows();
    const double most = 2 * real_of_field(object, GxB_HYPER_SWITCH);
    if (!is_above(snapshot.nvals(), most, static_cast<double>(major_count))) return true;
    const Statistics &lengths = by_column ? snapshot.column_statistics() : snapshot.statistics();
    return !is_above(major_count - lengths.empty_rows, most, static_cast<double>(major_count));
}

} // namespace

std::int32_t sparsity_of(Layout layout) noexcept {
    switch (layout) {
    case Layout::hyper:
        return GxB_HYPERSPARSE;
    case Layout::bitmap:
        return GxB_BITMAP;
    case Layout::full:
        return GxB_FULL;
    default:
        return GxB_SPARSE;
    }
}

bool is_by_column(const Container &object) noexcept {
    return object.is_vector() ||
           object.options().by_column == 1; // SuiteSparse stores a vector as a column
}

void extract_in_order(const Container &object, const Snapshot &snapshot, std::uint64_t *rows,
                      std::uint64_t *columns, void *values, const Type *type) {
    if (object.is_vector() || !is_by_column(object))
        return extract_tuples(snapshot, rows, columns, values, type);
    const Ref<Snapshot> transposed =
        Snapshot::of_rows(snapshot.type(), snapshot.ncols(), snapshot.nrows(),
                          SparseForm(snapshot.sparse_form(true)));
    extract_tuples(*transposed, columns, rows, values, type);
}

std::int32_t sparsity_of(const Container &object) {
    if (const int given = object.given_sparsity()) return given;
    const Ref<Snapshot> snapshot = object.snapshot();
    if (object.options().format != Format::automatic) return sparsity_of(snapshot->format());
    const std::uint64_t major_count = object.is_vector()     ? 1
                                      : is_by_column(object) ? object.ncols()
                                                             : object.nrows();
    int allowed = object.options().sparsity_control;
    if (major_count <= 1 && (allowed & GxB_HYPERSPARSE) != 0)
        allowed = (allowed & ~GxB_HYPERSPARSE) | GxB_SPARSE;
    const bool is_full = snapshot->is_full() && snapshot->nvals() != 0;
    if ((allowed & GxB_FULL) != 0 && is_full) return GxB_FULL;
    allowed &= ~GxB_FULL;
    const int compressed_formats = allowed & (GxB_HYPERSPARSE | GxB_SPARSE);
    if (compressed_formats == 0) return GxB_BITMAP;
    const double elements =
        static_cast<double>(object.nrows()) * static_cast<double>(object.ncols());
    if ((allowed & GxB_BITMAP) != 0 &&
        is_above(snapshot->nvals(), real_of_field(object, GxB_BITMAP_SWITCH), elements)) {
        return GxB_BITMAP;
    }
    if (compressed_formats != (GxB_HYPERSPARSE | GxB_SPARSE)) return compressed_formats;
    return is_hypersparse(object, *snapshot) ? GxB_HYPERSPARSE : GxB_SPARSE;
}

} // namespace grb
