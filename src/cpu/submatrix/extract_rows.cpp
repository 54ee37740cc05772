/// C = A(I, J): the entries of each wanted row in a wanted column. Consecutive columns are a range
/// of the row, found by two searches and copied; others are looked up in a table over A's columns,
/// or in the sorted list where the table would be too large. A m×n in any format, by rows (also
/// transposed, hypersparse); I, J any lists, duplicates allowed; C by rows, each sorted where J
/// does not ascend.
/// Work O(|I| + |J| + entries of these rows), two passes; for ranges of rows only the stored rows
/// between their ends.
/// Scratch 8 bytes per row, 8 per column of A and 16 per entry of the longest row. Threads divide
/// rows by their entries. Accepts everything. Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/any_offsets.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/row_assembly.hpp"
#include "cpu/submatrix/column_lookup.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

const char *refuses(const ExtractProblem &) {
    return nullptr;
}

const HostCoefficient row_seconds{"extract_rows_row_seconds", "s", "a row", 5e-9};
const HostCoefficient entry_seconds{"extract_rows_entry_seconds", "s",
                                    "an entry whose column is looked up", 4.5e-9};
const HostCoefficient copied_seconds{"extract_rows_copied_seconds", "s",
                                     "an entry of rows with all their columns", 1.5e-9};

Cost cost(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const double rows = static_cast<double>(problem.is_transposed ? A.ncols() : A.nrows());
    const double columns = static_cast<double>(problem.columns.count);
    const double entries = static_cast<double>(A.most_nvals());
    const double named = static_cast<double>(problem.rows.count);
    // A range visits only rows that have entries; a list is walked as a whole.
    const double wanted = problem.rows.is_progression() ? std::min(named, entries) : named;
    const double sort = problem.columns.is_progression() ? 0 : columns / rates().sort_keys;
    const double each = problem.columns.is_all ? copied_seconds : entry_seconds;
    const double taken =
        wanted * (row_seconds + std::min(entries / std::max(rows, 1.0), columns + 1) * each);
    return {rates().call_seconds + rates().result_seconds / 2 + sort + on_threads(taken)};
}

/// The wanted rows of S, by the rows of the result.
template <class I>
class WantedRows {
public:
    WantedRows(const IndexList &rows, const AnySparse<I> &S) : list_(rows), count_(rows.count) {
        if (S.row_ids == nullptr) return;
        is_listed_ = true;
        if (rows.is_progression()) {
            for_each_common(rows, S.row_ids, 0, S.stored_rows,
                            [&](std::uint64_t to, std::uint64_t k) {
                                to_.push_back(to);
                                from_.push_back(k);
                            });
        } else {
            for (std::uint64_t to = 0; to < rows.count; to++) {
                std::uint64_t k = 0;
                if (!S.find_row(rows[to], k)) continue;
                to_.push_back(to);
                from_.push_back(k);
            }
        }
        count_ = to_.size();
    }
    std::uint64_t count() const noexcept { return count_; }
    const std::uint64_t *ids() const noexcept { return is_listed_ ? to_.data() : nullptr; }
    /// Stored row of S for the k-th row that may have entries.
    std::uint64_t source(std::uint64_t k) const noexcept {
        return is_listed_ ? from_[k] : list_[k];
    }

private:
    IndexList list_;
    std::uint64_t count_;
    bool is_listed_ = false;
    HostVector<std::uint64_t> to_, from_;
};

/// Entries [begin, end) of a row.
struct Run {
    std::uint64_t begin, end;
};

template <class I>
Run run_of(const AnySparse<I> &S, std::uint64_t k, const IndexList &columns) {
    const std::uint64_t begin = S.row_offsets[k], end = S.row_offsets[k + 1];
    if (columns.is_all) return {begin, end};
    const I *const row = S.column_indices + begin;
    const std::uint64_t n = end - begin, bound = columns.first + columns.count;
    constexpr std::uint64_t short_row = 32; // steps without a branch
    std::uint64_t low = 0, high = 0;
    if (n <= short_row) {
        for (std::uint64_t p = 0; p < n; p++) {
            low += row[p] < columns.first;
            high += row[p] < bound;
        }
    } else {
        const I *const at = std::lower_bound(row, row + n, columns.first);
        low = static_cast<std::uint64_t>(at - row);
        high = static_cast<std::uint64_t>(std::lower_bound(at, row + n, bound) - row);
    }
    return {begin + low, begin + high};
}

