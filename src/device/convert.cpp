#include "device/convert.hpp"

#include "storage/convert.hpp"

#include <cstring>

namespace grb::device {

namespace {

SparseArrays arrays_of_list(const SparsePart &part, const Snapshot &snapshot) {
    SparseArrays arrays{};
    arrays.nrows = 1;
    arrays.ncols = snapshot.ncols();
    arrays.nvals = part.nvals;
    arrays.column_indices = part.column_indices.device_data();
    arrays.index_width = part.index_width;
    arrays.type = type_name(snapshot.type());
    return arrays;
}

/// The list of one row spread out over dense storage.
DensePart spread(const Snapshot &snapshot) {
    if (list_part(snapshot) == nullptr) snapshot.rows_in_any_order();
    const SparsePart &list = *list_part(snapshot);
    const std::size_t size = snapshot.type()->size;
    const std::uint64_t cells = snapshot.ncols();
    const SparseArrays arrays = arrays_of_list(list, snapshot);
    const Table &table = backend();
    DensePart part;
    part.nvals = list.nvals;
    part.is_iso = list.is_iso;
    if (list.nvals != cells) {
        part.bits = Array::on_device((cells + 63) / 64 * 8);
        MaskBitsCall call{};
        call.sparse = &arrays;
        call.is_structural = true;
        call.cells = cells;
        call.bits = static_cast<std::uint64_t *>(part.bits.device_data_for_writing());
        check(table.mask_bits(&call));
    }
    if (list.is_iso) {
        part.values = own_iso(list.values, snapshot.type());
        return part;
    }
    part.values = Array::on_device(cells * size);
    SpreadCall call{};
    call.nvals = list.nvals;
    call.indices = arrays.column_indices;
    call.index_width = list.index_width;
    call.size = static_cast<int>(size);
    call.values = list.values.device_data();
    call.cells = part.values.device_data_for_writing();
    // Absent values are zero, not garbage: see sparse_to_dense().
    if (list.nvals != cells) check(table.clear(call.cells, cells * size));
    check(table.spread_list(&call));
    return part;
}

double missing(const Array &array) noexcept {
    return array.is_on_device() ? 0.0 : static_cast<double>(array.bytes());
}

} // namespace

Array own_iso(const Array &values, const Type *type) {
    return values.is_on_host() && values.bytes() >= type->size
               ? Array::copy_of(values.data(), type->size)
               : values;
}

Array offsets_of_one_row(std::uint64_t nvals, int offset_width) {
    Array offsets = Array::zeroed(2 * static_cast<std::size_t>(offset_width));
    if (offset_width == 4) {
        offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(nvals);
    } else {
        offsets.as<std::uint64_t>()[1] = nvals;
    }
    return offsets;
}

Ref<Snapshot> listed(const Snapshot &snapshot) {
    const DensePart &dense = snapshot.dense_part().get();
    const std::size_t size = snapshot.type()->size;
    SparsePart part;
    part.stored_rows = 1;
    part.nvals = dense.nvals;
    part.index_width = index_width_for(1, snapshot.ncols());
    part.offset_width = offset_width_for(part.index_width, part.nvals);
    part.is_iso = dense.is_iso;
    part.row_offsets = offsets_of_one_row(part.nvals, part.offset_width);
    part.column_indices = Array::on_device(part.nvals * static_cast<std::size_t>(part.index_width));
    ListCall call{};
    call.cells = snapshot.ncols();
    call.bits = static_cast<const std::uint64_t *>(dense.bits.device_data());
    call.size = static_cast<int>(size);
    call.index_width = part.index_width;
    call.indices = part.column_indices.device_data_for_writing();
    if (part.is_iso) {
        part.values = own_iso(dense.values, snapshot.type());
    } else {
        part.values = Array::on_device(part.nvals * size);
        call.values = dense.values.device_data();
        call.list_values = part.values.device_data_for_writing();
    }
    check(backend().list_cells(&call));
    return Snapshot::of_rows(snapshot.type(), 1, snapshot.ncols(), std::move(part));
}

Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to) {
    Array result = Array::on_device(n * to->size);
    MergeCall call{};
    call.a.dense = {n, static_cast<const std::uint64_t *>(bits.device_data()), values.device_data(),
                    type_name(from), is_iso};
    call.b.dense.type = type_name(from);
    call.b.is_empty = true;
    call.z_type = type_name(to);
    call.inside = call.outside = {take_a, take_nothing, take_nothing};
    call.mask.flip = ~std::uint64_t{0};
    call.cells = n;
    call.values = result.device_data_for_writing();
    check(backend().merge_cells(&call));
    return result;
}

EntryValues entry_values(const Snapshot &vector) {
    if (vector.has_dense() && vector.is_full()) {
        const DensePart &part = vector.dense_part().get();
        return {part.nvals, part.values, part.is_iso};
    }
    if (!vector.rows_part().is_present()) {
        if (vector.has_dense()) {
            const Ref<Snapshot> list = listed(vector);
            const SparsePart &part = list->rows_part().get();
            return {part.nvals, part.values, part.is_iso};
        }
        vector.rows();
    }
    const SparsePart &part = vector.rows_part().get();
    return {part.nvals, part.values, part.is_iso};
}

