// The device variant of extract by lists of rows and columns of compressed storage.
#include "costs/device_rates.hpp"
#include "cuda/library/dense_costs.hpp"
#include "cuda/structure/variants/index_lists.hpp"
#include "cuda/structure/variants/picked_vectors.hpp"
#include "cuda/structure/variants/transpose.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

/// The effective matrix, A or A', by its columns if it has them, else by its rows.
struct Source {
    const SparseForm *form = nullptr;
    bool is_columns = false;
    std::uint64_t nrows, ncols;

    explicit Source(const ExtractProblem &problem) noexcept
        : nrows(problem.is_transposed ? problem.A->ncols() : problem.A->nrows()),
          ncols(problem.is_transposed ? problem.A->nrows() : problem.A->ncols()) {
        for (const bool columns : {true, false}) {
            const LazyForm<SparseForm> &lazy =
                std::as_const(*problem.A).vectors_form(problem.is_transposed != columns);
            if (!lazy.is_present()) continue;
            form = &lazy.get();
            is_columns = columns;
            return; // columns first: they need one sort less
        }
    }
    std::uint64_t major_count() const noexcept { return is_columns ? ncols : nrows; }
    std::uint64_t length() const noexcept { return is_columns ? nrows : ncols; }
};

const char *refuses(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.column_vector) return "positions in a vector";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (A.is_known_empty() || problem.rows.count == 0 || problem.columns.count == 0)
        return "nothing to compute";
    if (is_full_iso(A)) return iso_refusal;
    if (problem.columns.is_all) return "all columns";
    if (A.nrows() == 1 || A.ncols() == 1) return "a vector";
    const Source source(problem);
    if (source.form == nullptr) return "not there as compressed rows or columns";
    for (const std::uint64_t dimension :
         {source.nrows, source.ncols, problem.rows.count, problem.columns.count}) {
        if (dimension >= UINT32_MAX) return "2^32 rows or columns";
        if (should_be_hyper(dimension, source.form->nvals)) return "hypersparse";
    }
    if (const char *refusal = refuses_transposition(*source.form, A.type(), source.length()))
        return refusal;
    return refuses_device(ExtractProblem::operation,
                          size_of(A.bytes()) + bytes_of(problem.rows) + bytes_of(problem.columns));
}

/// The maximum number of entries left after picking from the rows or columns by the list.
double kept(double entries, const IndexList &list, std::uint64_t major_count) noexcept {
    return list.is_all
               ? entries
               : entries * size_of(list.count) / size_of(std::max(major_count, UINT64_C(1)));
}

Cost cost(const ExtractProblem &problem) {
    const device::Rates &r = device::rates();
    const Source source(problem);
    const SparseForm &form = *source.form;
    const double entry = form.index_width + (form.is_iso ? 0.0 : size_of(problem.A->type()->size));
    const double major_count = size_of(problem.rows.count) + size_of(problem.columns.count);
    const double before = size_of(form.nvals);
    const double between = source.is_columns ? kept(before, problem.columns, source.ncols)
                                             : kept(before, problem.rows, source.nrows);
    const double after = source.is_columns ? kept(between, problem.rows, source.nrows)
                                           : kept(between, problem.columns, source.ncols);
    Cost cost;
    cost.seconds = 2 * (between + after) * entry / r.stream_bytes +
                   (bytes_of(problem.rows) + bytes_of(problem.columns)) / r.upload_bytes +
                   8 * r.launch_seconds + 2 * r.wait_seconds +
                   transposition_seconds(between, major_count);
    if (!source.is_columns) cost.seconds += transposition_seconds(after, major_count);
    const double missing =
        missing_bytes(*problem.A, true, problem.is_transposed != source.is_columns);
    if (missing > 0) {
        cost.missing_seconds = missing / r.upload_bytes;
        cost.missing_in = problem.A.get();
        cost.missing_item = SnapshotItem::device;
    }
    return cost;
}

/// C = A(I, J): takes rows I, sorts the remaining entries by column, takes columns J, and sorts by
/// row. If A has columns, they are picked first, and one sort suffices.
/// A m×n by rows or columns, also transposed, any widths; I, J any lists, duplicates allowed; C by
/// sorted rows, iso if A is. Work O(|I| + |J| + entries of the picked rows and columns), by radix;
/// scratch: these entries twice. Waits for the number of entries, once for each list.
/// Deterministic. Refused: hypersparse A or C, vectors, all columns (cuda/extract_rows).
Ref<Snapshot> run(const ExtractProblem &problem) {
    const Type *const type = problem.A->type();
    const std::uint64_t m = problem.rows.count, n = problem.columns.count;
    const Source source(problem);
    const IndexList &first = source.is_columns ? problem.columns : problem.rows;
    const IndexList &second = source.is_columns ? problem.rows : problem.columns;
    SparseForm form =
        first.is_all ? *source.form
                     : picked({*source.form, type, source.major_count(), source.length()}, first);
    if (form.nvals != 0) form = transposed(form, type, first.count, source.length());
    if (form.nvals != 0 && !second.is_all)
        form = picked({form, type, source.length(), first.count}, second);
    if (form.nvals != 0 && !source.is_columns) form = transposed(form, type, n, m);
    if (form.nvals == 0) return Snapshot::empty(type, m, n);
    return Snapshot::of_rows(type, m, n, std::move(form));
}

} // namespace

extern const Variant<ExtractProblem> cuda_extract_lists = {
    "cuda/extract_lists", {.device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
