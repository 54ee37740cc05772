// Converts between objects and the vectors of a GxB_Container.
#include "objects/loading.hpp"

#include "algebra/batch.hpp"
#include "objects/part_checks.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Returns the values of a vector: at least `count`, one for each of its entries.
Array values_of(char name, const Snapshot &part, std::uint64_t count) {
    const std::uint64_t n = part.ncols();
    if (part.nvals() != n) {
        throw Error(GrB_INVALID_VALUE, "%c has %" PRIu64 " entries, not all %" PRIu64, name,
                    part.nvals(), n);
    }
    if (n < count) {
        throw Error(GrB_INVALID_VALUE, "%c has %" PRIu64 " entries, %" PRIu64 " are needed", name,
                    n, count);
    }
    if (n == 0) return Array(0);
    const DensePart dense = part.share_dense();
    if (!dense.is_iso || n == 1) return dense.values;
    return expand_values(dense.values.data(), part.type(), true, n, part.type());
}

/// Returns the bytes of an integer that is a position.
int width_of(char name, const Snapshot &part) {
    switch (part.type()->code) {
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
Array positions_of(char name, const Snapshot &part, std::uint64_t count, int width) {
    Array given = values_of(name, part, count);
    if (width_of(name, part) == width) return given;
    Array wide(part.ncols() * 8);
    cast_values(wide.data(), builtin_type(TypeCode::uint64), std::as_const(given).data(),
                part.type(), part.ncols());
    return wide;
}

std::uint64_t position_at(const Array &positions, std::uint64_t k, int width) {
    return width == 4 ? positions.as<std::uint32_t>()[k] : positions.as<std::uint64_t>()[k];
}

/// Calls check_values() on the values.
void check_all_values(const ObjectParts &parts, const Array &values, std::uint64_t n,
                      const void *present) {
    char name[64];
    std::snprintf(name, sizeof name, "%sx", parts.owner);
    check_values(name, values.data(), parts.values->type(), n, present);
}

Ref<Snapshot> sparse_of(const ObjectParts &parts, bool checks_all) {
    const Type *const type = parts.values->type();
    const std::uint64_t lines = parts.kind.by_column ? parts.ncols : parts.nrows,
                        length = parts.kind.by_column ? parts.nrows : parts.ncols;
    SparsePart part;
    part.is_hyper = parts.kind.layout == Layout::hyper;
    // Every array is at least as wide as the shape asks for, and offsets are at least as wide as
    // indices.
    part.index_width =
        std::max(width_of('i', *parts.indices), index_width_for(parts.nrows, parts.ncols));
    if (part.is_hyper) part.index_width = std::max(part.index_width, width_of('h', *parts.ids));
    part.offset_width = std::max(width_of('p', *parts.offsets), part.index_width);
    part.stored_rows = part.is_hyper ? parts.ids->ncols() : lines;
    part.row_offsets = positions_of('p', *parts.offsets, part.stored_rows + 1, part.offset_width);
    part.nvals = position_at(part.row_offsets, part.stored_rows, part.offset_width);
    if (part.stored_rows > lines || part.nvals != parts.nvals ||
        position_at(part.row_offsets, 0, part.offset_width) != 0) {
        throw Error(parts.unfit,
                    "%sp lists %" PRIu64 " entries in %" PRIu64 " lines, there are %" PRIu64
                    " in %" PRIu64,
                    parts.owner, part.nvals, part.stored_rows, parts.nvals, lines);
    }
    part.is_iso = parts.is_iso && part.nvals != 0;
    part.is_jumbled = parts.is_jumbled && part.nvals != 0;
    if (part.is_hyper)
        part.row_ids = positions_of('h', *parts.ids, part.stored_rows, part.index_width);
    part.column_indices = positions_of('i', *parts.indices, part.nvals, part.index_width);
    part.values = values_of('x', *parts.values, part.is_iso ? 1 : part.nvals);
    if (checks_all) {
        check_sparse(parts.owner, part, type, lines, length);
        check_all_values(parts, part.values, part.is_iso ? 1 : part.nvals, nullptr);
    }
    return parts.kind.by_column
               ? Snapshot::of_columns(type, parts.nrows, parts.ncols, std::move(part))
               : Snapshot::of_rows(type, parts.nrows, parts.ncols, std::move(part));
}

/// Takes the presence bytes of a bitmap as bits of `part`.
Array take_presence(DensePart &part, const ObjectParts &parts, std::uint64_t cells,
                    bool checks_all) {
    if (parts.present->type()->size != 1)
        throw Error(GrB_DOMAIN_MISMATCH, "b is no vector of integers of 8 bits");
    Array present = values_of('b', *parts.present, cells);
    const void *const bytes = std::as_const(present).data();
    if (checks_all) check_presence(parts.owner, bytes, cells);
    std::uint64_t marked = 0;
    part.bits = bits_of_bytes(bytes, cells, marked);
    if (marked != parts.nvals) {
        throw Error(parts.unfit, "nvals is %" PRIu64 ", b marks %" PRIu64 " entries", parts.nvals,
                    marked);
    }
    part.nvals = marked;
    if (marked == cells) part.bits = Array();
    return present;
}

Ref<Snapshot> dense_of(const ObjectParts &parts, bool checks_all) {
    const Type *const type = parts.values->type();
    const std::uint64_t cells = cell_count(parts.nrows, parts.ncols);
    if (cells == 0) return Snapshot::empty(type, parts.nrows, parts.ncols);
    // An iso matrix with more positions than a dense form may have would be listed entry by entry.
    if (parts.is_iso && cells > largest_dense) throw std::bad_alloc();
    DensePart part;
    part.is_iso = parts.is_iso;
    part.nvals = cells;
    part.values = values_of('x', *parts.values, parts.is_iso ? 1 : cells);
    Array present;
    if (parts.kind.layout == Layout::bitmap)
        present = take_presence(part, parts, cells, checks_all);
    if (checks_all) {
        check_all_values(parts, part.values, part.is_iso ? 1 : cells,
                         part.is_iso ? nullptr : std::as_const(present).data());
    }
    // A single row or column has the same order by row and by column.
    if (parts.kind.by_column && parts.nrows > 1 && parts.ncols > 1)
        part = transpose_dense(part, type, parts.ncols, parts.nrows);
    return Snapshot::of_dense(type, parts.nrows, parts.ncols, std::move(part));
}

Ref<Snapshot> vector_of(TypeCode code, std::uint64_t n, Array values) {
    return full_object(builtin_type(code), 1, n, std::move(values), false);
}
Ref<Snapshot> positions_vector(std::uint64_t n, Array values, int width) {
    return vector_of(width == 4 ? TypeCode::int32 : TypeCode::int64, n, std::move(values));
}

/// Hands 32-bit positions over as signed ones.
constexpr std::uint64_t most_signed = std::uint64_t{1} << 31;

void list_sparse(ObjectParts &parts, const Snapshot &snapshot) {
    const bool is_jumbled =
        snapshot.jumbled_rows_part().is_present() && !snapshot.rows_part().is_present();
    const bool by_column = snapshot.is_by_column();
    SparsePart part = is_jumbled && !by_column ? snapshot.jumbled_rows_part().get()
                                               : snapshot.sparse_part(by_column);
    const std::uint64_t lines = by_column ? parts.ncols : parts.nrows,
                        length = by_column ? parts.nrows : parts.ncols;
    if (part.index_width == 4 && std::max(lines, length) > most_signed)
        part = with_width(view_of(part, snapshot.type(), lines, length), 8, 8);
    parts.kind = {part.is_hyper ? Layout::hyper : Layout::compressed, by_column};
    parts.is_iso = part.is_iso;
    parts.is_jumbled = part.is_jumbled;
    parts.offsets = vector_of(part.offset_width == 4 ? TypeCode::uint32 : TypeCode::uint64,
                              part.stored_rows + 1, part.row_offsets);
    if (part.is_hyper)
        parts.ids = positions_vector(part.stored_rows, part.row_ids, part.index_width);
    parts.indices = positions_vector(part.nvals, part.column_indices, part.index_width);
    parts.values =
        full_object(snapshot.type(), 1, part.is_iso ? 1 : part.nvals, part.values, false);
}

void list_dense(ObjectParts &parts, const Snapshot &snapshot) {
    const std::uint64_t cells = cell_count(parts.nrows, parts.ncols);
    const DensePart part = snapshot.share_dense();
    parts.is_iso = part.is_iso;
    parts.kind.layout = part.bits.empty() ? Layout::full : Layout::bitmap;
    if (!part.bits.empty()) {
        parts.present = vector_of(
            TypeCode::int8, cells,
            presence_bytes(view_of(part, snapshot.type(), snapshot.nrows(), snapshot.ncols())));
    }
    parts.values = full_object(snapshot.type(), 1, part.is_iso ? 1 : cells, part.values, false);
}

} // namespace

Ref<Snapshot> made_of_parts(const ObjectParts &parts, bool checks_all) {
    const bool is_dense = parts.kind.layout == Layout::bitmap || parts.kind.layout == Layout::full;
    return is_dense ? dense_of(parts, checks_all) : sparse_of(parts, checks_all);
}

ObjectParts parts_of(const Snapshot &snapshot) {
    ObjectParts parts;
    parts.nrows = snapshot.nrows();
    parts.ncols = snapshot.ncols();
    parts.nvals = snapshot.nvals();
    parts.offsets = vector_of(TypeCode::uint32, 0, {});
    parts.ids = parts.indices = vector_of(TypeCode::int32, 0, {});
    parts.present = vector_of(TypeCode::int8, 0, {});
    if (is_dense(snapshot.format())) {
        list_dense(parts, snapshot);
    } else {
        list_sparse(parts, snapshot);
    }
    return parts;
}

bool has_loans(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_part().get().values.is_lent();
}

} // namespace grb
