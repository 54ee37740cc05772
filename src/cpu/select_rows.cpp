/// C = entries of A for which f(a_ij, i, j, thunk) is true: one batch of truth values per row, then
/// the rows are packed. A m×n in any format, by rows; C by rows, sorted, iso when A is.
/// Work O(entries); scratch one byte per entry. Accepts everything. Deterministic.
#include "base/parallel.hpp"
#include "registry/pick.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses(const SelectProblem &) {
    return nullptr;
}

const HostCoefficient entry_operations{"select_rows_entry_operations", "1",
                                       "batch operations for each entry", 2};

Cost cost(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    const double entries = static_cast<double>(A.most_nvals());
    const double conversion = A.has_rows() ? 0
                                           : static_cast<double>(A.nrows()) *
                                                 static_cast<double>(A.ncols()) *
                                                 rates().conversion_bytes / rates().stream_bytes;
    return {rates().call_seconds + conversion +
            entry_operations * entries / rates().operations_batch};
}

template <class O, class I>
class Selection {
public:
    Selection(const SelectProblem &problem, const Sparse<O, I> &S, const SparseView &view)
        : problem_(problem), S_(S), view_(view),
          test_(problem.index, builtin_type(TypeCode::boolean), view.type, problem.thunk),
          keeps_(S.nvals) {}

    Ref<Snapshot> run() {
        SparsePart part;
        part.stored_rows = S_.stored_rows;
        part.offset_width = sizeof(O);
        part.index_width = sizeof(I);
        part.row_offsets = Array::of<O>(S_.stored_rows + 1);
        O *offsets = part.row_offsets.template as<O>();
        const double per_row =
            20 + 4 * static_cast<double>(S_.nvals) / static_cast<double>(S_.stored_rows + 1);
        parallel_ranges(S_.stored_rows, per_row, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t k = first; k < last; k++)
                offsets[k + 1] = static_cast<O>(test_row(k));
        });
        offsets[0] = 0;
        for (std::uint64_t k = 0; k < S_.stored_rows; k++) offsets[k + 1] += offsets[k];
        part.nvals = offsets[S_.stored_rows];
        part.column_indices = Array::of<I>(part.nvals);
        part.is_iso = S_.is_iso;
        part.values = S_.is_iso ? Array::copy_of(S_.values, S_.size) : Array(part.nvals * S_.size);
        if (view_.is_hyper()) {
            part.is_hyper = true;
            part.row_ids = Array::copy_of(S_.row_ids, S_.stored_rows * sizeof(I));
        }
        I *indices = part.column_indices.template as<I>();
        auto *values = part.values.template as<unsigned char>();
        parallel_ranges(S_.stored_rows, per_row, [&](std::uint64_t first, std::uint64_t last) {
            std::uint64_t at = offsets[first];
            for (std::uint64_t p = S_.row_offsets[first]; p < S_.row_offsets[last]; p++) {
                if (keeps_[p] == 0) continue;
                indices[at] = S_.column_indices[p];
                if (!S_.is_iso) std::memcpy(values + at * S_.size, S_.value(p), S_.size);
                at++;
            }
        });
        return Snapshot::of_rows(problem_.result_type(), S_.nrows, S_.ncols, std::move(part));
    }

private:
    std::uint64_t test_row(std::uint64_t k) {
        const std::uint64_t begin = S_.row_offsets[k], n = S_.row_offsets[k + 1] - begin;
        if (n == 0) return 0;
        Positions positions;
        positions.row = S_.row_id(k);
        positions.columns = S_.column_indices + begin;
        positions.column_width = sizeof(I);
        positions.is_vector = problem_.is_vector;
        test_(keeps_.data() + begin, S_.value(begin), S_.is_iso, positions, n);
        std::uint64_t count = 0;
        for (std::uint64_t p = begin; p < begin + n; p++) count += keeps_[p] != 0;
        return count;
    }

    const SelectProblem &problem_;
    const Sparse<O, I> &S_;
    const SparseView &view_;
    BoundIndexUnary test_;
    HostVector<unsigned char> keeps_;
};

Ref<Snapshot> run(const SelectProblem &problem) {
    const SparseView view = problem.A->rows(problem.is_transposed);
    return dispatch_widths(view, [&](const auto &S) {
        using T = std::decay_t<decltype(S)>;
        return Selection<typename T::Offset, typename T::Index>(problem, S, view).run();
    });
}

} // namespace

extern const Variant<SelectProblem> select_rows = {"cpu/select_rows", {}, refuses, cost, run};

} // namespace grb
