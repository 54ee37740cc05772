// Rows whose columns go into a hash table in shared memory: open addressing by neighbours, at most
// half full (Nagasaka et al. 2017; differs: any semiring). See hash_view.cuh for the parameter P.
#pragma once

#include "mxm/hash_sorted.cuh"
#include "structure/sort_in_block.cuh"

namespace grb::device {

/// Columns of a row, each in a slot of its own.
class ColumnTable {
public:
    /// For up to `most` different columns: twice as many slots, at least 64. `keys`: as many,
    /// aligned to 16 bytes.
    __device__ ColumnTable(unsigned *keys, unsigned most)
        : keys_(keys), log_slots_(most <= 32 ? 6 : 33 - __clz(static_cast<int>(most - 1))) {}

    __device__ unsigned slots() const { return 1u << log_slots_; }
    __device__ unsigned key(unsigned slot) const { return keys_[slot]; }

    /// All threads of the warp or block call this; the table is empty for all of them afterwards.
    template <int threads>
    __device__ void clear() {
        auto *const quads = reinterpret_cast<uint4 *>(keys_);
        for (unsigned k = threadIdx.x % threads; k < slots() / 4; k += threads)
            quads[k] = make_uint4(no_column, no_column, no_column, no_column);
        sync_group<threads>();
    }
    /// Returns the slot of a column, and inserts the column if it is absent. Half of the slots stay
    /// empty, so this ends.
    __device__ unsigned put(unsigned column, bool &is_new) {
        const volatile unsigned *const keys = keys_;
        for (unsigned slot = first_slot(column);; slot = after(slot)) {
            unsigned seen = keys[slot];
            if (seen == column) return slot;
            if (seen != no_column) continue;
            seen = atomicCAS(keys_ + slot, no_column, column);
            is_new = seen == no_column;
            if (is_new || seen == column) return slot;
        }
    }
    /// Returns the slot of a present column.
    __device__ unsigned find(unsigned column) const {
        unsigned slot = first_slot(column);
        while (keys_[slot] != column) slot = after(slot);
        return slot;
    }

private:
    __device__ unsigned first_slot(unsigned column) const {
        return column * 0x9E3779B1u >> (32 - log_slots_);
    }
    __device__ unsigned after(unsigned slot) const { return (slot + 1) & (slots() - 1); }

    unsigned *keys_;
    int log_slots_;
};

/// lengths(i) = different columns of row i, by the table of a warp or block.
template <class P, int threads>
__device__ inline void count_by_table(const HashView<P> &view, unsigned long row, unsigned *keys,
                                      LongRows *long_rows, unsigned *group_sum) {
    const MxmHashArguments &g = view.g;
    const HashRange a = view.a_row(row);
    const MaskRow<P> mask(g, row);
    const unsigned long products = g.products[row];
    ColumnTable table(keys, static_cast<unsigned>(products));
    table.clear<threads>();
    unsigned made = 0;
    walk_products<P, threads>(
        view, a, log_width_for(products, a.length(), threads), {0, g.B.ncols, true}, long_rows,
        NothingToLoad{}, [&](unsigned long q) { return view.column(q); },
        [&](int, unsigned column) {
            if (!mask.allows(column)) return;
            bool is_new = false;
            table.put(column, is_new);
            made += is_new ? 1 : 0;
        });
    made = sum_of_group<threads>(made, group_sum);
    if (threadIdx.x % threads == 0) g.lengths[row] = made;
}

/// A warp for each row of up to warp_count_most products. Grid: rows / 4 blocks.
template <class P>
__device__ void hash_count_warp_table(const MxmHashArguments &g) {
    constexpr unsigned warps = warp_table_threads / warp_size, slots = 2 * warp_count_most;
    __shared__ uint4 memory[warps * slots / 4];
    const unsigned warp = threadIdx.x / warp_size;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(warps) + warp;
    const HashView<P> view(g);
    if (k >= view.count()) return;
    count_by_table<P, warp_size>(
        view, view.row(k), reinterpret_cast<unsigned *>(memory) + warp * slots, nullptr, nullptr);
}

/// A small block for each row of up to small_table_counts products.
template <class P>
__device__ void hash_count_small_table(const MxmHashArguments &g) {
    __shared__ uint4 memory[2 * small_table_counts / 4];
    __shared__ LongRows long_rows;
    __shared__ unsigned group_sum;
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    count_by_table<P, small_threads>(view, view.row(blockIdx.x),
                                     reinterpret_cast<unsigned *>(memory), &long_rows, &group_sum);
}

/// A block for each row of up to block_count_most products. Shared memory: 2 · block_count_most
/// words.
template <class P>
__device__ void hash_count_block_table(const MxmHashArguments &g) {
    extern __shared__ uint4 hash_memory[];
    __shared__ LongRows long_rows;
    __shared__ unsigned group_sum;
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    count_by_table<P, rank_threads>(view, view.row(blockIdx.x),
                                    reinterpret_cast<unsigned *>(hash_memory), &long_rows,
                                    &group_sum);
}

/// A sum in shared memory, in a word that atomics take.
template <class P>
struct SharedSum {
    using Z = typename P::Z;
    template <bool is_long, class Unused = void>
    struct Word {
        using type = unsigned;
    };
    template <class Unused>
    struct Word<true, Unused> {
        using type = unsigned long long;
    };
    using type = typename Word<sizeof(Z) == 8>::type;
    static __device__ type from(Z x) { return static_cast<type>(bits_of(x)); }
    static __device__ Z value(type sum) { return from_bits<Z>(static_cast<Bits<Z>>(sum)); }
    static __device__ type neutral() { return from(neutral_of<typename P::Add, Z>()); }

