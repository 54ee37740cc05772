// Counts the products of each row, and lists rows by classes. See hash_view.cuh for the parameter
// P.
#pragma once

#include "mxm/hash_view.cuh"

namespace grb::device {

/// Returns the class of a row of up to 128 products, by the lanes that it needs.
__device__ inline int sorted_class(unsigned long size) {
    return size <= 16 ? sorted_16 : size <= 32 ? sorted_32 : size <= 64 ? sorted_64 : sorted_128;
}

/// Returns the class by which a row of so many products, from so many entries of A, is counted.
template <class P>
__device__ inline int counting_class(const MxmHashArguments &g, unsigned long products,
                                     unsigned long entries) {
    if (products == 0) return no_entries;
    const unsigned long size = products > entries ? products : entries;
    // A table need not sort.
    if (size <= 64) return sorted_class(size);
    if (!P::has_mask && entries == 1 && products <= block_count_most) return copied;
    if (size <= warp_count_most) return warp_table;
    if (size <= g.small_counts) return small_row;
    // Bits must be cleared and counted; so must a table, which is slower.
    if (products <= block_count_most && g.B.ncols > 128 * products) return block_table;
    return products <= giant_products ? few_ranks : more_ranks;
}

/// Returns the class by which a row of so many entries is made.
template <class P>
__device__ inline int filling_class(const MxmHashArguments &g, unsigned long products,
                                    unsigned long entries, unsigned long length) {
    if (length == 0) return no_entries;
    const unsigned long size = products > entries ? products : entries;
    if (!P::has_mask && entries == 1 && size > 32 && products <= block_count_most) return copied;
    if (size <= 128) return sorted_class(size);
    if (length <= warp_fill_most && size <= warp_products_most) return warp_table;
    if (length <= g.small_fills && size <= small_products_most) return small_row;
    if (length <= block_fill_most && g.B.ncols > 128 * length) return block_table;
    if (length <= few_ranks_most && products <= giant_products) return few_ranks;
    return length <= g.more_ranks_most ? more_ranks : many_ranks;
}

/// Shared state of a block while it lists rows.
struct ListingBlock {
    unsigned in_warp[hash_threads / warp_size][hash_class_count];
    unsigned long long starts[hash_class_count];
};

/// Lists row i of each thread in the array of its class. The order within a class depends on
/// timing, the set of listed rows does not. All threads of the block.
__device__ inline void list_rows(const MxmHashArguments &g, ListingBlock &block, unsigned long i,
                                 int own) {
    constexpr int warps = hash_threads / warp_size;
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    unsigned before = 0;
#pragma unroll
    for (int c = 1; c < hash_class_count; c++) {
        const unsigned members = __ballot_sync(all_lanes, own == c);
        if (own == c) before = __popc(members & ((1u << lane()) - 1));
        if (lane() == 0) block.in_warp[warp][c] = __popc(members);
    }
    __syncthreads();
    if (threadIdx.x >= 1 && threadIdx.x < hash_class_count) {
        const unsigned c = threadIdx.x;
        unsigned all = 0;
        for (int w = 0; w < warps; w++) {
            const unsigned members = block.in_warp[w][c];
            block.in_warp[w][c] = all;
            all += members;
        }
        if (all != 0)
            block.starts[c] = atomicAdd(g.counters->rows + c, static_cast<unsigned long long>(all));
    }
    __syncthreads();
    if (own == no_entries) return;
    const unsigned long at = block.starts[own] + block.in_warp[warp][own] + before;
    unsigned *const array = g.list + static_cast<unsigned long>(own - 1) / 2 * g.A.nrows;
    array[own % 2 != 0 ? at : g.A.nrows - 1 - at] = static_cast<unsigned>(i);
}

/// Returns the sum of x over the block, for thread 0. `warp_sums`: shared, one a warp.
__device__ inline unsigned long sum_of_listing(unsigned long x, unsigned long *warp_sums) {
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        x += __shfl_down_sync(all_lanes, x, distance);
    if (lane() == 0) warp_sums[threadIdx.x / warp_size] = x;
    __syncthreads();
    unsigned long sum = 0;
    for (int w = 0; w < hash_threads / warp_size; w++) sum += warp_sums[w];
    return sum;
}

/// Adds the block's sum; the last block informs the host. One thread calls this after the block has
/// listed its rows.
__device__ inline void publish_classes(const MxmHashArguments &g, unsigned long own_sum) {
    HashCounters &counters = *g.counters;
    if (own_sum != 0) atomicAdd(&counters.sum, static_cast<unsigned long long>(own_sum));
    __threadfence();
    if (atomicAdd(&counters.blocks_done, 1ull) + 1 != gridDim.x) return;
    __threadfence();
    const volatile HashCounters &all = counters;
    unsigned long long codes = 0;
#pragma unroll
    for (int c = 1; c < hash_class_count; c++) {
        const unsigned long long rows = all.rows[c];
        const unsigned code =
            rows == 0 ? 0 : min(65u - __clzll(static_cast<long long>(rows - 1)), most_code);
        codes |= static_cast<unsigned long long>(code) << (c - 1) * hash_code_bits;
        if (rows == g.A.nrows) codes |= static_cast<unsigned long long>(c) << hash_codes_bits;
    }
    volatile unsigned long long *const where = g.where;
    where[1] = codes;
    __threadfence_system();
    where[0] = all.sum;
    __threadfence_system();
}

/// Adds a number to that of the row of entry p. All lanes of the warp, with neighbouring entries.
__device__ inline void add_to_rows(const unsigned long *offsets, unsigned long long *products,
                                   unsigned long p, unsigned long sum) {
    if (!__any_sync(all_lanes, sum != 0)) return;
    // The last row that begins at p or before: earlier empty rows end there.
    unsigned row = 0;
    for (unsigned step = hash_threads / 2; step > 0; step /= 2)
        if (offsets[row + step] <= p) row += step;
    const unsigned before = __shfl_up_sync(all_lanes, row, 1);
    // The first lane adds the sum of each row of the warp: one atomic a row.
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const unsigned long other = __shfl_down_sync(all_lanes, sum, distance);
        const unsigned other_row = __shfl_down_sync(all_lanes, row, distance);
        if (lane() + distance < warp_size && other_row == row) sum += other;
    }
    if ((lane() == 0 || before != row) && sum != 0)
        atomicAdd(products + row, static_cast<unsigned long long>(sum));
}

