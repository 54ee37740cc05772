// Operands, results and costs of the plugin's sparse merge.
#include "cuda/library/rows.hpp"

#include "cpu/mxv/mxv_pull.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/missing.hpp"
#include "cuda/merge/merge_calls.h"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb::device {

namespace {

std::uint64_t rows_of(const Snapshot &A, bool transposed) noexcept {
    return transposed ? A.ncols() : A.nrows();
}

/// Omits the offsets of a single row, so that they need not be on the device.
RowsOperand operand_of(const Snapshot &A, bool transposed) {
    RowsOperand operand{};
    SparseArrays &rows = operand.rows;
    rows.nrows = rows_of(A, transposed);
    rows.ncols = rows_of(A, !transposed);
    rows.offset_width = rows.index_width = 4;
    rows.type = cpp_type_name(A.type());
    const SparseForm *form = rows_form(A, transposed);
    if (form == nullptr || form->nvals == 0) return operand;
    rows.nvals = form->nvals;
    if (rows.nrows != 1) rows.row_offsets = form->row_offsets.data_here();
    rows.column_indices = form->column_indices.data_here();
    rows.offset_width = form->offset_width;
    rows.index_width = form->index_width;
    rows.is_iso = form->is_iso;
    return operand;
}

void add_values(RowsOperand &operand, const Snapshot &A, const SparseForm *form) {
    if (operand.rows.nvals == 0) return;
    if (form->is_iso && goes_with_call(form->values, A.type())) {
        operand.value = low_bytes(form->values.data(), A.type());
    } else {
        operand.rows.values = form->values.data_here();
    }
}

/// Returns an operand for iso_result(); downloads its iso value if the host lacks it.
SparseView value_view(const Snapshot &A) {
    SparseView view;
    view.nvals = A.nvals();
    view.type = A.type();
    view.is_iso = A.is_iso();
    if (!view.is_iso || view.nvals == 0) return view;
    const Array &values = A.has_dense()             ? A.dense_form().get().values
                          : list_form(A) != nullptr ? list_form(A)->values
                                                    : A.columns_form().get().values;
    view.values = values.data();
    return view;
}

} // namespace

Array merged_value(const Snapshot &A, const Snapshot &B, const MergeValues &values,
                   const MergeRule &rule) {
    const auto value = iso_result(value_view(A), value_view(B), values, rule);
    return value ? Array::copy_of(value->data(), value->size()) : Array();
}

const SparseForm *rows_form(const Snapshot &A, bool transposed) noexcept {
    const LazyForm<SparseForm> &form = A.vectors_form(transposed);
    if (!form.is_present()) return nullptr;
    // A vector's only row is stored completely even if it is hypersparse.
    return form.get().is_hyper && rows_of(A, transposed) != 1 ? nullptr : &form.get();
}

bool can_be_rows(const Snapshot &A, bool transposed) noexcept {
    return rows_form(A, transposed) != nullptr || is_known_empty(A);
}

bool can_be_row_mask(const MaskInput &mask) noexcept {
    return mask.is_none() || mask.snapshot->has_dense() || can_be_rows(*mask.snapshot, false);
}

RowBytes row_bytes(const Snapshot &A, bool transposed) noexcept {
    RowBytes bytes;
    const SparseForm *form = rows_form(A, transposed);
    if (form == nullptr) return bytes;
    const auto entries = static_cast<double>(form->nvals);
    const bool has_offsets = rows_of(A, transposed) != 1;
    bytes.structure = entries * form->index_width;
    if (has_offsets) {
        bytes.structure += static_cast<double>(form->row_offsets.bytes());
        bytes.missing += missing(form->row_offsets);
    }
    bytes.missing += missing(form->column_indices);
    if (form->is_iso) return bytes;
    bytes.values = entries * static_cast<double>(A.type()->size);
    bytes.missing += missing(form->values);
    return bytes;
}

RowsMerge::RowsMerge(const Snapshot &A, bool transposed, const Type *z)
    : own_(rows_form(A, transposed)), z_(z) {
    call.a = operand_of(A, transposed);
    add_values(call.a, A, own_);
    call.nrows = call.a.rows.nrows;
    call.ncols = call.a.rows.ncols;
    call.b.rows.type = call.elements.dense.type = call.a.rows.type;
    call.b.rows.index_width = call.b.rows.offset_width = 4;
    call.z_type = cpp_type_name(z);
    call.mask.flip = ~std::uint64_t{0};
    call.inside = {take_a, take_nothing, take_nothing};
    call.has_values = true;
}

void RowsMerge::with_rows(const Snapshot &B, bool transposed) {
    call.partner = Partner::rows;
    call.b = operand_of(B, transposed);
    add_values(call.b, B, rows_form(B, transposed));
}

void RowsMerge::with_elements(const Snapshot &B) {
    call.partner = Partner::elements;
    call.elements = elements(B);
}

void RowsMerge::mask_by_elements(const MaskInput &mask) {
    call.mask = mask_element_bits(mask, element_count(call.nrows, call.ncols), mask_words_);
}

void RowsMerge::filter_by(const MaskInput &mask) {
    if (mask.is_none()) return;
    if (mask.snapshot->has_dense()) return mask_by_elements(mask);
    const Snapshot &M = *mask.snapshot;
    call.b = operand_of(M, false);
    if (mask.kind == MaskKind::structure) {
        call.partner = Partner::structure;
        call.b.rows.type = call.a.rows.type; // not read
        call.b.rows.is_iso = false;
    } else {
        call.partner = Partner::mask;
        add_values(call.b, M, rows_form(M, false));
    }
    call.inside = mask.is_complemented ? Takes{take_a, take_nothing, take_nothing}
                                       : Takes{take_nothing, take_nothing, take_a};
}

