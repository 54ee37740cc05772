// The device variants of apply and select on sparse storage.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/elementwise/variants/functions.hpp"
#include "cuda/library/dense_costs.hpp"
#include "cuda/library/rows.hpp"

namespace grb {

namespace {

using namespace device;

double value_bytes(const Snapshot &A) noexcept {
    return static_cast<double>(A.most_nvals()) * static_cast<double>(A.type()->size);
}

// Apply

/// Returns the CSR, in any order, of A (of A' when transposed); null if there is none.
const SparseForm *listed_form(const ApplyProblem &problem) noexcept {
    const Snapshot &A = *problem.A;
    if (!problem.is_transposed) return is_dense(A) ? nullptr : list_form(A);
    return A.has_columns() ? &A.columns_form().get() : nullptr;
}

/// Returns true if the function needs the rows of the entries, or if a mask removes entries.
bool walks_rows(const ApplyProblem &problem) noexcept {
    if (!problem.mask.is_none()) return true;
    const std::uint64_t rows = problem.is_transposed ? problem.A->ncols() : problem.A->nrows();
    return rows != 1 && problem.kind == ApplyProblem::Kind::index && uses_positions(*problem.index);
}

const char *apply_refuses(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    if (const char *refusal = refuses_function(problem)) return refusal;
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (is_known_empty(A)) return "nothing to compute";
    if (walks_rows(problem) ? !can_be_rows(A, problem.is_transposed)
                            : listed_form(problem) == nullptr) {
        return "no rows to walk";
    }
    if (!can_be_row_mask(problem.mask)) return "hypersparse or unsorted mask";
    return refuses_device(ApplyProblem::operation, value_bytes(A));
}

Cost apply_cost(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    const auto entries = static_cast<double>(A.most_nvals());
    const double written = entries * static_cast<double>(problem.result_type()->size);
    if (walks_rows(problem)) {
        MergeCost cost;
        cost.reads(A, problem.is_transposed);
        cost.reads(problem.mask);
        cost.writes(entries, problem.result_type());
        return cost.cost();
    }
    const device::Rates &r = device::rates();
    const SparseForm &list = *listed_form(problem);
    const double read = list.is_iso ? 0 : value_bytes(A);
    const double missing = list.is_iso || list.values.is_here() ? 0 : read;
    Cost cost{r.launch_seconds + (read + written) / r.stream_bytes};
    if (missing == 0) return cost;
    // If A is missing here, the host will want the result, unless so many calls read A that it is
    // copied here for them.
    cost.missing_seconds = missing / r.upload_bytes + written / r.download_bytes;
    cost.missing_in = &A;
    cost.missing_item = SnapshotItem::device;
    return cost;
}

/// C = f(A) over the values alone; the pattern is shared: map_elements. Does not wait.
Ref<Snapshot> apply_list(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    const std::uint64_t nrows = problem.is_transposed ? A.ncols() : A.nrows(),
                        ncols = problem.is_transposed ? A.nrows() : A.ncols();
    SparseForm form = *listed_form(problem);
    const Array values = form.values;
    if (stays_iso(problem)) {
        form.values = iso_result(problem, values);
        return Snapshot::of_rows(type, nrows, ncols, std::move(form));
    }
    MapCall call = map_of(problem);
    call.x = values_operand(values, form.is_iso, form.nvals, A.type());
    call.elements = form.nvals;
    call.ncols = ncols;
    if (uses_positions(call.kind)) {
        call.indices = form.column_indices.data_here();
        call.index_width = form.index_width;
    }
    form.is_iso = false;
    form.values = Array::make_here(form.nvals * type->size);
    call.values = form.values.data_here_for_writing();
    check(gpu::map_elements(&call));
    return Snapshot::of_rows(type, nrows, ncols, std::move(form));
}

/// C⟨M⟩ = f(A), A in CSR; see sparse_fill in cuda/merge/sparse_merge.cuh. With a mask, the same
/// pass also filters, and waits for the number of entries; otherwise A's pattern is shared.
Ref<Snapshot> apply_run(const ApplyProblem &problem) {
    if (!walks_rows(problem)) {
        Ref<Snapshot> result = apply_list(problem);
        result->note_edges_of(*problem.A);
        return result;
    }
    RowsMerge merge(*problem.A, problem.is_transposed, problem.result_type());
    merge.call.is_vector = problem.is_vector;
    merge.call.function = function_of(problem);
    if (stays_iso(problem)) {
        const SparseForm &form = *rows_form(*problem.A, problem.is_transposed);
        merge.make_iso(iso_result(problem, form.values));
    }
    merge.filter_by(problem.mask);
    return problem.mask.is_none() ? merge.run_keeping_pattern() : merge.run();
}

// Select

const char *select_refuses(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    if (const char *refusal = refuses_function(problem)) return refusal;
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (is_known_empty(A)) return "nothing to compute";
    if (!can_be_rows(A, problem.is_transposed)) return "no rows to walk";
    if (!can_be_row_mask(problem.mask)) return "hypersparse or unsorted mask";
    return refuses_device(SelectProblem::operation, value_bytes(A));
}

Cost select_cost(const SelectProblem &problem) {
    MergeCost cost;
    if (problem.A->nrows() == 1) {
        cost.reads(*problem.A, problem.is_transposed);
    } else {
        cost.reads_again(*problem.A, problem.is_transposed);
    }
    cost.reads(problem.mask);
    cost.writes(static_cast<double>(problem.A->most_nvals()), problem.A->type());
    return cost.cost();
}

/// C⟨M⟩ = the entries of A for which f is true, A in CSR; see sparse_fill in
/// cuda/merge/sparse_merge.cuh. Iso stays iso. Waits for the number of entries.
Ref<Snapshot> select_run(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    RowsMerge merge(A, problem.is_transposed, A.type());
    merge.call.is_vector = problem.is_vector;
    merge.call.function = function_of(problem);
    merge.call.is_selection = true;
    merge.filter_by(problem.mask);
    if (A.is_iso()) merge.make_iso(own_iso(rows_form(A, problem.is_transposed)->values, A.type()));
    return merge.run();
}

constexpr Capabilities masked{.fuses_mask = true, .device = device::cuda_kind};

} // namespace

extern const Variant<ApplyProblem> cuda_apply_sparse = {"cuda/apply_sparse", masked, &apply_refuses,
                                                        &apply_cost, &apply_run};
extern const Variant<SelectProblem> cuda_select_sparse = {
    "cuda/select_sparse", masked, &select_refuses, &select_cost, &select_run};

} // namespace grb