/// Extracts consecutive columns.
template <class T, class I>
Ref<Snapshot> extract_ranges(const RowAssembly &plan, const WantedRows<I> &rows,
                             const AnySparse<I> &S, const IndexList &columns, double entries) {
    const std::uint64_t shift = columns.is_all ? 0 : columns.first;
    return assemble_rows<T>(
        plan, entries,
        [&](std::uint64_t k) {
            const Run run = run_of(S, rows.source(k), columns);
            return run.end - run.begin;
        },
        [&](std::uint64_t k, T *to, std::uint64_t n, HostVector<std::uint64_t> &, unsigned char *) {
            const std::uint64_t begin = run_of(S, rows.source(k), columns).begin;
            const I *const from = S.column_indices + begin;
            for (std::uint64_t p = 0; p < n; p++) to[p] = static_cast<T>(from[p] - shift);
            return RowSources{nullptr, begin, false};
        });
}

/// Extracts columns in any order, and sorts each row where the list does not ascend.
template <class T, class I>
Ref<Snapshot> extract_positions(const RowAssembly &plan, const WantedRows<I> &rows,
                                const AnySparse<I> &S, const ColumnLookup &columns,
                                double entries) {
    const auto match = [&](std::uint64_t k, auto &&f) {
        const std::uint64_t source = rows.source(k);
        columns.match(S.column_indices, S.row_offsets[source], S.row_offsets[source + 1], f);
    };
    const auto count = [&](std::uint64_t k) {
        std::uint64_t n = 0;
        match(k, [&](std::uint64_t, std::uint64_t) { n++; });
        return n;
    };
    const auto fill = [&](std::uint64_t k, T *to, std::uint64_t n,
                          HostVector<std::uint64_t> &sources, unsigned char *) {
        const std::uint64_t source = rows.source(k), begin = S.row_offsets[source];
        return write_row(to, n, columns.is_ascending(), columns.count(), begin,
                         S.row_offsets[source + 1] - begin, sources,
                         [&](auto &&f) { match(k, f); });
    };
    return assemble_rows<T>(plan, entries, count, fill);
}

template <class I>
Ref<Snapshot> extract(const ExtractProblem &problem, const IndexList &list, const SparseView &view,
                      const AnySparse<I> &S) {
    const IndexList columns = as_range(list, S.ncols);
    const WantedRows<I> rows(problem.rows, S);
    RowAssembly plan;
    plan.nrows = problem.rows.count;
    plan.ncols = columns.count;
    plan.candidates = rows.count();
    plan.ids = rows.ids();
    plan.type = view.type;
    plan.values = S.values;
    plan.is_iso = view.is_iso;
    const double entries = static_cast<double>(S.nvals) * static_cast<double>(rows.count()) /
                           static_cast<double>(S.stored_rows + 1);
    const bool is_wide = index_width_for(plan.nrows, plan.ncols) == 8;
    if (columns.is_all || (columns.is_progression() && columns.step == 1)) {
        return is_wide ? extract_ranges<std::uint64_t>(plan, rows, S, columns, entries)
                       : extract_ranges<std::uint32_t>(plan, rows, S, columns, entries);
    }
    plan.work = 30;
    const ColumnLookup lookup(columns, S.ncols, static_cast<std::uint64_t>(entries));
    return is_wide ? extract_positions<std::uint64_t>(plan, rows, S, lookup, entries)
                   : extract_positions<std::uint32_t>(plan, rows, S, lookup, entries);
}

Ref<Snapshot> run(const ExtractProblem &problem) {
    if (problem.rows.is_all && problem.columns.is_all && !problem.is_transposed) return problem.A;
    Array owned;
    const IndexList columns = problem.column_list(owned);
    const SparseView view = problem.A->rows(problem.is_transposed);
    return dispatch_indices(view,
                            [&](const auto &S) { return extract(problem, columns, view, S); });
}

} // namespace

extern const Variant<ExtractProblem> extract_rows = {"cpu/extract_rows", {}, refuses, cost, run};

} // namespace grb
