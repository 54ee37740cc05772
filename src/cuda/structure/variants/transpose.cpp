// The device variant of transpose of compressed rows, and the estimate of its cost.
#include "cuda/structure/variants/transpose.hpp"

#include "costs/device_rates.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"
#include "dispatch/variant.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

const DeviceCoefficient sort_launches{"device_transpose_launches", "1",
                                      "kernels of a sort of four passes", 12};
constexpr std::uint64_t most_to_sort = (std::uint64_t{1} << 32) - 1; // positions take 32 bits

/// Returns true if the device can compare the values: it compares single words.
bool is_comparable(const Type *type) noexcept {
    return type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8;
}

bool is_there(const SparseForm &rows) noexcept {
    return rows.column_indices.is_here() && rows.row_offsets.is_here() &&
           (rows.is_iso || rows.values.is_here());
}

/// The other orientation, from which the transpose is made, or null.
const SparseForm *source_of(const Snapshot &snapshot, bool wants_columns) noexcept {
    if (wants_columns) return list_form(snapshot);
    return snapshot.has_columns() ? &snapshot.columns_form().get() : nullptr;
}

/// Returns true if the form equals its transpose. The test takes less time than sorting, and an
/// equal transpose is not stored twice.
bool is_symmetric(const SparseForm &rows, const Type *type, std::uint64_t n) {
    bool result = false;
    SymmetryCall call{};
    call.A = pattern_arrays(rows, n, n);
    if (!rows.is_iso) {
        call.A.values = rows.values.data_here();
        call.value_size = static_cast<int>(type->size);
    }
    call.result = &result;
    check(gpu::is_symmetric(&call));
    return result;
}

} // namespace

namespace device {

const char *refuses_transposition(const SparseForm &rows, const Type *type,
                                  std::uint64_t ncols) noexcept {
    if (rows.nvals == 0) return "nothing to compute";
    if (rows.is_hyper || should_be_hyper(ncols, rows.nvals)) return "hypersparse";
    if (rows.nvals > most_to_sort) return "too many entries to sort";
    return rows.is_iso ? nullptr : refusal_of(type);
}

SparseForm transposed(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols) {
    const bool can_compare = rows.is_iso || is_comparable(type);
    if (nrows == ncols && !rows.is_jumbled && can_compare && is_symmetric(rows, type, nrows))
        return rows;
    SparseForm form;
    form.stored_rows = ncols;
    form.nvals = rows.nvals;
    form.offset_width = rows.offset_width;
    form.index_width = rows.index_width;
    form.is_iso = rows.is_iso;
    form.row_offsets = Array::make_here((ncols + 1) * static_cast<std::size_t>(form.offset_width));
    form.column_indices = Array::make_here(form.nvals * static_cast<std::size_t>(form.index_width));
    TransposeCall call{};
    call.A = pattern_arrays(rows, nrows, ncols);
    call.value_size = 8;
    call.row_offsets = form.row_offsets.data_here_for_writing();
    call.column_indices = form.column_indices.data_here_for_writing();
    if (rows.is_iso) {
        form.values = own_iso(rows.values, type);
    } else {
        call.value_size = static_cast<int>(type->size);
        call.A.values = rows.values.data_here();
        form.values = Array::make_here(form.nvals * type->size);
        call.values = form.values.data_here_for_writing();
    }
    check(gpu::transpose(&call));
    return form;
}

double transposition_seconds(double entries, double major_count) noexcept {
    const device::Rates &r = device::rates();
    // Each of the sort's four passes counts the keys (4 bytes), and reads and writes keys and
    // positions (4 bytes each). Then each entry is gathered.
    return entries * (4 * (16 + 4) / r.stream_bytes + 1 / r.gathers_memory) +
           major_count * 8 / r.stream_bytes + sort_launches * r.launch_seconds;
}

} // namespace device

namespace {

/// Returns null if A has its columns or rows to make them from, else the reason.
const char *refuses(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (is_full_iso(A)) return "iso";
    if (!A.has_columns()) {
        const SparseForm *rows = source_of(A, true);
        if (rows == nullptr) return "A is not sparse";
        if (const char *refusal = refuses_transposition(*rows, A.type(), A.ncols())) return refusal;
    }
    return refuses_device(TransposeProblem::operation, size_of(A.bytes()));
}

Cost cost(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const device::Rates &r = device::rates();
    if (A.has_columns()) return {r.launch_seconds};
    const SparseForm &rows = *source_of(A, true);
    return {transposition_seconds(A) + missing_bytes(rows) / r.upload_bytes};
}

/// C = A' by rows: makes A's columns by a radix sort of its entries by column, and keeps them with
/// A; C shares their arrays. A by rows, not hypersparse, fewer than 2^32 entries; see
/// cuda/structure/transpose.cu. Deterministic.
Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    // Makes the form once under its own lock, like Snapshot::columns(): readers may share A.
    const SparseForm &columns = const_cast<Snapshot &>(A).columns_form().get_or_make(
        [&A] { return transposed(*source_of(A, true), A.type(), A.nrows(), A.ncols()); });
    return Snapshot::of_rows(A.type(), A.ncols(), A.nrows(), SparseForm(columns));
}

/// orient: the transpose of rows that belong to no matrix.
const char *refuses_move(const OrientProblem &problem) {
    if (const char *refusal = refuses_transposition(problem.rows, problem.type, problem.ncols))
        return refusal;
    return device::refuses_move(OrientProblem::operation,
                                is_there(problem.rows) || problem.traffic().away != 0);
}

Cost cost_of_rows(const OrientProblem &problem) {
    return {transposition_seconds(size_of(problem.rows.nvals),
                                  size_of(problem.nrows) + size_of(problem.ncols)) +
            missing_bytes(problem.rows) / device::rates().upload_bytes};
}

SparseForm run_rows(const OrientProblem &problem) {
    return transposed(problem.rows, problem.type, problem.nrows, problem.ncols);
}

} // namespace

namespace device {

bool can_transpose_there(const Snapshot &snapshot, bool wants_columns) noexcept {
    if (!is_open()) return false;
    if (wants_columns ? snapshot.has_columns() : snapshot.rows_form().is_present()) return true;
    const SparseForm *source = source_of(snapshot, wants_columns);
    const std::uint64_t ncols = wants_columns ? snapshot.ncols() : snapshot.nrows();
    return source != nullptr && is_there(*source) &&
           refuses_transposition(*source, snapshot.type(), ncols) == nullptr;
}

double transposition_seconds(const Snapshot &snapshot) noexcept {
    return transposition_seconds(size_of(snapshot.most_nvals()),
                                 size_of(snapshot.nrows()) + size_of(snapshot.ncols()));
}

} // namespace device

extern const Variant<TransposeProblem> cuda_transpose = {
    "cuda/transpose", {.device = device::cuda_kind}, &refuses, &cost, &run};
extern const Variant<OrientProblem> cuda_orient_sort = {
    "cuda/orient_sort", {.device = device::cuda_kind}, &refuses_move, &cost_of_rows, &run_rows};

} // namespace grb
