// w = A ⊕.⊗ u, A by rows, u bitmap or full, w full or bitmap. All variants skip the rows that the mask
// holds back (balanced ones when they write). Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of A's arrays
//   P::A, P::U, P::Z        stored types of A's and u's values, type of the monoid
//   P::a_is_iso, u_is_iso, u_is_full, has_terminal
//   P::multiply(a, u), P::add(x, y), P::identity(), P::terminal()
#pragma once

#include "kernels/mxv_pull_arguments.h"
#include "kernels/partial.cuh"

namespace grb::device {

template <class P>
struct PullView {
    using Offset = typename P::Offset;
    using Index = typename P::Index;
    using Z = typename P::Z;

    const MxvPullArguments &arguments;
    const Offset *offsets;
    const Index *indices;

    __device__ explicit PullView(const MxvPullArguments &a)
        : arguments(a), offsets(static_cast<const Offset *>(a.row_offsets)),
          indices(static_cast<const Index *>(a.column_indices)) {}

    __device__ bool is_allowed(unsigned long row) const {
        const unsigned long word =
            arguments.mask_bits == nullptr ? 0 : __ldg(arguments.mask_bits + row / 64);
        return ((word ^ arguments.mask_flip) >> (row % 64) & 1) != 0;
    }

    /// Column and value of entry p. Where a warp reads neighbouring entries once, they take no place in
    /// the L1 cache (`is_coalesced`); where each lane walks a row of its own, L1 must keep the sector.
    template <bool is_coalesced = false>
    __device__ Index column(unsigned long p) const {
        return is_coalesced ? load_once(indices + p) : __ldcs(indices + p);
    }
    template <bool is_coalesced = false>
    __device__ typename P::A matrix_value(unsigned long p) const {
        if constexpr (P::uses_a) {
            const auto *values = static_cast<const typename P::A *>(arguments.a_values);
            if constexpr (P::a_is_iso) return *values;
            return is_coalesced ? load_once(values + p)
                                : from_bits<typename P::A>(__ldcs(
                                      reinterpret_cast<const Bits<typename P::A> *>(values + p)));
        } else {
            return typename P::A{};
        }
    }
    /// Product of an entry of column j, or nothing where u has no entry.
    __device__ Partial<P> product(Index j, typename P::A a) const {
        Partial<P> result;
        if constexpr (!P::u_is_full) {
            if (!bit_at(arguments.u_bits, j)) return result;
        }
        typename P::U u{};
        if constexpr (P::uses_u) {
            const auto *values = static_cast<const typename P::U *>(arguments.u_values);
            u = values[P::u_is_iso ? 0 : j];
        }
        result.value = P::multiply(a, u);
        result.has = true;
        return result;
    }
    __device__ Partial<P> product(unsigned long p) const {
        return product(column(p), matrix_value(p));
    }

    /// Adds entry p to the sum.
    __device__ void accumulate(Partial<P> &sum, unsigned long p) const {
        const Partial<P> term = product(p);
        if (P::u_is_full || term.has) sum.add(term);
    }

    /// The value alone; true when there is one.
    __device__ bool write_value(unsigned long row, const Partial<P> &sum) const {
        if (!sum.has || !is_allowed(row)) return false;
        static_cast<Z *>(arguments.w_values)[row] = sum.value;
        return true;
    }
    /// Value and bit.
    __device__ unsigned write(unsigned long row, const Partial<P> &sum) const {
        if (!write_value(row, sum)) return 0;
        if (arguments.w_bits != nullptr) set_bit(arguments.w_bits, row);
        return 1;
    }
    /// Bits of 32 rows at once, from the warp whose lane k has row `first` + k.
    __device__ void write_word(unsigned long first, bool is_written) const {
        if (arguments.w_bits == nullptr) return;
        const unsigned word = __ballot_sync(all_lanes, is_written);
        if (lane() == 0 && first < arguments.nrows)
            reinterpret_cast<unsigned *>(arguments.w_bits)[first / 32] = word;
    }

