/// S(I(i), J(j)) = A(i, j): rows go to their place, columns are renumbered and sorted when J is a list that
/// is not ascending. A in any format, by rows; I, J any lists, with duplicates the last wins. S by rows,
/// hypersparse when few rows are hit. Work O(entries and stored rows of A), for lists also O(|I| log |I| +
/// |J| log |J|); scratch 16 bytes per entry and list index. One thread. Refused: a scalar. Deterministic.
#include "cpu/index_map.hpp"
#include "cpu/line_builder.hpp"
#include "registry/pick.hpp"

namespace grb {

namespace {

const char *refuses(const AssignProblem &problem) {
    return problem.A ? nullptr : "scalar";
}

const HostCoefficient entry_operations{"assign_rows_entry_operations", "1",
                                       "batch operations for each entry", 3};

Cost cost(const AssignProblem &problem) {
    const double entries = static_cast<double>(problem.A->most_nvals());
    const double columns = problem.columns.is_progression() ? 0 : entries / rates().sort_keys;
    const double rows = problem.rows.is_progression()
                            ? 0
                            : static_cast<double>(problem.rows.count) / rates().sort_keys;
    return {rates().call_seconds + columns + rows +
            entry_operations * entries / rates().operations_batch};
}

/// Calls f(k) for k in [begin, end), the last first when `is_downwards`.
template <class F>
void for_each_between(std::uint64_t begin, std::uint64_t end, bool is_downwards, F &&f) {
    for (std::uint64_t n = 0; n < end - begin; n++) f(is_downwards ? end - 1 - n : begin + n);
}

template <class O, class I>
void place_row(const AssignProblem &problem, const Sparse<O, I> &S, std::uint64_t k,
               std::uint64_t to, bool is_ascending, LineBuilder &builder) {
    const IndexList columns = problem.columns; // a copy: writes of the builder cannot alias it
    if (!columns.is_progression()) {
        for (std::uint64_t p = S.row_offsets[k]; p < S.row_offsets[k + 1]; p++)
            builder.append(columns.indices[S.column_indices[p]], p);
    } else {
        for_each_between(S.row_offsets[k], S.row_offsets[k + 1], columns.is_downwards(),
                         [&](std::uint64_t p) { builder.append(columns[S.column_indices[p]], p); });
    }
    builder.end_row(to, is_ascending);
}

/// True when every column that the list repeats keeps its last source: needs the list's own order.
bool has_repeats(const IndexMap &map) {
    for (const IndexMap::Pair *pair = map.begin(); pair != map.end() && pair + 1 != map.end();
         ++pair) {
        if (pair->index == (pair + 1)->index) return true;
    }
    return false;
}

Ref<Snapshot> run(const AssignProblem &problem) {
    if (problem.rows.is_all && problem.columns.is_all && !problem.is_transposed) return problem.A;
    const SparseView view = problem.A->rows(problem.is_transposed);
    const IndexMap rows(problem.rows), columns(problem.columns);
    HostVector<std::uint64_t>
        last_place; // for each position in J: the last position that names the same column
    if (has_repeats(columns)) {
        last_place.assign(problem.columns.count, 0);
        std::uint64_t last = 0;
        for (const IndexMap::Pair *pair = columns.end(); pair != columns.begin();) {
            --pair;
            if (pair + 1 == columns.end() || (pair + 1)->index != pair->index) last = pair->place;
            last_place[pair->place] = last;
        }
    }
    return dispatch_widths(view, [&](const auto &S) {
        LineBuilder builder(problem.nrows, problem.ncols);
        const auto place = [&](std::uint64_t k, std::uint64_t to) {
            if (last_place.empty()) {
                const bool is_ascending =
                    problem.columns.is_progression() || columns.is_ascending();
                place_row(problem, S, k, to, is_ascending, builder);
                return;
            }
            for (std::uint64_t p = S.row_offsets[k]; p < S.row_offsets[k + 1]; p++) {
                const std::uint64_t j = S.column_indices[p];
                if (last_place[j] == j) builder.append(problem.columns[j], p);
            }
            builder.end_row(to, false);
        };
        if (problem.rows.is_progression()) {
            for_each_between(0, S.stored_rows, problem.rows.is_downwards(),
                             [&](std::uint64_t k) { place(k, problem.rows[S.row_id(k)]); });
        } else {
            for (const IndexMap::Pair *pair = rows.begin(); pair != rows.end(); ++pair) {
                const bool is_overwritten =
                    pair + 1 != rows.end() && (pair + 1)->index == pair->index;
                std::uint64_t k = 0;
                if (!is_overwritten && S.find_row(pair->place, k)) place(k, pair->index);
            }
        }
        return builder.finish(view.type, view.values, view.is_iso);
    });
}

} // namespace

extern const Variant<AssignProblem> assign_rows = {"cpu/assign_rows", {}, refuses, cost, run};

} // namespace grb
