// Converts between compressed rows, slots and dense storage by calls of the plugin.
#include "cuda/structure/rows/formats.hpp"

#include "cpu/mxv_pull.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/convert.hpp"

namespace grb::device {

namespace {

bool is_columns(const SparsePart &part, const Snapshot &snapshot) noexcept {
    return snapshot.columns_part().is_present() && &part == &snapshot.columns_part().get();
}

SparseArrays arrays_of(const SparsePart &part, const Type *type) {
    SparseArrays arrays{};
    arrays.nvals = part.nvals;
    arrays.column_indices = part.column_indices.data_here();
    arrays.offset_width = part.offset_width;
    arrays.index_width = part.index_width;
    arrays.type = cpp_type_name(type);
    arrays.is_iso = part.is_iso;
    return arrays;
}

/// Scatters the list of one row, whose indices are the dense positions.
void spread_list(const SparsePart &list, const Snapshot &snapshot, std::uint64_t *bits,
                 void *cells) {
    SparseArrays arrays = arrays_of(list, snapshot.type());
    arrays.nrows = 1;
    arrays.ncols = snapshot.ncols();
    if (bits != nullptr) {
        MaskBitsCall call{};
        call.sparse = &arrays;
        call.is_structural = true;
        call.cells = snapshot.ncols();
        call.bits = bits;
        check(gpu::mask_bits(&call));
    }
    if (cells == nullptr) return;
    SpreadCall call{};
    call.nvals = list.nvals;
    call.indices = arrays.column_indices;
    call.index_width = list.index_width;
    call.size = static_cast<int>(snapshot.type()->size);
    call.values = list.values.data_here();
    call.cells = cells;
    check(gpu::spread_list(&call));
}

/// Scatters the rows of a matrix, or its columns.
void spread_rows(const SparsePart &part, const Snapshot &snapshot, std::uint64_t *bits,
                 void *cells) {
    const bool is_by_column = is_columns(part, snapshot);
    SpreadRowsCall call{};
    call.A = arrays_of(part, snapshot.type());
    call.A.row_offsets = part.row_offsets.data_here();
    if (cells != nullptr) call.A.values = part.values.data_here();
    call.stored = part.stored_rows;
    if (part.is_hyper) call.row_ids = part.row_ids.data_here();
    call.row_stride = is_by_column ? 1 : snapshot.ncols();
    call.column_stride = is_by_column ? snapshot.ncols() : 1;
    call.size = static_cast<int>(snapshot.type()->size);
    call.bits = bits;
    call.cells = cells;
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    if (bits != nullptr) device::clear(bits, (positions + 63) / 64 * 8);
    check(gpu::spread_rows(&call));
}

/// The balanced part as calls take it, with counts if slots are empty.
BalancedArrays balanced_arrays(const Snapshot &snapshot) {
    const BalancedPart &part = snapshot.balanced_part().get();
    BalancedArrays arrays{};
    arrays.nrows = snapshot.nrows();
    arrays.ncols = snapshot.ncols();
    arrays.slots = part.slots;
    arrays.nvals = part.nvals;
    if (part.nvals != arrays.nrows * part.slots)
        arrays.counts = static_cast<const unsigned *>(part.counts.data_here());
    arrays.places = part.column_indices.data_here();
    arrays.place_width = part.index_width;
    if (!part.is_iso) arrays.values = part.values.data_here();
    arrays.size = static_cast<int>(snapshot.type()->size);
    return arrays;
}

void spread_slots(const Snapshot &snapshot, std::uint64_t *bits, void *cells) {
    SpreadBalancedCall call{};
    call.from = balanced_arrays(snapshot);
    call.bits = bits;
    call.cells = cells;
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    if (bits != nullptr) device::clear(bits, (positions + 63) / 64 * 8);
    check(gpu::spread_balanced(&call));
}

} // namespace

SparsePart unpacked(const Snapshot &snapshot) {
    const BalancedPart &balanced = snapshot.balanced_part().get();
    SparsePart part;
    part.stored_rows = snapshot.nrows();
    part.nvals = balanced.nvals;
    part.offset_width = offset_width_for(part.index_width, part.nvals);
    part.is_iso = balanced.is_iso;
    part.row_offsets =
        Array::make_here((part.stored_rows + 1) * static_cast<std::size_t>(part.offset_width));
    part.column_indices = Array::make_here(part.nvals * static_cast<std::size_t>(part.index_width));
    ListBalancedCall call{};
    call.from = balanced_arrays(snapshot);
    call.to.row_offsets = part.row_offsets.data_here_for_writing();
    call.to.offset_width = part.offset_width;
    call.to.column_indices = part.column_indices.data_here_for_writing();
    call.to.index_width = part.index_width;
    if (part.is_iso) {
        part.values = own_iso(balanced.values, snapshot.type());
    } else if (call.from.counts == nullptr) {
        part.values = balanced.values; // all of them, in the same order
    } else {
        part.values = Array::make_here(part.nvals * snapshot.type()->size);
        call.to.values = part.values.data_here_for_writing();
    }
    check(gpu::list_balanced(&call));
    return part;
}

Array own_iso(const Array &values, const Type *type) {
    return values.is_on_host() && values.bytes() >= type->size
               ? Array::copy_of(values.data(), type->size)
               : values;
}

const SparsePart *sparse_part(const Snapshot &snapshot) noexcept {
    for (const auto *part :
         {&snapshot.rows_part(), &snapshot.jumbled_rows_part(), &snapshot.columns_part()}) {
        if (part->is_present()) return &part->get();
    }
    return nullptr;
}

DensePart spread(const Snapshot &snapshot) {
    const SparsePart *const rows = sparse_part(snapshot);
    const BalancedPart *const slots = rows == nullptr ? &snapshot.balanced_part().get() : nullptr;
    const Array &values = rows != nullptr ? rows->values : slots->values;
    const std::size_t size = snapshot.type()->size;
    const std::uint64_t positions = cell_count(snapshot.nrows(), snapshot.ncols());
    DensePart dense;
    dense.nvals = rows != nullptr ? rows->nvals : slots->nvals;
    dense.is_iso = rows != nullptr ? rows->is_iso : slots->is_iso;
    std::uint64_t *bits = nullptr;
    if (dense.nvals != positions) {
        dense.bits = Array::make_here((positions + 63) / 64 * 8);
        bits = static_cast<std::uint64_t *>(dense.bits.data_here_for_writing());
    }
    void *cells = nullptr;
    if (dense.is_iso) {
        dense.values = own_iso(values, snapshot.type());
    } else {
        dense.values = Array::make_here(positions * size);
        cells = dense.values.data_here_for_writing();
        // Absent values must be zero: see sparse_to_dense().
        if (bits != nullptr) device::clear(cells, positions * size);
    }
    if (rows == nullptr) {
        spread_slots(snapshot, bits, cells);
    } else if (snapshot.nrows() == 1 && !is_columns(*rows, snapshot)) {
        spread_list(*rows, snapshot, bits, cells);
    } else {
        spread_rows(*rows, snapshot, bits, cells);
    }
    return dense;
}

Array pattern_bits(const Snapshot &snapshot) {
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    Array bits = Array::make_here((positions + 63) / 64 * 8);
    spread_rows(*sparse_part(snapshot), snapshot,
                static_cast<std::uint64_t *>(bits.data_here_for_writing()), nullptr);
    return bits;
}

SparsePart listed(const Snapshot &snapshot, int index_width) {
    const DensePart &dense = snapshot.dense_part().get();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
    const std::size_t size = snapshot.type()->size;
    SparsePart part;
    part.stored_rows = nrows;
    part.nvals = dense.nvals;
    part.index_width = std::max(index_width, index_width_for(nrows, ncols));
    part.offset_width = offset_width_for(part.index_width, part.nvals);
    part.is_iso = dense.is_iso;
    part.column_indices = Array::make_here(part.nvals * static_cast<std::size_t>(part.index_width));
    ListCall call{};
    call.cells = nrows * ncols;
    call.bits = static_cast<const std::uint64_t *>(dense.bits.data_here());
    call.size = static_cast<int>(size);
    call.index_width = part.index_width;
    call.indices = part.column_indices.data_here_for_writing();
    if (nrows == 1) {
        part.row_offsets = vector_offsets(part.nvals, part.offset_width);
    } else {
        part.row_offsets =
            Array::make_here((nrows + 1) * static_cast<std::size_t>(part.offset_width));
        call.ncols = ncols;
        call.row_offsets = part.row_offsets.data_here_for_writing();
        call.offset_width = part.offset_width;
    }
    if (part.is_iso) {
        part.values = own_iso(dense.values, snapshot.type());
    } else if (call.bits == nullptr) {
        part.values = dense.values; // all of them, in the same order
    } else {
        part.values = Array::make_here(part.nvals * size);
        call.values = dense.values.data_here();
        call.list_values = part.values.data_here_for_writing();
    }
    check(gpu::list_cells(&call));
    return part;
}

} // namespace grb::device
