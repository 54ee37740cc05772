// Makes the offsets of all rows of a hypersparse operand on the device.
#include "cuda/structure/rows/all_rows.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/rows/mxv_operands.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

namespace {

/// The limit for hypersparse operands: 512 MB of offsets.
constexpr std::uint64_t most_rows = std::uint64_t{1} << 26;

std::uint64_t rows_of(const Snapshot &operand, bool of_columns) noexcept {
    return of_columns ? operand.ncols() : operand.nrows();
}

Array all_offsets(const SparsePart &part, std::uint64_t nrows) {
    if (nrows > most_rows) throw Failure(Status::unsupported);
    Array offsets = Array::make_here((nrows + 1) * static_cast<std::size_t>(part.offset_width));
    AllOffsetsCall call{};
    call.nrows = nrows;
    call.stored = part.stored_rows;
    call.row_ids = part.row_ids.data_here();
    call.stored_offsets = part.row_offsets.data_here();
    call.index_width = part.index_width;
    call.offset_width = part.offset_width;
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
    const SparsePart &part = operand.sparse_part(of_columns);
    if (!part.is_hyper) return arrays;
    arrays.nrows = rows_of(operand, of_columns);
    offsets = all_offsets(part, arrays.nrows);
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

const SparsePart *hyper_lines(const Snapshot &A) noexcept {
    const auto &lines = A.is_by_column() ? A.columns_part() : A.rows_part();
    return lines.is_present() && lines.get().is_hyper && !lines.get().is_jumbled &&
                   rows_of(A, A.is_by_column()) <= most_rows
               ? &lines.get()
               : nullptr;
}

Ref<Snapshot> with_all_rows(const Snapshot &operand, bool of_columns) {
    SparsePart part = operand.sparse_part(of_columns);
    const std::uint64_t lines = rows_of(operand, of_columns);
    part.row_offsets = all_offsets(part, lines);
    part.stored_rows = lines;
    part.is_hyper = false;
    part.row_ids = Array();
    return of_columns ? Snapshot::of_columns(operand.type(), operand.nrows(), operand.ncols(),
                                             std::move(part))
                      : Snapshot::of_rows(operand.type(), operand.nrows(), operand.ncols(),
                                          std::move(part));
}

} // namespace grb::device
