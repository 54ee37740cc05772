// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries of a sparse mask, A sparse by rows, B by columns,
// all sorted. A row of A goes into bits or a hash table in shared memory, and groups of lanes walk
// the columns of B that the mask's row names. Template parameter P, defined by the program:
//   P::Offset, P::Index                     widths of A's arrays
//   P::BOffset, P::BIndex                   of B's
//   P::MOffset, P::MIndex                   of the mask's
//   P::A, P::U, P::Z                        stored types of A's and B's values, type of the monoid
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u), add(x, y), ...
//   P::counts                               all terms are one value, and n of them are n times it
#pragma once

#include "mxm/dot_lookup.cuh"

namespace grb::device {

/// Sets work(i) to the steps that the mask's entries of row i take, and counters->work to their
/// sum. A block takes dot_share entries, of any rows. Grid: entries / dot_share blocks.
template <class P>
__device__ void dot_measure(const MxmMaskedDotArguments &g) {
    const DotView<P> view(g);
    const unsigned long first = blockIdx.x * dot_share;
    const unsigned long last = first + dot_share < g.M.nvals ? first + dot_share : g.M.nvals;
    __shared__ unsigned long bounds[2], warp_sums[dot_threads / warp_size];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] =
            row_of(view.mask_offsets, threadIdx.x == 0 ? first : last - 1, 0, g.M.nrows - 1);
    __syncthreads();
    unsigned long all = 0, row = bounds[0];
    // The lanes of a warp loop together.
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
            // One atomic for the warp: in a long row every lane would add to the same word.
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

/// Lists the rows that take one warp, and tasks of equal shares for the others. The order depends
/// on timing, the listed set does not. A thread a row.
template <class P>
__device__ void dot_list(const MxmMaskedDotArguments &g) {
    const DotView<P> view(g);
    const unsigned long row = blockIdx.x * static_cast<unsigned long>(dot_threads) + threadIdx.x;
    const unsigned long work = row < g.M.nrows ? g.work[row] : 0;
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
    const unsigned long groups = dot_task_threads >> dot_log_width(work / entries, false);
    const unsigned long fair = g.counters->work / dot_most_tasks + 1;
    const unsigned long least = fair > 4 * length ? fair : 4 * length;
    const unsigned long share = least > dot_task_work ? least : dot_task_work;
    const unsigned long most = (entries - 1) / groups + 1, wanted = (work - 1) / share + 1;
    const auto chunks = static_cast<unsigned>(wanted < most ? wanted : most);
    const unsigned long long at =
        atomicAdd(&g.counters->tasks, static_cast<unsigned long long>(chunks));
    for (unsigned chunk = 0; chunk < chunks; chunk++) g.tasks[at + chunk] = {row, chunk, chunks};
}

/// A partial sum of an entry. It counts terms where all are one value and added up.
template <class P>
struct DotSum {
    Partial<P> partial;
    unsigned count = 0; // a chunk of a row has fewer

