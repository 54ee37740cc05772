// Masked dot products with a bitmap or full A.
#include "cpu/mxm/mxm_masked_dot_sums.hpp"

#include <algorithm>
#include <atomic>

namespace grb {

namespace {

/// Entries [begin, end) of the mask. Several tasks may share a row and add to its count.
struct DenseTask {
    std::uint64_t begin, end;
    std::span<std::uint64_t> counts;
};
using DenseFunction = void (*)(const DotCall &call, DotWorkspace &workspace, const DenseTask &task,
                               RowsBuffer &out);

/// Computes entries [begin, end) of one row of the mask, for the row of A whose elements begin at
/// `base`.
template <class Sum, class I>
void dot_range(const DotCall &call, Sum &sum, std::uint64_t base, std::uint64_t begin,
               std::uint64_t end, RowsBuffer &out) {
    const Sparse<std::uint64_t, I> M(call.M), B(call.B); // offsets unused
    out.reserve(end - begin);
    I *columns = out.new_columns<I>();
    unsigned char *values = out.new_values();
    std::uint64_t made = 0, stored = 0;
    for (std::uint64_t k = begin; k < end; k++) {
        const I j = M.column_indices[k];
        if (!B.find_row(j, stored) || !call.allows(k)) continue;
        const auto [first, last] = Extent(call.B, stored);
        sum.begin();
        for (std::uint64_t q = first; q < last; q++) {
            const std::uint64_t element = base + B.column_indices[q];
            if (call.dense_A.has(element) && sum.take(element, q)) break;
        }
        if (sum.finish(values + made * call.value_size)) columns[made++] = j;
    }
    out.add(made);
}

template <class Sum, class I>
void dot_task(const DotCall &call, DotWorkspace &workspace, const DenseTask &task,
              RowsBuffer &out) {
    const Sparse<std::uint64_t, I> M(call.M); // offsets unused
    Sum sum(call, workspace);
    // The last row that begins no later than the task.
    std::uint64_t row = 0;
    for (std::uint64_t high = call.M.stored_rows; high - row > 1;) {
        const std::uint64_t middle = row + (high - row) / 2;
        (Extent(call.M, middle).begin <= task.begin ? row : high) = middle;
    }
    for (; row < call.M.stored_rows; row++) {
        const Extent whole(call.M, row);
        if (whole.begin >= task.end) break;
        const std::uint64_t before = out.size();
        dot_range<Sum, I>(call, sum, M.row_id(row) * call.dense_A.ncols,
                          std::max(whole.begin, task.begin), std::min(whole.end, task.end), out);
        std::atomic_ref<std::uint64_t>(task.counts[row])
            .fetch_add(out.size() - before, std::memory_order_relaxed);
    }
}

template <class I>
struct DenseOfSum {
    using Type = DenseFunction;
    template <class Sum>
    static constexpr DenseFunction function = &dot_task<Sum, I>;
};

} // namespace

Ref<Snapshot> dot_with_dense(const DotCall &call) {
    const MxmProblem &problem = call.problem;
    const double mean_length = static_cast<double>(call.B.nvals) /
                               static_cast<double>(std::max<std::uint64_t>(1, call.B.stored_rows));
    const int threads = threads_for(static_cast<double>(call.M.nvals) * (2 + 2 * mean_length));
    // Columns differ: more tasks than threads.
    constexpr std::uint64_t tasks_per_thread = 16;
    const std::uint64_t tasks =
        threads <= 1
            ? 1
            : std::min(call.M.nvals, static_cast<std::uint64_t>(threads) * tasks_per_thread);
    const DenseFunction dot = call.M.index_width == 4
                                  ? find_for_sum<DenseOfSum<std::uint32_t>>(call)
                                  : find_for_sum<DenseOfSum<std::uint64_t>>(call);
    HostVector<std::uint64_t> counts(call.M.stored_rows);
    HostVector<RowsBuffer> buffers(tasks);
    DotRoom room(call, buffers.size());
    WorkspacePool<DotWorkspace> pool;
    const auto begin_of = [&](std::uint64_t task) {
        return call.M.nvals / tasks * task + std::min(task, call.M.nvals % tasks);
    };
    parallel_tasks(static_cast<std::int64_t>(tasks), threads, [&](std::int64_t k) {
        const auto task = static_cast<std::uint64_t>(k);
        RowsBuffer out;
        room.open(out, begin_of(task), begin_of(task + 1));
        DotWorkspace *workspace = pool.take([&] { return new DotWorkspace(call); });
        dot(call, *workspace, {begin_of(task), begin_of(task + 1), counts}, out);
        pool.give_back(workspace);
        buffers[task] = std::move(out);
    });
    return assemble_rows(problem, call.M, threads, buffers, counts, call.M.index_width,
                         call.products.is_pattern_only ? call.products.constants.data() : nullptr,
                         false);
}

} // namespace grb
