// Merges of sparse rows: union, intersection, filters.
// Template parameter P, defined by the program:
//   A, B, Z, Column (of either operand's columns in shared memory), a_is_iso, b_is_iso
//   has_values, uses_a, uses_b, has_op, op(a, b)
//   has_function, is_selection, uses_x, uses_position, f(x, i, j, scalar)
//   b_is_tested (a mask by value), b_is_dense (a dense operand in place of b)
#pragma once

#include "elementwise/elementwise.cuh"
#include "kernels/look_back.cuh"
#include "merge/sparse_bounds.cuh"

namespace grb::device {

/// This block's tile in shared memory: columns of a from the one before its first entry, of b to
/// the one behind its last, then the ends of its rows, packed. Positions are relative to the tile.
template <class P>
class SparseTile {
public:
    using Column = typename P::Column;

    unsigned long row, a, b; // the tile's start

    /// Loads the tile. All threads call it; `slots` has sparse_tile + 2 elements, complete for all
    /// of them afterwards.
    __device__ SparseTile(const SparseMergeArguments &arguments, const TileBounds &bounds,
                          Column *slots)
        : row(bounds.row), a(bounds.a), b(bounds.first - bounds.row - bounds.a), g_(arguments),
          slots_(slots) {
        items_ =
            static_cast<int>(min(g_.items - bounds.first, static_cast<unsigned long>(sparse_tile)));
        rows_ = static_cast<int>(bounds.end_row - row);
        a_count_ = static_cast<int>(bounds.end_a - a);
        b_count_ = items_ - rows_ - a_count_;
        a_low_ = a > row_offset(g_.a, row) ? -1 : 0;
        b_high_ = b_count_;
        if (bounds.end_row < g_.nrows && row_offset(g_.b, bounds.end_row + 1) > b + b_count_)
            b_high_++;
        load();
    }

    __device__ Column a_column(int i) const { return slots_[1 + i]; }
    __device__ Column b_column(int j) const { return slots_[1 + a_count_ + j]; }

    /// Returns the number of this thread's items.
    __device__ int own_items() const {
        return max(
            0, min(items_ - static_cast<int>(threadIdx.x) * sparse_per_thread, sparse_per_thread));
    }

    /// Calls visit(s, found, k) for each of this thread's items: found is nothing (0), the end of
    /// row k (row_end), or an entry of row k (see entry()). Returns the number of entries. Not
    /// unrolled: the compiler would take four times as long, and each step needs the previous one.
    template <class Visit>
    __device__ unsigned walk(const Visit &visit) const {
        const int count = own_items();
        Point point = seek(min(static_cast<int>(threadIdx.x) * sparse_per_thread, items_));
        unsigned made = 0;
#pragma unroll 1
        for (int s = 0; s < count; s++) {
            const int k = point.k;
            unsigned found = 0;
            if (point.i == point.a_end && point.j == point.b_end) {
                found = row_end;
                point = row_from(k + 1, point.i, point.j);
            } else {
                const bool is_a = point.j == point.b_end ||
                                  (point.i < point.a_end && a_column(point.i) <= b_column(point.j));
                const unsigned take = is_a ? take_at_a(point) : take_at_b(point);
                if (take != 0) found = entry(take, is_a ? point.i : 0, point.j);
                made += take != 0;
                point.i += is_a;
                point.j += !is_a;
            }
            visit(s, found, k);
        }
        return made;
    }

    // A found entry, packed: what the result takes (1: a, 2: b, 3: both), and the positions in a
    // and b.
    static constexpr unsigned row_end = 1u << 31;
    __device__ static unsigned entry(unsigned take, int i, int j) {
        return take << 26 | static_cast<unsigned>(i) << 13 | static_cast<unsigned>(j);
    }
    __device__ static unsigned take_of(unsigned entry) {
        return entry >> 26;
    }
    __device__ static int a_of(unsigned entry) {
        return static_cast<int>(entry >> 13 & 0x1FFF);
    }
    __device__ static int b_of(unsigned entry) {
        return static_cast<int>(entry & 0x1FFF);
    }

