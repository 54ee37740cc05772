// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries of a sparse mask, A sparse by rows, B by columns, all sorted.
// A row of A goes into a hash table (or bits) in shared memory, and groups of lanes walk along the columns of B that the mask's
// row names. Template parameter P, defined by the program:
//   P::Offset, P::Index                     widths of A's arrays
//   P::BOffset, P::BIndex                   of B's
//   P::MOffset, P::MIndex                   of the mask's
//   P::A, P::U, P::Z                        stored types of A's and B's values, type of the monoid
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u), add(x, y), ...
#pragma once

#include "mxm/dot_lookup.cuh"

namespace grb::device {

/// Sets work(i) to the steps that the mask's entries of row i take, and counters->work to their sum. A block takes
/// dot_share entries, whatever rows they lie in. Grid: entries / dot_share blocks.
template <class P>
__device__ void dot_measure(const MxmMaskedDotArguments &g) {
    const DotView<P> view(g);
    const unsigned long first = blockIdx.x * dot_share;
    const unsigned long last = first + dot_share < g.nvals ? first + dot_share : g.nvals;
    __shared__ unsigned long bounds[2], warp_sums[dot_threads / warp_size];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] =
            row_of(view.mask_offsets, threadIdx.x == 0 ? first : last - 1, 0, g.nrows - 1);
    __syncthreads();
    unsigned long all = 0, row = bounds[0];
    // The lanes of a warp go round together.
    for (unsigned long begin = first + threadIdx.x - lane(); begin < last; begin += dot_threads) {
        const unsigned long p = begin + lane();
        unsigned long steps = 0;
        if (p < last) {
            row = row_of(view.mask_offsets, p, row, bounds[1]);
            steps = dot_steps(view.a_row(row).length(), view.b_column(p).length());
        }
        all += steps;
        const unsigned long own = p < last ? row : ~0ul;
        const unsigned long row_of_first = __shfl_sync(all_lanes, own, 0);
        if (__all_sync(all_lanes, own == row_of_first || p >= last)) {
            // One atomic for the warp: a long row would be added to by all of them.
            const unsigned long sum = inclusive_in_warp(steps);
            if (lane() == warp_size - 1 && sum != 0) atomicAdd(g.work + row_of_first, sum);
        } else if (steps != 0) {
            atomicAdd(g.work + row, steps);
        }
    }
    all = inclusive_in_block(all, warp_sums);
    if (threadIdx.x == dot_threads - 1 && all != 0)
        atomicAdd(&g.counters->work, static_cast<unsigned long long>(all));
}

/// Lists rows that are one warp's, and tasks of equal shares for the others. The order depends on timing, what is
/// listed does not. A thread a row.
template <class P>
__device__ void dot_list(const MxmMaskedDotArguments &g) {
    const DotView<P> view(g);
    const unsigned long row = blockIdx.x * static_cast<unsigned long>(dot_threads) + threadIdx.x;
    const unsigned long work = row < g.nrows ? g.work[row] : 0;
    const unsigned long length = work == 0 ? 0 : view.a_row(row).length();
    const bool fits = length <= DotTable<P>::most(dot_short_bytes) || is_searched(work, length);
    const bool is_short = work != 0 && work <= dot_short_work && fits;
    const unsigned members = __ballot_sync(all_lanes, is_short);
    unsigned long long first = 0;
    if (lane() == 0 && members != 0)
        first =
            atomicAdd(&g.counters->short_rows, static_cast<unsigned long long>(__popc(members)));
    first = __shfl_sync(all_lanes, first, 0);
    if (is_short) g.short_rows[first + __popc(members & ((1u << lane()) - 1))] = row;
    if (is_short || work == 0) return;
    // Each task makes the table anew, and has an entry for each group.
    const unsigned long entries = view.mask_row(row).length();
    const unsigned long groups = dot_task_threads >> dot_log_width(work / entries);
    const unsigned long fair = g.counters->work / dot_most_tasks + 1;
    const unsigned long least = fair > 4 * length ? fair : 4 * length;
    const unsigned long share = least > dot_task_work ? least : dot_task_work;
    const unsigned long most = (entries - 1) / groups + 1, wanted = (work - 1) / share + 1;
    const auto parts = static_cast<unsigned>(wanted < most ? wanted : most);
    const unsigned long long at =
        atomicAdd(&g.counters->tasks, static_cast<unsigned long long>(parts));
    for (unsigned part = 0; part < parts; part++) g.tasks[at + part] = {row, part, parts};
}

