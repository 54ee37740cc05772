/// C = A ⊕ B (union) or A ⊗ B (intersection), a merge of sorted rows; accepts everything.
/// A, B m×n in any format and width, read by rows; C m×n by rows. Work O(entries of A and B); see
/// merge_sparse. The merge applies the mask. O(1) where both share one pattern and C is iso.
/// Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/merge.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

template <class Problem>
const char *refuses(const Problem &) {
    return nullptr;
}

const HostCoefficient entry_operations{"ewise_merge_entry_operations", "1",
                                       "batch operations for each entry of a list", 3};
const HostCoefficient element_operations{"ewise_merge_element_operations", "1",
                                         "the same of entries listed from dense elements", 1.2};

double rows_price(const Snapshot &snapshot) {
    if (snapshot.has_rows()) return 0;
    const double positions =
        static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols());
    return positions * rates().conversion_bytes / 2 / rates().stream_bytes;
}

double entries_price(const Snapshot &snapshot) {
    const double each = is_dense(snapshot) ? element_operations : entry_operations;
    return each * static_cast<double>(snapshot.most_nvals()) / rates().operations_batch;
}

template <class Problem>
Cost cost(const Problem &problem) {
    const double rows = std::min(static_cast<double>(problem.A->nrows()),
                                 static_cast<double>(problem.A->most_nvals()) + 1);
    return {rates().call_seconds + 2 * rates().result_seconds +
            on_threads(entries_price(*problem.A) + entries_price(*problem.B) +
                       rows * 8 / rates().stream_bytes + rows_price(*problem.A) +
                       rows_price(*problem.B))};
}

template <class Problem>
Ref<Snapshot> merge(const Problem &problem, const MergeRule &rule) {
    const SparseView A = problem.A->rows(problem.is_A_transposed);
    const SparseView B = problem.B->rows(problem.is_B_transposed);
    const MergeValues values{problem.op->ztype, problem.A->type(), problem.B->type(), problem.op};
    if (A.row_offsets == B.row_offsets && A.column_indices == B.column_indices &&
        A.row_ids == B.row_ids && problem.mask.is_none()) {
        if (const auto value = iso_result(A, B, values, rule)) {
            SparseForm form = problem.A->share_rows(problem.is_A_transposed);
            form.is_iso = true;
            form.values = Array::copy_of(value->data(), value->size());
            return Snapshot::of_rows(values.z, A.nrows, A.ncols, std::move(form));
        }
    }
    return merge_sparse(A, B, values, rule, problem.mask.view(), {});
}

Ref<Snapshot> run_add(const EwiseAddProblem &problem) {
    return merge(problem, MergeRule::union_of());
}
Ref<Snapshot> run_mult(const EwiseMultProblem &problem) {
    return merge(problem, MergeRule::intersection_of());
}

} // namespace

extern const Variant<EwiseAddProblem> ewise_add_merge = {"cpu/ewise_add_merge",
                                                         {.fuses_mask = true, .form = Form::sparse},
                                                         refuses<EwiseAddProblem>,
                                                         cost<EwiseAddProblem>,
                                                         run_add};
extern const Variant<EwiseMultProblem> ewise_mult_merge = {
    "cpu/ewise_mult_merge",
    {.fuses_mask = true, .form = Form::sparse},
    refuses<EwiseMultProblem>,
    cost<EwiseMultProblem>,
    run_mult};

} // namespace grb