    __device__ typename P::A a_value(int i) const {
        return load_element<typename P::A, P::a_is_iso>(g_.a.values, g_.a.value, a + i);
    }
    __device__ typename P::B b_value(int j, unsigned long at_row, unsigned long column) const {
        if constexpr (P::b_is_dense) {
            return load_element<typename P::B, P::b_is_iso>(g_.dense_values, g_.dense_value,
                                                         at_row * g_.ncols + column);
        } else {
            return load_element<typename P::B, P::b_is_iso>(g_.b.values, g_.b.value, b + j);
        }
    }
    /// Returns f of an entry of a, or its test.
    __device__ auto function(typename P::A x, unsigned long at_row, unsigned long column) const {
        const auto i = static_cast<long>(g_.is_vector ? column : at_row);
        const auto j = static_cast<long>(g_.is_vector ? 0 : column);
        return P::f(x, i, j, g_.scalar);
    }

private:
    /// A point of the path before an item of row k: the next entries i of a and j of b. a_end,
    /// b_end: the ends of the row, or of the tile if the row ends later. a_begin, b_limit:
    /// neighbours within these belong to the row.
    struct Point {
        int k, i, j, a_end, b_end, a_begin, b_limit;
    };

    __device__ void load() {
#pragma unroll 2
        for (int i = static_cast<int>(threadIdx.x) - 1; i < a_count_; i += sparse_threads) {
            if (i >= a_low_)
                slots_[1 + i] = static_cast<Column>(
                    load_index(g_.a.column_indices, g_.a.has_short_columns, a + i));
        }
#pragma unroll 2
        for (int j = static_cast<int>(threadIdx.x); j < b_high_; j += sparse_threads)
            slots_[1 + a_count_ + j] =
                static_cast<Column>(load_index(g_.b.column_indices, g_.b.has_short_columns, b + j));
#pragma unroll 2
        for (int k = static_cast<int>(threadIdx.x); k < rows_; k += sparse_threads) {
            const auto a_end = static_cast<unsigned>(row_offset(g_.a, row + k + 1) - a);
            const auto b_end = static_cast<unsigned>(row_offset(g_.b, row + k + 1) - b);
            slots_[first_end() + k] = a_end | b_end << 16;
        }
        __syncthreads();
    }

    __device__ int first_end() const {
        return 2 + a_count_ + b_count_;
    }
    __device__ int a_end(int k) const {
        return k < rows_ ? static_cast<int>(slots_[first_end() + k] & 0xFFFF) : a_count_;
    }
    __device__ int b_end(int k) const {
        return k < rows_ ? static_cast<int>(slots_[first_end() + k] >> 16) : b_count_;
    }

    /// Returns the point (i, j), where row k begins if it begins in this tile.
    __device__ Point row_from(int k, int i, int j) const {
        const int end = b_end(k);
        return {k, i, j, a_end(k), end, k == 0 ? a_low_ : i, k < rows_ ? end : b_high_};
    }

    /// Returns the point before item x of the tile.
    __device__ Point seek(int x) const {
        int k = 0, high = rows_;
        while (k < high) {
            const int middle = k + (high - k) / 2;
            if (a_end(middle) + b_end(middle) + middle < x) {
                k = middle + 1;
            } else {
                high = middle;
            }
        }
        const int i = k == 0 ? 0 : a_end(k - 1), j = k == 0 ? 0 : b_end(k - 1);
        Point point = row_from(k, i, j);
        const int diagonal = x - (i + j + k);
        const int taken =
            merge_path([&](int p) { return a_column(i + p); }, point.a_end - i,
                       [&](int p) { return b_column(j + p); }, point.b_end - j, diagonal);
        point.i += taken;
        point.j += diagonal - taken;
        return point;
    }

    __device__ unsigned rule(unsigned long at_row, unsigned long column, bool has_a,
                             bool has_b) const {
        if (!has_a && !has_b) return 0;
        bool is_inside = (g_.mask.flip & 1) != 0;
        if (g_.mask.bits != nullptr) is_inside = mask_allows(g_.mask, at_row * g_.ncols + column);
        return (is_inside ? g_.inside : g_.outside) >> (has_a ? has_b ? 4 : 0 : 2) & 3;
    }

    __device__ bool counts(int j) const {
        if constexpr (P::b_is_tested) {
            return b_value(j, 0, 0) != typename P::B{};
        } else {
            return true;
        }
    }

