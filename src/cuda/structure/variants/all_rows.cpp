// Makes the offsets of all rows of a hypersparse operand on the device.
#include "cuda/structure/variants/all_rows.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

namespace {

/// The limit for hypersparse operands: 512 MB of offsets.
constexpr std::uint64_t most_rows = std::uint64_t{1} << 26;

std::uint64_t rows_of(const Snapshot &operand, bool of_columns) noexcept {
    return of_columns ? operand.ncols() : operand.nrows();
}

Array all_offsets(const SparseForm &form, std::uint64_t nrows) {
    if (nrows > most_rows) throw Failure(Status::unsupported);
    Array offsets = Array::make_here((nrows + 1) * static_cast<std::size_t>(form.offset_width));
    AllOffsetsCall call{};
    call.nrows = nrows;
    call.stored = form.stored_rows;
    call.row_ids = form.row_ids.data_here();
    call.stored_offsets = form.row_offsets.data_here();
    call.index_width = form.index_width;
    call.offset_width = form.offset_width;
    call.offsets = offsets.data_here_for_writing();
    check(gpu::all_offsets(&call));
    return offsets;
}

} // namespace

const char *refuses_all_rows(const Snapshot &operand, bool of_columns) noexcept {
    if (operand.is_known_empty()) return "nothing to compute";
    if (!operand.has_rows() && !operand.has_columns() && !operand.has_dense())
        return "A and B are not both sparse";
    return is_hyper(operand, of_columns) && rows_of(operand, of_columns) > most_rows
               ? "hypersparse A or B of too many rows"
               : nullptr;
}

SparseArrays all_rows(const Snapshot &operand, bool of_columns, Array &offsets) {
    SparseArrays arrays = sparse_arrays(operand, of_columns);
    const SparseForm &form = operand.sparse_form(of_columns);
    if (!form.is_hyper) return arrays;
    arrays.nrows = rows_of(operand, of_columns);
    offsets = all_offsets(form, arrays.nrows);
    arrays.row_offsets = std::as_const(offsets).data_here();
    return arrays;
}

double all_rows_seconds(const Snapshot &operand, bool of_columns) noexcept {
    const Rates &r = rates();
    double seconds = 0;
    if (is_hyper(operand, of_columns))
        seconds += 8 * size_of(rows_of(operand, of_columns)) / r.stream_bytes + r.launch_seconds;
    return seconds;
}

const SparseForm *hyper_vectors(const Snapshot &A) noexcept {
    const auto &vectors = A.is_by_column() ? A.columns_form() : A.rows_form();
    return vectors.is_present() && vectors.get().is_hyper && !vectors.get().is_jumbled &&
                   rows_of(A, A.is_by_column()) <= most_rows
               ? &vectors.get()
               : nullptr;
}

Ref<Snapshot> with_all_rows(const Snapshot &operand, bool of_columns) {
    SparseForm form = operand.sparse_form(of_columns);
    const std::uint64_t vectors = rows_of(operand, of_columns);
    form.row_offsets = all_offsets(form, vectors);
    form.stored_rows = vectors;
    form.is_hyper = false;
    form.row_ids = Array();
    return of_columns ? Snapshot::of_columns(operand.type(), operand.nrows(), operand.ncols(),
                                             std::move(form))
                      : Snapshot::of_rows(operand.type(), operand.nrows(), operand.ncols(),
                                          std::move(form));
}

} // namespace grb::device
