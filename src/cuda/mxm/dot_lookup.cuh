// Lookups of masked dot products: ranges of rows and columns, and the position of an inner index in
// a row of A. See mxm_masked_dot.cuh for the parameter P.
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/mxm_masked_dot_arguments.h"

namespace grb::device {

/// Positions of a row or column.
struct DotRange {
    unsigned long begin, end;
    __device__ unsigned long length() const { return end - begin; }
};

/// Returns the first position in `range` whose index is not below `wanted`.
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

/// Returns the halvings of a search among n.
__device__ inline unsigned long search_steps(unsigned long n) {
    return 64 - static_cast<unsigned long>(__clzll(static_cast<long long>(n)));
}
/// Returns true when searching for the few entries of A in a long column of B beats walking it. A
/// halving waits for memory.
__device__ inline bool searches_column(unsigned long a_length, unsigned long b_length) {
    return 2 * a_length < b_length && 2 * a_length * search_steps(b_length) < b_length;
}
/// Returns the steps of an entry: the column's length, or the searches; and its own sum.
__device__ inline unsigned long dot_steps(unsigned long a_length, unsigned long b_length) {
    constexpr unsigned long sum = 8;
    if (a_length == 0 || b_length == 0) return 0;
    return sum +
           (searches_column(a_length, b_length) ? 2 * a_length * search_steps(b_length) : b_length);
}

/// Returns true when so few steps probe a row of A that a table would not pay.
__device__ inline bool is_searched(unsigned long work, unsigned long length) {
    return 2 * work < length;
}

/// Returns the lanes of a group for entries of so many steps, as a power of two: 4 to 32. An entry
/// takes about as many instructions as a hundred keys do, and a lane has four keys at a time.
/// Tables want wider groups: a lane that finds a key keeps the others of the warp waiting.
__device__ inline int dot_log_width(unsigned long steps, bool has_bits) {
    if (has_bits) return steps >= 1024 ? 5 : steps >= 256 ? 4 : steps >= 64 ? 3 : 2;
    return steps >= 384 ? 5 : steps >= 128 ? 4 : steps >= 48 ? 3 : 2;
}

/// Waits for the threads of a warp or block.
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
    bool has_blocks; // B's indices are aligned for loads of 16 bytes

    __device__ explicit DotView(const MxmMaskedDotArguments &all)
        : g(all), a_offsets(static_cast<const typename P::Offset *>(all.A.row_offsets)),
          a_indices(static_cast<const typename P::Index *>(all.A.column_indices)),
          b_offsets(static_cast<const typename P::BOffset *>(all.B.row_offsets)),
          b_indices(static_cast<const typename P::BIndex *>(all.B.column_indices)),
          mask_offsets(static_cast<const typename P::MOffset *>(all.M.row_offsets)),
          mask_indices(static_cast<const typename P::MIndex *>(all.M.column_indices)),
          has_blocks(reinterpret_cast<unsigned long>(all.B.column_indices) % 16 == 0) {}

    __device__ DotRange mask_row(unsigned long i) const {
        return {mask_offsets[i], mask_offsets[i + 1]};
    }
    __device__ DotRange a_row(unsigned long i) const { return {a_offsets[i], a_offsets[i + 1]}; }
    /// The column of B for entry p of the mask.
    __device__ DotRange b_column(unsigned long p) const {
        const unsigned long j = mask_indices[p];
        return {b_offsets[j], b_offsets[j + 1]};
    }
    /// The product of the entries at p of A and q of B; with P::counts, any positions do.
    __device__ Partial<P> term(unsigned long p, unsigned long q) const {
        typename P::A a{};
        typename P::U b{};
        if constexpr (P::uses_a)
            a = static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : p];
        if constexpr (P::uses_u)
            b = static_cast<const typename P::U *>(g.B.values)[P::u_is_iso ? 0 : q];
        Partial<P> product;
        product.value = P::multiply(a, b);
        product.has = true;
        return product;
    }
    /// Adds to entry p of C, which is empty if is_first.
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

/// Neighbouring indices of a column of B, which one load of 16 bytes brings.
template <class P>
struct DotKeys {
    using BIndex = typename P::BIndex;
    static constexpr int count = 16 / sizeof(BIndex);
    struct alignas(16) Block {
        BIndex keys[count];
    };

    BIndex keys[count];
    unsigned valid; // bit count - 1 - t: keys[t] belongs to the column

    /// Loads the keys of the block that comes `block` blocks after the column's first one.
    __device__ void load(const DotView<P> &view, DotRange column, unsigned long block) {
        const unsigned long first = column.begin / count * count + block * count;
        valid = 0;
        if (first >= column.end) return;
        constexpr unsigned all = (1u << count) - 1;
        const auto before = static_cast<unsigned>(first < column.begin ? column.begin - first : 0);
        const auto behind =
            static_cast<unsigned>(first + count > column.end ? first + count - column.end : 0);
        valid = all >> before & all << behind;
        if (view.has_blocks && first + count <= view.g.B.nvals) {
            const Block block_of_keys = *reinterpret_cast<const Block *>(view.b_indices + first);
#pragma unroll
            for (int t = 0; t < count; t++) keys[t] = block_of_keys.keys[t];
            return;
        }
#pragma unroll
        for (int t = 0; t < count; t++)
            if (is_valid(valid, t)) keys[t] = view.b_indices[first + t];
    }
    __device__ static bool is_valid(unsigned bits, int t) {
        return (bits >> (count - 1 - t) & 1) != 0;
    }
};

