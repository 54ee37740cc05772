/// Each row (column) of A in the order of its values, and where each was: a stable merge sort per row, which asks the
/// operator O(n log n) times for a row of n entries, whatever it answers; see sort_lines(). A m×n in any format, by
/// sorted rows (columns). Parallel over rows. Deterministic.
#include "registry/rates.hpp"
#include "registry/structure.hpp"

namespace grb {

namespace {

const char *refuses(const SortProblem &) {
    return nullptr;
}

Cost cost(const SortProblem &problem) {
    const double entries = most_entries_of(*problem.A);
    return {rates().call_seconds + entries / rates().sort_keys +
            entries * 8 / rates().operations_user};
}

SortedLines run(const SortProblem &problem) {
    return sort_lines(*problem.A, problem.comes_before, problem.by_column);
}

} // namespace

extern const Variant<SortProblem> sort_merge = {"cpu/sort_merge", {}, refuses, cost, run};

} // namespace grb
