// What masked dot products look at: ranges of rows and columns, and where an inner index stands in a row of A. For the
// parameter P see mxm_masked_dot.cuh.
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/mxm_masked_dot_arguments.h"

namespace grb::device {

/// Positions of a row or column.
struct DotRange {
    unsigned long begin, end;
    __device__ unsigned long length() const { return end - begin; }
};

/// The first position in `range` whose index is not below `wanted`.
template <class Index, class Wanted>
__device__ inline unsigned long first_from(const Index *indices, DotRange range, Wanted wanted) {
    while (range.begin < range.end) {
        const unsigned long middle = (range.begin + range.end) / 2;
        if (indices[middle] < wanted) {
            range.begin = middle + 1;
        } else {
            range.end = middle;
        }
    }
    return range.begin;
}

/// Halvings of a search among n.
__device__ inline unsigned long search_steps(unsigned long n) {
    return 64 - static_cast<unsigned long>(__clzll(static_cast<long long>(n)));
}
/// A few entries of A are searched for in a long column of B, which is not walked then. A halving waits for memory.
__device__ inline bool searches_column(unsigned long a_length, unsigned long b_length) {
    return 2 * a_length * search_steps(b_length) < b_length;
}
/// What an entry takes: the column's length, or the searches; and its own sum.
__device__ inline unsigned long dot_steps(unsigned long a_length, unsigned long b_length) {
    constexpr unsigned long sum = 8;
    if (a_length == 0 || b_length == 0) return 0;
    return sum +
           (searches_column(a_length, b_length) ? 2 * a_length * search_steps(b_length) : b_length);
}

/// A row of A that so few steps look into is not worth a table.
__device__ inline bool is_searched(unsigned long work, unsigned long length) {
    return 2 * work < length;
}

/// Lanes of a group for entries of so many steps, as a power of two: 4 to 32.
__device__ inline int dot_log_width(unsigned long steps) {
    return steps >= 64 ? 5 : steps >= 32 ? 4 : steps >= 16 ? 3 : 2;
}

/// Waits for the threads of a team: a warp, or a block.
template <int threads>
__device__ inline void sync_threads() {
    if constexpr (threads == warp_size) {
        __syncwarp();
    } else {
        __syncthreads();
    }
}

template <class P>
struct DotView {
    const MxmMaskedDotArguments &g;
    const typename P::Offset *a_offsets;
    const typename P::Index *a_indices;
    const typename P::BOffset *b_offsets;
    const typename P::BIndex *b_indices;
    const typename P::MOffset *mask_offsets;
    const typename P::MIndex *mask_indices;

    __device__ explicit DotView(const MxmMaskedDotArguments &all)
        : g(all), a_offsets(static_cast<const typename P::Offset *>(all.a_offsets)),
          a_indices(static_cast<const typename P::Index *>(all.a_indices)),
          b_offsets(static_cast<const typename P::BOffset *>(all.b_offsets)),
          b_indices(static_cast<const typename P::BIndex *>(all.b_indices)),
          mask_offsets(static_cast<const typename P::MOffset *>(all.mask_offsets)),
          mask_indices(static_cast<const typename P::MIndex *>(all.mask_indices)) {}

