/// S(I(i), J(j)) = A(i, j): rows move to their targets; columns are renumbered, and sorted when J
/// is a list that does not ascend. A in any format, by rows; I, J any lists, with duplicates the
/// last wins. S by rows, hypersparse when few rows are hit. Work O(entries and stored rows of A),
/// for lists also O(|I| log |I|), and where J does not ascend O(ncols / 64 + |J|) and a sort of
/// each row; scratch 16 bytes per row and per entry of the longest one. Threads divide rows by
/// their entries. A block for a range of rows and of columns shares A's values.
/// Refused: a scalar. Deterministic.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/row_assembly.hpp"
#include "cpu/submatrix/index_map.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

const char *refuses(const AssignProblem &problem) {
    return problem.A ? nullptr : "scalar";
}

const HostCoefficient entry_operations{"assign_rows_entry_operations", "1",
                                       "batch operations for each entry", 1.5};

/// S is A unchanged.
bool takes_whole(const AssignProblem &problem) noexcept {
    return problem.rows.is_all && problem.columns.is_all && !problem.is_transposed;
}

Cost cost(const AssignProblem &problem) {
    if (takes_whole(problem)) return {rates().call_seconds};
    const double entries = static_cast<double>(problem.A->most_nvals());
    const double columns = problem.columns.is_progression() ? 0 : entries / rates().sort_keys;
    const double rows = problem.rows.is_progression()
                            ? 0
                            : static_cast<double>(problem.rows.count) / rates().sort_keys;
    return {rates().call_seconds + rows +
            on_threads(columns + entry_operations * entries / rates().operations_batch)};
}

/// The target columns of A's entries. If a list names a column twice, only the last position
/// counts.
class Targets {
public:
    Targets(const IndexList &columns, std::uint64_t ncols) : list_(as_range(columns, ncols)) {
        is_ascending_ = list_.is_ascending();
        if (is_ascending_ || list_.is_progression()) return;
        if (ncols / 64 <= 4 * list_.count) {
            HostVector<std::uint64_t> seen(ncols / 64 + 1);
            for (std::uint64_t k = list_.count; k > 0; k--) {
                std::uint64_t &word = seen[list_.indices[k - 1] / 64];
                const std::uint64_t bit = std::uint64_t{1} << (list_.indices[k - 1] % 64);
                if ((word & bit) != 0) hide(k - 1);
                word |= bit;
            }
            return;
        }
        const IndexMap map(list_);
        for (const IndexMap::Pair *pair = map.begin(); pair + 1 < map.end(); ++pair)
            if (pair->index == (pair + 1)->index) hide(pair->position);
    }
    bool is_ascending() const noexcept { return is_ascending_; }
    bool has_hidden() const noexcept { return !hidden_.empty(); }
    /// A later position names the same column.
    bool is_hidden(std::uint64_t position) const noexcept {
        return !hidden_.empty() && (hidden_[position / 64] >> (position % 64) & 1) != 0;
    }
    std::uint64_t column(std::uint64_t position) const noexcept { return list_[position]; }
    /// All targets are offset by one constant; ranges only.
    bool is_range() const noexcept { return list_.is_progression() && list_.step == 1; }

private:
    void hide(std::uint64_t position) {
        if (hidden_.empty()) hidden_.resize(list_.count / 64 + 1);
        hidden_[position / 64] |= std::uint64_t{1} << (position % 64);
    }

    IndexList list_;
    bool is_ascending_ = false;
    HostVector<std::uint64_t> hidden_;
};

/// Rows of the result in ascending order, and their source rows in A.
struct RowPositions {
    HostVector<std::uint64_t> to, from;

    template <class O, class I>
    RowPositions(const IndexList &rows, const Sparse<O, I> &S) {
        const auto add = [&](std::uint64_t row, std::uint64_t k) {
            to.push_back(row);
            from.push_back(k);
        };
        if (rows.is_progression()) {
            to.reserve(S.stored_rows);
            from.reserve(S.stored_rows);
            for (std::uint64_t n = 0; n < S.stored_rows; n++) {
                const std::uint64_t k = rows.is_downwards() ? S.stored_rows - 1 - n : n;
                add(rows[S.row_id(k)], k);
            }
            return;
        }
        const IndexMap map(rows);
        for (const IndexMap::Pair *pair = map.begin(); pair != map.end(); ++pair) {
            const bool is_overwritten = pair + 1 != map.end() && (pair + 1)->index == pair->index;
            std::uint64_t k = 0;
            if (!is_overwritten && S.find_row(pair->position, k)) add(pair->index, k);
        }
    }
};

