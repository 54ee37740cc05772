/// All entries in row-major order into a caller's arrays; see copy_tuples(). A in any format: rows
/// are made first when they are missing and A is not full. Unwanted arrays are neither fetched nor
/// read. Work O(entries).
/// Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

const char *refuses(const TuplesProblem &) {
    return nullptr;
}

const HostCoefficient cast_operations{"tuples_cast_operations", "1",
                                      "batch operations for each value that is cast", 0.15};

Cost cost(const TuplesProblem &problem) {
    const double entries = most_entries_of(*problem.A);
    const double size = static_cast<double>(problem.A->type()->size);
    const double each = (problem.rows != nullptr ? 8 : 0) + (problem.columns != nullptr ? 8 : 0) +
                        (problem.X != nullptr ? 2 * size : 0);
    const bool is_cast = problem.X != nullptr && problem.value_type != problem.A->type();
    const double cast = is_cast ? entries * cast_operations / rates().operations_batch : 0;
    // Makes no new form.
    return {rates().call_seconds / 2 +
            pass_on_threads(stream_seconds(entries * each) + cast, entries * each)};
}

Nothing run(const TuplesProblem &problem) {
    copy_tuples(*problem.A, problem.rows, problem.columns, problem.X, problem.value_type);
    return {};
}

} // namespace

extern const Variant<TuplesProblem> tuples_copy = {"cpu/tuples_copy", {}, refuses, cost, run};

} // namespace grb
