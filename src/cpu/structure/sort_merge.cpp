/// Each row (column) of A in the order of its values, and the previous position of each: a stable
/// merge sort per row, which asks the operator O(n log n) times for a row of n entries, whatever it
/// answers; see sort_vectors(). A m×n in any format, by sorted rows (columns). Parallel over rows.
/// Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

const char *refuses(const SortProblem &) {
    return nullptr;
}

const HostCoefficient entry_comparisons{"sort_entry_comparisons", "1",
                                        "calls of the operator for each entry", 8};

Cost cost(const SortProblem &problem) {
    const double entries = most_entries_of(*problem.A);
    return {rates().call_seconds + entries / rates().sort_keys +
            entries * entry_comparisons / rates().operations_user};
}

SortedVectors run(const SortProblem &problem) {
    return sort_vectors(*problem.A, problem.comes_before, problem.by_column);
}

} // namespace

extern const Variant<SortProblem> sort_merge = {"cpu/sort_merge", {}, refuses, cost, run};

} // namespace grb