/// Counts the products of each row, and lists the rows by how they are to be counted. A thread a
/// row; all threads of the block share the entries of its rows.
template <class P>
__device__ void hash_measure(const MxmHashArguments &g) {
    __shared__ unsigned long offsets[hash_threads + 1], warp_sums[hash_threads / warp_size];
    __shared__ unsigned long long products[hash_threads];
    __shared__ ListingBlock block;
    const HashView<P> view(g);
    const unsigned long i = blockIdx.x * static_cast<unsigned long>(hash_threads) + threadIdx.x;
    offsets[threadIdx.x] = view.a_offsets[i < g.A.nrows ? i : g.A.nrows];
    if (threadIdx.x == 0)
        offsets[hash_threads] =
            view.a_offsets[i + hash_threads < g.A.nrows ? i + hash_threads : g.A.nrows];
    products[threadIdx.x] = 0;
    __syncthreads();
    const unsigned long last = offsets[hash_threads];
    constexpr int flight = 4; // loads in flight
    // The lanes of a warp loop together.
    for (unsigned long begin = offsets[0] + threadIdx.x - lane(); begin < last;
         begin += flight * hash_threads) {
        unsigned long lengths[flight];
#pragma unroll
        for (int t = 0; t < flight; t++) {
            const unsigned long p = begin + t * hash_threads + lane();
            lengths[t] = p < last ? view.b_row(p).length() : 0;
        }
#pragma unroll
        for (int t = 0; t < flight; t++)
            add_to_rows(offsets, products, begin + t * hash_threads + lane(), lengths[t]);
    }
    __syncthreads();
    int own = no_entries;
    const unsigned long own_products = products[threadIdx.x];
    if (i < g.A.nrows) {
        const unsigned long entries = offsets[threadIdx.x + 1] - offsets[threadIdx.x];
        if (!MaskRow<P>(g, i).is_closed(g.B.ncols))
            own = counting_class<P>(g, own_products, entries);
        constexpr unsigned long most = 0xFFFFFFFF;
        g.products[i] = static_cast<unsigned>(own_products < most ? own_products : most);
        if (own == no_entries || own == copied)
            g.lengths[i] = own == copied ? static_cast<unsigned>(own_products) : 0;
    }
    list_rows(g, block, i, own);
    const unsigned long sum = sum_of_listing(own_products, warp_sums);
    if (threadIdx.x == 0) publish_classes(g, sum);
}

/// Lists the rows, whose lengths are known now, by how they are to be made. Grid: rows / share
/// blocks.
template <class P>
__device__ void hash_classify(const MxmHashArguments &g) {
    __shared__ unsigned long warp_sums[hash_threads / warp_size];
    __shared__ ListingBlock block;
    const HashView<P> view(g);
    const unsigned long first = blockIdx.x * g.share;
    const unsigned long last = first + g.share < g.A.nrows ? first + g.share : g.A.nrows;
    unsigned long sum = 0;
    for (unsigned long base = first; base < last; base += hash_threads) {
        const unsigned long i = base + threadIdx.x;
        int own = no_entries;
        if (i < last) {
            const unsigned long length = g.lengths[i];
            sum += length;
            own = filling_class<P>(g, g.products[i], view.a_row(i).length(), length);
        }
        __syncthreads(); // the rows before were listed
        list_rows(g, block, i, own);
    }
    sum = sum_of_listing(sum, warp_sums);
    if (threadIdx.x != 0) return;
    g.share_sums[blockIdx.x] = sum;
    publish_classes(g, sum);
}

} // namespace grb::device
