/// C = A(I, J): each wanted row is met with the sorted column list, by walking the shorter of the two
/// and searching the longer in doubling steps. A m×n in any format, by rows (also transposed,
/// hypersparse); I, J any lists, duplicates allowed; C by rows, sorted.
/// Work O(sum over I of min(row length, |J|)·log + result + |J| log |J|); scratch 16 bytes per result
/// entry and list index. One thread. Accepts everything. Deterministic.
#include "cpu/index_map.hpp"
#include "cpu/line_builder.hpp"
#include "registry/pick.hpp"

namespace grb {

namespace {

const char *refuses(const ExtractProblem &) {
    return nullptr;
}

Cost cost(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const double rows = static_cast<double>(problem.is_transposed ? A.ncols() : A.nrows());
    const double mean = static_cast<double>(A.nvals()) / std::max(rows, 1.0);
    const double columns = static_cast<double>(problem.columns.count);
    const double wanted = static_cast<double>(
        problem.rows.is_all ? std::min<double>(rows, A.nvals()) : problem.rows.count);
    const double sort = problem.columns.is_all ? 0 : columns / rates().sort_keys;
    return {rates().call_seconds + sort + wanted * (2e-8 + std::min(mean, columns + 1) * 1e-8)};
}

template <class O, class I>
class Extraction {
public:
    Extraction(const ExtractProblem &problem, const IndexList &columns, const Sparse<O, I> &S)
        : S_(S), columns_(columns), builder_(problem.rows.count, columns.count) {}

    void extract_row(std::uint64_t k, std::uint64_t to) {
        const std::uint64_t begin = S_.row_offsets[k], end = S_.row_offsets[k + 1];
        if (columns_.is_all()) {
            for (std::uint64_t p = begin; p < end; p++) builder_.append(S_.column_indices[p], p);
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
        builder_.end_row(to, columns_.is_ascending());
    }
    LineBuilder &builder() { return builder_; }

private:
    const Sparse<O, I> &S_;
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
        if (problem.rows.is_all) {
            for (std::uint64_t k = 0; k < S.stored_rows; k++)
                extraction.extract_row(k, S.row_id(k));
        } else {
            for (std::uint64_t to = 0; to < problem.rows.count; to++) {
                std::uint64_t k = 0;
                if (S.find_row(problem.rows.indices[to], k)) extraction.extract_row(k, to);
            }
        }
        return extraction.builder().finish(view.type, view.values, view.is_iso);
    });
}

} // namespace

extern const Variant<ExtractProblem> extract_rows = {"cpu/extract_rows", {}, refuses, cost, run};

} // namespace grb
