// Operands, results and costs of the plugin's sparse merge.
#include "cuda/library/rows.hpp"

#include "cpu/mxv_pull.hpp"
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
    const SparsePart *part = rows_part(A, transposed);
    if (part == nullptr || part->nvals == 0) return operand;
    rows.nvals = part->nvals;
    if (rows.nrows != 1) rows.row_offsets = part->row_offsets.data_here();
    rows.column_indices = part->column_indices.data_here();
    rows.offset_width = part->offset_width;
    rows.index_width = part->index_width;
    rows.is_iso = part->is_iso;
    return operand;
}

void add_values(RowsOperand &operand, const Snapshot &A, const SparsePart *part) {
    if (operand.rows.nvals == 0) return;
    if (part->is_iso && goes_with_call(part->values, A.type())) {
        operand.value = low_bytes(part->values.data(), A.type());
    } else {
        operand.rows.values = part->values.data_here();
    }
}

/// Returns an operand for iso_result(); downloads its iso value if the host lacks it.
SparseView value_view(const Snapshot &A) {
    SparseView view;
    view.nvals = A.nvals();
    view.type = A.type();
    view.is_iso = A.is_iso();
    if (!view.is_iso || view.nvals == 0) return view;
    const Array &values = A.has_dense()             ? A.dense_part().get().values
                          : list_part(A) != nullptr ? list_part(A)->values
                                                    : A.columns_part().get().values;
    view.values = values.data();
    return view;
}

} // namespace

Array merged_value(const Snapshot &A, const Snapshot &B, const MergeValues &values,
                   const MergeRule &rule) {
    const auto value = iso_result(value_view(A), value_view(B), values, rule);
    return value ? Array::copy_of(value->data(), value->size()) : Array();
}

const SparsePart *rows_part(const Snapshot &A, bool transposed) noexcept {
    const LazyPart<SparsePart> &part = A.lines_part(transposed);
    if (!part.is_present()) return nullptr;
    // A vector's only row is stored completely even if it is hypersparse.
    return part.get().is_hyper && rows_of(A, transposed) != 1 ? nullptr : &part.get();
}

bool can_be_rows(const Snapshot &A, bool transposed) noexcept {
    return rows_part(A, transposed) != nullptr || is_known_empty(A);
}

bool can_be_row_mask(const MaskInput &mask) noexcept {
    return mask.is_none() || mask.snapshot->has_dense() || can_be_rows(*mask.snapshot, false);
}

RowBytes row_bytes(const Snapshot &A, bool transposed) noexcept {
    RowBytes bytes;
    const SparsePart *part = rows_part(A, transposed);
    if (part == nullptr) return bytes;
    const auto entries = static_cast<double>(part->nvals);
    const bool has_offsets = rows_of(A, transposed) != 1;
    bytes.structure = entries * part->index_width;
    if (has_offsets) {
        bytes.structure += static_cast<double>(part->row_offsets.bytes());
        bytes.missing += missing(part->row_offsets);
    }
    bytes.missing += missing(part->column_indices);
    if (part->is_iso) return bytes;
    bytes.values = entries * static_cast<double>(A.type()->size);
    bytes.missing += missing(part->values);
    return bytes;
}

RowsMerge::RowsMerge(const Snapshot &A, bool transposed, const Type *z)
    : own_(rows_part(A, transposed)), z_(z) {
    call.a = operand_of(A, transposed);
    add_values(call.a, A, own_);
    call.nrows = call.a.rows.nrows;
    call.ncols = call.a.rows.ncols;
    call.b.rows.type = call.cells.dense.type = call.a.rows.type;
    call.b.rows.index_width = call.b.rows.offset_width = 4;
    call.z_type = cpp_type_name(z);
    call.mask.flip = ~std::uint64_t{0};
    call.inside = {take_a, take_nothing, take_nothing};
    call.has_values = true;
}

void RowsMerge::meet_rows(const Snapshot &B, bool transposed) {
    call.partner = Partner::rows;
    call.b = operand_of(B, transposed);
    add_values(call.b, B, rows_part(B, transposed));
}

void RowsMerge::meet_cells(const Snapshot &B) {
    call.partner = Partner::cells;
    call.cells = cells(B);
}

void RowsMerge::mask_by_cells(const MaskInput &mask) {
    call.mask = mask_cells(mask, cell_count(call.nrows, call.ncols), mask_words_);
}

