// Cost, choice of orientation and tasks of masked dot products.
#include "cpu/mxm/mxm_masked_dot.hpp"

#include "cpu/mxm/mxm_cost.hpp"

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
const HostCoefficient nearest_bytes{"mxm_dot_nearest_bytes", "bytes",
                                    "of that bitmap: a larger one leaves the nearest cache", 16e3};
const HostCoefficient far_gain{"mxm_dot_remote_gain", "1", "the same of a larger bitmap", 1.2};
const HostCoefficient hit_share{"mxm_dot_hit_share", "1", "probes of it that find an entry", 0.1};
const HostCoefficient dense_hit_operations{
    "mxm_dot_dense_hit_operations", "1",
    "operations for each probe that finds an entry because A "
    "has many: branch prediction does not help",
    5};
const HostCoefficient entry_scatters{
    "mxm_dot_entry_scatters", "1", "scatters for each entry of A, to set and clear the bitmap", 2};
const HostCoefficient shared_spreads{"mxm_dot_shared_scatters", "1",
                                     "of the tasks that share a row, those that find work in it",
                                     0.5};

const HostCoefficient near_bytes{"mxm_dot_near_bytes", "bytes",
                                 "of B: beyond this its columns are found in memory", 2e6};
const HostCoefficient far_gathers{"mxm_dot_remote_gathers", "1", "gathers to find such a column",
                                  2.5};

bool only_counts(const MxmProblem &problem) noexcept {
    const BinaryOp &multiply = *problem.semiring->multiply;
    return multiply.traits.ignores_x && multiply.traits.ignores_y;
}

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const Snapshot &mask = *problem.mask.snapshot;
    const MatchedLengths matched =
        shorter_lengths_matched(mask, *problem.A, problem.is_A_transposed, *problem.B,
                                !problem.is_B_transposed, searched_from);
    // A product that reads no values runs transposed where that reads less than half.
    const double read =
        sizes.allowed * (only_counts(problem) ? std::min(matched.by_rows, 2 * matched.by_columns)
                                              : matched.by_rows);
    const double elements = static_cast<double>(problem.m()) * static_cast<double>(problem.k());
    const double density = elements > 0 ? sizes.entries_a / elements : 0;
    // Columns of a large B are far apart, and so are their offsets.
    const double lines_touched = sizes.entries_b * 4 > near_bytes ? far_gathers : 1.0;
    const double bitmap = static_cast<double>(problem.k()) / 8;
    // Each task that shares a row densifies it.
    constexpr double tasks = RowTasks::tasks_per_thread;
    const double rows = std::max(1.0, std::min(sizes.rows, sizes.allowed)),
                 threads = threads_for(read + sizes.allowed),
                 fills = threads > 1 ? std::max(1.0, shared_spreads * tasks * threads / rows) : 1;
    const double seconds =
        (only_counts(problem) ? 0 : density * read * dense_hit_operations / sizes.operations) +
        read / ((bitmap <= nearest_bytes ? gather_gain : far_gain) * gather_rate(bitmap)) +
        hit_share * read / sizes.operations +
        (DotCall::reads_dense_A(problem)
             ? 0
             : fills * sizes.entries_a * entry_scatters / rate.scatters_cached) +
        sizes.allowed *
            (lines_touched / rate.gathers_memory + 2 * sizes.entry_bytes / rate.stream_bytes);
    Cost cost;
    cost.seconds = rate.call_seconds + 2 * rate.result_seconds + on_threads(seconds);
    add_missing_item(cost, mask, false);
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    add_missing_item(cost, *problem.B, !problem.is_B_transposed);
    return cost;
}

std::uint64_t longest_row(const SparseView &view) {
    std::atomic<std::uint64_t> longest{0};
    dispatch_widths(view, [&](const auto &S) {
        parallel_ranges(S.stored_rows, 1, [&](std::uint64_t begin, std::uint64_t end) {
            typename std::decay_t<decltype(S)>::Offset most = 0;
            for (std::uint64_t k = begin; k < end; k++)
                most = std::max(
                    most, static_cast<decltype(most)>(S.row_offsets[k + 1] - S.row_offsets[k]));
            std::uint64_t before = longest.load();
            while (before < most && !longest.compare_exchange_weak(before, most)) {
            }
        });
    });
    return longest.load();
}

