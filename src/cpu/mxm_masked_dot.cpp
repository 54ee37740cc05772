#include "cpu/mxm_masked_dot.hpp"

#include "cpu/mxm_cost.hpp"

#include <atomic>

namespace grb {

namespace {

const char *refuses(const MxmProblem &problem) {
    if (problem.mask.is_none()) return "no mask";
    if (problem.mask.is_complemented) return "complemented mask";
    return nullptr;
}

const HostCoefficient gather_gain{
    "mxm_dot_gather_gain", "1",
    "a bitmap of the inner dimension is read in the order of B: faster than loose gathers by", 3};
const HostCoefficient hit_share{"mxm_dot_hit_share", "1", "looks into it that find an entry", 0.1};
const HostCoefficient dense_hit_operations{"mxm_dot_dense_hit_operations", "1",
                                           "operations for each look that finds an entry because A "
                                           "has many: no guess of the processor helps",
                                           5};
const HostCoefficient entry_scatters{
    "mxm_dot_entry_scatters", "1", "scatters for each entry of A, to set and clear the bitmap", 2};

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const Snapshot &mask = *problem.mask.snapshot;
    const double read =
        sizes.allowed * mean_length_met(mask, false, *problem.B, !problem.is_B_transposed);
    const double cells = static_cast<double>(problem.m()) * static_cast<double>(problem.k());
    const double density = cells > 0 ? sizes.entries_a / cells : 0;
    const BinaryOp &multiply = *problem.semiring->multiply;
    const bool only_counts = multiply.traits.ignores_x && multiply.traits.ignores_y;
    const double seconds =
        (only_counts ? 0 : density * read * dense_hit_operations / sizes.operations) +
        read / (gather_gain * gather_rate(static_cast<double>(problem.k()) / 8)) +
        hit_share * read / sizes.operations +
        sizes.entries_a * entry_scatters / rate.scatters_cached +
        sizes.allowed * (1 / rate.gathers_memory + 2 * sizes.entry_bytes / rate.stream_bytes);
    Cost cost;
    cost.seconds = rate.call_seconds + on_threads(seconds);
    add_missing_part(cost, mask, false);
    add_missing_part(cost, *problem.A, problem.is_A_transposed);
    add_missing_part(cost, *problem.B, !problem.is_B_transposed);
    return cost;
}

/// Entries of B in the columns of each stored row of the mask; 0 where A has no row.
HostVector<std::uint64_t> entries_per_row(const DotCall &call) {
    HostVector<std::uint64_t> work(call.M.stored_rows);
    const double mean_length = static_cast<double>(call.M.nvals) /
                               static_cast<double>(std::max<std::uint64_t>(1, call.M.stored_rows));
    dispatch_widths(call.M, [&](const auto &M) {
        using View = std::decay_t<decltype(M)>;
        const View A(call.A), B(call.B);
        parallel_ranges(
            M.stored_rows, 2 + 2 * mean_length, [&](std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t row = begin; row < end; row++) {
                    std::uint64_t k = 0, sum = 0;
                    if (!A.find_row(M.row_id(row), k) || A.row_offsets[k] == A.row_offsets[k + 1])
                        continue;
                    for (std::uint64_t p = M.row_offsets[row]; p < M.row_offsets[row + 1]; p++) {
                        if (B.find_row(M.column_indices[p], k))
                            sum += B.row_offsets[k + 1] - B.row_offsets[k];
                    }
                    work[row] = sum;
                }
            });
    });
    return work;
}

/// Consecutive entries of the mask: a row with more than its share is split.
RowTasks mask_tasks(const DotCall &call, const HostVector<std::uint64_t> &work) {
    return RowTasks(work, [&](std::uint64_t row, const auto &add) {
        dispatch_widths(call.M, [&](const auto &M) {
            using View = std::decay_t<decltype(M)>;
            const View B(call.B);
            std::uint64_t k = 0;
            for (std::uint64_t p = M.row_offsets[row]; p < M.row_offsets[row + 1]; p++) {
                const bool is_stored = B.find_row(M.column_indices[p], k);
                add(is_stored ? std::uint64_t{B.row_offsets[k + 1]} - B.row_offsets[k] : 0);
            }
        });
    });
}

/// f(piece, whether it is a whole row) for the rows of a task that have work, in their order.
template <class F>
void for_each_piece(const RowTasks &tasks, std::int64_t task, const DotCall &call,
                    const HostVector<std::uint64_t> &work, F &&f) {
    const RowTasks::Begin &from = tasks.begin_of(task), &to = tasks.begin_of(task + 1);
    for (std::uint64_t k = from.row; k < work.size() && k <= to.row; k++) {
        if (work[k] == 0) continue;
        const Extent row(call.M, k);
        const DotPiece piece{k, row.begin + (k == from.row ? from.entry : 0),
                             k == to.row ? row.begin + to.entry : row.end, work[k]};
        if (piece.begin < piece.end) f(piece, piece.end - piece.begin == row.end - row.begin);
    }
}

/// Adds to the number of entries of a row, which several tasks may share.
void add_count(std::uint64_t &count, std::uint64_t made) noexcept {
    std::atomic_ref<std::uint64_t>(count).fetch_add(made, std::memory_order_relaxed);
}

Ref<Snapshot> run(const MxmProblem &problem) {
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0 || problem.mask.snapshot->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    }
    const DotCall call(problem);
    const HostVector<std::uint64_t> work = entries_per_row(call);
    const RowTasks tasks = mask_tasks(call, work);
    const DotFunction dot = find_dot_function(call);
    HostVector<RowsBuffer> buffers(static_cast<std::size_t>(tasks.count()));
    HostVector<std::uint64_t> counts(work.size());
    WorkspacePool<DotWorkspace> pool;
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        RowsBuffer out;
        out.open(call.value_size, call.M.index_width);
        DotWorkspace *workspace = pool.take([&] { return new DotWorkspace(call); });
        for_each_piece(tasks, task, call, work, [&](const DotPiece &piece, bool is_whole_row) {
            const std::uint64_t before = out.size();
            dot(call, *workspace, piece, out);
            const std::uint64_t made = out.size() - before;
            if (is_whole_row) {
                counts[piece.row] = made;
            } else {
                add_count(counts[piece.row], made);
            }
        });
        pool.give_back(workspace);
        buffers[static_cast<std::size_t>(task)] = std::move(out);
    });
    return assemble_rows(problem, call.M, tasks.threads(), buffers, counts, call.M.index_width,
                         call.products.is_pattern_only ? call.products.constants.data() : nullptr,
                         false);
}

} // namespace

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) of the mask that are true.
/// A m×k by rows, B k×n by columns (transposed: its rows), mask m×n by rows, each sparse or
/// hypersparse; all widths; C sorted.
/// Work O(A + Σ over the mask of the length of column j of B, or k-fold binary search where row i
/// is much shorter); a terminal value ends a dot product. Scratch per thread k bits and k
/// positions. One thread makes an entry, in the order of k: the same result for any number of
/// threads. Yang 2019 §7.4.2.2 searches column j for each entry of row i; here row i is
/// spread out once, so that each entry of column j costs one look at a bitmap that fits the L1
/// cache; short against long gallops. Refused: no mask, complemented mask.
extern const Variant<MxmProblem> mxm_masked_dot = {
    "cpu/mxm_masked_dot",
    {.fuses_mask = true, .sorts_output = true, .is_deterministic = true, .form = Form::sparse},
    refuses,
    cost,
    run};

} // namespace grb