    __device__ unsigned take_at_a(const Point &point) const {
        const unsigned long at_row = row + point.k, column = a_column(point.i);
        bool has_a = true, has_b = false;
        if constexpr (P::has_function && P::is_selection) {
            typename P::A x{};
            if constexpr (P::uses_x) x = a_value(point.i);
            has_a = function(x, at_row, column);
        }
        if constexpr (P::b_is_dense) {
            const unsigned long element = at_row * g_.ncols + column;
            has_b = g_.dense_bits == nullptr || (g_.dense_bits[element / 32] >> (element % 32) & 1) != 0;
        } else {
            has_b = point.j < point.b_limit && b_column(point.j) == a_column(point.i) &&
                    counts(point.j);
        }
        return rule(at_row, column, has_a, has_b);
    }

    /// Returns 0 for an entry of b whose column a has, too: take_at_a() has counted it.
    __device__ unsigned take_at_b(const Point &point) const {
        const Column column = b_column(point.j);
        if (point.i > point.a_begin && a_column(point.i - 1) == column) return 0;
        return rule(row + point.k, column, false, counts(point.j));
    }

    const SparseMergeArguments &g_;
    Column *slots_;
    int items_, rows_, a_count_, b_count_;
    int a_low_;  // -1: the entry of a before the first one is of the same row
    int b_high_; // b_count_ + 1: the entry behind the last one is of the last row
};

/// sums(t) = entries that tile t makes: the first phase of sparse_merge.
template <class P>
__device__ void sparse_count(const SparseMergeArguments &g) {
    __shared__ typename P::Column slots[sparse_tile + 2];
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    const SparseTile<P> tile(g, found_bounds(g), slots);
    const unsigned own = tile.walk([](int, unsigned, int) {});
    const unsigned made = __reduce_add_sync(all_lanes, own);
    if (lane() == 0 && made != 0) atomicAdd(&sum, made);
    __syncthreads();
    if (threadIdx.x == 0) g.sums[blockIdx.x] = sum;
}

/// The entries that a tile makes, in shared memory.
struct TileEntries {
    unsigned *entries;    // see SparseTile::entry()
    unsigned short *rows; // row of each entry, relative to the tile

