/// C = entries of A for which f(a_ij, i, j, thunk) is true: batches of truth values, one row each
/// if f reads rows, then a pass packs the kept entries. A m×n in any format, by rows; C by rows,
/// sorted, iso when A is.
/// Work O(entries); scratch one byte per entry. Chunks of equally many entries run in parallel.
/// Accepts everything.
/// Deterministic.
#include "algebra/reads_rows.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <utility>

namespace grb {

namespace {

const char *refuses(const SelectProblem &) {
    return nullptr;
}

const HostCoefficient entry_operations{"select_rows_entry_operations", "1",
                                       "batch operations for each entry", 0.85};
const HostCoefficient passes{"select_rows_passes", "1",
                             "times that the entries are read or written", 3};

Cost cost(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    const double entries = static_cast<double>(A.most_nvals());
    const double conversion = A.has_rows() ? 0
                                           : static_cast<double>(A.nrows()) *
                                                 static_cast<double>(A.ncols()) *
                                                 rates().conversion_bytes / rates().stream_bytes;
    const double bytes = static_cast<double>(A.is_iso() ? 4 : 4 + A.type()->size);
    return {rates().call_seconds + rates().result_seconds / 4 +
            on_threads(conversion + entry_operations * entries / rates().operations_batch +
                       stream_seconds(passes * entries * bytes))};
}

template <class O, class I>
class Selection {
public:
    Selection(const SelectProblem &problem, const Sparse<O, I> &S, const SparseView &view)
        : problem_(problem), S_(S), view_(view),
          test_(problem.index, builtin_type(TypeCode::boolean), view.type, problem.thunk),
          threads_(threads_for(5 * static_cast<double>(S.nvals) +
                               2 * static_cast<double>(S.stored_rows))),
          chunks_(S.nvals, threads_), keeps_(Array(S.nvals)), starts_(chunks_.count + 1) {}

    Ref<Snapshot> run() {
        for_chunks(chunks_, threads_,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       starts_[chunk] = test(begin, end);
                   });
        prefix_sums(starts_.data(), chunks_.count, 1);
        SparseForm form;
        form.nvals = starts_[chunks_.count];
        form.stored_rows = S_.stored_rows;
        form.offset_width = sizeof(O);
        form.index_width = sizeof(I);
        form.row_offsets = Array::of<O>(S_.stored_rows + 1);
        form.column_indices = Array::of<I>(form.nvals);
        form.is_iso = S_.is_iso;
        form.values = S_.is_iso ? Array::copy_of(S_.values, S_.size) : Array(form.nvals * S_.size);
        if (view_.is_hyper()) {
            form.is_hyper = true;
            form.row_ids = Array::copy_of(S_.row_ids, S_.stored_rows * sizeof(I));
        }
        form.row_offsets.template as<O>()[0] = 0;
        dispatch_size(S_.is_iso ? 1 : S_.size, [&](auto plain) {
            for_chunks(chunks_, threads_,
                       [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                           pack(plain, chunk, begin, end, form);
                       });
        });
        return Snapshot::of_rows(problem_.result_type(), S_.nrows, S_.ncols, std::move(form));
    }

private:
    /// Computes the truth values of the entries [begin, end); returns the number of true ones.
    std::uint64_t test(std::uint64_t begin, std::uint64_t end) {
        auto *const keeps = keeps_.as<unsigned char>();
        const auto test_run = [&](std::uint64_t row, std::uint64_t first, std::uint64_t last) {
            Positions positions;
            positions.row = row;
            positions.columns = S_.column_indices + first;
            positions.column_width = sizeof(I);
            positions.is_vector = problem_.is_vector;
            test_(keeps + first, S_.value(first), S_.is_iso, positions, last - first);
        };
        if (!reads_rows(*problem_.index) && begin < end) {
            test_run(0, begin, end);
        } else {
            for_row_runs(S_.row_offsets, S_.stored_rows, begin, end,
                         [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                             test_run(S_.row_id(k), first, last);
                         });
        }
        std::uint64_t count = 0;
        for (std::uint64_t p = begin; p < end; p++) count += keeps[p] != 0;
        return count;
    }

    /// Moves the kept entries of a chunk, and sets the ends of the rows that end in it.
    template <class V>
    void pack(V, std::uint64_t chunk, std::uint64_t begin, std::uint64_t end, SparseForm &form) {
        const auto *const keeps = std::as_const(keeps_).as<unsigned char>();
        I *const indices = form.column_indices.template as<I>();
        auto *const values = form.values.template as<unsigned char>();
        O *const offsets = form.row_offsets.template as<O>();
        const std::uint64_t at_end = starts_[chunk + 1];
        std::uint64_t at = starts_[chunk], p = begin;
        std::uint64_t k = chunk == 0 ? 0 : row_of_entry(S_.row_offsets, S_.stored_rows, begin);
        for (; k < S_.stored_rows; k++) {
            const std::uint64_t row_end = S_.row_offsets[k + 1];
            const std::uint64_t last = std::min(row_end, end);
            // An entry is written before it counts: whether it does is not predictable.
            for (; p < last && at < at_end; p++) {
                indices[at] = S_.column_indices[p];
                if (!S_.is_iso) {
                    if constexpr (std::is_same_v<V, AnySize>) {
                        std::memcpy(values + at * S_.size, S_.value(p), S_.size);
                    } else {
                        reinterpret_cast<V *>(values)[at] =
                            reinterpret_cast<const V *>(S_.values)[p];
                    }
                }
                at += keeps[p] != 0 ? 1 : 0;
            }
            p = last;
            if (row_end > end) break;
            offsets[k + 1] = static_cast<O>(at);
        }
    }

    const SelectProblem &problem_;
    const Sparse<O, I> &S_;
    const SparseView &view_;
    BoundIndexUnary test_;
    int threads_;
    Chunks chunks_;
    Array keeps_;
    HostVector<std::uint64_t> starts_;
};

Ref<Snapshot> run(const SelectProblem &problem) {
    const SparseView view = problem.A->rows(problem.is_transposed);
    Ref<Snapshot> result = dispatch_widths(view, [&](const auto &S) {
        using T = std::decay_t<decltype(S)>;
        return Selection<typename T::Offset, typename T::Index>(problem, S, view).run();
    });
    if (!problem.is_transposed && reads_value_alone(*problem.index) && problem.A->is_symmetric())
        result->note_symmetric();
    return result;
}

} // namespace

extern const Variant<SelectProblem> select_rows = {"cpu/select_rows", {}, refuses, cost, run};

} // namespace grb
