// Long rows: a bit for each column in shared memory. A column's position in the row is the number
// of bits before it, so nothing is sorted and no key is stored. Columns that do not fit are taken
// window by window. See hash_view.cuh for the parameter P.
#pragma once

#include "mxm/hash_table.cuh"

namespace grb::device {

/// Sets a bit that other threads set too. Most are set already, and a load is faster than an
/// atomic.
__device__ inline void set_if_clear(unsigned *bits, unsigned p) {
    const unsigned bit = 1u << p % 32;
    if ((*const_cast<volatile unsigned *>(bits + p / 32) & bit) == 0) atomicOr(bits + p / 32, bit);
}

/// Clears the bits of columns that the mask excludes: each thread walks the mask's row for a share
/// of the words. `first_column` is a multiple of 32. All threads of the block; others' bits are
/// set, and a barrier follows.
template <class P, int threads>
__device__ inline void apply_mask(const MaskRow<P> &mask, unsigned *bits, unsigned words,
                                  unsigned long first_column) {
    if constexpr (P::has_mask) {
        const unsigned share = (words + threads - 1) / threads;
        const unsigned first = min(threadIdx.x * share, words), last = min(first + share, words);
        unsigned long at = position_from(mask.indices, mask.range, first_column + first * 32ul);
        for (unsigned word = first; word < last; word++) {
            const unsigned long end = first_column + (word + 1) * 32ul;
            unsigned named = 0;
            for (; at < mask.range.end && mask.indices[at] < end; at++)
                named |= 1u << static_cast<unsigned>(mask.indices[at] % 32);
            bits[word] &= mask.is_complemented ? ~named : named;
        }
        __syncthreads();
    }
}

/// lengths(i) = different columns of row i. A block for each row. Shared memory: a bit for each
/// column, at best.
template <class P, int threads>
__device__ void hash_count_bits(const MxmHashArguments &g) {
    extern __shared__ uint4 hash_memory[];
    __shared__ LongRows long_rows;
    __shared__ unsigned group_sum;
    auto *const bits = reinterpret_cast<unsigned *>(hash_memory);
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    const unsigned long row = view.row(blockIdx.x);
    const HashRange a = view.a_row(row);
    const MaskRow<P> mask(g, row);
    const int log_width = log_width_for(g.products[row], a.length(), threads);
    const unsigned long in_window = static_cast<unsigned long>(g.shared_bytes) * 8;
    unsigned made = 0;
    for (unsigned long begin = 0; begin < g.B.ncols; begin += in_window) {
        const unsigned long end = g.B.ncols - begin < in_window ? g.B.ncols : begin + in_window;
        const auto quads = static_cast<unsigned>((end - begin + 127) / 128);
        __syncthreads(); // the last window was counted
        for (unsigned k = threadIdx.x; k < quads; k += threads)
            hash_memory[k] = make_uint4(0, 0, 0, 0);
        walk_products<P, threads>(
            view, a, log_width, {begin, end, in_window >= g.B.ncols}, &long_rows, NothingToLoad{},
            [&](unsigned long q) { return view.column(q); },
            [&](int, unsigned column) {
                set_if_clear(bits, column - static_cast<unsigned>(begin));
            });
        __syncthreads();
        apply_mask<P, threads>(mask, bits, quads * 4, begin);
        for (unsigned k = threadIdx.x; k < quads; k += threads) {
            const uint4 four = hash_memory[k];
            made += __popc(four.x) + __popc(four.y) + __popc(four.z) + __popc(four.w);
        }
    }
    made = sum_of_group<threads>(made, &group_sum);
    if (threadIdx.x == 0) g.lengths[row] = made;
}

/// Layout of a window of columns in shared memory: for every 32 columns a word of bits and the rank
/// of its first one, then a sum for every present column.
template <class P>
struct RankWindow {
    using Sum = SharedSum<P>;
    unsigned words; // of bits, a multiple of 32
    unsigned *bits;
    unsigned short *ranks;
    typename Sum::type *sums;

