// Converts between objects and the vectors of a GxB_Container.
#include "objects/loading.hpp"

#include "algebra/batch.hpp"
#include "objects/form_checks.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Returns the values of a vector: at least `count`, one for each of its entries.
Array values_of(char name, const Snapshot &component, std::uint64_t count) {
    const std::uint64_t n = component.ncols();
    if (component.nvals() != n) {
        throw Error(GrB_INVALID_VALUE, "%c has %" PRIu64 " entries, not all %" PRIu64, name,
                    component.nvals(), n);
    }
    if (n < count) {
        throw Error(GrB_INVALID_VALUE, "%c has %" PRIu64 " entries, %" PRIu64 " are needed", name,
                    n, count);
    }
    if (n == 0) return Array(0);
    const DenseForm dense = component.share_dense();
    if (!dense.is_iso || n == 1) return dense.values;
    return expand_values(dense.values.data(), component.type(), true, n, component.type());
}

/// Returns the bytes of an integer that is a position.
int width_of(char name, const Snapshot &component) {
    switch (component.type()->code) {
    case TypeCode::int32:
    case TypeCode::uint32:
        return 4;
    case TypeCode::int64:
    case TypeCode::uint64:
        return 8;
    default:
        throw Error(GrB_DOMAIN_MISMATCH, "%c is no vector of integers of 32 or 64 bits", name);
    }
}

/// Returns positions of `width` bytes.
Array positions_of(char name, const Snapshot &component, std::uint64_t count, int width) {
    Array given = values_of(name, component, count);
    if (width_of(name, component) == width) return given;
    Array wide(component.ncols() * 8);
    cast_values(wide.data(), builtin_type(TypeCode::uint64), std::as_const(given).data(),
                component.type(), component.ncols());
    return wide;
}

std::uint64_t position_at(const Array &positions, std::uint64_t k, int width) {
    return width == 4 ? positions.as<std::uint32_t>()[k] : positions.as<std::uint64_t>()[k];
}

/// Calls check_values() on the values.
void check_all_values(const ObjectComponents &components, const Array &values, std::uint64_t n,
                      const void *present) {
    char name[64];
    std::snprintf(name, sizeof name, "%sx", components.owner);
    check_values(name, values.data(), components.values->type(), n, present);
}

Ref<Snapshot> sparse_of(const ObjectComponents &components, bool checks_all) {
    const Type *const type = components.values->type();
    const std::uint64_t major_count =
                            components.kind.by_column ? components.ncols : components.nrows,
                        length = components.kind.by_column ? components.nrows : components.ncols;
    SparseForm form;
    form.is_hyper = components.kind.layout == Layout::hyper;
    // Every array is at least as wide as the shape asks for, and offsets are at least as wide as
    // indices.
    form.index_width = std::max(width_of('i', *components.indices),
                                index_width_for(components.nrows, components.ncols));
    if (form.is_hyper)
        form.index_width = std::max(form.index_width, width_of('h', *components.ids));
    form.offset_width = std::max(width_of('p', *components.offsets), form.index_width);
    form.stored_rows = form.is_hyper ? components.ids->ncols() : major_count;
    form.row_offsets =
        positions_of('p', *components.offsets, form.stored_rows + 1, form.offset_width);
    form.nvals = position_at(form.row_offsets, form.stored_rows, form.offset_width);
    if (form.stored_rows > major_count || form.nvals != components.nvals ||
        position_at(form.row_offsets, 0, form.offset_width) != 0) {
        throw Error(components.unfit,
                    "%sp lists %" PRIu64 " entries in %" PRIu64 " vectors, there are %" PRIu64
                    " in %" PRIu64,
                    components.owner, form.nvals, form.stored_rows, components.nvals, major_count);
    }
    form.is_iso = components.is_iso && form.nvals != 0;
    form.is_jumbled = components.is_jumbled && form.nvals != 0;
    if (form.is_hyper)
        form.row_ids = positions_of('h', *components.ids, form.stored_rows, form.index_width);
    form.column_indices = positions_of('i', *components.indices, form.nvals, form.index_width);
    form.values = values_of('x', *components.values, form.is_iso ? 1 : form.nvals);
    if (checks_all) {
        check_sparse(components.owner, form, type, major_count, length);
        check_all_values(components, form.values, form.is_iso ? 1 : form.nvals, nullptr);
    }
    return components.kind.by_column
               ? Snapshot::of_columns(type, components.nrows, components.ncols, std::move(form))
               : Snapshot::of_rows(type, components.nrows, components.ncols, std::move(form));
}

/// Takes the presence bytes of a bitmap as bits of `form`.
Array take_presence(DenseForm &form, const ObjectComponents &components, std::uint64_t elements,
                    bool checks_all) {
    if (components.present->type()->size != 1)
        throw Error(GrB_DOMAIN_MISMATCH, "b is no vector of integers of 8 bits");
    Array present = values_of('b', *components.present, elements);
    const void *const bytes = std::as_const(present).data();
    if (checks_all) check_presence(components.owner, bytes, elements);
    std::uint64_t marked = 0;
    form.bits = bits_of_bytes(bytes, elements, marked);
    if (marked != components.nvals) {
        throw Error(components.unfit, "nvals is %" PRIu64 ", b marks %" PRIu64 " entries",
                    components.nvals, marked);
    }
    form.nvals = marked;
    if (marked == elements) form.bits = Array();
    return present;
}

