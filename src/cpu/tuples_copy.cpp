/// All entries in row-major order into a caller's arrays; see copy_tuples(). A in any format: rows are made first where
/// they are missing and A is not full. Arrays that nobody asked for are neither fetched nor read. Work O(entries).
/// Deterministic.
#include "cpu/on_threads.hpp"
#include "registry/rates.hpp"
#include "registry/structure.hpp"

namespace grb {

namespace {

const char *refuses(const TuplesProblem &) {
    return nullptr;
}

Cost cost(const TuplesProblem &problem) {
    const double entries = most_entries_of(*problem.A);
    return {rates().call_seconds +
            on_threads(entries * (16 + static_cast<double>(problem.A->type()->size)) /
                       rates().stream_bytes)};
}

Nothing run(const TuplesProblem &problem) {
    copy_tuples(*problem.A, problem.rows, problem.columns, problem.X, problem.value_type);
    return {};
}

} // namespace

extern const Variant<TuplesProblem> tuples_copy = {"cpu/tuples_copy", {}, refuses, cost, run};

} // namespace grb
