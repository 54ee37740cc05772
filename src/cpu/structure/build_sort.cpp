/// An object from tuples: sorts them by position unless sorted, then combines duplicates in input
/// order, in dup's types; see sorted_tuples(). Iso values stay iso where dup keeps the value.
/// Errors name the invalid tuple. Takes lists of 8-byte indices, or the values of two vectors,
/// which it lists first. O(n log n) for n tuples.
/// Deterministic.
#include "base/error.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/index_list.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

const char *refuses(const BuildProblem &) {
    return nullptr;
}

const HostCoefficient ordered_seconds{"build_ordered_seconds", "s",
                                      "a tuple of a list that is in order", 4e-9};
const HostCoefficient row_share{"build_row_share", "1", "of that more, where a row comes with it",
                                0.6};

/// Tests a few pairs of neighbours.
bool seems_in_order(const TupleList &tuples) noexcept {
    constexpr std::uint64_t pairs = 16;
    const auto is_before = [&](std::uint64_t k) {
        if (tuples.rows != nullptr && tuples.rows[k] != tuples.rows[k + 1])
            return tuples.rows[k] < tuples.rows[k + 1];
        return tuples.columns == nullptr || tuples.columns[k] < tuples.columns[k + 1];
    };
    for (std::uint64_t pair = 0; pair < pairs && tuples.n > 1; pair++)
        if (!is_before((tuples.n - 1) / pairs * pair)) return false;
    return true;
}

Cost cost(const BuildProblem &problem) {
    const Rates &r = rates();
    if (!problem.positions && seems_in_order(problem.tuples))
        return {r.call_seconds + r.result_seconds / 4 +
                on_threads(static_cast<double>(problem.count()) * ordered_seconds *
                           (problem.tuples.rows != nullptr ? 1 + row_share : 1))};
    return {r.call_seconds +
            on_threads(static_cast<double>(problem.count()) / r.sort_keys +
                       2 * static_cast<double>(problem.traffic().bytes) / r.stream_bytes)};
}

Ref<Snapshot> of_vectors(const BuildProblem &problem) {
    TupleList tuples = problem.tuples;
    Array positions = Array::of<std::uint64_t>(tuples.n),
          values(tuples.n * tuples.value_type->size);
    extract_tuples(*problem.positions, nullptr, nullptr, positions.data(),
                   builtin_type(TypeCode::uint64));
    tuples.rows = positions.as<std::uint64_t>();
    check_indices("I_vector", {tuples.rows, tuples.n, false}, tuples.ncols, "w", "positions");
    extract_tuples(*problem.values, nullptr, nullptr, values.data(), tuples.value_type);
    return sorted_tuples(tuple_list(tuples.type, 1, tuples.ncols, tuples.rows, nullptr,
                                    values.data(), tuples.value_type, false, tuples.n,
                                    tuples.duplicate));
}

Ref<Snapshot> run(const BuildProblem &problem) {
    return problem.positions ? of_vectors(problem) : sorted_tuples(problem.tuples);
}

} // namespace

extern const Variant<BuildProblem> build_sort = {"cpu/build_sort", {}, refuses, cost, run};

} // namespace grb