    /// Compacts the entries of all threads: each thread's items start at item `first`, with
    /// `before` entries before them. Writes the ends of the tile's rows to C. `base`: the entries
    /// of earlier tiles.
    template <bool keeps_rows, class P>
    __device__ void compact(const SparseMergeArguments &g, const SparseTile<P> &tile, int first,
                            unsigned before, unsigned long base) const {
        unsigned found[sparse_per_thread];
        unsigned short found_rows[sparse_per_thread];
        const int count = tile.own_items();
#pragma unroll
        for (int s = 0; s < sparse_per_thread; s++) {
            found[s] = s < count ? entries[first + s] : 0;
            found_rows[s] = s < count ? rows[first + s] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int s = 0; s < sparse_per_thread; s++) {
            if (found[s] == SparseTile<P>::row_end) {
                if (g.offsets != nullptr)
                    store_index(g.offsets, g.makes_short_offsets, tile.row + found_rows[s] + 1,
                                base + before);
            } else if (found[s] != 0) {
                if constexpr (keeps_rows) rows[before] = found_rows[s];
                entries[before++] = found[s];
            }
        }
        __syncthreads();
    }
};

/// Returns the value of entry `entry` of C in row `row` (if P reads it) and column `column`.
template <class P>
__device__ inline typename P::Z merged_value(const SparseTile<P> &tile, unsigned entry,
                                             unsigned long row, unsigned long column) {
    using Z = typename P::Z;
    constexpr bool is_apply = P::has_function && !P::is_selection;
    constexpr bool uses_lone_a = !is_apply || P::uses_x;
    const unsigned take = tile.take_of(entry);
    typename P::A a{};
    typename P::B b{};
    if ((take == 1 && uses_lone_a) || (take == 3 && P::uses_a)) a = tile.a_value(tile.a_of(entry));
    if (take == 2 || (take == 3 && P::uses_b)) b = tile.b_value(tile.b_of(entry), row, column);
    Z z{};
    if (take == 1) {
        if constexpr (is_apply) {
            z = tile.function(a, row, column);
        } else {
            z = convert<Z>(a);
        }
    } else if (take == 2) {
        z = convert<Z>(b);
    } else {
        if constexpr (P::has_op) z = P::op(a, b);
    }
    return z;
}

/// Writes the entries of a tile behind those of earlier tiles: base_of(total) returns their number
/// to all threads, given this tile's number `total`.
template <class P, class Base>
__device__ void fill_tile(const SparseMergeArguments &g, const TileBounds &bounds,
                          const Base &base_of) {
    constexpr bool is_apply = P::has_function && !P::is_selection;
    constexpr bool uses_row = P::has_values && (P::b_is_dense || (is_apply && P::uses_position));
    __shared__ typename P::Column slots[sparse_tile + 2];
    __shared__ unsigned entries[sparse_tile];
    __shared__ unsigned short entry_rows[sparse_tile];
    __shared__ unsigned long warp_sums[sparse_threads / warp_size];
    __shared__ unsigned total;
    const SparseTile<P> tile(g, bounds, slots);
    const TileEntries made{entries, entry_rows};

    // Each thread writes its entries at its items' positions; compact() then removes the gaps.
    const int first = static_cast<int>(threadIdx.x) * sparse_per_thread;
    const unsigned count = tile.walk([&](int s, unsigned entry, int k) {
        entries[first + s] = entry;
        entry_rows[first + s] = static_cast<unsigned short>(k);
    });
    const unsigned before = static_cast<unsigned>(inclusive_in_block(count, warp_sums)) - count;
    if (threadIdx.x == sparse_threads - 1) total = before + count;
    __syncthreads();
    const unsigned long base = base_of(total);
    if (g.offsets != nullptr && blockIdx.x == 0 && threadIdx.x == 0)
        store_index(g.offsets, g.makes_short_offsets, 0, 0);
    made.template compact<uses_row>(g, tile, first, before, base);

#pragma unroll 2
    for (unsigned q = threadIdx.x; q < total; q += sparse_threads) {
        const unsigned entry = entries[q];
        const unsigned long column = tile.take_of(entry) == 2 && !P::b_is_dense
                                         ? tile.b_column(tile.b_of(entry))
                                         : tile.a_column(tile.a_of(entry));
        if (g.columns != nullptr) store_index(g.columns, g.makes_short_columns, base + q, column);
        if constexpr (P::has_values) {
            const unsigned long row = uses_row ? tile.row + entry_rows[q] : 0;
            static_cast<typename P::Z *>(g.values)[base + q] =
                merged_value(tile, entry, row, column);
        }
    }
}

/// C = a, b or a ⊙ b by a rule over the presence of their entries and over the mask: union
/// (eWiseAdd, and the commit), intersection (eWiseMult; b CSR or dense), filter (b a mask; a test
/// of a's entries), apply.
/// A, B m×n in CSR, sorted, any widths, iso or not; C in CSR, sorted. Tiles of 2048 items of the
/// merge path (Odeh et al. 2012; as set operations: Baxter 2016, moderngpu), 256 threads each; a
/// thread finds its 8 items by binary search and sees a neighbour on either side, so that equal
/// columns may lie on both sides of a cut. Columns and offsets are read twice (count, fill), values
/// once, everything coalesced; bound: 2 (i z + o m) + v z in, (i + v) z + o m out, z entries.
/// Scratch 24 bytes a tile. Grid: tiles. Deterministic.
template <class P>
__device__ void sparse_fill(const SparseMergeArguments &g) {
    const TileBounds bounds = found_bounds(g);
    fill_tile<P>(g, bounds,
                 [&](unsigned) { return g.sums == nullptr ? bounds.a : g.sums[blockIdx.x]; });
}

/// Merges one row in one launch: each block finds its own tile, and adds the entries of the
/// tiles before it by looking back (look_back.cuh). The host has allocated memory for the maximum
/// number of entries. Grid: tiles, no more than run at a time. Deterministic.
template <class P>
__device__ void sparse_list(const SparseMergeArguments &g) {
    const TileBounds bounds = searched_bounds(g);
    fill_tile<P>(g, bounds, [&](unsigned total) {
        if (g.look_back.words == nullptr) return bounds.a;
        const unsigned long before = sum_before(g.look_back, total);
        if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0)
            publish_number(g.where, before + total);
        return before;
    });
}

} // namespace grb::device