    static constexpr unsigned long most_ranks = 65535;

    /// Returns the columns of a window, for a row with `length` entries: a multiple of 1024, more
    /// than 0.
    static __device__ unsigned long columns(unsigned long length, unsigned long ncols,
                                            unsigned long bytes) {
        constexpr unsigned long sum_bytes = sizeof(typename Sum::type), tile = 1024,
                                tile_bytes = tile / 32 * 6;
        const unsigned long of_sums = length * sum_bytes;
        // Room for all entries of the row, or for one in each column.
        const unsigned long by_length =
            length <= most_ranks && of_sums < bytes ? (bytes - of_sums) / tile_bytes : 0;
        unsigned long by_columns = bytes / (tile_bytes + tile * sum_bytes);
        if (by_columns > most_ranks / tile) by_columns = most_ranks / tile;
        const unsigned long tiles = by_length > by_columns ? by_length : by_columns;
        const unsigned long all = (ncols + tile - 1) / tile;
        return (tiles < all ? tiles : all) * tile;
    }
    __device__ RankWindow(uint4 *memory, unsigned long columns)
        : words(static_cast<unsigned>(columns / 32)), bits(reinterpret_cast<unsigned *>(memory)),
          ranks(reinterpret_cast<unsigned short *>(bits + words)),
          sums(reinterpret_cast<typename Sum::type *>(ranks + words)) {}

    __device__ bool has(unsigned column) const {
        return (bits[column / 32] >> column % 32 & 1) != 0;
    }
    /// Returns the sum of a present column.
    __device__ typename Sum::type *sum_of(unsigned column) const {
        const unsigned word = bits[column / 32];
        return sums + ranks[column / 32] + __popc(word & ((1u << column % 32) - 1));
    }
};

/// Sets the ranks of a window from its bits; returns the number of bits to all threads of the
/// block. `warp_sums`: shared, one a warp.
template <class P, int threads>
__device__ inline unsigned set_ranks(const RankWindow<P> &window, unsigned *warp_sums) {
    constexpr unsigned warps = threads / warp_size;
    const unsigned warp = threadIdx.x / warp_size, tiles = window.words / warp_size;
    const unsigned share = (tiles + warps - 1) / warps;
    const unsigned first = min(warp * share, tiles), last = min(first + share, tiles);
    unsigned sum = 0;
    for (unsigned tile = first; tile < last; tile++)
        sum += __popc(window.bits[tile * warp_size + lane()]);
    sum = __reduce_add_sync(all_lanes, sum);
    if (lane() == 0) warp_sums[warp] = sum;
    __syncthreads();
    unsigned before = 0, all = 0;
    for (unsigned w = 0; w < warps; w++) {
        if (w < warp) before += warp_sums[w];
        all += warp_sums[w];
    }
    for (unsigned tile = first; tile < last; tile++) {
        const unsigned own = __popc(window.bits[tile * warp_size + lane()]);
        unsigned inclusive = own;
#pragma unroll
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const unsigned lower = __shfl_up_sync(all_lanes, inclusive, distance);
            if (lane() >= distance) inclusive += lower;
        }
        window.ranks[tile * warp_size + lane()] =
            static_cast<unsigned short>(before + inclusive - own);
        before += __shfl_sync(all_lanes, inclusive, warp_size - 1);
    }
    return all;
}

/// Writes the columns of a window in order: a warp takes a word of bits, a lane a bit.
template <class P, int threads>
__device__ inline void write_columns(const HashView<P> &view, const RankWindow<P> &window,
                                     unsigned first_column, unsigned long at) {
    const unsigned tiles = window.words / warp_size;
    for (unsigned tile = threadIdx.x / warp_size; tile < tiles; tile += threads / warp_size) {
        const unsigned position = tile * warp_size + lane();
        const unsigned word = window.bits[position], rank = window.ranks[position];
        for (unsigned left = __ballot_sync(all_lanes, word != 0); left != 0; left &= left - 1) {
            const int source = __ffs(static_cast<int>(left)) - 1;
            const unsigned bits = __shfl_sync(all_lanes, word, source);
            const unsigned before = __shfl_sync(all_lanes, rank, source);
            if ((bits >> lane() & 1) != 0)
                view.set_column(at + before + __popc(bits & ((1u << lane()) - 1)),
                                first_column + (tile * warp_size + source) * 32 + lane());
        }
    }
}

