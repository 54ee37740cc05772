/// C = entries of A in the columns that TRIL, TRIU, DIAG, COLLE, COLGT, ROWLE or ROWGT name: in
/// each row they are adjacent, so that two searches find them and the rest is a copy.
/// A m×n sparse or hypersparse, by rows; C by rows, sorted, iso when A is. Work O(rows·log +
/// entries of C); no scratch. Tasks of about equal entries and rows run in parallel. Deterministic.
/// Refused: other operators, vectors.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/row_tasks.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

bool names_ranges(IndexUnaryCode code) noexcept {
    switch (code) {
    case IndexUnaryCode::tril:
    case IndexUnaryCode::triu:
    case IndexUnaryCode::diag:
    case IndexUnaryCode::colle:
    case IndexUnaryCode::colgt:
    case IndexUnaryCode::rowle:
    case IndexUnaryCode::rowgt:
        return true;
    default:
        return false;
    }
}

const char *refuses(const SelectProblem &problem) {
    if (problem.is_vector) return "a vector";
    return names_ranges(problem.index->code) ? nullptr : "no range of columns";
}

const HostCoefficient row_operations{"select_ranges_row_operations", "1",
                                     "batch operations for each row", 2};
const HostCoefficient entry_operations{"select_ranges_entry_operations", "1",
                                       "batch operations for each entry", 0.5};

Cost cost(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    const double entries = static_cast<double>(A.most_nvals()),
                 rows = std::min(static_cast<double>(A.nrows()), entries);
    const double conversion = A.has_rows() ? 0
                                           : static_cast<double>(A.nrows()) *
                                                 static_cast<double>(A.ncols()) *
                                                 rates().conversion_bytes / rates().stream_bytes;
    return {rates().call_seconds +
            on_threads(conversion + (row_operations * rows + entry_operations * entries) /
                                        rates().operations_batch)};
}

/// Side of a row with its kept entries.
enum class Side { left, right, middle };

/// A row keeps the columns below limit() (left), from it on (right), or limit() alone (middle).
class Columns {
public:
    Columns(IndexUnaryCode code, const void *thunk)
        : follows_rows_(code == IndexUnaryCode::tril || code == IndexUnaryCode::triu ||
                        code == IndexUnaryCode::diag),
          is_of_rows_(code == IndexUnaryCode::rowle || code == IndexUnaryCode::rowgt) {
        if (code == IndexUnaryCode::diag) side_ = Side::middle;
        if (code == IndexUnaryCode::triu || code == IndexUnaryCode::colgt ||
            code == IndexUnaryCode::rowgt)
            side_ = Side::right;
        // Positions are below 2^60: clamping changes no answer, and sums do not overflow.
        constexpr std::int64_t bound = std::int64_t{1} << 61;
        std::memcpy(&shift_, thunk, sizeof shift_);
        shift_ = std::clamp(shift_, -bound, bound);
        // The limit is the column after the last that j <= thunk allows.
        const bool names_last = code == IndexUnaryCode::tril || code == IndexUnaryCode::colle ||
                                code == IndexUnaryCode::colgt;
        if (names_last) shift_++;
    }
    Side side() const noexcept { return side_; }
    std::uint64_t limit(std::uint64_t row) const noexcept {
        const auto i = static_cast<std::int64_t>(row);
        if (is_of_rows_) return i <= shift_ ? nowhere : 0;
        const std::int64_t j = follows_rows_ ? i + shift_ : shift_;
        if (j < 0) return side_ == Side::middle ? nowhere : 0;
        return static_cast<std::uint64_t>(j);
    }

private:
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0}; // beyond all columns
    bool follows_rows_, is_of_rows_;
    Side side_ = Side::left;
    std::int64_t shift_ = 0;
};

/// Counts those of n ascending columns that are below the limit.
template <class I>
inline std::uint64_t count_below(const I *columns, std::uint64_t n, std::uint64_t limit) noexcept {
    constexpr std::uint64_t short_run = 8;
    if (n > short_run)
        return static_cast<std::uint64_t>(std::lower_bound(columns, columns + n, limit) - columns);
    // Compares each column: no branch to predict.
    std::uint64_t below = 0;
    for (std::uint64_t k = 0; k < n; k++) below += columns[k] < limit ? 1 : 0;
    return below;
}

/// Processes the rows in tasks: first counts each row, then copies the entries.
template <class O, class I>
class Ranges {
public:
    Ranges(const SelectProblem &problem, const Sparse<O, I> &S, const SparseView &view)
        : problem_(problem), S_(S), view_(view), columns_(problem.index->code, problem.thunk),
          tasks_(view, 1), starts_(static_cast<std::size_t>(tasks_.count()) + 1),
          offsets_(Array::of<O>(S.stored_rows + 1)) {}