    __device__ void publish(unsigned made) const {
        publish_entries({arguments.count_sum, arguments.count_blocks, arguments.count_where}, made);
    }
};

/// A thread per row (CSR-scalar, after Bell & Garland; S_vm of SparseWeaver, paper 003 §II). Grid:
/// rows / 256 blocks of 256. For rows of a few entries. Stops at the monoid's terminal value.
/// Deterministic.
template <class P>
__device__ void mxv_thread_row(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long row = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    bool is_written = false;
    if (row < arguments.nrows && view.is_allowed(row)) {
        Partial<P> sum;
        const unsigned long end = view.offsets[row + 1];
        for (unsigned long p = view.offsets[row]; p < end && !is_final(sum); p++) {
            view.accumulate(sum, p);
        }
        is_written = view.write_value(row, sum);
    }
    view.write_word(row - lane(), is_written);
    view.publish(is_written);
}

/// A sub-warp of P::lanes (2, 4, ... 32) per row, shuffle reduction (CSR-vector, after Bell & Garland;
/// parallel reduction with row split in paper 001). Grid: rows · lanes / 256 blocks of 256. For even
/// rows; lanes near the mean row length. Deterministic.
template <class P>
__device__ void mxv_warp_row(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long thread = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    const unsigned long row = thread / P::lanes;
    const unsigned long mine = thread % P::lanes;
    Partial<P> sum;
    if (row < arguments.nrows && view.is_allowed(row)) {
        const unsigned long end = view.offsets[row + 1];
        for (unsigned long p = view.offsets[row] + mine; p < end; p += P::lanes) {
            view.accumulate(sum, p);
            if (is_final(sum)) break;
        }
    }
    reduce_lanes(sum, P::lanes);
    unsigned made = 0;
    if (mine == 0 && row < arguments.nrows) made = view.write(row, sum);
    view.publish(made);
}

/// A warp per row that the mask lets through, 32 entries at a time until some lane holds the monoid's
/// terminal value (GraphBLAST, paper 004 Algorithm 8 and §5.3: mask, early exit, pattern only where
/// values are not needed). A warp takes 32 rows: their mask bits and offsets come in one load each, and
/// rows held back cost nothing more. Grid: rows / 256 blocks of 256. Deterministic.
template <class P>
__device__ void mxv_pull_masked(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long first =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size * warp_size;
    const unsigned long own = first + lane();
    unsigned long begin = 0, end = 0;
    const bool is_wanted = own < arguments.nrows && view.is_allowed(own);
    if (is_wanted) {
        begin = view.offsets[own];
        end = view.offsets[own + 1];
    }
    // Short rows: each lane its own, all at once.
    constexpr unsigned long short_row = 8;
    Partial<P> sum;
    if (end - begin <= short_row) {
        for (unsigned long p = begin; p < end && !is_final(sum); p++) view.accumulate(sum, p);
    }
    unsigned left = __ballot_sync(all_lanes, end - begin > short_row);
    while (left != 0) {
        const int source = __ffs(left) - 1;
        left &= left - 1;
        const unsigned long row_begin = __shfl_sync(all_lanes, begin, source);
        const unsigned long row_end = __shfl_sync(all_lanes, end, source);
        Partial<P> part;
        for (unsigned long base = row_begin; base < row_end; base += warp_size) {
            if (base + lane() < row_end) view.accumulate(part, base + lane());
            if (P::has_terminal && __any_sync(all_lanes, is_final(part))) break;
        }
        reduce_lanes(part, warp_size);
        part.value = shuffle(part.value, 0);
        part.has = shuffle(part.has, 0);
        if (lane() == source) sum = part;
    }
    const bool is_written = is_wanted && view.write_value(own, sum);
    view.write_word(first, is_written);
    view.publish(is_written);
}

/// Where the diagonal `d` of the merge of row ends and entry numbers crosses: the rows before it.
/// `ends(k)` is the end of row k.
template <class Ends>
__device__ inline unsigned long rows_before_diagonal(const Ends &ends, unsigned long rows,
                                                     unsigned long nvals, unsigned long d) {
    unsigned long low = d > nvals ? d - nvals : 0;
    unsigned long high = d < rows ? d : rows;
    while (low < high) {
        const unsigned long middle = (low + high) / 2;
        if (ends(middle) <= d - middle - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Sums by row of neighbouring threads of a block, `row` ascending with the thread: on return each
/// thread holds the sum of those before it that have its own first row, and the last row's total so
/// far goes to thread 0's `block_carry`. Warps by shuffles, then one warp over the warps' sums.
template <class P, int threads>
struct RowScan {
    struct Item {
        Partial<P> sum;
        unsigned row;
    };
    static constexpr int warps = threads / warp_size;
    typename P::Z warp_values[warps];
    bool warp_has[warps];
    unsigned warp_rows[warps];

    __device__ static void combine(Item &own, const Item &before) {
        if (before.row == own.row) {
            Partial<P> sum = before.sum;
            sum.add(own.sum);
            own.sum = sum;
        }
    }
    __device__ static Item up(const Item &item, int distance) {
        Item other;
        other.sum.value = shuffle_up(item.sum.value, distance);
        other.sum.has = shuffle_up(item.sum.has, distance);
        other.row = shuffle_up(item.row, distance);
        return other;
    }
    /// Inclusive scan of (row, sum); returns the exclusive one, which is empty (row ~0) for thread 0.
    __device__ Item exclusive(Item item, Item &total) {
        const int warp = static_cast<int>(threadIdx.x) / warp_size;
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const Item before = up(item, distance);
            if (lane() >= distance) combine(item, before);
        }
        if (lane() == warp_size - 1) {
            warp_values[warp] = item.sum.value;
            warp_has[warp] = item.sum.has;
            warp_rows[warp] = item.row;
        }
        __syncthreads();
        // Every warp scans the sums of all warps, and takes that of the one before it.
        Item before_warp;
        before_warp.row = ~0u;
        if (lane() < warps) {
            before_warp.sum.value = warp_values[lane()];
            before_warp.sum.has = warp_has[lane()];
            before_warp.row = warp_rows[lane()];
        }
#pragma unroll
        for (int distance = 1; distance < warps; distance *= 2) {
            const Item before = up(before_warp, distance);
            if (lane() >= distance) combine(before_warp, before);
        }
        const int source = warp > 0 ? warp - 1 : 0;
        before_warp.sum.value = shuffle(before_warp.sum.value, source);
        before_warp.sum.has = shuffle(before_warp.sum.has, source);
        const unsigned row_before_warp = shuffle(before_warp.row, source);
        before_warp.row = warp > 0 ? row_before_warp : ~0u;
        combine(item, before_warp);
        Item before = up(item, 1);
        if (lane() == 0) before = before_warp;
        total = item;
        return before;
    }
};

/// Rows before the beginning of each tile, and before the end: the schedule of mxv_merge_path, which
/// depends on the row offsets alone and is kept with the matrix. Grid: a thread per tile and one more.
template <class P>
__device__ void mxv_merge_schedule(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    if (tile > arguments.tiles) return;
    const unsigned long total = arguments.nrows + arguments.nvals;
    arguments.tile_rows[tile] = rows_before_diagonal(
        [&](unsigned long k) { return static_cast<unsigned long>(view.offsets[k + 1]); },
        arguments.nrows, arguments.nvals,
        min(tile * static_cast<unsigned long>(P::threads * P::items), total));
}

/// Shared memory of a tile: products first, then row ends (counted from the tile's first entry), which
/// together are as many as the tile's items and one more.
template <class P>
struct MergeTile {
    static constexpr int threads = P::threads, items = P::items, size = threads * items;
    using Z = typename P::Z;
    static constexpr int widest = sizeof(Z) > sizeof(int) ? sizeof(Z) : sizeof(int);

    alignas(8) unsigned char bytes[(size + 2) * widest];
    bool has[P::u_is_full ? 1 : size];
    RowScan<P, threads> scan;

    __device__ Z *values() { return reinterpret_cast<Z *>(bytes); }
    __device__ int *ends(int entries) {
        const int begin = (entries * static_cast<int>(sizeof(Z)) + 3) / 4;
        return reinterpret_cast<int *>(bytes) + begin;
    }
};

/// Equal shares of rows + entries: the merge path of row ends and entry numbers is cut into tiles of
/// threads · items, whose corners the schedule names; products go through shared memory, each thread then
/// walks its piece of the path, and a scan by row joins the pieces (Merrill & Garland; paper 004 §6.1 and
/// §7.4, 000 §III). What a tile leaves of its last row is added by mxv_add_carries. All loads of a
/// thread are under way before the first is used. Grid: a block per tile. Never bad, whatever the rows.
/// Deterministic.
template <class P>
__device__ void mxv_merge_path(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    __shared__ MergeTile<P> shared;
    const unsigned long tile = blockIdx.x;
    constexpr int threads = P::threads, items = P::items, size = threads * items;
    const unsigned long total = arguments.nrows + arguments.nvals;
    const unsigned long tile_begin = tile * size;
    const unsigned long first_row = arguments.tile_rows[tile];
    const unsigned long tile_end = min(tile_begin + size, total);
    const unsigned long first_entry = tile_begin - first_row;
    const int rows = static_cast<int>(arguments.tile_rows[tile + 1] - first_row);
    const int entries = static_cast<int>(tile_end - tile_begin) - rows;
    typename P::Z *values = shared.values();
    int *ends = shared.ends(entries);

    typename P::Index columns[items];
    typename P::A factors[items];
#pragma unroll
    for (int i = 0; i < items; i++) {
        const int k = static_cast<int>(threadIdx.x) + i * threads;
        if (k < entries) {
            columns[i] = view.template column<true>(first_entry + k);
            factors[i] = view.template matrix_value<true>(first_entry + k);
        }
    }
    // One end more than the tile's rows: the row that it breaks off in.
    for (int k = static_cast<int>(threadIdx.x); k <= rows; k += threads) {
        const unsigned long row = first_row + k;
        const unsigned long row_end =
            row < arguments.nrows ? view.offsets[row + 1] : arguments.nvals;
        ends[k] =
            static_cast<int>(min(row_end - first_entry, static_cast<unsigned long>(size + 1)));
    }
#pragma unroll
    for (int i = 0; i < items; i++) {
        const int k = static_cast<int>(threadIdx.x) + i * threads;
        if (k < entries) {
            const Partial<P> term = view.product(columns[i], factors[i]);
            values[k] = term.value;
            if constexpr (!P::u_is_full) shared.has[k] = term.has;
        }
    }
    __syncthreads();

    const int begin = min(static_cast<int>(threadIdx.x) * items, rows + entries);
    const int end = min(begin + items, rows + entries);
    int row = max(begin - entries, 0);
    for (int high = min(begin, rows); row < high;) {
        const int middle = (row + high) / 2;
        if (ends[middle] <= begin - middle - 1) {
            row = middle + 1;
        } else {
            high = middle;
        }
    }
    int entry = begin - row;
    // The first row that ends here may have begun in an earlier thread.
    Partial<P> sum, first_sum;
    int first_ended = -1;
    unsigned made = 0;
    for (int k = begin; k < end; k++) {
        if (row < rows && ends[row] <= entry) {
            if (first_ended < 0) {
                first_ended = row;
                first_sum = sum;
            } else {
                made += view.write(first_row + row, sum);
            }
            sum = Partial<P>();
            row++;
        } else {
            Partial<P> term;
            term.value = values[entry];
            term.has = true;
            if constexpr (!P::u_is_full) term.has = shared.has[entry];
            if (P::u_is_full || term.has) sum.add(term);
            entry++;
        }
    }
    typename RowScan<P, threads>::Item own{sum, static_cast<unsigned>(row)}, last;
    const auto before = shared.scan.exclusive(own, last);
    if (first_ended >= 0) {
        if (before.row == static_cast<unsigned>(first_ended)) {
            Partial<P> whole = before.sum;
            whole.add(first_sum);
            first_sum = whole;
        }
        const unsigned is_written = view.write(first_row + first_ended, first_sum);
        made += is_written;
        if (first_ended == 0) arguments.start_has[tile] = is_written != 0;
    }
    if (rows == 0 && threadIdx.x == 0) arguments.start_has[tile] = 0;
    if (threadIdx.x == threads - 1) {
        arguments.carry_rows[tile] = first_row + last.row;
        static_cast<typename P::Z *>(arguments.carry_values)[tile] = last.sum.value;
        arguments.carry_has[tile] = last.sum.has;
    }
    view.publish(made);
}

/// The row that entry p lies in, between two rows that are known to enclose it.
template <class Offset>
__device__ inline unsigned long row_of(const Offset *offsets, unsigned long p, unsigned long low,
                                       unsigned long high) {
    while (low < high) {
        const unsigned long middle = (low + high + 1) / 2;
        if (offsets[middle] <= p) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/// Equal numbers of entries per warp, 32 at a time: each lane looks up the row of its entry, a prefix
/// network of shuffles adds neighbours of the same row, and the first lane of each segment writes (VSR,
/// vectorised segment reduction, paper 001 §2.1.1). A segment that goes on is carried into the next 32, at
/// the warp's end into the carry arrays (there: atomics). Grid: entries / (32 · P::steps) warps. For short
/// rows of uneven length. Deterministic.
template <class P>
__device__ void mxv_vsr(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    const unsigned long begin = tile * (warp_size * P::steps);
    const unsigned long end = min(begin + warp_size * P::steps, arguments.nvals);
    unsigned made = 0;
    if (begin < end) { // the same for all lanes
        // Lane 0 looks for the first row, the others for the last one.
        const unsigned long found =
            row_of(view.offsets, lane() == 0 ? begin : end - 1, 0, arguments.nrows - 1);
        const unsigned long first_row = __shfl_sync(all_lanes, found, 0);
        const unsigned long last_row = __shfl_sync(all_lanes, found, 1);
        const bool starts_inside = view.offsets[first_row] < begin;
        bool start_was_written = false;
        unsigned long carry_row = first_row;
        Partial<P> carry;
        const auto finish = [&](unsigned long row, const Partial<P> &sum) {
            const unsigned is_written = view.write(row, sum);
            made += is_written;
            if (row == first_row && starts_inside) start_was_written = is_written != 0;
        };
        Partial<P> terms[P::steps];
#pragma unroll
        for (int step = 0; step < P::steps; step++) {
            const unsigned long p = begin + step * warp_size + lane();
            if (p < end)
                terms[step] = view.product(view.template column<true>(p),
                                           view.template matrix_value<true>(p));
        }
        unsigned long lowest_row = first_row;
#pragma unroll
        for (int step = 0; step < P::steps; step++) {
            const unsigned long base = begin + step * warp_size;
            if (base >= end) break;
            const unsigned long p = base + lane();
            const bool is_entry = p < end;
            // Lanes past the end form a segment of their own, which nobody writes.
            const unsigned long row =
                is_entry ? row_of(view.offsets, p, lowest_row, last_row) : arguments.nrows;
            Partial<P> sum = terms[step];
            const unsigned long row_before = __shfl_up_sync(all_lanes, row, 1);
            const bool is_head = lane() == 0 || row_before != row;
            if (lane() == 0) {
                if (carry_row == row) {
                    carry.add(sum);
                    sum = carry;
                } else {
                    finish(carry_row, carry);
                }
            }
            for (int distance = 1; distance < warp_size; distance *= 2) {
                Partial<P> other;
                other.value = shuffle_down(sum.value, distance);
                other.has = shuffle_down(sum.has, distance);
                const unsigned long other_row = __shfl_down_sync(all_lanes, row, distance);
                if (lane() + distance < warp_size && other_row == row) sum.add(other);
            }
            const int entries = static_cast<int>(min(end - base, 32ul));
            const unsigned long row_at_end = __shfl_sync(all_lanes, row, entries - 1);
            const bool is_last_segment = row == row_at_end;
            if (is_entry && is_head && !is_last_segment) finish(row, sum);
            const int source =
                __ffs(__ballot_sync(all_lanes, is_entry && is_head && is_last_segment)) - 1;
            carry.value = shuffle(sum.value, source);
            carry.has = shuffle(sum.has, source);
            carry_row = row_at_end;
            lowest_row = row_at_end;
        }
        const bool goes_on = view.offsets[carry_row + 1] > end;
        if (lane() == 0) {
            if (!goes_on) finish(carry_row, carry);
            arguments.carry_rows[tile] = goes_on ? carry_row : ~0ul;
            static_cast<typename P::Z *>(arguments.carry_values)[tile] = carry.value;
            arguments.carry_has[tile] = goes_on && carry.has;
        }
        start_was_written = __any_sync(all_lanes, start_was_written);
        if (lane() == 0) arguments.start_has[tile] = start_was_written;
    }
    view.publish(made);
}

/// Adds what tiles left of rows that end in a later tile. A warp per tile; those that are the first to
/// carry a row add up its carries, in an order that depends on the tiles alone. Grid: tiles / 8 blocks of
/// 256. Second kernel of mxv_merge_path and mxv_vsr.
template <class P>
__device__ void mxv_add_carries(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    unsigned made = 0;
    if (tile < arguments.tiles) {
        const unsigned long row = arguments.carry_rows[tile];
        const bool is_first = tile == 0 || arguments.carry_rows[tile - 1] != row;
        if (row < arguments.nrows && is_first) {
            Partial<P> sum;
            unsigned long k = tile + lane();
            while (k < arguments.tiles && arguments.carry_rows[k] == row) {
                Partial<P> part;
                part.value = static_cast<const typename P::Z *>(arguments.carry_values)[k];
                part.has = arguments.carry_has[k] != 0;
                sum.add(part);
                k += warp_size;
            }
            // The lane that stopped first stands at the tile in which the row ends.
            unsigned long last = k;
            for (int distance = 16; distance > 0; distance /= 2) {
                const unsigned long other = __shfl_xor_sync(all_lanes, last, distance);
                last = min(last, other);
            }
            reduce_lanes(sum, warp_size);
            if (lane() == 0 && sum.has) {
                if (last < arguments.tiles && arguments.start_has[last] != 0) {
                    Partial<P> rest;
                    rest.value = static_cast<const typename P::Z *>(arguments.w_values)[row];
                    rest.has = true;
                    sum.add(rest);
                    view.write_value(row, sum);
                } else {
                    made = view.write(row, sum);
                }
            }
        }
    }
    view.publish(made);
}

} // namespace grb::device
