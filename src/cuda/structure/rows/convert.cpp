// Makes dense parts, casts and masks on the device from other forms.
#include "cuda/structure/rows/convert.hpp"

#include "cuda/library/missing.hpp"

#include "algebra/batch.hpp"
#include "costs/coefficient.hpp"
#include "cpu/mxv_pull.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/fill_calls.h"
#include "storage/convert.hpp"

#include <cstring>

namespace grb::device {

namespace {

/// The dense operand of a snapshot without entries.
CellOperand no_cells(const Snapshot &snapshot) {
    CellOperand operand{};
    operand.dense.cells = cell_count(snapshot.nrows(), snapshot.ncols());
    operand.dense.type = cpp_type_name(snapshot.type());
    operand.is_empty = true;
    return operand;
}

} // namespace

namespace {

/// Fills an array of n values with one that the host knows.
Array filled_array(const Array &value, std::uint64_t n, const Type *from, const Type *to) {
    Array result = Array::make_here(n * to->size);
    std::uint64_t one = 0;
    cast_values(&one, to, value.data(), from, 1);
    FillCall call{};
    call.cells = result.data_here_for_writing();
    call.count = n;
    call.value = one;
    call.size = static_cast<int>(to->size);
    check(gpu::fill_cells(&call));
    return result;
}

} // namespace

Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to) {
    if (is_iso && bits.empty() && goes_with_call(values, from) && is_real_code(to->code))
        return filled_array(values, n, from, to);
    Array result = Array::make_here(n * to->size);
    MergeCall call{};
    call.a.dense = {n, static_cast<const std::uint64_t *>(bits.data_here()), values.data_here(),
                    cpp_type_name(from), is_iso};
    call.b.dense.type = cpp_type_name(from);
    call.b.is_empty = true;
    call.z_type = cpp_type_name(to);
    call.inside = call.outside = {take_a, take_nothing, take_nothing};
    call.mask.flip = ~std::uint64_t{0};
    call.cells = n;
    call.values = result.data_here_for_writing();
    check(gpu::merge_cells(&call));
    return result;
}

EntryValues entry_values(const Snapshot &vector) {
    if (vector.has_dense() && vector.is_full()) {
        const DensePart &part = vector.dense_part().get();
        return {part.nvals, part.values, part.is_iso};
    }
    if (!vector.rows_part().is_present()) {
        if (vector.has_dense()) {
            const SparsePart part = listed(vector);
            return {part.nvals, part.values, part.is_iso};
        }
        vector.rows();
    }
    const SparsePart &part = vector.rows_part().get();
    return {part.nvals, part.values, part.is_iso};
}

Array uploaded(const void *bytes, std::size_t size) {
    Array array = Array::make_here(size);
    device::upload(array.data_here_for_writing(), bytes, size);
    return array;
}

bool goes_with_call(const Array &value, const Type *type) noexcept {
    return is_real_code(type->code) && value.is_on_host();
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

Ref<Snapshot> of_cells(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                       DensePart &&part) {
    if (!part.nvals.is_pending()) {
        if (part.nvals == 0) return Snapshot::empty(type, nrows, ncols);
        if (part.nvals == cell_count(nrows, ncols)) part.bits = Array();
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(part));
}

bool can_be_cells(const Snapshot &snapshot) noexcept {
    if (snapshot.has_dense()) return true;
    const bool is_movable = refusal_of(snapshot.type()) == nullptr; // can be densified
    return (is_movable && snapshot.can_be_dense()) || snapshot.nvals() == 0;
}

bool can_be_spread(const Snapshot &snapshot) noexcept {
    return can_be_cells(snapshot) ||
           (refusal_of(snapshot.type()) == nullptr &&
            cell_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense);
}

const DensePart &spread_cells(const Snapshot &snapshot, DensePart &owned) {
    if (can_be_cells(snapshot)) return cells_part(snapshot);
    owned = spread(snapshot);
    return owned;
}

const DensePart &cells_part(const Snapshot &snapshot) {
    // Makes the part once under its own lock, like Snapshot::dense(): readers may share the
    // snapshot.
    return const_cast<Snapshot &>(snapshot).dense_part().get_or_make(
        [&snapshot] { return spread(snapshot); });
}

CellOperand cells(const Snapshot &snapshot) {
    return is_known_empty(snapshot) ? no_cells(snapshot) : cells_of(snapshot, cells_part(snapshot));
}

CellOperand cells(const Snapshot &snapshot, DensePart &owned) {
    return is_known_empty(snapshot) ? no_cells(snapshot)
                                    : cells_of(snapshot, spread_cells(snapshot, owned));
}

CellOperand cells_of(const Snapshot &snapshot, const DensePart &part) {
    CellOperand operand{};
    operand.dense.cells = cell_count(snapshot.nrows(), snapshot.ncols());
    operand.dense.type = cpp_type_name(snapshot.type());
    operand.dense.bits = static_cast<const std::uint64_t *>(part.bits.data_here());
    operand.dense.is_iso = part.is_iso;
    if (part.is_iso && goes_with_call(part.values, snapshot.type())) {
        operand.value = low_bytes(part.values.data(), snapshot.type());
    } else {
        operand.dense.values = part.values.data_here();
    }
    return operand;
}

CellOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type) {
    CellOperand operand{};
    operand.dense.cells = n;
    operand.dense.type = cpp_type_name(type);
    operand.dense.is_iso = is_iso;
    if (is_iso && goes_with_call(values, type)) {
        operand.value = low_bytes(values.data(), type);
    } else {
        operand.dense.values = values.data_here();
    }
    return operand;
}

