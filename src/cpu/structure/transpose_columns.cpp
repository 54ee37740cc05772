/// C = A': the columns of A by a bucket pass (or a sort when hypersparse), or from A's cache.
/// A m×n in any format, C n×m by rows, sorted. Work O(entries + m + n); see transpose_form. The
/// columns stay with A; C shares their arrays, and those of A's rows as its own columns. A full iso
/// A equals its transpose but for the shape: O(1). Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

const char *refuses(const TransposeProblem &) {
    return nullptr;
}

Cost cost(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const double transposed = static_cast<double>(A.most_nvals()) / rates().scatters_cached;
    if (is_dense(A) && !A.has_columns() && !is_full_iso(A))
        return {rates().call_seconds + on_threads(transposed)};
    Cost cost{rates().call_seconds};
    if (A.has_columns() || is_full_iso(A)) return cost;
    // The columns stay with A.
    cost.missing_seconds = on_threads(transposed);
    cost.missing_in = &A;
    cost.missing_item = SnapshotItem::columns;
    return cost;
}

Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (is_full_iso(A)) return Snapshot::of_dense(A.type(), A.ncols(), A.nrows(), A.share_dense());
    Ref<Snapshot> transposed =
        Snapshot::of_rows(A.type(), A.ncols(), A.nrows(), A.share_rows(true));
    // The rows of A serve as C's columns.
    if (A.rows_form().is_present()) transposed->columns_form().set(A.share_rows(false));
    return transposed;
}

} // namespace

extern const Variant<TransposeProblem> transpose_columns = {
    "cpu/transpose_columns", {}, refuses, cost, run};

} // namespace grb