/// Bits in shared memory, the first of a word on top: a left shift by a bit's position brings it to
/// the top.
struct TopBits {
    unsigned *words;

    __device__ void set(unsigned position) const {
        atomicOr(words + position / 32, top >> position % 32);
    }
    __device__ void clear_word(unsigned position) const { words[position / 32] = 0; }
    /// Returns the bit on top, others below.
    __device__ unsigned at(unsigned position) const {
        const unsigned word = words[position / 32];
        return __funnelshift_l(word, word, position);
    }
    static constexpr unsigned top = 1u << 31;
};

// A lookup holds a chunk of a row of A. flag(k): the top bit is set where the row may have inner
// index k; find(k, p): it has, at position p. Shared memory is zero before fill() and after wipe().

/// Searches a row of A as it is: for many entries and few probes.
template <class P>
struct SearchedRow {
    static constexpr bool flags_decide = false;
    const typename P::Index *indices;
    DotRange range;

    __device__ unsigned long length() const { return range.length(); }
    __device__ bool is_first() const { return true; }
    __device__ bool cut(const DotView<P> &, DotRange &) const { return false; }
    template <class Wanted>
    __device__ unsigned flag(Wanted) const {
        return TopBits::top;
    }
    template <class Wanted>
    __device__ bool find(Wanted k, unsigned long &p) const {
        p = first_from(indices, range, k);
        return p < range.end && indices[p] == k;
    }
};

/// A chunk of a row of A.
template <class P>
struct DotChunk {
    DotRange row, range; // of the row, and of the chunk

    __device__ unsigned long length() const { return range.length(); }
    __device__ bool is_first() const { return range.begin == row.begin; }
    /// Cuts a long column of B to the range that may intersect the chunk; returns true when that is
    /// shorter. A short column is walked faster than searched.
    __device__ bool cut(const DotView<P> &view, DotRange &column) const {
        constexpr unsigned long long_column = 256;
        if (column.length() < long_column || range.length() == row.length()) return false;
        if (range.begin != row.begin)
            column.begin = first_from(view.b_indices, column, view.a_indices[range.begin]);
        if (range.end != row.end)
            column.end = first_from(view.b_indices, column, view.a_indices[range.end]);
        return true;
    }
};

/// A chunk of a row of A as bits in shared memory, from its first column on: for products that read
/// no values of A.
template <class P>
struct RowBits : DotChunk<P> {
    using Index = typename P::Index;
    static constexpr bool flags_decide = true;

    TopBits bits;
    Index base, span; // the first column, and the number of columns; the bit behind them stays 0

    /// The columns of a chunk in so many bytes.
    __device__ static constexpr unsigned long most(int bytes) {
        return static_cast<unsigned long>(bytes) * 8 - 1;
    }
    /// Makes the chunk of `whole` that begins at position `begin`, in so many bytes.
    __device__ RowBits(void *memory, int bytes, const Index *indices, DotRange whole,
                       unsigned long begin)
        : DotChunk<P>{whole, {begin, whole.end}}, bits{static_cast<unsigned *>(memory)},
          base(indices[begin]) {
        const unsigned long left = columns_of(indices, this->range);
        span = static_cast<Index>(left < most(bytes) ? left : most(bytes));
        if (left > span)
            this->range.end = first_from(indices, this->range, static_cast<Index>(base + span));
    }
    /// Counts the columns from the first entry's to the last one's.
    __device__ static unsigned long columns_of(const Index *indices, DotRange of) {
        return static_cast<unsigned long>(indices[of.end - 1]) - indices[of.begin] + 1;
    }
    /// Returns true when the row fits one chunk, or fewer chunks than tables.
    __device__ static bool is_better(const Index *indices, DotRange row, int bytes,
                                     unsigned long most_of_table) {
        const unsigned long chunks = (columns_of(indices, row) - 1) / most(bytes);
        return chunks == 0 || chunks < (row.length() - 1) / most_of_table;
    }

    /// All threads of the warp or block call this; the bits are complete for all of them
    /// afterwards.
    template <int threads>
    __device__ void fill(const Index *indices) const {
        for (unsigned long p = this->range.begin + threadIdx.x % threads; p < this->range.end;
             p += threads)
            bits.set(static_cast<unsigned>(indices[p] - base));
        sync_threads<threads>();
    }
    template <int threads>
    __device__ void wipe(const Index *indices) const {
        sync_threads<threads>();
        for (unsigned long p = this->range.begin + threadIdx.x % threads; p < this->range.end;
             p += threads)
            bits.clear_word(static_cast<unsigned>(indices[p] - base));
        sync_threads<threads>();
    }
    template <class Wanted>
    __device__ unsigned flag(Wanted wanted) const {
        const Index position = static_cast<Index>(wanted) - base;
        return bits.at(static_cast<unsigned>(position < span ? position : span));
    }
    template <class Wanted>
    __device__ bool find(Wanted, unsigned long &) const {
        return true; // its flag was set
    }
};