    /// *target = *target ⊕ x, while other threads do the same.
    static __device__ void add(type *sum, Z x) {
        using Add = typename P::Add;
        static_assert(has_neutral<Add>);
        constexpr bool is_plus = is_same_type<Add, Plus<Z>>;
        if constexpr (is_floating<Z> && is_plus) {
            atomicAdd(reinterpret_cast<Z *>(sum), x);
        } else if constexpr (is_integer<Z> && is_plus && sizeof(Z) >= 4) {
            atomicAdd(sum, from(x));
        } else {
            type old = *const_cast<volatile type *>(sum);
            for (;;) {
                const type next = from(P::add(value(old), x));
                if (next == old) return;
                const type seen = atomicCAS(sum, old, next);
                if (seen == old) return;
                old = seen;
            }
        }
    }
};

/// Sorts the list of a warp.
template <int items>
__device__ inline void sort_list(unsigned *list, unsigned length) {
    const unsigned first = static_cast<unsigned>(lane()) * items;
    unsigned own[items];
#pragma unroll
    for (int i = 0; i < items; i++) own[i] = first + i < length ? list[first + i] : no_column;
    sort_in_group<warp_size, items>(own);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < items; i++)
        if (first + i < length) list[first + i] = own[i];
    __syncwarp();
}

/// Sorts the list of a block, of up to threads · items keys.
template <int threads, int items>
__device__ inline void sort_list_in_block(unsigned *list, unsigned length) {
    const unsigned first = threadIdx.x * items;
    unsigned own[items];
#pragma unroll
    for (int i = 0; i < items; i++) own[i] = first + i < length ? list[first + i] : no_column;
    sort_in_block<threads, items>(own, length,
                                  *reinterpret_cast<unsigned(*)[threads * items]>(list));
    __syncthreads();
#pragma unroll
    for (int i = 0; i < items; i++)
        if (first + i < length) list[first + i] = own[i];
    __syncthreads();
}

/// Sorts the list of a warp or block, of up to `most` columns.
template <int threads, int most>
__device__ inline void sort_columns(unsigned *list, unsigned length) {
    static_assert(most == 8 * threads);
    // Few keys to a thread: then there are many threads.
    const auto by_items = [&](auto one, auto two, auto four, auto eight) {
        if (length <= threads) {
            one();
        } else if (length <= 2 * threads) {
            two();
        } else if (length <= 4 * threads) {
            four();
        } else {
            eight();
        }
    };
    if constexpr (threads == warp_size) {
        by_items([&] { sort_list<1>(list, length); }, [&] { sort_list<2>(list, length); },
                 [&] { sort_list<4>(list, length); }, [&] { sort_list<8>(list, length); });
    } else {
        by_items([&] { sort_list_in_block<threads, 1>(list, length); },
                 [&] { sort_list_in_block<threads, 2>(list, length); },
                 [&] { sort_list_in_block<threads, 4>(list, length); },
                 [&] { sort_list_in_block<threads, 8>(list, length); });
    }
}

