// Makes rows into tasks in classes by length, for mxv_row_classes and spmm_row_classes.
#include "cuda/plugin/exports.hpp"
#include "cuda/kernels/row_tasks_arguments.h"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/scan.hpp"
#include "cuda/structure/sort.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

static_assert(row_task_limits == row_class_count + 1);

/// counts(i) = tasks of row i. Grid: rows / 256 + 1; the row after the last has none.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    count_tasks(const Offset *offsets, uint64_t nrows, unsigned chunk, unsigned *counts) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i > nrows) return;
    const auto length = i < nrows ? static_cast<unsigned>(offsets[i + 1] - offsets[i]) : 0;
    counts[i] = length / chunk + (length % chunk != 0 ? 1 : 0);
}

/// Makes tasks by rows, with their classes. Grid: rows / 256.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    make_tasks(const Offset *offsets, uint64_t nrows, const unsigned *starts, RowTaskArrays tasks,
               unsigned *classes, unsigned *numbers) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i >= nrows) return;
    const auto begin = static_cast<unsigned>(offsets[i]),
               length = static_cast<unsigned>(offsets[i + 1]) - begin;
    // The binary logarithm, rounded up.
    const int log_length = 32 - __clz(static_cast<int>(length - 1));
    const unsigned own =
        length > tasks.chunk ? 0 : static_cast<unsigned>(row_class_count - 1 - log_length);
    unsigned first = 0;
    for (unsigned k = starts[i]; k < starts[i + 1]; k++, first += tasks.chunk) {
        tasks.rows[k] = static_cast<unsigned>(i);
        tasks.begins[k] = begin + first;
        tasks.lengths[k] = min(tasks.chunk, length - first);
        classes[k] = own;
        numbers[k] = k;
    }
}

/// Orders the tasks by their classes; limits(c) = tasks of classes before c. Grid: count / 256 + 1.
__global__ void __launch_bounds__(plain_threads)
    order_tasks(const unsigned *classes, const unsigned *numbers, unsigned count,
                RowTaskArrays from, RowTaskArrays to, unsigned *limits) {
    const unsigned t = blockIdx.x * plain_threads + threadIdx.x;
    if (t > count) return;
    const unsigned own = t < count ? classes[t] : row_class_count;
    for (unsigned c = t == 0 ? 0 : classes[t - 1] + 1; c <= own; c++) limits[c] = t;
    if (t == count) return;
    const unsigned k = numbers[t];
    to.rows[t] = from.rows[k];
    to.begins[t] = from.begins[k];
    to.lengths[t] = from.lengths[k];
}

} // namespace

static Status count_row_tasks(RowTasksCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    const uint64_t grid = blocks_for(A.nrows + 1);
    const unsigned chunk = call->tasks->chunk;
    Status status =
        A.offset_width == 4
            ? launch(&count_tasks<std::uint32_t>, grid,
                     static_cast<const std::uint32_t *>(A.row_offsets), A.nrows, chunk, call->starts)
            : launch(&count_tasks<uint64_t>, grid, static_cast<const uint64_t *>(A.row_offsets),
                     A.nrows, chunk, call->starts);
    if (status == Status::ok) status = exclusive_sums(call->starts, call->starts, A.nrows + 1);
    return status == Status::ok
               ? runtime().download(&call->count, call->starts + A.nrows, sizeof call->count)
               : status;
}

static Status list_row_tasks(RowTasksCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    RowTaskArrays &tasks = *call->tasks;
    const uint64_t count = call->count;
    Scratch memory;
    constexpr uint64_t arrays = 7;
    Status status = memory.allocate((arrays * count + row_task_limits) * sizeof(unsigned));
    if (status != Status::ok) return status;
    const auto array = [&](uint64_t k) { return memory.as<unsigned>() + k * count; };
    RowTaskArrays by_rows = tasks;
    by_rows.rows = array(0);
    by_rows.begins = array(1);
    by_rows.lengths = array(2);
    SortArrays sorted{{array(3), array(4)}, {array(5), array(6)}, sizeof(unsigned), 0};
    status = A.offset_width == 4
                 ? launch(&make_tasks<std::uint32_t>, blocks_for(A.nrows),
                          static_cast<const std::uint32_t *>(A.row_offsets), A.nrows, call->starts,
                          by_rows, array(3), array(5))
                 : launch(&make_tasks<uint64_t>, blocks_for(A.nrows),
                          static_cast<const uint64_t *>(A.row_offsets), A.nrows, call->starts,
                          by_rows, array(3), array(5));
    constexpr int bits = 4; // of a class
    if (status == Status::ok) status = sort_pairs(sorted, count, bits);
    unsigned *const limits = array(arrays);
    if (status == Status::ok)
        status = launch(&order_tasks, blocks_for(count + 1), sorted.keys[sorted.first],
                        static_cast<const unsigned *>(sorted.values[sorted.first]),
                        static_cast<unsigned>(count), by_rows, tasks, limits);
    if (status == Status::ok)
        status = runtime().download(tasks.limits, limits, sizeof tasks.limits);
    if (status != Status::ok || tasks.limits[1] == 0) return status;
    return runtime().clear(tasks.arrived, sizeof(unsigned) * most_slices * tasks.limits[1]);
}

namespace {

const Export exports[] = {
    exported<&count_row_tasks>(gpu::count_row_tasks),
    exported<&list_row_tasks>(gpu::list_row_tasks)};

} // namespace

} // namespace grb::device
