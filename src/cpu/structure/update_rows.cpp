/// Compressed A with single entries set and removed: merges the sorted updates with A's rows, whose
/// entries move in runs; see folded(). A m×n sparse, hypersparse or row-balanced (by its rows).
/// Work O(entries + p log p) for p updates, and O(m) unless hypersparse. Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

const char *refuses(const UpdateProblem &problem) {
    return is_dense(*problem.A) ? "dense" : nullptr;
}

Cost cost(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const Rates &r = rates();
    const double bytes = sparse_bytes(static_cast<double>(A.nrows()), most_entries_of(A), A.type());
    return {r.call_seconds + on_threads(static_cast<double>(problem.updates->size()) / r.sort_keys +
                                        stream_seconds(2 * bytes))};
}

Ref<Snapshot> run(const UpdateProblem &problem) {
    return folded(*problem.A, *problem.updates);
}

} // namespace

extern const Variant<UpdateProblem> update_rows = {"cpu/update_rows", {}, refuses, cost, run};

} // namespace grb