    __device__ DotRange mask_row(unsigned long i) const {
        return {mask_offsets[i], mask_offsets[i + 1]};
    }
    __device__ DotRange a_row(unsigned long i) const { return {a_offsets[i], a_offsets[i + 1]}; }
    /// The column that entry p of the mask lies in.
    __device__ DotRange b_column(unsigned long p) const {
        const unsigned long j = mask_indices[p];
        return {b_offsets[j], b_offsets[j + 1]};
    }
    /// The product of the entries at p of A and q of B.
    __device__ Partial<P> term(unsigned long p, unsigned long q) const {
        typename P::A a{};
        typename P::U b{};
        if constexpr (P::uses_a)
            a = static_cast<const typename P::A *>(g.a_values)[P::a_is_iso ? 0 : p];
        if constexpr (P::uses_u)
            b = static_cast<const typename P::U *>(g.b_values)[P::u_is_iso ? 0 : q];
        Partial<P> product;
        product.value = P::multiply(a, b);
        product.has = true;
        return product;
    }
    /// Adds to entry p of C, which has nothing yet where is_first.
    __device__ void add_to(unsigned long p, Partial<P> sum, bool is_first) const {
        if (!sum.has) return;
        auto *values = static_cast<typename P::Z *>(g.c_values);
        if (!is_first && g.has[p] != 0) {
            Partial<P> before;
            before.value = values[p];
            before.has = true;
            before.add(sum);
            sum = before;
        }
        values[p] = sum.value;
        g.has[p] = 1;
    }
};

/// A row of A as it is, searched: where its entries are many and what looks for them is little.
template <class P>
struct SearchedRow {
    const typename P::Index *indices;
    DotRange range;

    __device__ unsigned long length() const { return range.length(); }
    __device__ bool is_first() const { return true; }
    __device__ void cut(const DotView<P> &, DotRange &) const {}
    template <class Wanted>
    __device__ bool find(Wanted k, unsigned long &p) const {
        p = first_from(indices, range, k);
        return p < range.end && indices[p] == k;
    }
};

/// Leaves of a long column of B what may meet a chunk of a row of A. A short one is walked faster than searched.
template <class P>
__device__ inline void cut_to_chunk(const DotView<P> &view, DotRange row, DotRange chunk,
                                    DotRange &column) {
    constexpr unsigned long long_column = 256;
    if (column.length() < long_column) return;
    if (chunk.begin != row.begin)
        column.begin = first_from(view.b_indices, column, view.a_indices[chunk.begin]);
    if (chunk.end != row.end)
        column.end = first_from(view.b_indices, column, view.a_indices[chunk.end]);
}

/// A chunk of a row of A as bits in shared memory, from its first column on: nobody reads values of A.
template <class P>
struct RowBits {
    using Index = typename P::Index;

    unsigned *words;
    unsigned long span; // columns of the chunk
    Index base;
    DotRange row, range; // of the row, and of the chunk

    /// The chunk of `row` that begins at position `begin`, in so many bytes.
    __device__ RowBits(void *memory, int bytes, const Index *indices, DotRange whole,
                       unsigned long begin)
        : words(static_cast<unsigned *>(memory)), base(indices[begin]), row(whole) {
        const unsigned long left = columns_of(indices, {begin, whole.end});
        const unsigned long most = static_cast<unsigned long>(bytes) * 8;
        span = left < most ? left : most;
        range = {begin,
                 left <= most ? whole.end : first_from(indices, {begin, whole.end}, base + span)};
    }
    /// From the first entry's column to the last one's.
    __device__ static unsigned long columns_of(const Index *indices, DotRange of) {
        return static_cast<unsigned long>(indices[of.end - 1]) - indices[of.begin] + 1;
    }
    /// Faster than a table: cleared as fast, or in fewer chunks.
    __device__ static bool is_better(const Index *indices, DotRange row, int bytes,
                                     unsigned long most_of_table) {
        const unsigned long columns = columns_of(indices, row),
                            all = static_cast<unsigned long>(bytes) * 8;
        if (columns <= all) return columns / 32 <= 4 * row.length();
        return (columns - 1) / all < (row.length() - 1) / most_of_table;
    }

    /// All threads of the team; the bits are complete for all of them afterwards.
    template <int threads>
    __device__ void fill(const Index *indices) {
        const unsigned rank = threadIdx.x % threads;
        for (unsigned long word = rank; word < (span + 31) / 32; word += threads) words[word] = 0;
        sync_threads<threads>();
        for (unsigned long p = range.begin + rank; p < range.end; p += threads) {
            const auto place = static_cast<unsigned>(indices[p] - base);
            atomicOr(words + place / 32, 1u << place % 32);
        }
        sync_threads<threads>();
    }

