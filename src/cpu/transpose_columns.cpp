/// C = A': the columns of A by a bucket pass (or a sort when hypersparse), or from A's cache.
/// A m×n in any format, C n×m by rows, sorted. Work O(entries + m + n); see transpose_part. The
/// columns stay with A; C shares their arrays, and those of A's rows as its own columns. A full iso
/// A equals its transpose but for the shape: O(1). Deterministic.
#include "costs/rates.hpp"
#include "cpu/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/uniform.hpp"

namespace grb {

namespace {

const char *refuses(const TransposeProblem &) {
    return nullptr;
}

Cost cost(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const double turned = static_cast<double>(A.most_nvals()) / rates().scatters_cached;
    if (is_dense(A) && !A.has_columns() && !is_uniform(A))
        return {rates().call_seconds + on_threads(turned)};
    Cost cost{rates().call_seconds};
    if (A.has_columns() || is_uniform(A)) return cost;
    // The columns stay with A.
    cost.missing_seconds = on_threads(turned);
    cost.missing_in = &A;
    cost.missing_part = Part::columns;
    return cost;
}

Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (is_uniform(A)) return Snapshot::of_dense(A.type(), A.ncols(), A.nrows(), A.share_dense());
    Ref<Snapshot> turned = Snapshot::of_rows(A.type(), A.ncols(), A.nrows(), A.share_rows(true));
    // The rows of A serve as C's columns.
    if (A.rows_part().is_present()) turned->columns_part().set(A.share_rows(false));
    return turned;
}

} // namespace

extern const Variant<TransposeProblem> transpose_columns = {
    "cpu/transpose_columns", {}, refuses, cost, run};

} // namespace grb