/// A chunk of a row of A as a hash table in shared memory, open addressing by neighbours, at most
/// half full (Pandey et al. 2021 have buckets instead), behind a filter of one bit a key (Bloom
/// 1970): most probes find nothing.
template <class P>
struct DotTable : DotChunk<P> {
    using Index = typename P::Index;
    using Position = unsigned short;
    static constexpr bool flags_decide = false;
    /// The multiplier reads values of A: their positions stand beside the keys.
    static constexpr bool has_positions = P::uses_a && !P::a_is_iso;
    static constexpr int slot_bytes = sizeof(Index) + (has_positions ? sizeof(Position) : 0);
    /// Keys are indices + 1; no inner index is all ones.
    static constexpr Index none = 0;

    TopBits filter;
    int filter_shift; // hash shift that selects the filter's bit
    Index *keys;
    Position *positions;
    unsigned slots;

    /// The filter's bits, for so many bytes in all, as a power of two: about a third.
    __device__ static int log_filter_bits(int bytes) { return 31 - __clz(bytes / 3 * 8); }
    __device__ static int filter_bytes(int bytes) { return 1 << log_filter_bits(bytes) >> 3; }
    /// The entries that a table of so many bytes takes.
    __device__ static unsigned long most(int bytes) {
        return static_cast<unsigned long>((bytes - filter_bytes(bytes)) / slot_bytes / 2);
    }
    __device__ DotTable(void *memory, int bytes, DotRange whole, DotRange chunk)
        : DotChunk<P>{whole, chunk}, filter{static_cast<unsigned *>(memory)},
          filter_shift(32 - log_filter_bits(bytes)),
          keys(reinterpret_cast<Index *>(static_cast<char *>(memory) + filter_bytes(bytes))) {
        constexpr unsigned long fewest = 32;
        const unsigned long wanted = 4 * chunk.length(), all = 2 * most(bytes);
        slots = static_cast<unsigned>(wanted < fewest ? fewest : wanted < all ? wanted : all);
        // Behind the keys of the longest chunk: keys beyond a shorter chunk's slots stay 0.
        positions = reinterpret_cast<Position *>(keys + all);
    }

    __device__ static unsigned scattered(Index k) {
        unsigned folded = static_cast<unsigned>(k);
        if constexpr (sizeof k == 8) folded ^= static_cast<unsigned>(k >> 32) * 0x85EBCA6Bu;
        return folded * 0x9E3779B1u;
    }
    __device__ unsigned slot_of(Index k) const {
        // The filter uses the high bits: keys that pass it by mistake should not hit the same
        // slots.
        return __umulhi(scattered(k) * 0xC2B2AE35u, slots);
    }
    __device__ unsigned after(unsigned slot) const { return slot + 1 == slots ? 0 : slot + 1; }

    /// All threads of the warp or block call this; the table is complete for all of them
    /// afterwards.
    template <int threads>
    __device__ void fill(const Index *indices) {
        for (unsigned long p = this->range.begin + threadIdx.x % threads; p < this->range.end;
             p += threads) {
            const Index k = indices[p];
            filter.set(scattered(k) >> filter_shift);
            unsigned slot = slot_of(k);
            while (take(slot, k + 1) != none) slot = after(slot);
            if constexpr (has_positions)
                positions[slot] = static_cast<Position>(p - this->range.begin);
        }
        sync_threads<threads>();
    }
    template <int threads>
    __device__ void wipe(const Index *indices) const {
        sync_threads<threads>();
        for (unsigned slot = threadIdx.x % threads; slot < slots; slot += threads)
            keys[slot] = none;
        for (unsigned long p = this->range.begin + threadIdx.x % threads; p < this->range.end;
             p += threads)
            filter.clear_word(scattered(indices[p]) >> filter_shift);
        sync_threads<threads>();
    }
    template <class Wanted>
    __device__ unsigned flag(Wanted wanted) const {
        return filter.at(scattered(static_cast<Index>(wanted)) >> filter_shift);
    }
    template <class Wanted>
    __device__ bool find(Wanted wanted, unsigned long &p) const {
        const Index k = static_cast<Index>(wanted);
        unsigned slot = slot_of(k);
        for (Index key; (key = keys[slot]) != none; slot = after(slot)) {
            if (key != k + 1) continue;
            if constexpr (has_positions) p = this->range.begin + positions[slot];
            return true;
        }
        return false;
    }

private:
    /// Returns the previous key.
    __device__ Index take(unsigned slot, Index key) {
        if constexpr (sizeof key == 8) {
            return atomicCAS(reinterpret_cast<unsigned long long *>(keys + slot), none, key);
        } else {
            return atomicCAS(keys + slot, none, key);
        }
    }
};

} // namespace grb::device
