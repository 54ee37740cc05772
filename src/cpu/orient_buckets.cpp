/// The other orientation of compressed rows: a parallel bucket pass, or a sort when hypersparse; see transpose_part().
/// A m×n with indices of 4 or 8 bytes, in any order; the result is sorted. A symmetric pattern is not stored twice;
/// values are, so that an entry can be overwritten in both orientations without a copy. Work O(entries + m + n).
/// Deterministic.
#include "registry/rates.hpp"
#include "registry/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// The same offsets and indices, byte for byte; both on the host.
bool have_one_pattern(const SparsePart &a, const SparsePart &b) {
    const auto same = [](const Array &x, const Array &y) {
        return x.bytes() == y.bytes() && std::memcmp(x.data(), y.data(), x.bytes()) == 0;
    };
    return !a.is_hyper && !b.is_hyper && a.nvals != 0 && a.offset_width == b.offset_width &&
           a.index_width == b.index_width && same(a.row_offsets, b.row_offsets) &&
           same(a.column_indices, b.column_indices);
}

const char *refuses(const OrientProblem &) {
    return nullptr;
}

Cost cost(const OrientProblem &problem) {
    const Rates &r = rates();
    const auto entries = static_cast<double>(problem.rows.nvals);
    const double lines = static_cast<double>(problem.rows.stored_rows) +
                         (problem.rows.is_hyper ? entries : static_cast<double>(problem.ncols));
    return {r.call_seconds + entries / r.scatters_cached + 8 * lines / r.stream_bytes};
}

SparsePart run(const OrientProblem &problem) {
    const SparsePart &rows = problem.rows;
    SparsePart made = transpose_part(view_of(rows, problem.type, problem.nrows, problem.ncols));
    if (problem.nrows == problem.ncols && !rows.is_jumbled && have_one_pattern(rows, made)) {
        made.row_offsets = rows.row_offsets;
        made.column_indices = rows.column_indices;
    }
    return made;
}

} // namespace

extern const Variant<OrientProblem> orient_buckets = {"cpu/orient_buckets", {}, refuses, cost, run};

} // namespace grb