    __device__ void add(const DotView<P> &view, unsigned long p, unsigned long q) {
        if constexpr (P::counts) {
            count++;
        } else {
            partial.add(view.term(p, q));
        }
    }
    __device__ bool is_complete() const {
        if constexpr (P::counts) return false;
        return is_final(partial);
    }
    /// Gives the sum of `width` neighbouring lanes to the first of them.
    __device__ Partial<P> of_lanes(const DotView<P> &view, unsigned width) {
        if constexpr (P::counts) {
            if (width == warp_size) {
                count = __reduce_add_sync(all_lanes, count);
            } else {
                for (unsigned distance = width / 2; distance > 0; distance /= 2)
                    count += __shfl_down_sync(all_lanes, count, distance, static_cast<int>(width));
            }
            partial.has = count != 0;
            // If no value is read, the term is equal for all positions.
            if (partial.has)
                partial.value = static_cast<typename P::Z>(static_cast<typename P::Z>(count) *
                                                           view.term(0, 0).value);
        } else {
            reduce_lanes(partial, static_cast<int>(width));
        }
        return partial;
    }
};

/// Searches for the entries of A's chunk in a long column of B; lane `position` of the `width` of a
/// group.
template <class P>
__device__ inline void dot_search(const DotView<P> &view, DotRange a, DotRange b, unsigned position,
                                  unsigned width, DotSum<P> &sum) {
    for (unsigned long p = a.begin + position; p < a.end; p += width) {
        const unsigned long q = first_from(view.b_indices, b, view.a_indices[p]);
        if (q < b.end && view.b_indices[q] == view.a_indices[p]) sum.add(view, p, q);
    }
}

/// Looks up the keys of a lane, which are in B from position `first` on.
template <class P, class Probe>
__device__ inline void dot_probe(const DotView<P> &view, const Probe &probe,
                                   const DotKeys<P> &block, unsigned long first, DotSum<P> &sum) {
    using Keys = DotKeys<P>;
    unsigned flags = 0;
#pragma unroll
    for (int t = 0; t < Keys::count; t++)
        flags = __funnelshift_l(probe.flag(block.keys[t]), flags, 1);
    flags &= block.valid;
    if constexpr (P::counts && Probe::flags_decide) {
        sum.count += __popc(flags);
    } else {
        if (flags == 0) return;
#pragma unroll
        for (int t = 0; t < Keys::count; t++) {
            unsigned long p = 0;
            if (Keys::is_valid(flags, t) && probe.find(block.keys[t], p)) sum.add(view, p, first + t);
        }
    }
}

/// The sum of one entry over the positions of A that `look` has; lane `position` of the `width` of
/// a group, which has its first keys.
template <class P, class Probe>
__device__ inline void dot_terms(const DotView<P> &view, const Probe &probe, DotRange b,
                                 DotKeys<P> keys, unsigned position, unsigned width,
                                 DotSum<P> &sum) {
    constexpr unsigned long count = DotKeys<P>::count;
    unsigned long first = b.begin / count * count + position * count;
    for (unsigned long block = position; first < b.end; first += width * count) {
        DotKeys<P> next;
        block += width;
        next.load(view, b, block);
        dot_probe(view, probe, keys, first, sum);
        if (sum.is_complete()) return;
        keys = next;
    }
}

/// Makes the entries of a task, by `threads` adjacent threads: a group of 2^log_width lanes an
/// entry.
template <class P, int threads, class Probe>
__device__ void dot_entries(const DotView<P> &view, const Probe &probe, const DotTask &task,
                            int log_width) {
    const DotRange mask = view.mask_row(task.row);
    const unsigned rank = threadIdx.x % threads, width = 1u << log_width;
    const unsigned groups = threads >> log_width, position = rank % width;
    const unsigned long step = static_cast<unsigned long>(groups) * task.chunks;
    const unsigned first_of_warp = (rank - lane()) >> log_width;
    const unsigned own = (rank >> log_width) - first_of_warp;
    // The lanes of a warp loop together: shuffles join their sums.
    unsigned long begin =
        mask.begin + static_cast<unsigned long>(groups) * task.chunk + first_of_warp;
    // Ranges are read two entries ahead, first keys one.
    DotRange column{}, next{};
    DotKeys<P> keys{};
    if (begin + own < mask.end) column = view.b_column(begin + own);
    if (begin + own + step < mask.end) next = view.b_column(begin + own + step);
    keys.load(view, column, position);
    for (; begin < mask.end; begin += step) {
        const unsigned long p = begin + own;
        DotRange b = column;
        DotKeys<P> block = keys;
        column = next;
        keys.load(view, column, position);
        next = {};
        if (p + 2 * step < mask.end) next = view.b_column(p + 2 * step);
        DotSum<P> sum;
        if (probe.cut(view, b)) block.load(view, b, position);
        if (searches_column(probe.length(), b.length())) {
            dot_search(view, probe.range, b, position, width, sum);
        } else {
            dot_terms(view, probe, b, block, position, width, sum);
        }
        const Partial<P> all = sum.of_lanes(view, width);
        if (position == 0 && p < mask.end) view.add_to(p, all, probe.is_first());
    }
}

/// Makes one task, by the `threads` threads of a warp or block.
template <class P, int threads>
__device__ void dot_task(const DotView<P> &view, void *memory, int bytes, const DotTask &task) {
    const DotRange a = view.a_row(task.row), mask = view.mask_row(task.row);
    const unsigned long work = view.g.work[task.row];
    const unsigned long steps = work / mask.length();
    const int log_width = dot_log_width(steps, false);
    if (is_searched(work, a.length())) {
        dot_entries<P, threads>(view, SearchedRow<P>{view.a_indices, a}, task, log_width);
        return;
    }
    const unsigned long most = DotTable<P>::most(bytes);
    if constexpr (!DotTable<P>::has_positions) {
        if (RowBits<P>::is_better(view.a_indices, a, bytes, most)) {
            const int log_width_of_bits = dot_log_width(steps, P::counts);
            for (unsigned long begin = a.begin; begin < a.end;) {
                const RowBits<P> bits(memory, bytes, view.a_indices, a, begin);
                bits.template fill<threads>(view.a_indices);
                dot_entries<P, threads>(view, bits, task, log_width_of_bits);
                bits.template wipe<threads>(view.a_indices);
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
        table.template wipe<threads>(view.a_indices);
    }
}

/// Fills shared memory of a block with zeros.
template <int threads>
__device__ inline void clear_shared(uint4 *memory, int bytes) {
    for (unsigned k = threadIdx.x; k < bytes / sizeof(uint4); k += threads)
        memory[k] = make_uint4(0, 0, 0, 0);
    __syncthreads();
}

/// A warp for each short row. Any grid.
template <class P>
__device__ void dot_short_rows(const MxmMaskedDotArguments &g) {
    constexpr unsigned warps = dot_threads / warp_size;
    __shared__ uint4 memory[warps * dot_short_bytes / sizeof(uint4)];
    const DotView<P> view(g);
    clear_shared<dot_threads>(memory, sizeof memory);
    const unsigned warp = threadIdx.x / warp_size;
    void *const own = memory + warp * (dot_short_bytes / sizeof(uint4));
    const unsigned long long rows = g.counters->short_rows;
    for (unsigned long long k = blockIdx.x * static_cast<unsigned long long>(warps) + warp;
         k < rows; k += static_cast<unsigned long long>(gridDim.x) * warps)
        dot_task<P, warp_size>(view, own, dot_short_bytes, {g.short_rows[k], 0, 1});
}

/// A block for each task: it takes the next one that nobody has taken. Any grid.
template <class P>
__device__ void dot_tasks(const MxmMaskedDotArguments &g) {
    extern __shared__ uint4 task_memory[];
    __shared__ unsigned long long next;
    const DotView<P> view(g);
    clear_shared<dot_task_threads>(task_memory, g.task_bytes);
    const unsigned long long tasks = g.counters->tasks;
    unsigned long long ahead = 0; // of the first thread: the task that it has taken
    if (threadIdx.x == 0) ahead = atomicAdd(&g.counters->next_task, 1ull);
    for (;;) {
        if (threadIdx.x == 0) next = ahead;
        __syncthreads();
        const unsigned long long own = next;
        __syncthreads();
        if (own >= tasks) return;
        if (threadIdx.x == 0) ahead = atomicAdd(&g.counters->next_task, 1ull);
        dot_task<P, dot_task_threads>(view, task_memory, g.task_bytes, g.tasks[own]);
    }
}

} // namespace grb::device