void RowsMerge::make_iso(Array value) {
    call.has_values = false;
    form_.is_iso = true;
    form_.values = std::move(value);
}

Status RowsMerge::reserve(void *context, std::uint64_t nvals, RowsTarget *target) noexcept {
    RowsMerge &merge = *static_cast<RowsMerge *>(context);
    SparseForm &form = merge.form_;
    const SparseMergeCall &call = merge.call;
    return status_of([&] {
        form.index_width = index_width_for(call.nrows, call.ncols);
        form.offset_width = offset_width_for(form.index_width, nvals);
        target->index_width = form.index_width;
        target->offset_width = form.offset_width;
        allocate_rows(form, call.nrows, nvals, &target->row_offsets, &target->column_indices);
        if (!call.has_values) return;
        form.values = Array::make_here(nvals * merge.z_->size);
        target->values = form.values.data_here_for_writing();
    });
}

void RowsMerge::shorten(std::uint64_t nvals) {
    form_.nvals = nvals;
    form_.offset_width = offset_width_for(form_.index_width, nvals);
    form_.row_offsets = vector_offsets(nvals, form_.offset_width);
    form_.column_indices.shrink(nvals * static_cast<std::size_t>(form_.index_width));
    if (call.has_values) form_.values.shrink(nvals * z_->size);
}

Ref<Snapshot> RowsMerge::run() {
    std::uint64_t made = 0;
    call.reserve = &reserve;
    call.reserve_context = this;
    call.made = &made;
    check(gpu::sparse_merge(&call));
    if (made == 0) return Snapshot::empty(z_, call.nrows, call.ncols);
    if (made != form_.nvals) shorten(made);
    return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(form_));
}

Ref<Snapshot> RowsMerge::run_keeping_pattern() {
    SparseForm form = *own_;
    if (form_.is_iso) {
        form.values = form_.values;
        form.is_iso = true;
        return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(form));
    }
    form.is_iso = false;
    form.values = Array::make_here(form.nvals * z_->size);
    call.values = form.values.data_here_for_writing();
    check(gpu::sparse_merge(&call));
    return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(form));
}

Ref<Snapshot> filtered(const Ref<Snapshot> &A, const MaskInput &mask) {
    const Snapshot &M = *mask.snapshot;
    if (A->nvals() == 0 || (M.nvals() == 0 && mask.is_complemented)) return A;
    if (M.nvals() == 0) return Snapshot::empty(A->type(), A->nrows(), A->ncols());
    RowsMerge merge(*A, false, A->type());
    merge.filter_by(mask);
    if (A->is_iso()) merge.make_iso(own_iso(rows_form(*A, false)->values, A->type()));
    return merge.run();
}

namespace {

const DeviceCoefficient fetched_share{
    "device_merge_missing_share", "1",
    "of the bytes read: where more are missing, the result goes back, too", 0.4};
const DeviceCoefficient merge_launches{"device_merge_launches", "1", "kernels of a merge", 4};
const DeviceCoefficient element_gathers{
    "device_merge_element_gathers", "1",
    "for each entry merged with a dense element: its bit and its value", 2};

} // namespace

void MergeCost::reads(const Snapshot &A, bool transposed) noexcept {
    is_of_one_row_ = rows_of(A, transposed) == 1;
    const RowBytes bytes = row_bytes(A, transposed);
    bytes_ += 2 * bytes.structure + bytes.values;
    missing_ += bytes.missing;
}

void MergeCost::reads_again(const Snapshot &A, bool transposed) noexcept {
    const double missing = missing_;
    reads(A, transposed);
    invested_ = missing_ - missing;
    missing_ = missing;
    if (invested_ != 0) invested_in_ = &A;
}

void MergeCost::reads(const MaskInput &mask) noexcept {
    if (mask.is_none()) return;
    if (!mask.snapshot->has_dense()) return reads(*mask.snapshot, false);
    bytes_ += dense_bytes(*mask.snapshot);
    missing_ += missing_dense_bytes(*mask.snapshot);
}

void MergeCost::gathers(const Snapshot &B, double entries) noexcept {
    const double rate = device::gather_rate(dense_bytes(B));
    gathers_ += element_gathers * entries / rate;
    missing_ += missing_dense_bytes(B);
}

void MergeCost::writes(double entries, const Type *type) noexcept {
    written_ += entries * (4 + static_cast<double>(type->size));
}

Cost MergeCost::cost() const noexcept {
    const Rates &r = rates();
    // If the device lacks most of the operands, the host will want the result.
    const bool is_all_missing = missing_ > 0 && missing_ >= bytes_ * fetched_share;
    const double launches = is_of_one_row_ ? 1.0 : static_cast<double>(merge_launches);
    Cost cost{std::max((bytes_ + written_) / r.stream_bytes, gathers_) +
              launches * r.launch_seconds + r.wait_seconds + missing_ / r.upload_bytes +
              (is_all_missing ? written_ / r.download_bytes : 0)};
    if (invested_in_ == nullptr) return cost;
    cost.missing_seconds = invested_ / r.upload_bytes;
    cost.missing_in = invested_in_;
    cost.missing_item = SnapshotItem::device;
    return cost;
}

} // namespace grb::device
