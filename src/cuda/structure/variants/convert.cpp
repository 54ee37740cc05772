// Makes dense forms, casts and masks on the device from other forms.
#include "cuda/structure/variants/convert.hpp"

#include "cuda/library/missing.hpp"

#include "algebra/batch.hpp"
#include "costs/coefficient.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/fill_calls.h"
#include "storage/convert.hpp"

#include <cstring>

namespace grb::device {

namespace {

/// The dense operand of a snapshot without entries.
DenseOperand no_elements(const Snapshot &snapshot) {
    DenseOperand operand{};
    operand.dense.elements = element_count(snapshot.nrows(), snapshot.ncols());
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
    call.elements = result.data_here_for_writing();
    call.count = n;
    call.value = one;
    call.size = static_cast<int>(to->size);
    check(gpu::fill_elements(&call));
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
    call.elements = n;
    call.values = result.data_here_for_writing();
    check(gpu::merge_elements(&call));
    return result;
}

EntryValues entry_values(const Snapshot &vector) {
    if (vector.has_dense() && vector.is_full()) {
        const DenseForm &form = vector.dense_form().get();
        return {form.nvals, form.values, form.is_iso};
    }
    if (!vector.rows_form().is_present()) {
        if (vector.has_dense()) {
            const SparseForm form = listed(vector);
            return {form.nvals, form.values, form.is_iso};
        }
        vector.rows();
    }
    const SparseForm &form = vector.rows_form().get();
    return {form.nvals, form.values, form.is_iso};
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

const SparseForm *list_form(const Snapshot &snapshot) noexcept {
    if (snapshot.rows_form().is_present()) return &snapshot.rows_form().get();
    return snapshot.jumbled_rows_form().is_present() ? &snapshot.jumbled_rows_form().get()
                                                     : nullptr;
}

Ref<Snapshot> of_dense(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                       DenseForm &&form) {
    if (!form.nvals.is_pending()) {
        if (form.nvals == 0) return Snapshot::empty(type, nrows, ncols);
        if (form.nvals == element_count(nrows, ncols)) form.bits = Array();
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(form));
}

bool can_be_dense_operand(const Snapshot &snapshot) noexcept {
    if (snapshot.has_dense()) return true;
    const bool is_movable = refusal_of(snapshot.type()) == nullptr; // can be densified
    return (is_movable && snapshot.can_be_dense()) || snapshot.nvals() == 0;
}

bool can_be_densified(const Snapshot &snapshot) noexcept {
    return can_be_dense_operand(snapshot) ||
           (refusal_of(snapshot.type()) == nullptr &&
            element_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense);
}

const DenseForm &densified_elements(const Snapshot &snapshot, DenseForm &owned) {
    if (can_be_dense_operand(snapshot)) return dense_operand_form(snapshot);
    owned = densified(snapshot);
    return owned;
}

const DenseForm &dense_operand_form(const Snapshot &snapshot) {
    // Makes the form once under its own lock, like Snapshot::dense(): readers may share the
    // snapshot.
    return const_cast<Snapshot &>(snapshot).dense_form().get_or_make(
        [&snapshot] { return densified(snapshot); });
}

DenseOperand elements(const Snapshot &snapshot) {
    return is_known_empty(snapshot) ? no_elements(snapshot)
                                    : elements_of(snapshot, dense_operand_form(snapshot));
}

DenseOperand elements(const Snapshot &snapshot, DenseForm &owned) {
    return is_known_empty(snapshot) ? no_elements(snapshot)
                                    : elements_of(snapshot, densified_elements(snapshot, owned));
}

DenseOperand elements_of(const Snapshot &snapshot, const DenseForm &form) {
    DenseOperand operand{};
    operand.dense.elements = element_count(snapshot.nrows(), snapshot.ncols());
    operand.dense.type = cpp_type_name(snapshot.type());
    operand.dense.bits = static_cast<const std::uint64_t *>(form.bits.data_here());
    operand.dense.is_iso = form.is_iso;
    if (form.is_iso && goes_with_call(form.values, snapshot.type())) {
        operand.value = low_bytes(form.values.data(), snapshot.type());
    } else {
        operand.dense.values = form.values.data_here();
    }
    return operand;
}

DenseOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type) {
    DenseOperand operand{};
    operand.dense.elements = n;
    operand.dense.type = cpp_type_name(type);
    operand.dense.is_iso = is_iso;
    if (is_iso && goes_with_call(values, type)) {
        operand.value = low_bytes(values.data(), type);
    } else {
        operand.dense.values = values.data_here();
    }
    return operand;
}

double missing_dense_bytes(const Snapshot &snapshot) noexcept {
    if (is_known_empty(snapshot)) return 0;
    if (snapshot.has_dense()) {
        const DenseForm &form = snapshot.dense_form().get();
        return missing(form.bits) + (form.is_iso ? 0 : missing(form.values));
    }
    if (sparse_form(snapshot) == nullptr) {
        const BalancedForm &form = snapshot.balanced_form().get();
        return missing(form.counts) + missing(form.column_indices) +
               (form.is_iso ? 0 : missing(form.values));
    }
    const SparseForm &form = *sparse_form(snapshot);
    return (snapshot.nrows() == 1 ? 0 : missing(form.row_offsets) + missing(form.row_ids)) +
           missing(form.column_indices) + (form.is_iso ? 0 : missing(form.values));
}

double dense_bytes(const Snapshot &snapshot) noexcept {
    if (is_known_empty(snapshot)) return 0;
    const double value = snapshot.is_iso() ? 0 : static_cast<double>(snapshot.type()->size);
    return static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols()) *
           (value + (is_known_full(snapshot) ? 0 : 0.125));
}

void allocate_rows(SparseForm &form, std::uint64_t nrows, std::uint64_t nvals, void **offsets,
                   void **indices) {
    form.nvals = nvals;
    form.stored_rows = nrows;
    if (nrows == 1) {
        form.row_offsets = vector_offsets(nvals, form.offset_width);
    } else {
        form.row_offsets =
            Array::make_here((nrows + 1) * static_cast<std::uint64_t>(form.offset_width));
        *offsets = form.row_offsets.data_here_for_writing();
    }
    form.column_indices = Array::make_here(nvals * static_cast<std::uint64_t>(form.index_width));
    *indices = form.column_indices.data_here_for_writing();
}

namespace {

/// Returns true for a pattern with too many positions to store values, but few enough to store
/// bits.
bool has_pattern_bits(const MaskInput &mask) noexcept {
    const Snapshot &snapshot = *mask.snapshot;
    return mask.kind == MaskKind::structure && sparse_form(snapshot) != nullptr &&
           element_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense;
}

} // namespace

bool can_be_mask(const MaskInput &mask) noexcept {
    if (mask.is_none() || mask.snapshot->has_dense() || mask.snapshot->nvals() == 0) return true;
    if (mask.snapshot->nrows() == 1 && list_form(*mask.snapshot) != nullptr) return true;
    return can_be_dense_operand(*mask.snapshot) || has_pattern_bits(mask);
}

bool mask_bytes(const MaskInput &mask, MaskBits *bits) {
    if (mask.kind != MaskKind::value || !mask.snapshot->has_dense()) return false;
    const Type *type = mask.snapshot->type();
    const DenseForm &form = mask.snapshot->dense_form().get();
    if (!is_builtin(type) || type->size != 1 || form.is_iso || !form.values.is_here()) return false;
    *bits = {{static_cast<const std::uint64_t *>(form.bits.data_here()),
              mask.is_complemented ? ~std::uint64_t{0} : 0},
             form.values.data_here(),
             cpp_type_name(type)};
    return true;
}

MaskBits mask_element_bits(const MaskInput &mask, std::uint64_t elements, Array &owned) {
    if (!mask.is_none() && is_known_empty(*mask.snapshot))
        return {{nullptr, mask.is_complemented ? ~std::uint64_t{0} : 0}, nullptr, nullptr};
    const bool is_list =
        !mask.is_none() && mask.snapshot->nrows() == 1 && list_form(*mask.snapshot) != nullptr;
    if (!mask.is_none() && !is_list) {
        if (!can_be_dense_operand(*mask.snapshot)) {
            owned = pattern_bits(*mask.snapshot);
            return {{static_cast<const std::uint64_t *>(std::as_const(owned).data_here()),
                     mask.is_complemented ? ~std::uint64_t{0} : 0},
                    nullptr,
                    nullptr};
        }
        dense_operand_form(*mask.snapshot);
    }
    return mask_bits(mask, elements, owned);
}

} // namespace grb::device