double missing_cell_bytes(const Snapshot &snapshot) noexcept {
    if (is_known_empty(snapshot)) return 0;
    if (snapshot.has_dense()) {
        const DensePart &part = snapshot.dense_part().get();
        return missing(part.bits) + (part.is_iso ? 0 : missing(part.values));
    }
    if (sparse_part(snapshot) == nullptr) {
        const BalancedPart &part = snapshot.balanced_part().get();
        return missing(part.counts) + missing(part.column_indices) +
               (part.is_iso ? 0 : missing(part.values));
    }
    const SparsePart &part = *sparse_part(snapshot);
    return (snapshot.nrows() == 1 ? 0 : missing(part.row_offsets) + missing(part.row_ids)) +
           missing(part.column_indices) + (part.is_iso ? 0 : missing(part.values));
}

double cell_bytes(const Snapshot &snapshot) noexcept {
    if (is_known_empty(snapshot)) return 0;
    const double value = snapshot.is_iso() ? 0 : static_cast<double>(snapshot.type()->size);
    return static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols()) *
           (value + (is_known_full(snapshot) ? 0 : 0.125));
}

void allocate_rows(SparsePart &part, std::uint64_t nrows, std::uint64_t nvals, void **offsets,
                   void **indices) {
    part.nvals = nvals;
    part.stored_rows = nrows;
    if (nrows == 1) {
        part.row_offsets = vector_offsets(nvals, part.offset_width);
    } else {
        part.row_offsets =
            Array::make_here((nrows + 1) * static_cast<std::uint64_t>(part.offset_width));
        *offsets = part.row_offsets.data_here_for_writing();
    }
    part.column_indices = Array::make_here(nvals * static_cast<std::uint64_t>(part.index_width));
    *indices = part.column_indices.data_here_for_writing();
}

namespace {

/// Returns true for a pattern with too many positions to store values, but few enough to store
/// bits.
bool has_pattern_bits(const MaskInput &mask) noexcept {
    const Snapshot &snapshot = *mask.snapshot;
    return mask.kind == MaskKind::structure && sparse_part(snapshot) != nullptr &&
           cell_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense;
}

} // namespace

bool can_be_mask(const MaskInput &mask) noexcept {
    if (mask.is_none() || mask.snapshot->has_dense() || mask.snapshot->nvals() == 0) return true;
    if (mask.snapshot->nrows() == 1 && list_part(*mask.snapshot) != nullptr) return true;
    return can_be_cells(*mask.snapshot) || has_pattern_bits(mask);
}

bool mask_bytes(const MaskInput &mask, MaskBits *bits) {
    if (mask.kind != MaskKind::value || !mask.snapshot->has_dense()) return false;
    const Type *type = mask.snapshot->type();
    const DensePart &part = mask.snapshot->dense_part().get();
    if (!is_builtin(type) || type->size != 1 || part.is_iso || !part.values.is_here()) return false;
    *bits = {{static_cast<const std::uint64_t *>(part.bits.data_here()),
              mask.is_complemented ? ~std::uint64_t{0} : 0},
             part.values.data_here(),
             cpp_type_name(type)};
    return true;
}

MaskBits mask_cells(const MaskInput &mask, std::uint64_t cells, Array &owned) {
    if (!mask.is_none() && is_known_empty(*mask.snapshot))
        return {{nullptr, mask.is_complemented ? ~std::uint64_t{0} : 0}, nullptr, nullptr};
    const bool is_list =
        !mask.is_none() && mask.snapshot->nrows() == 1 && list_part(*mask.snapshot) != nullptr;
    if (!mask.is_none() && !is_list) {
        if (!can_be_cells(*mask.snapshot)) {
            owned = pattern_bits(*mask.snapshot);
            return {{static_cast<const std::uint64_t *>(std::as_const(owned).data_here()),
                     mask.is_complemented ? ~std::uint64_t{0} : 0},
                    nullptr,
                    nullptr};
        }
        cells_part(*mask.snapshot);
    }
    return mask_bits(mask, cells, owned);
}

} // namespace grb::device
