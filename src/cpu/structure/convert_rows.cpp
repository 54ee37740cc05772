/// The entries of A as sparse or hypersparse, by A's first orientation: lists dense elements and
/// slots, makes or omits lists of rows, and sorts jumbled rows where nothing else changes.
/// Unchanged arrays are shared.
/// A m×n in any format. Work O(entries + m), of a dense form O(m·n / 64 + entries). Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const ConvertProblem &problem) {
    if (problem.is_cast()) return "a cast";
    return problem.format == Format::sparse || problem.format == Format::hypersparse
               ? nullptr
               : "not to rows";
}

Cost cost(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const Rates &r = rates();
    const double entries = most_entries_of(A), row_count = static_cast<double>(A.nrows());
    if (A.jumbled_rows_form().is_present() && !A.rows_form().is_present())
        return {r.call_seconds + entries / r.sort_keys};
    if (A.has_rows() || A.is_by_column()) return {r.call_seconds + row_count * 8 / r.stream_bytes};
    const double bits = A.has_dense() ? dense_bytes_of(A) / 8 : 0;
    return {r.call_seconds +
            on_threads((bits + 2 * sparse_bytes(row_count, entries, A.type())) / r.stream_bytes)};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    return as_compressed(*problem.A, problem.format == Format::hypersparse);
}

} // namespace

extern const Variant<ConvertProblem> convert_rows = {"cpu/convert_rows", {}, refuses, cost, run};

} // namespace grb