template <class T, class O, class I>
Ref<Snapshot> assigned(const AssignProblem &problem, const SparseView &view,
                       const Sparse<O, I> &S) {
    const RowPositions rows(problem.rows, S);
    const Targets targets(problem.columns, problem.ncols);
    RowAssembly plan;
    plan.nrows = problem.nrows;
    plan.ncols = problem.ncols;
    plan.candidates = rows.to.size();
    plan.ids = rows.to.data();
    plan.type = view.type;
    plan.values = S.values;
    plan.is_iso = view.is_iso;
    const auto each = [&](std::uint64_t k, auto &&f) {
        const std::uint64_t begin = S.row_offsets[rows.from[k]],
                            end = S.row_offsets[rows.from[k] + 1];
        for (std::uint64_t p = begin; p < end; p++)
            if (!targets.is_hidden(S.column_indices[p])) f(S.column_indices[p], p);
    };
    const auto count = [&](std::uint64_t k) -> std::uint64_t {
        if (!targets.has_hidden())
            return S.row_offsets[rows.from[k] + 1] - S.row_offsets[rows.from[k]];
        std::uint64_t n = 0;
        each(k, [&](std::uint64_t, std::uint64_t) { n++; });
        return n;
    };
    const auto fill = [&](std::uint64_t k, T *to, std::uint64_t n,
                          HostVector<std::uint64_t> &sources, unsigned char *) -> RowSources {
        const std::uint64_t begin = S.row_offsets[rows.from[k]],
                            end = S.row_offsets[rows.from[k] + 1];
        if (targets.is_range()) {
            const std::uint64_t shift = targets.column(0);
            for (std::uint64_t p = 0; p < n; p++)
                to[p] = static_cast<T>(S.column_indices[begin + p] + shift);
            return {nullptr, begin, false};
        }
        return write_row(to, n, targets.is_ascending(), problem.ncols, begin, end - begin, sources,
                         [&](auto &&f) {
                             each(k, [&](std::uint64_t column, std::uint64_t p) {
                                 f(targets.column(column), p);
                             });
                         });
    };
    return assemble_rows<T>(plan, static_cast<double>(S.nvals), count, fill);
}

/// A whole as a block of the result: offsets and columns move, values are shared. Null for other
/// problems.
template <class O, class I>
Ref<Snapshot> moved(const AssignProblem &problem, const SparseView &view, const Sparse<O, I> &S) {
    const auto is_range = [](const IndexList &list) {
        return list.is_progression() && list.step == 1 && list.count != 0;
    };
    if (!is_range(problem.rows) || !is_range(problem.columns) || view.is_hyper() ||
        should_be_hyper(problem.nrows, problem.rows.count))
        return {};
    const std::uint64_t down = problem.rows[0];
    const auto right = static_cast<I>(problem.columns[0]);
    SparseForm form = problem.A->share_rows(problem.is_transposed);
    form.stored_rows = problem.nrows;
    if (right != 0) {
        form.column_indices = Array::of<I>(S.nvals);
        I *const to = form.column_indices.template as<I>();
        parallel_ranges(S.nvals, 1, [&](std::uint64_t p, std::uint64_t end) {
            for (; p < end; p++) to[p] = S.column_indices[p] + right;
        });
    }
    form.row_offsets = Array::of<O>(problem.nrows + 1);
    O *const offsets = form.row_offsets.template as<O>();
    parallel_ranges(problem.nrows + 1, 1, [&](std::uint64_t row, std::uint64_t end) {
        for (; row < end; row++)
            offsets[row] = row < down ? 0 : S.row_offsets[std::min(row - down, S.nrows)];
    });
    return Snapshot::of_rows(view.type, problem.nrows, problem.ncols, std::move(form));
}

Ref<Snapshot> run(const AssignProblem &problem) {
    if (takes_whole(problem)) return problem.A;
    const SparseView view = problem.A->rows(problem.is_transposed);
    const bool is_wide = index_width_for(problem.nrows, problem.ncols) == 8;
    return dispatch_widths(view, [&](const auto &S) {
        if (is_wide == (view.index_width == 8)) {
            if (Ref<Snapshot> block = moved(problem, view, S)) return block;
        }
        return is_wide ? assigned<std::uint64_t>(problem, view, S)
                       : assigned<std::uint32_t>(problem, view, S);
    });
}

} // namespace

extern const Variant<AssignProblem> assign_rows = {"cpu/assign_rows", {}, refuses, cost, run};

} // namespace grb