    Ref<Snapshot> run() {
        const auto count = static_cast<std::uint64_t>(tasks_.count());
        for_each_task([&](auto side, std::size_t task, std::uint64_t row, std::uint64_t end) {
            starts_[task] = count_rows(side, row, end);
        });
        prefix_sums(starts_.data(), count, 1);
        SparseForm form;
        form.nvals = starts_[count];
        form.stored_rows = S_.stored_rows;
        form.offset_width = sizeof(O);
        form.index_width = sizeof(I);
        form.column_indices = Array::of<I>(form.nvals);
        form.is_iso = S_.is_iso;
        form.values = S_.is_iso ? Array::copy_of(S_.values, S_.size) : Array(form.nvals * S_.size);
        if (view_.is_hyper()) {
            form.is_hyper = true;
            form.row_ids = Array::copy_of(S_.row_ids, S_.stored_rows * sizeof(I));
        }
        I *const indices = form.column_indices.template as<I>();
        auto *const values = S_.is_iso ? nullptr : form.values.template as<unsigned char>();
        for_each_task([&](auto side, std::size_t task, std::uint64_t row, std::uint64_t end) {
            copy_rows(side, row, end, starts_[task], indices, values);
        });
        offsets_.template as<O>()[S_.stored_rows] = static_cast<O>(form.nvals);
        form.row_offsets = std::move(offsets_);
        return Snapshot::of_rows(problem_.result_type(), S_.nrows, S_.ncols, std::move(form));
    }

private:
    template <Side side>
    using Constant = std::integral_constant<Side, side>;

    template <class F>
    void for_each_task(const F &f) {
        const auto each = [&](auto side) {
            parallel_tasks(tasks_.count(), tasks_.threads(), [&](std::int64_t task) {
                f(side, static_cast<std::size_t>(task), tasks_.begin(task), tasks_.end(task));
            });
        };
        if (columns_.side() == Side::left) return each(Constant<Side::left>{});
        if (columns_.side() == Side::right) return each(Constant<Side::right>{});
        each(Constant<Side::middle>{});
    }

    /// Writes each row's number of kept entries in place of its offset; returns their sum.
    template <class S>
    std::uint64_t count_rows(S, std::uint64_t row, std::uint64_t end_row) {
        O *const counts = offsets_.template as<O>();
        std::uint64_t sum = 0;
        for (; row < end_row; row++) {
            const I *const columns = S_.column_indices + S_.row_offsets[row];
            const std::uint64_t n = S_.row_offsets[row + 1] - S_.row_offsets[row],
                                limit = columns_.limit(S_.row_id(row)),
                                below = count_below(columns, n, limit);
            std::uint64_t kept = S::value == Side::left ? below : n - below;
            if constexpr (S::value == Side::middle)
                kept = below < n && columns[below] == limit ? 1 : 0;
            counts[row] = static_cast<O>(kept);
            sum += kept;
        }
        return sum;
    }

    template <class S>
    void copy_rows(S, std::uint64_t row, std::uint64_t end_row, std::uint64_t at, I *indices,
                   unsigned char *values) {
        constexpr std::uint64_t short_run = 16;
        O *const offsets = offsets_.template as<O>();
        for (; row < end_row; row++) {
            const std::uint64_t n = offsets[row];
            offsets[row] = static_cast<O>(at);
            if (n == 0) continue;
            std::uint64_t first = S_.row_offsets[row];
            const std::uint64_t end = S_.row_offsets[row + 1];
            if constexpr (S::value == Side::right) first = end - n;
            if constexpr (S::value == Side::middle)
                first += count_below(S_.column_indices + first, end - first,
                                     columns_.limit(S_.row_id(row)));
            if (n <= short_run) {
                for (std::uint64_t k = 0; k < n; k++)
                    indices[at + k] = S_.column_indices[first + k];
            } else {
                std::memcpy(indices + at, S_.column_indices + first, n * sizeof(I));
            }
            if (values != nullptr) std::memcpy(values + at * S_.size, S_.value(first), n * S_.size);
            at += n;
        }
    }

    const SelectProblem &problem_;
    const Sparse<O, I> &S_;
    const SparseView &view_;
    Columns columns_;
    RowTasks tasks_;
    HostVector<std::uint64_t> starts_;
    Array offsets_;
};

Ref<Snapshot> run(const SelectProblem &problem) {
    const SparseView view = problem.A->rows(problem.is_transposed);
    return dispatch_widths(view, [&](const auto &S) {
        using T = std::decay_t<decltype(S)>;
        return Ranges<typename T::Offset, typename T::Index>(problem, S, view).run();
    });
}

} // namespace

extern const Variant<SelectProblem> select_ranges = {"cpu/select_ranges", {}, refuses, cost, run};

} // namespace grb
