// Rows of up to 128 products: expanded into the registers of a few lanes, sorted, and added up
// where columns are equal, in the order of k (expand, sort, compress: Dalton et al. 2015; differs:
// in registers). See hash_view.cuh for the parameter P; P::is_narrow: columns are below 2^25 - 1.
#pragma once

#include "mxm/hash_view.cuh"

namespace grb::device {

/// Sorts the keys of the `width` lanes of a group; the x-th is own[x % items] of lane x / items.
/// Bitonic network (Batcher 1968). All lanes of the warp.
template <int width, int items, class Key>
__device__ inline void sort_in_group(Key (&own)[items]) {
    const unsigned first = static_cast<unsigned>(lane()) % width * items;
#pragma unroll
    for (unsigned run = 2; run <= width * items; run *= 2) {
#pragma unroll
        for (unsigned distance = run / 2; distance >= items; distance /= 2) {
            // Neither bit depends on i: both are multiples of items.
            const bool wants_less = ((first & run) == 0) == ((first & distance) == 0);
#pragma unroll
            for (int i = 0; i < items; i++) {
                const Key other =
                    __shfl_xor_sync(all_lanes, own[i], static_cast<int>(distance / items));
                own[i] = wants_less ? min(own[i], other) : max(own[i], other);
            }
        }
#pragma unroll
        for (unsigned near = items / 2; near > 0; near /= 2) {
            if (near > run / 2) continue;
#pragma unroll
            for (unsigned i = 0; i < items; i++) {
                if ((i & near) != 0) continue;
                const Key a = own[i], b = own[i + near];
                const bool is_ascending = ((first + i) & run) == 0;
                own[i] = is_ascending ? min(a, b) : max(a, b);
                own[i + near] = is_ascending ? max(a, b) : min(a, b);
            }
        }
    }
}

/// Calls take(t, x, p, q) for the products of a row: x numbers them, in the order of p and q, and
/// lane x % width of the group takes product x as its item t = x / width. A group of `width` lanes
/// for each row, all lanes of the warp together; a row has at most width · items products, and at
/// most as many entries.
template <class P, int width, int items, class Take>
__device__ inline void expand_row(const HashView<P> &view, HashRange a, const Take &take) {
    using Offset = typename P::BOffset;
    const unsigned position = static_cast<unsigned>(lane()) % width;
    unsigned filled = 0;
    for (unsigned long chunk = a.begin; __any_sync(all_lanes, chunk < a.end); chunk += width) {
        HashRange b;
        if (chunk + position < a.end) b = view.b_row(chunk + position);
        const auto length = static_cast<unsigned>(b.length());
        unsigned end = length;
#pragma unroll
        for (unsigned distance = 1; distance < width; distance *= 2) {
            const unsigned before = __shfl_up_sync(all_lanes, end, distance, width);
            if (position >= distance) end += before;
        }
        const unsigned total = __shfl_sync(all_lanes, end, width - 1, width);
        // Position of a product minus its number, which may be below 0: unsigned numbers wrap.
        const auto shift = static_cast<Offset>(b.begin - (end - length));
#pragma unroll
        for (int t = 0; t < items; t++) {
            // Products before this chunk have numbers that wrap, and are large.
            const unsigned x = t * width + position - filled;
            if (!__any_sync(all_lanes, x < total)) continue;
            int owner = 0;
#pragma unroll
            for (int step = width / 2; step > 0; step /= 2) {
                const unsigned below = __shfl_sync(all_lanes, end, owner + step - 1, width);
                if (below <= x) owner += step;
            }
            const Offset from = __shfl_sync(all_lanes, shift, owner, width);
            if (x < total)
                take(t, x + filled, chunk + static_cast<unsigned>(owner),
                     static_cast<unsigned long>(static_cast<Offset>(from + x)));
        }
        filled += total;
    }
}

/// The row of this lane's group. Groups get rows in order; lanes without a row get an empty one.
template <class P, int width>
struct GroupRow {
    bool is_there;
    unsigned long row;
    HashRange a;

