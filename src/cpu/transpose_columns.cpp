/// C = A': the columns of A by a bucket pass (or a sort when hypersparse), or those that A has cached.
/// A m×n in any format, C n×m by rows, sorted. Work O(entries + m + n); see transpose_part. The columns
/// stay with A, and C shares their arrays. A full iso A is its own transpose but for the shape: O(1).
/// Deterministic.
#include "registry/pick.hpp"
#include "storage/uniform.hpp"

namespace grb {

namespace {

const char *refuses(const TransposeProblem &) {
    return nullptr;
}

Cost cost(const TransposeProblem &problem) {
    const double entries = static_cast<double>(problem.A->most_nvals());
    return {rates().call_seconds +
            (problem.A->has_columns() ? 0 : entries / rates().scatters_cached)};
}

Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (is_uniform(A)) return Snapshot::of_dense(A.type(), A.ncols(), A.nrows(), A.share_dense());
    return Snapshot::of_rows(A.type(), A.ncols(), A.nrows(), A.share_rows(true));
}

} // namespace

extern const Variant<TransposeProblem> transpose_columns = {
    "cpu/transpose_columns", {}, refuses, cost, run};

} // namespace grb
