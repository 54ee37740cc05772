/// The entries of A row-balanced: each row copied to its slots, as many as the longest row has
/// entries.
/// A m×n of a built-in type, see fits_balanced(); rows and their statistics are made first and stay
/// with A. Work O(m · slots). Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const ConvertProblem &problem) {
    if (problem.is_cast()) return "a cast";
    return problem.format == Format::balanced ? nullptr : "not to slots";
}

Cost cost(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const double bytes = sparse_bytes(static_cast<double>(A.nrows()), most_entries_of(A), A.type());
    return {rates().call_seconds + 3 * bytes / rates().stream_bytes};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    return as_slots(*problem.A);
}

} // namespace

extern const Variant<ConvertProblem> convert_slots = {"cpu/convert_slots", {}, refuses, cost, run};

} // namespace grb