    __device__ unsigned long length() const { return range.length(); }
    __device__ bool is_first() const { return range.begin == row.begin; }
    __device__ void cut(const DotView<P> &view, DotRange &column) const {
        cut_to_chunk(view, row, range, column);
    }
    template <class Wanted>
    __device__ bool find(Wanted wanted, unsigned long &) const {
        const Index place = static_cast<Index>(wanted) - base;
        return place < span && (words[place / 32] >> place % 32 & 1) != 0;
    }
};

/// A chunk of a row of A as a hash table in shared memory, open addressing by neighbours, at most half full (Pandey et
/// al. 2021 have buckets in place of that).
template <class P>
struct DotTable {
    using Index = typename P::Index;
    using Place = unsigned short;
    /// Somebody reads values of A: their places stand beside the keys.
    static constexpr bool has_places = P::uses_a && !P::a_is_iso;
    static constexpr int slot_bytes = sizeof(Index) + (has_places ? sizeof(Place) : 0);
    static constexpr Index none = ~Index{0}; // no index: inner dimensions are shorter

    Index *keys;
    Place *places;
    unsigned slots;
    DotRange row, range; // of the row, and of the chunk

    /// Entries that a table of so many bytes takes.
    __host__ __device__ static constexpr unsigned long most(int bytes) {
        return static_cast<unsigned long>(bytes / slot_bytes / 2);
    }
    __device__ DotTable(void *memory, int bytes, DotRange whole, DotRange chunk)
        : keys(static_cast<Index *>(memory)), row(whole), range(chunk) {
        constexpr unsigned long fewest = 32;
        const unsigned long wanted = 4 * chunk.length(), all = 2 * most(bytes);
        slots = static_cast<unsigned>(wanted < fewest ? fewest : wanted < all ? wanted : all);
        places = reinterpret_cast<Place *>(keys + slots);
    }

    __device__ unsigned slot_of(Index k) const {
        unsigned folded = static_cast<unsigned>(k);
        if constexpr (sizeof k == 8) folded ^= static_cast<unsigned>(k >> 32) * 0x85EBCA6Bu;
        return __umulhi(folded * 0x9E3779B1u, slots);
    }
    __device__ unsigned after(unsigned slot) const { return slot + 1 == slots ? 0 : slot + 1; }

    /// All threads of the team; the table is complete for all of them afterwards.
    template <int threads>
    __device__ void fill(const Index *indices) {
        const unsigned rank = threadIdx.x % threads;
        for (unsigned slot = rank; slot < slots; slot += threads) keys[slot] = none;
        sync_threads<threads>();
        for (unsigned long p = range.begin + rank; p < range.end; p += threads) {
            const Index k = indices[p];
            unsigned slot = slot_of(k);
            while (take(slot, k) != none) slot = after(slot);
            if constexpr (has_places) places[slot] = static_cast<Place>(p - range.begin);
        }
        sync_threads<threads>();
    }

    __device__ unsigned long length() const { return range.length(); }
    __device__ bool is_first() const { return range.begin == row.begin; }
    __device__ void cut(const DotView<P> &view, DotRange &column) const {
        cut_to_chunk(view, row, range, column);
    }
    template <class Wanted>
    __device__ bool find(Wanted wanted, unsigned long &p) const {
        const Index k = static_cast<Index>(wanted);
        unsigned slot = slot_of(k);
        for (Index key; (key = keys[slot]) != none; slot = after(slot)) {
            if (key != k) continue;
            if constexpr (has_places) p = range.begin + places[slot];
            return true;
        }
        return false;
    }

private:
    /// The key that was there.
    __device__ Index take(unsigned slot, Index k) {
        if constexpr (sizeof k == 8) {
            return atomicCAS(reinterpret_cast<unsigned long long *>(keys + slot), none, k);
        } else {
            return atomicCAS(keys + slot, none, k);
        }
    }
};

} // namespace grb::device