Array uploaded(const void *bytes, std::size_t size) {
    Array array = Array::on_device(size);
    check(backend().upload(array.device_data_for_writing(), bytes, size));
    return array;
}

std::uint64_t low_bytes(const void *value, const Type *type) noexcept {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, value, type->size);
    return bytes;
}

const SparsePart *list_part(const Snapshot &snapshot) noexcept {
    if (snapshot.rows_part().is_present()) return &snapshot.rows_part().get();
    return snapshot.jumbled_rows_part().is_present() ? &snapshot.jumbled_rows_part().get()
                                                     : nullptr;
}

bool can_be_cells(const Snapshot &snapshot) noexcept {
    if (snapshot.nvals() == 0 || snapshot.has_dense()) return true;
    return snapshot.can_be_dense() && (snapshot.nrows() == 1 || snapshot.is_on_host());
}

const DensePart &cells_part(const Snapshot &snapshot) {
    if (!snapshot.has_dense() && snapshot.nrows() != 1) snapshot.dense();
    // The part is made once under its own lock, as Snapshot::dense() does: readers may share the snapshot.
    return const_cast<Snapshot &>(snapshot).dense_part().get_or_make(
        [&snapshot] { return spread(snapshot); });
}

CellOperand cells(const Snapshot &snapshot) {
    CellOperand operand{};
    operand.dense.cells = cell_count(snapshot.nrows(), snapshot.ncols());
    operand.dense.type = type_name(snapshot.type());
    if (snapshot.nvals() == 0) {
        operand.is_empty = true;
        return operand;
    }
    const DensePart &part = cells_part(snapshot);
    operand.dense.bits = static_cast<const std::uint64_t *>(part.bits.device_data());
    operand.dense.is_iso = part.is_iso;
    if (part.is_iso && part.values.is_on_host()) {
        operand.value = low_bytes(part.values.data(), snapshot.type());
    } else {
        operand.dense.values = part.values.device_data();
    }
    return operand;
}

double missing_cell_bytes(const Snapshot &snapshot) noexcept {
    if (snapshot.nvals() == 0) return 0;
    if (snapshot.has_dense()) {
        const DensePart &part = snapshot.dense_part().get();
        return missing(part.bits) + (part.is_iso ? 0 : missing(part.values));
    }
    const SparsePart *list = list_part(snapshot);
    if (snapshot.nrows() == 1 && list != nullptr)
        return missing(list->column_indices) + (list->is_iso ? 0 : missing(list->values));
    return cell_bytes(snapshot);
}

double cell_bytes(const Snapshot &snapshot) noexcept {
    if (snapshot.nvals() == 0) return 0;
    const double value = snapshot.is_iso() ? 0 : static_cast<double>(snapshot.type()->size);
    return static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols()) *
           (value + (snapshot.is_full() ? 0 : 0.125));
}

bool can_be_mask(const MaskInput &mask) noexcept {
    if (mask.is_none() || mask.snapshot->nvals() == 0 || mask.snapshot->has_dense()) return true;
    return mask.snapshot->nrows() == 1;
}

MaskBits mask_cells(const MaskInput &mask, std::uint64_t cells, Array &owned) {
    if (mask.is_none() || mask.snapshot->nvals() != 0) return mask_bits(mask, cells, owned);
    return {nullptr, mask.is_complemented ? ~std::uint64_t{0} : 0};
}

Ref<Snapshot> casted(const Ref<Snapshot> &snapshot, const Type *type) {
    const Type *from = snapshot->type();
    const bool is_builtin = from->code != TypeCode::user && type->code != TypeCode::user;
    // An iso object is cast by its one value, and shares the rest.
    if (from == type || !is_builtin || snapshot->is_iso() || snapshot->is_on_host())
        return grb::casted(snapshot, type);
    const std::uint64_t nrows = snapshot->nrows(), ncols = snapshot->ncols();
    if (snapshot->format() >= Format::bitmap) {
        DensePart part = snapshot->dense_part().get();
        part.values = cast_array(part.values, false, part.bits, nrows * ncols, from, type);
        return Snapshot::of_dense(type, nrows, ncols, std::move(part));
    }
    const SparsePart *list = list_part(*snapshot);
    if (snapshot->is_by_column() || list == nullptr) return grb::casted(snapshot, type);
    SparsePart part = *list;
    part.values = cast_array(part.values, false, {}, part.nvals, from, type);
    return Snapshot::of_rows(type, nrows, ncols, std::move(part));
}

Ref<Snapshot> formatted(const Container &C, const Ref<Snapshot> &snapshot) {
    if (snapshot->nrows() != 1 || snapshot->type()->code == TypeCode::user ||
        snapshot->is_on_host()) {
        return snapshot;
    }
    const Format now = snapshot->format();
    const Format wanted = attainable_format(*snapshot, C.options().format);
    if (wanted == Format::sparse && now == Format::bitmap) return listed(*snapshot);
    if (wanted >= Format::bitmap && now == Format::sparse) {
        return Snapshot::of_dense(snapshot->type(), 1, snapshot->ncols(),
                                  DensePart(cells_part(*snapshot)));
    }
    return snapshot;
}

} // namespace grb::device
