/// The entries of A as bitmap or full: rows, columns or slots are scattered into zeroed elements.
/// An existing dense form is shared; a pattern is made or omitted between bitmap and full.
/// A m×n in any format; with columns or slots alone A's rows are made first and stay with it. Work
/// O(entries + m·n) of the value's bytes. Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const ConvertProblem &problem) {
    if (problem.is_cast()) return "a cast";
    return is_dense(problem.format) ? nullptr : "not to a dense format";
}

Cost cost(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const Rates &r = rates();
    if (A.has_dense()) return {r.call_seconds + stream_seconds(dense_bytes_of(A) / 8)};
    const double elements = static_cast<double>(A.nrows()) * static_cast<double>(A.ncols());
    // Entries for all positions are the dense elements, in order.
    const double scattered =
        most_entries_of(A) / (most_entries_of(A) < elements ? r.scatters_cached : r.gathers_cached);
    return {r.call_seconds + on_threads(scattered + stream_seconds(dense_bytes_of(A)))};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    return as_dense(*problem.A, problem.format == Format::full);
}

} // namespace

extern const Variant<ConvertProblem> convert_dense = {"cpu/convert_dense", {}, refuses, cost, run};

} // namespace grb
