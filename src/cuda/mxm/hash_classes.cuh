// Products of each row, and rows by classes. For the parameter P see hash_view.cuh.
#pragma once

#include "mxm/hash_view.cuh"

namespace grb::device {

/// Adds the products of row i to work(i), which is 0 before. A block takes hash_share entries of A, whatever rows they
/// lie in. Grid: entries / hash_share blocks.
template <class P>
__device__ void hash_measure(const MxmHashArguments &g) {
    const HashView<P> view(g);
    const unsigned long first = blockIdx.x * hash_share;
    const unsigned long last = first + hash_share < g.nvals ? first + hash_share : g.nvals;
    __shared__ unsigned long bounds[2];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] =
            row_of(view.a_offsets, threadIdx.x == 0 ? first : last - 1, 0, g.nrows - 1);
    __syncthreads();
    unsigned long row = bounds[0];
    // The lanes of a warp go round together.
    for (unsigned long begin = first + threadIdx.x - lane(); begin < last; begin += hash_threads) {
        const unsigned long p = begin + lane();
        unsigned long products = 0;
        if (p < last) {
            row = row_of(view.a_offsets, p, row, bounds[1]);
            products = view.b_row(p).length();
        }
        const unsigned long own = p < last ? row : ~0ul;
        const unsigned long before = __shfl_up_sync(all_lanes, own, 1);
        const bool is_head = lane() == 0 || before != own;
        // The sum of each row of the warp, by its first lane: one atomic a row.
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const unsigned long other = __shfl_down_sync(all_lanes, products, distance);
            const unsigned long other_row = __shfl_down_sync(all_lanes, own, distance);
            if (lane() + distance < warp_size && other_row == own) products += other;
        }
        if (is_head && products != 0)
            atomicAdd(g.work + row, static_cast<unsigned long long>(products));
    }
}

/// The class of a row of up to 128 products, by the lanes that it needs.
__device__ inline int sorted_class(unsigned long size) {
    return size <= 16 ? sorted_16 : size <= 32 ? sorted_32 : size <= 64 ? sorted_64 : sorted_128;
}

/// How to count a row of so many products, from so many entries of A.
template <class P>
__device__ inline int counting_class(unsigned long products, unsigned long entries,
                                     unsigned long ncols) {
    if (products == 0) return no_entries;
    const unsigned long size = products > entries ? products : entries;
    // A table need not sort.
    if (size <= 32) return sorted_class(size);
    if (!P::has_mask && entries == 1 && products <= block_count_most) return copied;
    if (size <= warp_count_most) return warp_table;
    // Bits have to be cleared and counted, a table too, and that is slower.
    if (products <= block_count_most && ncols > 128 * products) return block_table;
    return products <= giant_products ? few_ranks : more_ranks;
}

/// How to make a row that has so many entries.
template <class P>
__device__ inline int filling_class(const MxmHashArguments &g, unsigned long products,
                                    unsigned long entries, unsigned long length) {
    if (length == 0) return no_entries;
    const unsigned long size = products > entries ? products : entries;
    if (!P::has_mask && entries == 1 && size > 32 && products <= block_count_most) return copied;
    if (size <= 128) return sorted_class(size);
    if (length <= warp_fill_most && size <= warp_products_most) return warp_table;
    if (length <= block_fill_most && g.ncols > 128 * length) return block_table;
    if (length <= few_ranks_most && products <= giant_products) return few_ranks;
    return length <= g.more_ranks_most ? more_ranks : many_ranks;
}

template <class P>
__device__ inline int class_of_row(const HashView<P> &view, unsigned long i) {
    const MxmHashArguments &g = view.g;
    if (i >= g.nrows || MaskRow<P>(g, i).is_closed(g.ncols)) return no_entries;
    const unsigned long products = g.work[i], entries = view.a_row(i).length();
    return g.is_filling ? filling_class<P>(g, products, entries, g.lengths[i])
                        : counting_class<P>(products, entries, g.ncols);
}

/// Counts the rows of each class, and adds up products, or entries once they are known. Sets the lengths that need no
/// counting. Any grid.
template <class P>
__device__ void hash_count_classes(const MxmHashArguments &g) {
    const HashView<P> view(g);
    __shared__ unsigned counts[hash_class_count];
    __shared__ unsigned long long sum;
    if (threadIdx.x < hash_class_count) counts[threadIdx.x] = 0;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned own_counts = 0; // of the class whose number is this lane's
    unsigned long own_sum = 0;
    const unsigned long step = static_cast<unsigned long>(gridDim.x) * hash_threads;
    for (unsigned long base = blockIdx.x * static_cast<unsigned long>(hash_threads); base < g.nrows;
         base += step) {
        const unsigned long i = base + threadIdx.x;
        const int own = class_of_row(view, i);
        if (i < g.nrows) {
            own_sum += g.is_filling ? g.lengths[i] : g.work[i];
            if (!g.is_filling && (own == no_entries || own == copied))
                g.lengths[i] = own == copied ? static_cast<unsigned>(g.work[i]) : 0;
        }
#pragma unroll
        for (int c = 1; c < hash_class_count; c++) {
            const unsigned members = __popc(__ballot_sync(all_lanes, own == c));
            if (lane() == c) own_counts += members;
        }
    }
    if (lane() < hash_class_count && own_counts != 0) atomicAdd(counts + lane(), own_counts);
    if (own_sum != 0) atomicAdd(&sum, static_cast<unsigned long long>(own_sum));
    __syncthreads();
    if (threadIdx.x < hash_class_count && counts[threadIdx.x] != 0)
        atomicAdd(g.counters->rows + threadIdx.x,
                  static_cast<unsigned long long>(counts[threadIdx.x]));
    if (threadIdx.x == 0 && sum != 0) atomicAdd(&g.counters->sum, sum);
}

/// Lists the rows of each class behind those of the classes before it. The order within a class depends on timing, what is
/// listed does not. A thread a row.
template <class P>
__device__ void hash_place_rows(const MxmHashArguments &g) {
    constexpr int warps = hash_threads / warp_size;
    const HashView<P> view(g);
    __shared__ unsigned in_warp[warps][hash_class_count];
    __shared__ unsigned long long starts[hash_class_count];
    const unsigned long i = blockIdx.x * static_cast<unsigned long>(hash_threads) + threadIdx.x;
    const int own = class_of_row(view, i), warp = static_cast<int>(threadIdx.x) / warp_size;
    unsigned before = 0;
#pragma unroll
    for (int c = 1; c < hash_class_count; c++) {
        const unsigned members = __ballot_sync(all_lanes, own == c);
        if (own == c) before = __popc(members & ((1u << lane()) - 1));
        if (lane() == 0) in_warp[warp][c] = __popc(members);
    }
    __syncthreads();
    if (threadIdx.x >= 1 && threadIdx.x < hash_class_count) {
        const unsigned c = threadIdx.x;
        unsigned all = 0;
        for (int w = 0; w < warps; w++) {
            const unsigned members = in_warp[w][c];
            in_warp[w][c] = all;
            all += members;
        }
        unsigned long long start = 0;
        for (unsigned lower = 1; lower < c; lower++) start += g.counters->rows[lower];
        if (all != 0)
            start += atomicAdd(g.counters->placed + c, static_cast<unsigned long long>(all));
        starts[c] = start;
    }
    __syncthreads();
    if (own != no_entries)
        g.list[starts[own] + in_warp[warp][own] + before] = static_cast<unsigned>(i);
}

} // namespace grb::device