/// The sum of one entry over the positions of A that `look` knows; lane `place` of the `width` of a group.
template <class P, class Look>
__device__ inline Partial<P> dot_terms(const DotView<P> &view, const Look &look, DotRange b,
                                       unsigned place, unsigned width) {
    constexpr int flight = 4; // loads on their way
    Partial<P> sum;
    if (searches_column(look.length(), b.length())) {
        for (unsigned long p = look.range.begin + place; p < look.range.end; p += width) {
            const unsigned long q = first_from(view.b_indices, b, view.a_indices[p]);
            if (q < b.end && view.b_indices[q] == view.a_indices[p]) sum.add(view.term(p, q));
        }
        return sum;
    }
    unsigned long q = b.begin + place, p = 0;
    for (; q + (flight - 1) * width < b.end; q += flight * width) {
        typename P::BIndex keys[flight];
#pragma unroll
        for (int t = 0; t < flight; t++) keys[t] = view.b_indices[q + t * width];
#pragma unroll
        for (int t = 0; t < flight; t++)
            if (look.find(keys[t], p)) sum.add(view.term(p, q + t * width));
        if (is_final(sum)) return sum;
    }
    for (; q < b.end; q += width)
        if (look.find(view.b_indices[q], p)) sum.add(view.term(p, q));
    return sum;
}

/// The entries of a task, by `threads` threads that lie side by side: a group of 2^log_width lanes an entry.
template <class P, int threads, class Look>
__device__ void dot_entries(const DotView<P> &view, const Look &look, const DotTask &task,
                            int log_width) {
    const DotRange mask = view.mask_row(task.row);
    const unsigned rank = threadIdx.x % threads, width = 1u << log_width;
    const unsigned groups = threads >> log_width, place = rank % width;
    const unsigned long step = static_cast<unsigned long>(groups) * task.parts;
    const unsigned first_of_warp = (rank - lane()) >> log_width;
    const unsigned own = (rank >> log_width) - first_of_warp;
    // The lanes of a warp go round together: their sums meet in shuffles.
    unsigned long begin =
        mask.begin + static_cast<unsigned long>(groups) * task.part + first_of_warp;
    DotRange next{};
    if (begin + own < mask.end) next = view.b_column(begin + own);
    for (; begin < mask.end; begin += step) {
        const unsigned long p = begin + own;
        DotRange column = next;
        if (p + step < mask.end) next = view.b_column(p + step);
        Partial<P> sum;
        if (p < mask.end) {
            look.cut(view, column);
            sum = dot_terms(view, look, column, place, width);
        }
        reduce_lanes(sum, static_cast<int>(width));
        if (place == 0 && p < mask.end) view.add_to(p, sum, look.is_first());
    }
}

/// One task, by `threads` threads: a warp's or a block's.
template <class P, int threads>
__device__ void dot_task(const DotView<P> &view, void *memory, int bytes, const DotTask &task) {
    const DotRange a = view.a_row(task.row), mask = view.mask_row(task.row);
    const unsigned long work = view.g.work[task.row];
    const int log_width = dot_log_width(work / mask.length());
    if (is_searched(work, a.length())) {
        dot_entries<P, threads>(view, SearchedRow<P>{view.a_indices, a}, task, log_width);
        return;
    }
    const unsigned long most = DotTable<P>::most(bytes);
    if constexpr (!DotTable<P>::has_places) {
        if (RowBits<P>::is_better(view.a_indices, a, bytes, most)) {
            for (unsigned long begin = a.begin; begin < a.end;) {
                RowBits<P> bits(memory, bytes, view.a_indices, a, begin);
                bits.template fill<threads>(view.a_indices);
                dot_entries<P, threads>(view, bits, task, log_width);
                sync_threads<threads>();
                begin = bits.range.end;
            }
            return;
        }
    }
    for (unsigned long begin = a.begin; begin < a.end; begin += most) {
        const unsigned long end = begin + most < a.end ? begin + most : a.end;
        DotTable<P> table(memory, bytes, a, {begin, end});
        table.template fill<threads>(view.a_indices);
        dot_entries<P, threads>(view, table, task, log_width);
        sync_threads<threads>();
    }
}

/// A warp for each short row. Any grid.
template <class P>
__device__ void dot_short_rows(const MxmMaskedDotArguments &g) {
    constexpr unsigned warps = dot_threads / warp_size;
    __shared__ uint4 memory[warps * dot_short_bytes / sizeof(uint4)];
    const DotView<P> view(g);
    const unsigned warp = threadIdx.x / warp_size;
    void *const own = memory + warp * (dot_short_bytes / sizeof(uint4));
    const unsigned long long rows = g.counters->short_rows;
    for (unsigned long long k = blockIdx.x * static_cast<unsigned long long>(warps) + warp;
         k < rows; k += static_cast<unsigned long long>(gridDim.x) * warps)
        dot_task<P, warp_size>(view, own, dot_short_bytes, {g.short_rows[k], 0, 1});
}

/// A block for each task, the next one that nobody has taken. Any grid.
template <class P>
__device__ void dot_tasks(const MxmMaskedDotArguments &g) {
    __shared__ uint4 memory[dot_task_bytes / sizeof(uint4)];
    __shared__ unsigned long long next;
    const DotView<P> view(g);
    const unsigned long long tasks = g.counters->tasks;
    for (;;) {
        if (threadIdx.x == 0) next = atomicAdd(&g.counters->next_task, 1ull);
        __syncthreads();
        const unsigned long long own = next;
        __syncthreads();
        if (own >= tasks) return;
        dot_task<P, dot_task_threads>(view, memory, dot_task_bytes, g.tasks[own]);
    }
}

} // namespace grb::device
