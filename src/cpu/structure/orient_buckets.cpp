/// The other orientation of compressed rows: a parallel bucket pass, or a sort when hypersparse;
/// see transpose_form().
/// A m×n with indices of 4 or 8 bytes, in any order; the result is sorted. A symmetric pattern is
/// detected first and stored once, symmetric values too. Work O(entries + m + n). Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses(const OrientProblem &) {
    return nullptr;
}

Cost cost(const OrientProblem &problem) {
    const Rates &r = rates();
    const auto entries = static_cast<double>(problem.rows.nvals);
    const double major_count =
        static_cast<double>(problem.rows.stored_rows) +
        (problem.rows.is_hyper ? entries : static_cast<double>(problem.ncols));
    return {r.call_seconds + entries / r.scatters_cached + 8 * major_count / r.stream_bytes};
}

SparseForm run(const OrientProblem &problem) {
    const SparseForm &rows = problem.rows;
    const SparseView view = view_of(rows, problem.type, problem.nrows, problem.ncols);
    if (problem.nrows == problem.ncols && !rows.is_hyper && !rows.is_jumbled && rows.nvals != 0) {
        if (std::optional<Array> values = values_if_symmetric(view)) {
            SparseForm same = rows;
            const bool is_symmetric =
                std::memcmp(values->data(), rows.values.data(), values->bytes()) == 0;
            if (!is_symmetric) same.values = std::move(*values);
            return same;
        }
    }
    return transpose_form(view);
}

} // namespace

extern const Variant<OrientProblem> orient_buckets = {"cpu/orient_buckets", {}, refuses, cost, run};

} // namespace grb
