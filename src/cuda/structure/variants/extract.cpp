// The device variants of extract: from dense storage, and of rows of compressed storage.
#include "cuda/library/dense_costs.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/formats.hpp"
#include "cuda/structure/variants/index_lists.hpp"
#include "cuda/structure/variants/picked_vectors.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

double result_elements(const ExtractProblem &problem) noexcept {
    return size_of(problem.rows.count) * size_of(problem.columns.count);
}

const char *refuses_both(const ExtractProblem &problem) noexcept {
    if (problem.column_vector) return "positions in a vector";
    if (const char *refusal = refusal_of(problem.A->type())) return refusal;
    if (problem.A->is_known_empty() || problem.rows.count == 0 || problem.columns.count == 0)
        return "nothing to compute";
    return is_full_iso(*problem.A) ? iso_refusal : nullptr;
}

double list_bytes(const ExtractProblem &problem) noexcept {
    return bytes_of(problem.rows) + bytes_of(problem.columns);
}

// Gather

bool is_whole(const ExtractProblem &problem) noexcept {
    return problem.rows.is_all && problem.columns.is_all && !problem.is_transposed;
}

const char *gather_refuses(const ExtractProblem &problem) {
    if (const char *refusal = refuses_both(problem)) return refusal;
    const Snapshot &A = *problem.A;
    if (!is_whole(problem)) {
        if (!can_be_dense_operand(A)) return "too large or not dense";
        const double elements = result_elements(problem);
        if (elements > size_of(largest_dense)) return "result too large to be dense";
        if (A.nrows() != 1 && elements > 65536 && elements / 64 > size_of(A.most_nvals()))
            return "few entries for so many positions";
    }
    return refuses_device(ExtractProblem::operation, size_of(A.bytes()) + list_bytes(problem));
}

Cost gather_cost(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const device::Rates &r = device::rates();
    PassCost cost;
    if (is_whole(problem)) return cost.cost();
    if (!A.has_dense() || missing_dense_bytes(A) > 0) cost.reads(A);
    const double elements = result_elements(problem);
    const double gathers = device::gather_rate(dense_bytes(A));
    cost.writes(elements * size_of(A.type()->size));
    Cost result = cost.cost();
    result.seconds += elements / gathers + list_bytes(problem) * (1 / r.upload_bytes);
    return result;
}

/// C = A(I, J) from bitmap or full storage; other storage is densified first. Gathers values and
/// presence bits, one thread per element of C; see cuda/structure/gather_elements.cu. A m×n,
/// transposed or not; I, J any lists, copied to the device; C bitmap or full. Work O(|I|·|J|);
/// scratch: the lists. Does not wait. Deterministic. Refused: a result too large to be dense, or
/// far larger than A's entries.
Ref<Snapshot> gather_run(const ExtractProblem &problem) {
    if (is_whole(problem)) return problem.A;
    const Snapshot &A = *problem.A;
    const DenseForm &source = dense_operand_form(A);
    const std::uint64_t m = problem.rows.count, n = problem.columns.count;
    Array row_list, column_list;
    GatherElementsCall call{};
    call.rows = positions_of(problem.rows, row_list);
    call.columns = positions_of(problem.columns, column_list);
    call.nrows = m;
    call.ncols = n;
    call.row_stride = problem.is_transposed ? 1 : A.ncols();
    call.column_stride = problem.is_transposed ? A.ncols() : 1;
    call.bits = static_cast<const std::uint64_t *>(source.bits.data_here());
    call.size = static_cast<int>(A.type()->size);
    DenseForm form;
    unsigned ticket = 0;
    form.is_iso = source.is_iso;
    if (source.is_iso) {
        form.values = own_iso(source.values, A.type());
    } else {
        form.values = Array::make_here(m * n * A.type()->size);
        call.values = source.values.data_here();
        call.out_values = form.values.data_here_for_writing();
    }
    if (call.bits != nullptr) {
        form.bits = Array::make_here((m * n + 63) / 64 * 8);
        call.out_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
        call.nvals.later = &ticket;
    } else {
        form.nvals = m * n;
    }
    check(gpu::gather_elements(&call));
    form.nvals.expect(ticket);
    return of_dense(A.type(), m, n, std::move(form));
}

// Rows

