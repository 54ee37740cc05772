// Pull by equal shares of rows + entries. See mxv_pull.cuh for P, which has here too
//   P::threads, P::items    of a tile
#pragma once

#include "kernels/diagonal.cuh"
#include "mxv/mxv_carries.cuh"

namespace grb::device {

/// Sums by row over the threads of a block, `row` ascending with the thread. Warps scan by
/// shuffles, then each warp scans the warps' sums.
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
    /// Inclusive scan of (row, sum); returns the exclusive one, which is empty (row ~0) for thread
    /// 0.
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
        // Every warp scans the sums of all warps, and takes the sum before its own.
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

/// Finds the rows before the beginning of each tile, and before the end: the schedule of
/// mxv_merge_path. It depends on the row offsets alone, and the matrix keeps it. Grid: a thread per
/// tile and one more.
template <class P>
__device__ void mxv_merge_schedule(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    if (tile > arguments.tiles) return;
    const unsigned long total = arguments.A.nrows + arguments.A.nvals;
    arguments.tile_rows[tile] = rows_before_diagonal(
        [&](unsigned long k) { return static_cast<unsigned long>(view.offsets[k + 1]); },
        arguments.A.nrows, arguments.A.nvals,
        min(tile * static_cast<unsigned long>(P::threads * P::items), total));
}

/// Shared memory of a tile: the products, then the row ends (counted from the tile's first entry);
/// together as many as the tile's items and one more.
template <class P>
struct MergeTile {
    static constexpr int threads = P::threads, items = P::items, size = threads * items;
    using Z = typename P::Z;
    static constexpr int widest = sizeof(Z) > sizeof(int) ? sizeof(Z) : sizeof(int);

    alignas(16) unsigned char bytes[(size + 2) * widest];
    bool has[P::u_is_full ? 1 : size];
    RowScan<P, threads> scan;

    __device__ Z *values() { return reinterpret_cast<Z *>(bytes); }
    __device__ int *ends(int entries) {
        const int begin = (entries * static_cast<int>(sizeof(Z)) + 3) / 4;
        return reinterpret_cast<int *>(bytes) + begin;
    }
};

/// The tile of this block: `rows` row ends and `entries` entries, counted from first_row and
/// first_entry.
template <class P>
struct TileBounds {
    unsigned long first_row, first_entry;
    int rows, entries;

    __device__ explicit TileBounds(const MxvPullArguments &arguments) {
        constexpr int size = P::threads * P::items;
        const unsigned long tile = blockIdx.x;
        const unsigned long begin = tile * size;
        first_row = arguments.tile_rows[tile];
        const unsigned long end = min(begin + size, arguments.A.nrows + arguments.A.nvals);
        first_entry = begin - first_row;
        rows = static_cast<int>(arguments.tile_rows[tile + 1] - first_row);
        entries = static_cast<int>(end - begin) - rows;
    }
};

/// A thread's share of the tile's entries, every P::threads-th of them, in registers.
template <class P>
struct TileEntries {
    typename P::Index columns[P::items];
    typename P::A factors[P::items];

