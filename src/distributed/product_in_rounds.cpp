// Multiplies with one process's rows of B after the other's.
#include "distributed/product_in_rounds.hpp"

#include "distributed/distributed_matrix.hpp"
#include "objects/container.hpp"
#include "problems/structure.hpp"
#include "storage/tiles.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

namespace {

/// Columns [begin, end) of a matrix by rows, numbered from 0 on.
Ref<Snapshot> columns_between(const Snapshot &A, std::uint64_t begin, std::uint64_t end) {
    const SparseForm whole = A.share_rows(false);
    const std::size_t size = A.type()->size;
    SparseForm form;
    form.stored_rows = whole.stored_rows;
    form.offset_width = whole.offset_width;
    form.index_width = whole.index_width;
    form.is_hyper = whole.is_hyper;
    form.row_ids = whole.row_ids;
    dispatch_widths(view_of(whole, A.type(), A.nrows(), A.ncols()), [&](const auto &rows) {
        using O = typename std::decay_t<decltype(rows)>::Offset;
        using I = typename std::decay_t<decltype(rows)>::Index;
        form.row_offsets = Array::of<O>(rows.stored_rows + 1);
        auto *const offsets = form.row_offsets.template as<O>();
        const auto first_from = [&](std::uint64_t k, std::uint64_t column) {
            const I *const indices = rows.column_indices;
            return static_cast<std::uint64_t>(std::lower_bound(indices + rows.row_offsets[k],
                                                               indices + rows.row_offsets[k + 1],
                                                               column) -
                                              indices);
        };
        for (std::uint64_t k = 0; k < rows.stored_rows; k++) {
            offsets[k] = static_cast<O>(form.nvals);
            form.nvals += first_from(k, end) - first_from(k, begin);
        }
        offsets[rows.stored_rows] = static_cast<O>(form.nvals);
        form.column_indices = Array::of<I>(form.nvals);
        form.is_iso = whole.is_iso && form.nvals != 0;
        form.values = form.is_iso ? whole.values : Array(form.nvals * size);
        auto *const indices = form.column_indices.template as<I>();
        auto *const values = form.is_iso ? nullptr : form.values.template as<unsigned char>();
        for (std::uint64_t k = 0; k < rows.stored_rows; k++) {
            const std::uint64_t from = first_from(k, begin), at = offsets[k],
                                count = offsets[k + 1] - at;
            for (std::uint64_t e = 0; e < count; e++)
                indices[at + e] = static_cast<I>(rows.column_indices[from + e] - begin);
            if (values != nullptr && count != 0)
                std::memcpy(values + at * size, rows.value(from), count * size);
        }
    });
    return Snapshot::of_rows(A.type(), A.nrows(), end - begin, std::move(form));
}

/// Sums of two products, which may be null.
Ref<Snapshot> sum_of(const Ref<Snapshot> &a, const Ref<Snapshot> &b, const MxmProblem &problem) {
    if (!a || a->nvals() == 0) return b;
    if (!b || b->nvals() == 0) return a;
    EwiseAddProblem sum;
    sum.A = a;
    sum.B = b;
    sum.op = problem.semiring->add->op;
    return carry_out(sum).result;
}

/// Products of all columns of C, side by side.
Ref<Snapshot> side_by_side(HostVector<Tile> &&tiles, const MxmProblem &problem,
                           std::uint64_t rows) {
    ConcatProblem all;
    all.type = problem.result_type();
    all.nrows = rows;
    all.ncols = problem.n();
    all.tiles = std::move(tiles);
    return carry_out(all).result;
}

} // namespace

Ref<Snapshot> let_through(Ref<Snapshot> T, const MaskInput &mask) {
    Container C(Magic::matrix, T->type(), T->nrows(), T->ncols());
    Output output;
    output.C = &C;
    output.mask = mask;
    run_commit(output, std::move(T), false, nullptr);
    return C.snapshot();
}

Ref<Snapshot> product_in_rounds(GroupWork &work, const MxmProblem &problem) {
    const Snapshot &B = *problem.B;
    const Cuts cuts = own_cuts(B, Axis::rows, work.group().size());
    HostVector<Tile> tiles;
    Ref<Snapshot> sum, own_A;
    MaskInput own_mask;
    std::uint64_t rows = 0;
    work.group().each([&](int member) -> std::uint64_t {
        rows = work.cuts().extent(member);
        if (rows == 0) return 0;
        own_mask = work.partition(problem.mask, member);
        own_A = work.partition(problem.A, problem.is_A_transposed, member);
        if (problem.is_A_transposed)
            own_A = Snapshot::of_rows(own_A->type(), rows, problem.k(), own_A->share_rows(true));
        return own_A->nvals();
    });
    for (int owner = 0; owner < cuts.blocks(); owner++) {
        if (cuts.extent(owner) == 0) continue;
        const Ref<Snapshot> block = rows_of(B, owner);
        const std::uint64_t begin = cuts.begin(owner), end = cuts.end(owner);
        work.group().each([&](int) -> std::uint64_t {
            if (rows == 0) return 0;
            MxmProblem own = problem;
            own.is_A_transposed = false;
            own.sum_into = nullptr;
            own.narrow_type = nullptr;
            own.B = block;
            own.mask = own_mask;
            own.A = own_A;
            if (!problem.is_B_transposed) {
                own.A = columns_between(*own_A, begin, end);
                if (own.A->nvals() == 0) return 0;
            } else if (own_mask.snapshot) {
                own.mask.snapshot = columns_between(*own_mask.snapshot, begin, end);
            }
            Outcome outcome = carry_out(own);
            Ref<Snapshot> part = std::move(outcome.result);
            if (!outcome.mask_was_applied && !own.mask.is_none())
                part = let_through(std::move(part), own.mask);
            if (problem.is_B_transposed) {
                tiles.push_back({part, 0, begin});
            } else {
                sum = sum_of(sum, part, problem);
            }
            return part->nvals();
        });
    }
    if (problem.is_B_transposed) {
        work.group().each([&](int) -> std::uint64_t {
            if (rows != 0) sum = side_by_side(std::move(tiles), problem, rows);
            return rows;
        });
    }
    return sum ? sum : Snapshot::empty(problem.result_type(), rows, problem.n());
}

} // namespace grb
