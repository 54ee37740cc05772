/// C = A(I, J): each wanted row is met with the sorted column list, by walking the shorter of the two
/// and searching the longer in doubling steps. A m×n in any format, by rows (also transposed,
/// hypersparse); I, J any lists, duplicates allowed; C by rows, sorted.
/// Work O(sum over I of min(row length, |J|)·log + result + |J| log |J|); of ranges only what lies between
/// their ends in the rows that A stores. Scratch 16 bytes per result entry, and per index of a list. One
/// thread. Accepts everything. Deterministic.
#include "cpu/index_map.hpp"
#include "cpu/line_builder.hpp"
#include "registry/pick.hpp"

namespace grb {

namespace {

const char *refuses(const ExtractProblem &) {
    return nullptr;
}

const HostCoefficient row_seconds{"extract_rows_row_seconds", "s", "a row", 2e-8};
const HostCoefficient entry_seconds{"extract_rows_entry_seconds", "s", "an entry", 1e-8};

Cost cost(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const double rows = static_cast<double>(problem.is_transposed ? A.ncols() : A.nrows());
    const double columns = static_cast<double>(problem.columns.count);
    const double entries = static_cast<double>(A.most_nvals());
    const double named = static_cast<double>(problem.rows.count);
    // Of a range only the rows that have entries; a list is walked as a whole.
    const double wanted = problem.rows.is_progression() ? std::min(named, entries) : named;
    const double sort = problem.columns.is_progression() ? 0 : columns / rates().sort_keys;
    return {rates().call_seconds + sort +
            wanted * (row_seconds +
                      std::min(entries / std::max(rows, 1.0), columns + 1) * entry_seconds)};
}

template <class O, class I>
class Extraction {
public:
    Extraction(const ExtractProblem &problem, const IndexList &columns, const Sparse<O, I> &S)
        : S_(S), list_(columns), columns_(columns), builder_(problem.rows.count, columns.count) {}

    void extract_rows(const IndexList &rows) {
        if (!rows.is_progression() || S_.row_ids == nullptr) {
            for (std::uint64_t to = 0; to < rows.count; to++) {
                std::uint64_t k = 0;
                if (S_.find_row(rows[to], k)) extract_row(k, to);
            }
            return;
        }
        meet(rows, S_.row_ids, 0, S_.stored_rows,
             [&](std::uint64_t to, std::uint64_t k) { extract_row(k, to); });
    }
    LineBuilder &builder() { return builder_; }

private:
    void extract_row(std::uint64_t k, std::uint64_t to) {
        const std::uint64_t begin = S_.row_offsets[k], end = S_.row_offsets[k + 1];
        if (list_.is_all) {
            for (std::uint64_t p = begin; p < end; p++) builder_.append(S_.column_indices[p], p);
        } else if (list_.is_progression()) {
            meet(list_, S_.column_indices, begin, end,
                 [&](std::uint64_t place, std::uint64_t p) { builder_.append(place, p); });
        } else if (end - begin <= columns_.count()) {
            const IndexMap::Pair *at = columns_.begin();
            for (std::uint64_t p = begin; p < end; p++) {
                at = columns_.find_from(at, S_.column_indices[p]);
                for (const IndexMap::Pair *hit = at;
                     hit != columns_.end() && hit->index == S_.column_indices[p]; ++hit) {
                    builder_.append(hit->place, p);
                }
            }
        } else {
            const I *first = S_.column_indices + begin, *last = S_.column_indices + end;
            for (const IndexMap::Pair &pair : columns_) {
                first = std::lower_bound(first, last, pair.index);
                if (first == last) break;
                if (*first == pair.index)
                    builder_.append(pair.place,
                                    static_cast<std::uint64_t>(first - S_.column_indices));
            }
        }
        builder_.end_row(to, list_.is_progression() || columns_.is_ascending());
    }

    const Sparse<O, I> &S_;
    const IndexList &list_;
    IndexMap columns_;
    LineBuilder builder_;
};

Ref<Snapshot> run(const ExtractProblem &problem) {
    Array owned;
    const IndexList columns = problem.column_list(owned);
    const SparseView view = problem.A->rows(problem.is_transposed);
    return dispatch_widths(view, [&](const auto &S) {
        using T = std::decay_t<decltype(S)>;
        Extraction<typename T::Offset, typename T::Index> extraction(problem, columns, S);
        extraction.extract_rows(problem.rows);
        return extraction.builder().finish(view.type, view.values, view.is_iso);
    });
}

} // namespace

extern const Variant<ExtractProblem> extract_rows = {"cpu/extract_rows", {}, refuses, cost, run};

} // namespace grb