    __device__ explicit GroupRow(const HashView<P> &view) {
        const unsigned long k =
            (blockIdx.x * static_cast<unsigned long>(hash_threads) + threadIdx.x) / width;
        is_there = k < view.count();
        row = is_there ? view.row(k) : 0;
        if (is_there) a = view.a_row(row);
    }
};

/// The sum of x over the lanes before this one in its group.
template <int width>
__device__ inline unsigned exclusive_in_group(unsigned x) {
    const unsigned position = static_cast<unsigned>(lane()) % width;
    unsigned sum = x;
#pragma unroll
    for (unsigned distance = 1; distance < width; distance *= 2) {
        const unsigned before = __shfl_up_sync(all_lanes, sum, distance, width);
        if (position >= distance) sum += before;
    }
    return sum - x;
}

/// Returns which of a lane's sorted keys begin a new column: bit i. `absent` comes last.
template <int width, int items, class Key, class Column>
__device__ inline unsigned heads_of(const Key (&own)[items], const Column &column) {
    const bool is_first_lane = static_cast<unsigned>(lane()) % width == 0;
    const Key last = __shfl_up_sync(all_lanes, own[items - 1], 1, width);
    unsigned heads = 0;
#pragma unroll
    for (int i = 0; i < items; i++) {
        const Key before = i == 0 ? last : own[i - 1];
        const bool is_head = (i == 0 && is_first_lane) || column(before) != column(own[i]);
        if (own[i] != static_cast<Key>(~Key{0}) && is_head) heads |= 1u << i;
    }
    return heads;
}

/// lengths(i) = different columns of row i. Grid: rows · width / 256 blocks.
template <class P, int width, int items>
__device__ void hash_count_sorted(const MxmHashArguments &g) {
    const HashView<P> view(g);
    const GroupRow<P, width> own(view);
    const MaskRow<P> mask(g, own.row);
    unsigned keys[items];
#pragma unroll
    for (unsigned &key : keys) key = no_column;
    expand_row<P, width, items>(view, own.a, [&](int t, unsigned, unsigned long, unsigned long q) {
        const unsigned column = view.column(q);
        // The loop selects a register for each t, as registers must not be indexed.
#pragma unroll
        for (int i = 0; i < items; i++)
            if (i == t && mask.allows(column)) keys[i] = column;
    });
    sort_in_group<width, items>(keys);
    const unsigned heads = __popc(heads_of<width, items>(keys, [](unsigned key) { return key; }));
    const unsigned before = exclusive_in_group<width>(heads);
    if (own.is_there && static_cast<unsigned>(lane()) % width == width - 1)
        g.lengths[own.row] = before + heads;
}

/// A product as a sort key: its column, then its number.
template <class P, int capacity>
struct SortedKey {
    template <bool is_narrow, class Unused = void>
    struct Word {
        using type = unsigned;
    };
    template <class Unused>
    struct Word<false, Unused> {
        using type = unsigned long;
    };
    using type = typename Word<P::is_narrow>::type;
    static __device__ type make(unsigned column, unsigned number) {
        return static_cast<type>(column) * capacity + number;
    }
    static __device__ unsigned column(type key) { return static_cast<unsigned>(key / capacity); }
    static __device__ unsigned number(type key) { return static_cast<unsigned>(key % capacity); }
};

/// Makes the entries of rows. Grid: rows · width / 256 blocks. Deterministic.
template <class P, int width, int items>
__device__ void hash_fill_sorted(const MxmHashArguments &g) {
    constexpr unsigned capacity = width * items, quads = items / 4;
    using Sorted = SortedKey<P, capacity>;
    using Key = typename Sorted::type;
    using Z = typename P::Z;
    __shared__ uint4 all_columns[hash_threads * quads]; // a word for each thread's items
    __shared__ alignas(16) Z all_values[hash_threads * items];
    static_assert(items % 4 == 0);
    const unsigned group = threadIdx.x / width;
    const unsigned first = static_cast<unsigned>(lane()) % width * items;
    unsigned *const columns = reinterpret_cast<unsigned *>(all_columns) + group * capacity;
    Z *const values = all_values + group * capacity;
    const HashView<P> view(g);
    const GroupRow<P, width> own(view);
    const MaskRow<P> mask(g, own.row);
    constexpr Key absent = static_cast<Key>(~Key{0});
    Key keys[items];
#pragma unroll
    for (Key &key : keys) key = absent;
    expand_row<P, width, items>(view, own.a,
                                [&](int t, unsigned x, unsigned long p, unsigned long q) {
                                    const unsigned column = view.column(q);
                                    if (!mask.allows(column)) return;
#pragma unroll
                                    for (int i = 0; i < items; i++)
                                        if (i == t) keys[i] = Sorted::make(column, x);
                                    values[x] = product_of<P>(g, value_of_a<P>(g, p), q);
                                });
    sort_in_group<width, items>(keys);
    unsigned heads = heads_of<width, items>(keys, [](Key key) { return Sorted::column(key); });
    __syncwarp();
    Z sorted[items];
#pragma unroll
    for (int i = 0; i < items; i++) {
        sorted[i] = Z{};
        if (keys[i] != absent) sorted[i] = values[Sorted::number(keys[i])];
    }
    __syncwarp(); // all lanes have read their values
    const auto column_of = [](Key key) { return key == absent ? no_column : Sorted::column(key); };
#pragma unroll
    for (unsigned v = 0; v < quads; v++)
        all_columns[threadIdx.x * quads + v] =
            make_uint4(column_of(keys[4 * v]), column_of(keys[4 * v + 1]),
                       column_of(keys[4 * v + 2]), column_of(keys[4 * v + 3]));
#pragma unroll
    for (int i = 0; i < items; i++) values[first + i] = sorted[i];
    __syncwarp();
    unsigned long at = exclusive_in_group<width>(__popc(heads));
    if (!own.is_there) return;
    at += view.c_begin(own.row);
    for (; heads != 0; heads &= heads - 1, at++) {
        unsigned x = first + static_cast<unsigned>(__ffs(static_cast<int>(heads))) - 1;
        const unsigned column = columns[x];
        Z sum = values[x];
        for (x++; x < capacity && columns[x] == column; x++) sum = P::add(sum, values[x]);
        view.set_column(at, column);
        static_cast<Z *>(g.c_values)[at] = sum;
    }
}

} // namespace grb::device