/// Shared memory of a warp or block that makes rows of up to `most` entries: the table's keys and
/// sums, and its columns in a list.
template <class P, int most>
struct FillMemory {
    uint4 keys[2 * most / 4];
    typename SharedSum<P>::type sums[2 * most];
    uint4 list[most / 4];
};

/// Makes the entries of a row. `listed` is shared, one number of a block.
template <class P, int threads, int most>
__device__ inline void fill_by_table(const HashView<P> &view, unsigned long row,
                                     FillMemory<P, most> &memory, LongRows *long_rows,
                                     unsigned *listed) {
    using Sum = SharedSum<P>;
    const MxmHashArguments &g = view.g;
    const HashRange a = view.a_row(row);
    const MaskRow<P> mask(g, row);
    const unsigned length = g.lengths[row], rank = threadIdx.x % threads;
    auto *const list = reinterpret_cast<unsigned *>(memory.list);
    ColumnTable table(reinterpret_cast<unsigned *>(memory.keys), length);
    for (unsigned slot = rank; slot < table.slots(); slot += threads)
        memory.sums[slot] = Sum::neutral();
    if (threads != warp_size && threadIdx.x == 0) *listed = 0;
    table.clear<threads>();
    walk_products<P, threads>(
        view, a, log_width_for(g.products[row], a.length(), threads), {0, g.B.ncols, true},
        long_rows, [&](unsigned long p) { return value_of_a<P>(g, p); },
        [&](unsigned long q) { return fetched(view, q); },
        [&](typename P::A value, const Fetched<P> &item) {
            if (!mask.allows(item.column)) return;
            bool is_new = false;
            const unsigned slot = table.put(item.column, is_new);
            Sum::add(memory.sums + slot, P::multiply(value, item.value));
        });
    sync_group<threads>();
    unsigned before = 0; // of a warp's list
    for (unsigned base = rank - lane(); base < table.slots(); base += threads) {
        const unsigned key = table.key(base + lane());
        const unsigned members = __ballot_sync(all_lanes, key != no_column);
        unsigned first = before;
        if constexpr (threads == warp_size) {
            before += __popc(members);
        } else {
            if (lane() == 0 && members != 0) first = atomicAdd(listed, __popc(members));
            first = __shfl_sync(all_lanes, first, 0);
        }
        if (key != no_column) list[first + __popc(members & ((1u << lane()) - 1))] = key;
    }
    sync_group<threads>();
    sort_columns<threads, most>(list, length);
    const unsigned long begin = view.c_begin(row);
    for (unsigned x = rank; x < length; x += threads) {
        const unsigned column = list[x];
        view.set_column(begin + x, column);
        static_cast<typename P::Z *>(g.c_values)[begin + x] =
            Sum::value(memory.sums[table.find(column)]);
    }
}

/// A warp for each row of up to warp_fill_most entries. Grid: rows / 4 blocks.
template <class P>
__device__ void hash_fill_warp_table(const MxmHashArguments &g) {
    constexpr unsigned warps = warp_table_threads / warp_size;
    __shared__ FillMemory<P, warp_fill_most> memory[warps];
    const unsigned warp = threadIdx.x / warp_size;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(warps) + warp;
    const HashView<P> view(g);
    if (k >= view.count()) return;
    fill_by_table<P, warp_size, warp_fill_most>(view, view.row(k), memory[warp], nullptr, nullptr);
}

/// A small block for each row of up to small_table_fills entries.
template <class P>
__device__ void hash_fill_small_table(const MxmHashArguments &g) {
    __shared__ FillMemory<P, small_table_fills> memory;
    __shared__ LongRows long_rows;
    __shared__ unsigned listed;
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    fill_by_table<P, small_threads, small_table_fills>(view, view.row(blockIdx.x), memory,
                                                       &long_rows, &listed);
}

/// A block for each row of up to block_fill_most entries. Shared memory: FillMemory.
template <class P>
__device__ void hash_fill_block_table(const MxmHashArguments &g) {
    extern __shared__ uint4 hash_memory[];
    __shared__ LongRows long_rows;
    __shared__ unsigned listed;
    const HashView<P> view(g);
    if (blockIdx.x >= view.count()) return;
    fill_by_table<P, hash_threads, block_fill_most>(
        view, view.row(blockIdx.x),
        *reinterpret_cast<FillMemory<P, block_fill_most> *>(hash_memory), &long_rows, &listed);
}

} // namespace grb::device