    __device__ void load(const PullView<P> &view, const TileBounds<P> &tile) {
#pragma unroll
        for (int i = 0; i < P::items; i++) {
            const int k = static_cast<int>(threadIdx.x) + i * P::threads;
            if (k < tile.entries) {
                columns[i] = view.template column<true>(tile.first_entry + k);
                factors[i] = view.template matrix_value<true>(tile.first_entry + k);
            }
        }
    }
    /// Writes the products of these entries with u to shared memory.
    __device__ void multiply(const PullView<P> &view, const TileBounds<P> &tile,
                             MergeTile<P> &shared) const {
        typename P::Z *values = shared.values();
#pragma unroll
        for (int i = 0; i < P::items; i++) {
            const int k = static_cast<int>(threadIdx.x) + i * P::threads;
            if (k < tile.entries) {
                const Partial<P> term = view.product(columns[i], factors[i]);
                values[k] = term.value;
                if constexpr (!P::u_is_full) shared.has[k] = term.has;
            }
        }
    }
};

/// Writes the ends of the tile's rows to shared memory, and of the row that continues after the
/// tile.
template <class P>
__device__ inline void load_ends(const PullView<P> &view, const MxvPullArguments &arguments,
                                 const TileBounds<P> &tile, int *ends) {
    constexpr unsigned long past_the_tile = P::threads * P::items + 1;
    for (int k = static_cast<int>(threadIdx.x); k <= tile.rows; k += P::threads) {
        const unsigned long row = tile.first_row + k;
        const unsigned long end =
            row < arguments.A.nrows ? view.offsets[row + 1] : arguments.A.nvals;
        ends[k] = static_cast<int>(min(end - tile.first_entry, past_the_tile));
    }
}

/// Row ends before item `diagonal` of the tile's path.
template <class P>
__device__ inline int ends_before(const TileBounds<P> &tile, const int *ends, int diagonal) {
    int low = max(diagonal - tile.entries, 0);
    for (int high = min(diagonal, tile.rows); low < high;) {
        const int middle = (low + high) / 2;
        if (ends[middle] <= diagonal - middle - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The sums of a thread's segment of the path. Rows count from the tile's first one.
template <class P>
struct PathSegment {
    int first_ended = -1; // the first row that ends on the segment, or -1
    Partial<P> first_sum; // of that row, without the sums of earlier threads
    int open_row;         // the row that continues after the segment
    Partial<P> open_sum;  // of that row
    unsigned made = 0;    // rows written

    /// Adds up a segment of P::items items. Rows that begin and end on it are written.
    __device__ PathSegment(const PullView<P> &view, const TileBounds<P> &tile, MergeTile<P> &shared,
                         const int *ends) {
        const typename P::Z *values = shared.values();
        const int items = tile.rows + tile.entries;
        const int begin = min(static_cast<int>(threadIdx.x) * P::items, items);
        const int end = min(begin + P::items, items);
        open_row = ends_before(tile, ends, begin);
        int entry = begin - open_row;
        for (int k = begin; k < end; k++) {
            if (open_row < tile.rows && ends[open_row] <= entry) {
                end_row(view, tile);
            } else {
                Partial<P> term;
                term.value = values[entry];
                term.has = true;
                if constexpr (!P::u_is_full) term.has = shared.has[entry];
                if (P::u_is_full || term.has) open_sum.add(term);
                entry++;
            }
        }
    }

    /// Writes the first ended row, once `before`, the sum of the threads before, is known.
    __device__ void finish_first(const PullView<P> &view, const MxvPullArguments &arguments,
                                 const TileBounds<P> &tile,
                                 const typename RowScan<P, P::threads>::Item &before) {
        if (first_ended < 0) return;
        if (before.row == static_cast<unsigned>(first_ended)) {
            Partial<P> whole = before.sum;
            whole.add(first_sum);
            first_sum = whole;
        }
        const unsigned is_written = view.write(tile.first_row + first_ended, first_sum);
        made += is_written;
        if (first_ended == 0) arguments.start_has[blockIdx.x] = is_written != 0;
    }

private:
    __device__ void end_row(const PullView<P> &view, const TileBounds<P> &tile) {
        if (first_ended < 0) {
            first_ended = open_row;
            first_sum = open_sum;
        } else {
            made += view.write(tile.first_row + open_row, open_sum);
        }
        open_sum = Partial<P>();
        open_row++;
    }
};

/// Equal shares of rows + entries: the merge path of row ends and entry numbers is cut into tiles
/// of threads · items, whose corners the schedule names (Merrill and Garland 2016; Yang 2019 §6.1
/// and §7.4; Shan et al. 2023 §III). A tile's products go to shared memory. Each thread adds up its
/// segment of the path. A scan by row joins the segments. mxv_add_carries gets the tile's part of
/// its last row. A thread issues all its loads before it uses the first one. Grid: a block per
/// tile. Work does not depend on how entries are distributed over rows. Deterministic.
template <class P>
__device__ void mxv_merge_path(const MxvPullArguments &arguments) {
    __shared__ MergeTile<P> shared;
    const PullView<P> view(arguments);
    const TileBounds<P> tile(arguments);

    int *ends = shared.ends(tile.entries);
    TileEntries<P> entries;
    entries.load(view, tile);
    load_ends(view, arguments, tile, ends);
    entries.multiply(view, tile, shared);
    __syncthreads();

    PathSegment<P> segment(view, tile, shared, ends);
    typename RowScan<P, P::threads>::Item own{segment.open_sum,
                                              static_cast<unsigned>(segment.open_row)};
    typename RowScan<P, P::threads>::Item last;
    const auto before = shared.scan.exclusive(own, last);
    segment.finish_first(view, arguments, tile, before);

    const unsigned block = blockIdx.x;
    if (tile.rows == 0 && threadIdx.x == 0) arguments.start_has[block] = 0;
    if (threadIdx.x == P::threads - 1) { // `last` is the sum of all threads
        arguments.carry_rows[block] = tile.first_row + last.row;
        static_cast<typename P::Z *>(arguments.carry_values)[block] = last.sum.value;
        arguments.carry_has[block] = last.sum.has;
    }
    view.publish(segment.made);
    if (arguments.carry_blocks != nullptr) add_carries_at_last<P>(arguments);
}

} // namespace grb::device