void RowsMerge::filter_by(const MaskInput &mask) {
    if (mask.is_none()) return;
    if (mask.snapshot->has_dense()) return mask_by_cells(mask);
    const Snapshot &M = *mask.snapshot;
    call.b = operand_of(M, false);
    if (mask.kind == MaskKind::structure) {
        call.partner = Partner::structure;
        call.b.rows.type = call.a.rows.type; // not read
        call.b.rows.is_iso = false;
    } else {
        call.partner = Partner::mask;
        add_values(call.b, M, rows_part(M, false));
    }
    call.inside = mask.is_complemented ? Takes{take_a, take_nothing, take_nothing}
                                       : Takes{take_nothing, take_nothing, take_a};
}

void RowsMerge::make_iso(Array value) {
    call.has_values = false;
    part_.is_iso = true;
    part_.values = std::move(value);
}

Status RowsMerge::reserve(void *context, std::uint64_t nvals, RowsTarget *target) noexcept {
    RowsMerge &merge = *static_cast<RowsMerge *>(context);
    SparsePart &part = merge.part_;
    const SparseMergeCall &call = merge.call;
    return status_of([&] {
        part.index_width = index_width_for(call.nrows, call.ncols);
        part.offset_width = offset_width_for(part.index_width, nvals);
        target->index_width = part.index_width;
        target->offset_width = part.offset_width;
        allocate_rows(part, call.nrows, nvals, &target->row_offsets, &target->column_indices);
        if (!call.has_values) return;
        part.values = Array::make_here(nvals * merge.z_->size);
        target->values = part.values.data_here_for_writing();
    });
}

void RowsMerge::shorten(std::uint64_t nvals) {
    part_.nvals = nvals;
    part_.offset_width = offset_width_for(part_.index_width, nvals);
    part_.row_offsets = vector_offsets(nvals, part_.offset_width);
    part_.column_indices.shrink(nvals * static_cast<std::size_t>(part_.index_width));
    if (call.has_values) part_.values.shrink(nvals * z_->size);
}

Ref<Snapshot> RowsMerge::run() {
    std::uint64_t made = 0;
    call.reserve = &reserve;
    call.reserve_context = this;
    call.made = &made;
    check(gpu::sparse_merge(&call));
    if (made == 0) return Snapshot::empty(z_, call.nrows, call.ncols);
    if (made != part_.nvals) shorten(made);
    return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(part_));
}

Ref<Snapshot> RowsMerge::run_keeping_pattern() {
    SparsePart part = *own_;
    if (part_.is_iso) {
        part.values = part_.values;
        part.is_iso = true;
        return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(part));
    }
    part.is_iso = false;
    part.values = Array::make_here(part.nvals * z_->size);
    call.values = part.values.data_here_for_writing();
    check(gpu::sparse_merge(&call));
    return Snapshot::of_rows(z_, call.nrows, call.ncols, std::move(part));
}

Ref<Snapshot> filtered(const Ref<Snapshot> &A, const MaskInput &mask) {
    const Snapshot &M = *mask.snapshot;
    if (A->nvals() == 0 || (M.nvals() == 0 && mask.is_complemented)) return A;
    if (M.nvals() == 0) return Snapshot::empty(A->type(), A->nrows(), A->ncols());
    RowsMerge merge(*A, false, A->type());
    merge.filter_by(mask);
    if (A->is_iso()) merge.make_iso(own_iso(rows_part(*A, false)->values, A->type()));
    return merge.run();
}

namespace {

const DeviceCoefficient fetched_share{
    "device_merge_missing_share", "1",
    "of the bytes read: where more are missing, the result goes back, too", 0.4};
const DeviceCoefficient merge_launches{"device_merge_launches", "1", "kernels of a merge", 4};
const DeviceCoefficient cell_gathers{"device_merge_cell_gathers", "1",
                                     "for each entry that meets a cell: its bit and its value", 2};

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
    bytes_ += cell_bytes(*mask.snapshot);
    missing_ += missing_cell_bytes(*mask.snapshot);
}

void MergeCost::gathers(const Snapshot &B, double entries) noexcept {
    const double rate = device::gather_rate(cell_bytes(B));
    gathers_ += cell_gathers * entries / rate;
    missing_ += missing_cell_bytes(B);
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
    cost.missing_part = Part::device;
    return cost;
}

} // namespace grb::device