/// Work when row i of A is densified and column j of B read, and vice versa.
struct OrientedWork {
    std::uint64_t by_rows = 0, by_columns = 0;
};

template <class View>
OrientedWork work_of_row(const View &M, const View &A, const View &B, std::uint64_t row) {
    std::uint64_t k = 0;
    OrientedWork sum;
    if (!A.find_row(M.row_id(row), k) || A.row_offsets[k] == A.row_offsets[k + 1]) return sum;
    const std::uint64_t in_a = A.row_offsets[k + 1] - A.row_offsets[k];
    for (std::uint64_t p = M.row_offsets[row]; p < M.row_offsets[row + 1]; p++) {
        if (!B.find_row(M.column_indices[p], k)) continue;
        const std::uint64_t in_b = B.row_offsets[k + 1] - B.row_offsets[k];
        sum.by_rows += std::min(in_b, searched_from * in_a) + 1;
        sum.by_columns += std::min(in_a, searched_from * in_b) + 1;
    }
    return sum;
}

/// All rows have similar work, so that the mask's entries estimate it. Tested only where the test
/// costs less than they do.
bool has_even_work(const DotCall &call) {
    constexpr std::uint64_t short_column = 32, short_row = 1 << 14;
    return call.B.stored_rows + call.M.stored_rows <= 2 * call.M.nvals &&
           longest_row(call.B) <= short_column && longest_row(call.M) <= short_row;
}

/// Tasks of consecutive entries of the mask: a row of more than one task's work is split.
RowTasks mask_tasks(const DotCall &call, const MaskWork &work) {
    if (work.is_even()) return RowTasks(call.M, static_cast<double>(work.steps()));
    return RowTasks(work.of_rows(), [&](std::uint64_t row, const auto &add) {
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

Ref<Snapshot> run_call(const MxmProblem &problem, const DotCall &call, MaskWork &work) {
    const std::span<std::uint64_t> counts = work.counts();
    const RowTasks tasks = mask_tasks(call, work);
    // The tasks that share a row add to its count.
    for (std::int64_t task = 0; task < tasks.count(); task++)
        if (tasks.begin_of(task).entry != 0) counts[tasks.begin(task)] = 0;
    const DotFunction dot = find_dot_function(call);
    HostVector<RowsBuffer> buffers(static_cast<std::size_t>(tasks.count()));
    const auto first_entry = [&](std::int64_t task) {
        const RowTasks::Begin &begin = tasks.begin_of(task);
        if (begin.row == call.M.stored_rows) return call.M.nvals;
        return Extent(call.M, begin.row).begin + begin.entry;
    };
    DotRoom room(call, buffers.size());
    WorkspacePool<DotWorkspace> pool;
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        RowsBuffer out;
        room.open(out, first_entry(task), first_entry(task + 1));
        DotWorkspace *workspace = pool.take([&] { return new DotWorkspace(call); });
        dot(call, *workspace, {tasks.begin_of(task), tasks.begin_of(task + 1), work, counts}, out);
        pool.give_back(workspace);
        buffers[static_cast<std::size_t>(task)] = std::move(out);
    });
    return assemble_rows(problem, call.M, tasks.threads(), buffers, counts, call.M.index_width,
                         call.products.is_pattern_only ? call.products.constants.data() : nullptr,
                         false);
}

Ref<Snapshot> run_as_given(const MxmProblem &problem) {
    const DotCall call(problem);
    if (call.has_dense_A) return dot_with_dense(call);
    MaskWork work(call);
    return run_call(problem, call, work);
}

/// Columns of B are much longer than the rows of A that pair with them, so that C' = B' ⊕.⊗ A'
/// reads less, even with the mask's columns made first.
bool is_less_by_columns(const DotCall &call, const MaskWork &work) {
    constexpr std::uint64_t steps_to_transpose = 8;
    if (!only_counts(call.problem)) return false;
    const std::uint64_t transposed = call.problem.mask.snapshot->has_columns() ? 0 : call.M.nvals;
    return work.by_rows() / 2 > work.by_columns() + steps_to_transpose * transposed;
}

/// C' = B' ⊕.⊗ A' under M', for a multiplier that reads neither operand.
MxmProblem transposed(const MxmProblem &problem) {
    MxmProblem other = problem;
    std::swap(other.A, other.B);
    other.is_A_transposed = !problem.is_B_transposed;
    other.is_B_transposed = !problem.is_A_transposed;
    const Snapshot &mask = *problem.mask.snapshot;
    static_cast<void>(mask.columns());
    other.mask.snapshot =
        Snapshot::of_rows(mask.type(), mask.ncols(), mask.nrows(), mask.share_rows(true));
    return other;
}

Ref<Snapshot> run(const MxmProblem &problem) {
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0 || problem.mask.snapshot->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    }
    const DotCall call(problem);
    if (call.has_dense_A) return dot_with_dense(call);
    MaskWork work(call);
    if (!is_less_by_columns(call, work)) return run_call(problem, call, work);
    const MxmProblem other = transposed(problem);
    const Ref<Snapshot> result = run_as_given(other);
    if (result->nvals() == 0)
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    return Snapshot::of_columns(result->type(), problem.m(), problem.n(),
                                result->share_rows(false));
}

} // namespace