Ref<Snapshot> dense_of(const ObjectComponents &components, bool checks_all) {
    const Type *const type = components.values->type();
    const std::uint64_t elements = element_count(components.nrows, components.ncols);
    if (elements == 0) return Snapshot::empty(type, components.nrows, components.ncols);
    // An iso matrix with more positions than a dense form may have would be listed entry by entry.
    if (components.is_iso && elements > largest_dense) throw std::bad_alloc();
    DenseForm form;
    form.is_iso = components.is_iso;
    form.nvals = elements;
    form.values = values_of('x', *components.values, components.is_iso ? 1 : elements);
    Array present;
    if (components.kind.layout == Layout::bitmap)
        present = take_presence(form, components, elements, checks_all);
    if (checks_all) {
        check_all_values(components, form.values, form.is_iso ? 1 : elements,
                         form.is_iso ? nullptr : std::as_const(present).data());
    }
    // A single row or column has the same order by row and by column.
    if (components.kind.by_column && components.nrows > 1 && components.ncols > 1)
        form = transpose_dense(form, type, components.ncols, components.nrows);
    return Snapshot::of_dense(type, components.nrows, components.ncols, std::move(form));
}

Ref<Snapshot> vector_of(TypeCode code, std::uint64_t n, Array values) {
    return full_object(builtin_type(code), 1, n, std::move(values), false);
}
Ref<Snapshot> positions_vector(std::uint64_t n, Array values, int width) {
    return vector_of(width == 4 ? TypeCode::int32 : TypeCode::int64, n, std::move(values));
}

/// Hands 32-bit positions over as signed ones.
constexpr std::uint64_t most_signed = std::uint64_t{1} << 31;

void list_sparse(ObjectComponents &components, const Snapshot &snapshot) {
    const bool is_jumbled =
        snapshot.jumbled_rows_form().is_present() && !snapshot.rows_form().is_present();
    const bool by_column = snapshot.is_by_column();
    SparseForm form = is_jumbled && !by_column ? snapshot.jumbled_rows_form().get()
                                               : snapshot.sparse_form(by_column);
    const std::uint64_t major_count = by_column ? components.ncols : components.nrows,
                        length = by_column ? components.nrows : components.ncols;
    if (form.index_width == 4 && std::max(major_count, length) > most_signed)
        form = with_width(view_of(form, snapshot.type(), major_count, length), 8, 8);
    components.kind = {form.is_hyper ? Layout::hyper : Layout::compressed, by_column};
    components.is_iso = form.is_iso;
    components.is_jumbled = form.is_jumbled;
    components.offsets = vector_of(form.offset_width == 4 ? TypeCode::uint32 : TypeCode::uint64,
                                   form.stored_rows + 1, form.row_offsets);
    if (form.is_hyper)
        components.ids = positions_vector(form.stored_rows, form.row_ids, form.index_width);
    components.indices = positions_vector(form.nvals, form.column_indices, form.index_width);
    components.values =
        full_object(snapshot.type(), 1, form.is_iso ? 1 : form.nvals, form.values, false);
}

void list_dense(ObjectComponents &components, const Snapshot &snapshot) {
    const std::uint64_t elements = element_count(components.nrows, components.ncols);
    const DenseForm form = snapshot.share_dense();
    components.is_iso = form.is_iso;
    components.kind.layout = form.bits.empty() ? Layout::full : Layout::bitmap;
    if (!form.bits.empty()) {
        components.present = vector_of(
            TypeCode::int8, elements,
            presence_bytes(view_of(form, snapshot.type(), snapshot.nrows(), snapshot.ncols())));
    }
    components.values =
        full_object(snapshot.type(), 1, form.is_iso ? 1 : elements, form.values, false);
}

} // namespace

Ref<Snapshot> made_of_components(const ObjectComponents &components, bool checks_all) {
    const bool is_dense =
        components.kind.layout == Layout::bitmap || components.kind.layout == Layout::full;
    return is_dense ? dense_of(components, checks_all) : sparse_of(components, checks_all);
}

ObjectComponents components_of(const Snapshot &snapshot) {
    ObjectComponents components;
    components.nrows = snapshot.nrows();
    components.ncols = snapshot.ncols();
    components.nvals = snapshot.nvals();
    components.offsets = vector_of(TypeCode::uint32, 0, {});
    components.ids = components.indices = vector_of(TypeCode::int32, 0, {});
    components.present = vector_of(TypeCode::int8, 0, {});
    if (is_dense(snapshot.format())) {
        list_dense(components, snapshot);
    } else {
        list_sparse(components, snapshot);
    }
    return components;
}

bool has_loans(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_form().get().values.is_lent();
}

} // namespace grb
