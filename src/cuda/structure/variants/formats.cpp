// Converts between compressed rows, slots and dense storage by calls of the plugin.
#include "cuda/structure/variants/formats.hpp"

#include "cpu/mxv/mxv_pull.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/convert.hpp"

namespace grb::device {

namespace {

bool is_columns(const SparseForm &form, const Snapshot &snapshot) noexcept {
    return snapshot.columns_form().is_present() && &form == &snapshot.columns_form().get();
}

SparseArrays arrays_of(const SparseForm &form, const Type *type) {
    SparseArrays arrays{};
    arrays.nvals = form.nvals;
    arrays.column_indices = form.column_indices.data_here();
    arrays.offset_width = form.offset_width;
    arrays.index_width = form.index_width;
    arrays.type = cpp_type_name(type);
    arrays.is_iso = form.is_iso;
    return arrays;
}

/// Scatters the list of one row, whose indices are the dense positions.
void densify_list(const SparseForm &list, const Snapshot &snapshot, std::uint64_t *bits,
                  void *elements) {
    SparseArrays arrays = arrays_of(list, snapshot.type());
    arrays.nrows = 1;
    arrays.ncols = snapshot.ncols();
    if (bits != nullptr) {
        MaskBitsCall call{};
        call.sparse = &arrays;
        call.is_structural = true;
        call.elements = snapshot.ncols();
        call.bits = bits;
        check(gpu::mask_bits(&call));
    }
    if (elements == nullptr) return;
    DensifyCall call{};
    call.nvals = list.nvals;
    call.indices = arrays.column_indices;
    call.index_width = list.index_width;
    call.size = static_cast<int>(snapshot.type()->size);
    call.values = list.values.data_here();
    call.elements = elements;
    check(gpu::densify_list(&call));
}

/// Scatters the rows of a matrix, or its columns.
void densify_rows(const SparseForm &form, const Snapshot &snapshot, std::uint64_t *bits,
                  void *elements) {
    const bool is_by_column = is_columns(form, snapshot);
    DensifyRowsCall call{};
    call.A = arrays_of(form, snapshot.type());
    call.A.row_offsets = form.row_offsets.data_here();
    if (elements != nullptr) call.A.values = form.values.data_here();
    call.stored = form.stored_rows;
    if (form.is_hyper) call.row_ids = form.row_ids.data_here();
    call.row_stride = is_by_column ? 1 : snapshot.ncols();
    call.column_stride = is_by_column ? snapshot.ncols() : 1;
    call.size = static_cast<int>(snapshot.type()->size);
    call.bits = bits;
    call.elements = elements;
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    if (bits != nullptr) device::clear(bits, (positions + 63) / 64 * 8);
    check(gpu::densify_rows(&call));
}

/// The balanced form as calls take it, with counts if slots are empty.
BalancedArrays balanced_arrays(const Snapshot &snapshot) {
    const BalancedForm &form = snapshot.balanced_form().get();
    BalancedArrays arrays{};
    arrays.nrows = snapshot.nrows();
    arrays.ncols = snapshot.ncols();
    arrays.slots = form.slots;
    arrays.nvals = form.nvals;
    if (form.nvals != arrays.nrows * form.slots)
        arrays.counts = static_cast<const unsigned *>(form.counts.data_here());
    arrays.positions = form.column_indices.data_here();
    arrays.position_width = form.index_width;
    if (!form.is_iso) arrays.values = form.values.data_here();
    arrays.size = static_cast<int>(snapshot.type()->size);
    return arrays;
}

void densify_slots(const Snapshot &snapshot, std::uint64_t *bits, void *elements) {
    DensifyBalancedCall call{};
    call.from = balanced_arrays(snapshot);
    call.bits = bits;
    call.elements = elements;
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    if (bits != nullptr) device::clear(bits, (positions + 63) / 64 * 8);
    check(gpu::densify_balanced(&call));
}

} // namespace

SparseForm unpacked(const Snapshot &snapshot) {
    const BalancedForm &balanced = snapshot.balanced_form().get();
    SparseForm form;
    form.stored_rows = snapshot.nrows();
    form.nvals = balanced.nvals;
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.is_iso = balanced.is_iso;
    form.row_offsets =
        Array::make_here((form.stored_rows + 1) * static_cast<std::size_t>(form.offset_width));
    form.column_indices = Array::make_here(form.nvals * static_cast<std::size_t>(form.index_width));
    ListBalancedCall call{};
    call.from = balanced_arrays(snapshot);
    call.to.row_offsets = form.row_offsets.data_here_for_writing();
    call.to.offset_width = form.offset_width;
    call.to.column_indices = form.column_indices.data_here_for_writing();
    call.to.index_width = form.index_width;
    if (form.is_iso) {
        form.values = own_iso(balanced.values, snapshot.type());
    } else if (call.from.counts == nullptr) {
        form.values = balanced.values; // all of them, in the same order
    } else {
        form.values = Array::make_here(form.nvals * snapshot.type()->size);
        call.to.values = form.values.data_here_for_writing();
    }
    check(gpu::list_balanced(&call));
    return form;
}

Array own_iso(const Array &values, const Type *type) {
    return values.is_on_host() && values.bytes() >= type->size
               ? Array::copy_of(values.data(), type->size)
               : values;
}

const SparseForm *sparse_form(const Snapshot &snapshot) noexcept {
    for (const auto *form :
         {&snapshot.rows_form(), &snapshot.jumbled_rows_form(), &snapshot.columns_form()}) {
        if (form->is_present()) return &form->get();
    }
    return nullptr;
}

DenseForm densified(const Snapshot &snapshot) {
    const SparseForm *const rows = sparse_form(snapshot);
    const BalancedForm *const slots = rows == nullptr ? &snapshot.balanced_form().get() : nullptr;
    const Array &values = rows != nullptr ? rows->values : slots->values;
    const std::size_t size = snapshot.type()->size;
    const std::uint64_t positions = element_count(snapshot.nrows(), snapshot.ncols());
    DenseForm dense;
    dense.nvals = rows != nullptr ? rows->nvals : slots->nvals;
    dense.is_iso = rows != nullptr ? rows->is_iso : slots->is_iso;
    std::uint64_t *bits = nullptr;
    if (dense.nvals != positions) {
        dense.bits = Array::make_here((positions + 63) / 64 * 8);
        bits = static_cast<std::uint64_t *>(dense.bits.data_here_for_writing());
    }
    void *elements = nullptr;
    if (dense.is_iso) {
        dense.values = own_iso(values, snapshot.type());
    } else {
        dense.values = Array::make_here(positions * size);
        elements = dense.values.data_here_for_writing();
        // Absent values must be zero: see sparse_to_dense().
        if (bits != nullptr) device::clear(elements, positions * size);
    }
    if (rows == nullptr) {
        densify_slots(snapshot, bits, elements);
    } else if (snapshot.nrows() == 1 && !is_columns(*rows, snapshot)) {
        densify_list(*rows, snapshot, bits, elements);
    } else {
        densify_rows(*rows, snapshot, bits, elements);
    }
    return dense;
}

Array pattern_bits(const Snapshot &snapshot) {
    const std::uint64_t positions = snapshot.nrows() * snapshot.ncols();
    Array bits = Array::make_here((positions + 63) / 64 * 8);
    densify_rows(*sparse_form(snapshot), snapshot,
                 static_cast<std::uint64_t *>(bits.data_here_for_writing()), nullptr);
    return bits;
}

SparseForm listed(const Snapshot &snapshot, int index_width) {
    const DenseForm &dense = snapshot.dense_form().get();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
    const std::size_t size = snapshot.type()->size;
    SparseForm form;
    form.stored_rows = nrows;
    form.nvals = dense.nvals;
    form.index_width = std::max(index_width, index_width_for(nrows, ncols));
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.is_iso = dense.is_iso;
    form.column_indices = Array::make_here(form.nvals * static_cast<std::size_t>(form.index_width));
    ListCall call{};
    call.elements = nrows * ncols;
    call.bits = static_cast<const std::uint64_t *>(dense.bits.data_here());
    call.size = static_cast<int>(size);
    call.index_width = form.index_width;
    call.indices = form.column_indices.data_here_for_writing();
    if (nrows == 1) {
        form.row_offsets = vector_offsets(form.nvals, form.offset_width);
    } else {
        form.row_offsets =
            Array::make_here((nrows + 1) * static_cast<std::size_t>(form.offset_width));
        call.ncols = ncols;
        call.row_offsets = form.row_offsets.data_here_for_writing();
        call.offset_width = form.offset_width;
    }
    if (form.is_iso) {
        form.values = own_iso(dense.values, snapshot.type());
    } else if (call.bits == nullptr) {
        form.values = dense.values; // all of them, in the same order
    } else {
        form.values = Array::make_here(form.nvals * size);
        call.values = dense.values.data_here();
        call.list_values = form.values.data_here_for_writing();
    }
    check(gpu::list_elements(&call));
    return form;
}

} // namespace grb::device