/// The compressed rows of the effective matrix, or null.
const SparseForm *rows_of(const ExtractProblem &problem) noexcept {
    const LazyForm<SparseForm> &lazy =
        std::as_const(*problem.A).vectors_form(problem.is_transposed);
    return lazy.is_present() ? &lazy.get() : nullptr;
}

const char *rows_refuses(const ExtractProblem &problem) {
    if (const char *refusal = refuses_both(problem)) return refusal;
    const SparseForm *rows = rows_of(problem);
    if (rows == nullptr) return "not there as compressed rows";
    if (rows->is_hyper) return "hypersparse A";
    if (problem.rows.is_all) return "all rows";
    if (problem.rows.count >= UINT32_MAX) return "too many rows";
    const std::uint64_t n = problem.is_transposed ? problem.A->nrows() : problem.A->ncols();
    if (!problem.columns.is_all && (problem.rows.count != 1 || n > largest_dense))
        return "a list of columns for several rows";
    return refuses_device(ExtractProblem::operation,
                          size_of(problem.A->bytes()) + list_bytes(problem));
}

Cost rows_cost(const ExtractProblem &problem) {
    const device::Rates &r = device::rates();
    const SparseForm &rows = *rows_of(problem);
    const double entry = rows.index_width + (rows.is_iso ? 0.0 : size_of(problem.A->type()->size));
    const double row_count =
        size_of(problem.is_transposed ? problem.A->ncols() : problem.A->nrows());
    const double entries = size_of(rows.nvals) / row_count * size_of(problem.rows.count);
    const double missing = missing_bytes(*problem.A, true, problem.is_transposed);
    Cost cost;
    cost.seconds = (2 * entries * entry + 64 * size_of(problem.rows.count)) / r.stream_bytes +
                   list_bytes(problem) / r.upload_bytes + 4 * r.launch_seconds + r.wait_seconds;
    if (!problem.columns.is_all) {
        const double n = size_of(problem.is_transposed ? problem.A->nrows() : problem.A->ncols());
        cost.seconds += 4 * r.launch_seconds + r.wait_seconds + 2 * n * entry / r.stream_bytes +
                        size_of(problem.columns.count) / r.gathers_memory;
    }
    if (missing > 0) {
        cost.missing_seconds = missing / r.upload_bytes;
        cost.missing_in = problem.A.get();
        cost.missing_item = SnapshotItem::device;
    }
    return cost;
}

/// Rows I of A, all of their columns.
Ref<Snapshot> picked_rows(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t nrows = problem.is_transposed ? A.ncols() : A.nrows(),
                        ncols = problem.is_transposed ? A.nrows() : A.ncols();
    SparseForm form = picked({*rows_of(problem), A.type(), nrows, ncols}, problem.rows);
    if (form.nvals == 0) return Snapshot::empty(A.type(), problem.rows.count, ncols);
    return Snapshot::of_rows(A.type(), problem.rows.count, ncols, std::move(form));
}

/// C = A(I, :) from compressed rows (columns if transposed): sums the rows' lengths, and copies the
/// entries in equal chunks per block; see cuda/structure/rows.cu. For a single row J may be a list,
/// too: the row is densified and gathered from. A m×n, standard, any widths; I any list; C by
/// sorted rows. Work O(|I| + entries of C); scratch 8 bytes a row. Waits for the number of entries.
/// Deterministic. Refused: hypersparse A, all rows, a list of columns for more than one row.
Ref<Snapshot> rows_run(const ExtractProblem &problem) {
    Ref<Snapshot> rows = picked_rows(problem);
    if (problem.columns.is_all) return rows;
    if (rows->nvals() == 0) return Snapshot::empty(rows->type(), 1, problem.columns.count);
    ExtractProblem rest;
    rest.A = std::move(rows);
    rest.rows = IndexList::all(1);
    rest.columns = problem.columns;
    return gather_run(rest);
}

constexpr Capabilities capabilities{.device = device::cuda_kind};

} // namespace

extern const Variant<ExtractProblem> cuda_extract_gather = {
    "cuda/extract_gather", capabilities, &gather_refuses, &gather_cost, &gather_run};
extern const Variant<ExtractProblem> cuda_extract_rows = {"cuda/extract_rows", capabilities,
                                                          &rows_refuses, &rows_cost, &rows_run};

} // namespace grb