MaskWork::MaskWork(const DotCall &call) : M_(call.M), counts_(M_.stored_rows * 8) {
    if (has_even_work(call)) {
        steps_ = 1 + call.B.nvals / call.B.stored_rows;
        return;
    }
    work_ = Array(M_.stored_rows * 8);
    const double mean_length = static_cast<double>(M_.nvals) / static_cast<double>(M_.stored_rows);
    std::atomic<std::uint64_t> by_rows{0}, by_columns{0};
    dispatch_widths(M_, [&](const auto &M) {
        using View = std::decay_t<decltype(M)>;
        const View A(call.A), B(call.B);
        parallel_ranges(M.stored_rows, 2 + 2 * mean_length,
                        [&](std::uint64_t begin, std::uint64_t end) {
                            OrientedWork sum;
                            for (std::uint64_t row = begin; row < end; row++) {
                                const OrientedWork own = work_of_row(M, A, B, row);
                                work_.as<std::uint64_t>()[row] = own.by_rows;
                                sum.by_rows += own.by_rows;
                                sum.by_columns += own.by_columns;
                            }
                            by_rows += sum.by_rows;
                            by_columns += sum.by_columns;
                        });
    });
    by_rows_ = by_rows;
    by_columns_ = by_columns;
}

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) of the mask that are true.
/// A m×k by rows, B k×n by columns (transposed: its rows), mask m×n by rows, each sparse or
/// hypersparse; all widths; C sorted.
/// Work O(A + Σ over the mask of the length of column j of B, or k-fold binary search where row i
/// is much shorter); a terminal value ends a dot product. Scratch per thread k bits and k
/// positions. One thread makes an entry, in the order of k: the same result for any number of
/// threads.
/// Yang 2019 §7.4.2.2 searches column j for each entry of row i; here row i is densified once, so
/// that each entry of column j costs one probe of a bitmap that fits the L1 cache; short against
/// long gallops. Where columns of B are much longer than rows of A, and the multiplier reads
/// neither, column j is densified and C has columns. A dense A is probed directly.
/// Refused: no mask, complemented mask.
extern const Variant<MxmProblem> mxm_masked_dot = {
    "cpu/mxm_masked_dot",
    {.fuses_mask = true, .sorts_output = true, .is_deterministic = true, .form = Form::sparse},
    refuses,
    cost,
    run};

} // namespace grb