/// Makes the entries of rows, a block for each. Shared memory: as much as helps.
template <class P, int threads>
__device__ void hash_fill_ranks(const MxmHashArguments &g) {
    using Sum = SharedSum<P>;
    extern __shared__ uint4 hash_memory[];
    __shared__ LongRows long_rows;
    __shared__ unsigned warp_sums[threads / warp_size];
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    const unsigned long row = view.row(blockIdx.x);
    const HashRange a = view.a_row(row);
    const MaskRow<P> mask(g, row);
    const int log_width = log_width_for(g.products[row], a.length(), threads);
    const unsigned long in_window = RankWindow<P>::columns(
        g.lengths[row], g.B.ncols, static_cast<unsigned long>(g.shared_bytes));
    const RankWindow<P> window(hash_memory, in_window);
    auto *const values = static_cast<typename P::Z *>(g.c_values);
    unsigned long at = view.c_begin(row);
    for (unsigned long begin = 0; begin < g.B.ncols; begin += in_window) {
        const ColumnWindow columns{begin, begin + in_window, in_window >= g.B.ncols};
        const auto first_column = static_cast<unsigned>(begin);
        __syncthreads(); // the last window was written
        for (unsigned k = threadIdx.x; k < window.words / 4; k += threads)
            hash_memory[k] = make_uint4(0, 0, 0, 0);
        walk_products<P, threads>(
            view, a, log_width, columns, &long_rows, NothingToLoad{},
            [&](unsigned long q) { return view.column(q); },
            [&](int, unsigned column) { set_if_clear(window.bits, column - first_column); });
        __syncthreads();
        apply_mask<P, threads>(mask, window.bits, window.words, begin);
        const unsigned count = set_ranks<P, threads>(window, warp_sums);
        for (unsigned x = threadIdx.x; x < count; x += threads) window.sums[x] = Sum::neutral();
        walk_products<P, threads>(
            view, a, log_width, columns, &long_rows,
            [&](unsigned long p) { return value_of_a<P>(g, p); },
            [&](unsigned long q) { return fetched(view, q); },
            [&](typename P::A value, const Fetched<P> &item) {
                if (P::has_mask && !window.has(item.column - first_column)) return;
                Sum::add(window.sum_of(item.column - first_column),
                         P::multiply(value, item.value));
            });
        __syncthreads();
        for (unsigned x = threadIdx.x; x < count; x += threads)
            values[at + x] = Sum::value(window.sums[x]);
        write_columns<P, threads>(view, window, first_column, at);
        at += count;
    }
}

/// Makes rows of A with one entry: a row of B, times its value. A warp for each row. Grid: rows / 8
/// blocks.
template <class P>
__device__ void hash_fill_copied(const MxmHashArguments &g) {
    const HashView<P> view(g);
    const unsigned long k =
        (blockIdx.x * static_cast<unsigned long>(hash_threads) + threadIdx.x) / warp_size;
    if (k >= view.count()) return;
    const unsigned long row = view.row(k), p = view.a_row(row).begin;
    const HashRange b = view.b_row(p);
    const unsigned long shift = view.c_begin(row) - b.begin;
    const typename P::A value = value_of_a<P>(g, p);
#pragma unroll 4
    for (unsigned long q = b.begin + lane(); q < b.end; q += warp_size) {
        view.set_column(q + shift, view.column(q));
        static_cast<typename P::Z *>(g.c_values)[q + shift] = product_of<P>(g, value, q);
    }
}

} // namespace grb::device
