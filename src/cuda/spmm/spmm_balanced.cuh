// Products by a full matrix in equal shares of entries, whose rows are searched for in the offsets.
// See spmm.cuh for P, which has here too
//   P::warps                of a block
//   P::flight               rows of B in flight at a time
#pragma once

#include "spmm/spmm.cuh"

namespace grb::device {

/// 32 neighbouring entries with their rows, as the lanes load them.
template <class P>
struct StagedEntries {
    unsigned long rows[warp_size];
    typename P::Index columns[warp_size];
    typename P::A factors[warp_size];

    /// All lanes call this; entries from `base` to `end` - 1, in rows low to high.
    __device__ void load(const SpmmView<P> &view, unsigned long base, unsigned long end,
                         unsigned long low, unsigned long high) {
        const unsigned long p = base + lane();
        __syncwarp();
        if (p < end) {
            rows[lane()] = row_of(view.offsets, p, low, high);
            columns[lane()] = view.column(p);
            factors[lane()] = view.matrix_value(p);
        }
        __syncwarp();
    }
};

/// The rows of a warp's first and last entry. All lanes.
template <class P>
__device__ inline void find_rows(const SpmmView<P> &view, unsigned long begin, unsigned long end,
                                 unsigned long low, unsigned long high, unsigned long &first,
                                 unsigned long &last) {
    const unsigned long found = row_of(view.offsets, lane() == 0 ? begin : end - 1, low, high);
    first = __shfl_sync(all_lanes, found, 0);
    last = __shfl_sync(all_lanes, found, 1);
}

/// Equal numbers of entries per warp, 32 of them at a time staged in shared memory with their rows;
/// lanes over columns add them up in turn (sequential reduction with CSC and workload balancing,
/// Huang et al. 2021 §2.1.3; there: atomics at the ends). Grid: entries / P::share · slices / 8
/// blocks of 256. For uneven rows, F > 4. Deterministic.
template <class P>
__device__ void spmm_sequential_balanced(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    __shared__ StagedEntries<P> all_staged[P::warps];
    StagedEntries<P> &staged = all_staged[threadIdx.x / warp_size];
    const WarpTask<P> task(warp_number(), arguments.tiles);
    if (task.slice >= arguments.slices) return;
    const unsigned long own = task.first_column(lane(), warp_size);
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    const unsigned long begin = task.unit * arguments.share;
    const unsigned long end = min(begin + arguments.share, arguments.A.nvals);
    unsigned long row, last_row;
    find_rows(view, begin, end, 0, arguments.A.nrows - 1, row, last_row);
    Sums<P> sums;
    for (unsigned long base = begin; base < end; base += warp_size) {
        staged.load(view, base, end, row, last_row);
        const int count = end - base < warp_size ? static_cast<int>(end - base) : warp_size;
#pragma unroll P::flight
        for (int k = 0; k < count; k++) {
            const Terms<P> terms = view.terms(staged.columns[k], c);
            if (staged.rows[k] != row) {
                if (is_active) view.store(row, c, sums);
                sums = Sums<P>();
                row = staged.rows[k];
            }
            sums.add(staged.factors[k], terms);
        }
    }
    if (!is_active) return;
    const bool goes_on = view.offsets[row + 1] > end;
    if (!goes_on) view.store(row, c, sums);
    view.leave(task.unit, goes_on ? row : view.no_row, c, sums);
}

/// Adds to each lane's sums those of later lanes that have the same row; rows ascend with the lane.
/// The first lane of a row then has its sum. All lanes.
template <class P>
__device__ inline void sum_segments(Sums<P> &sums, unsigned long row) {
    for (int distance = 1; distance < warp_size; distance *= 2) {
        Sums<P> other;
#pragma unroll
        for (int k = 0; k < P::vec; k++) other.values[k] = shuffle_down(sums.values[k], distance);
        const unsigned long other_row = __shfl_down_sync(all_lanes, row, distance);
        if (lane() + distance < warp_size && other_row == row) sums.add(other);
    }
}

/// Equal numbers of entries per warp, an entry a lane, P::vec columns each (VDL). A prefix network
/// of shuffles adds neighbours of the same row (VSR), and the first lane of each segment writes; a
/// segment that continues is carried along (parallel reduction with workload balancing, Huang et
/// al. 2021 §2.1.1 and 2.1.2; there: atomics at the ends). Grid: entries / P::share · slices / 8
/// blocks of 256. For short rows, F <= 4. Deterministic.
template <class P>
__device__ void spmm_parallel_balanced(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const WarpTask<P> task(warp_number(), arguments.tiles);
    if (task.slice >= arguments.slices) return;
    const auto c = static_cast<unsigned>(task.first_column(0, 1));
    const unsigned long begin = task.unit * arguments.share;
    const unsigned long end = min(begin + arguments.share, arguments.A.nvals);
    unsigned long open_row, last_row;
    find_rows(view, begin, end, 0, arguments.A.nrows - 1, open_row, last_row);
    Sums<P> open; // of open_row so far; the same in all lanes
#pragma unroll 1
    for (unsigned long base = begin; base < end; base += warp_size) {
        const unsigned long p = base + lane();
        const bool is_entry = p < end;
        // Lanes past the end form a segment of their own, which is never written.
        const unsigned long row =
            is_entry ? row_of(view.offsets, p, open_row, last_row) : arguments.A.nrows;
        Sums<P> sums;
        if (is_entry) sums.add(view.matrix_value(p), view.terms(view.column(p), c));
        const unsigned long row_before = __shfl_up_sync(all_lanes, row, 1);
        const bool is_head = lane() == 0 || row_before != row;
        if (lane() == 0) {
            if (row == open_row) {
                sums.add_before(open);
            } else {
                view.store(open_row, c, open);
            }
        }
        sum_segments(sums, row);
        const int entries = end - base < warp_size ? static_cast<int>(end - base) : warp_size;
        open_row = __shfl_sync(all_lanes, row, entries - 1);
        const bool is_last_segment = row == open_row;
        if (is_entry && is_head && !is_last_segment) view.store(row, c, sums);
        const int source =
            __ffs(__ballot_sync(all_lanes, is_entry && is_head && is_last_segment)) - 1;
#pragma unroll
        for (int k = 0; k < P::vec; k++) open.values[k] = shuffle(sums.values[k], source);
    }
    if (lane() != 0) return;
    const bool goes_on = view.offsets[open_row + 1] > end;
    if (!goes_on) view.store(open_row, c, open);
    view.leave(task.unit, goes_on ? open_row : view.no_row, c, open);
}

/// First phase: finds the row of each tile's first entry. Grid: a thread per tile.
template <class P>
__device__ void spmm_merge_partition(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const unsigned long tile = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    if (tile >= arguments.tiles) return;
    arguments.limits[tile] = row_of(view.offsets, tile * arguments.share, 0, arguments.A.nrows - 1);
}

/// Sums of rows that cross the warps of a block, lanes over columns: each warp's first row, and the
/// row that continues behind it.
template <class P>
struct BlockRests {
    typename P::Z front[P::warps][warp_size], back[P::warps][warp_size];
    unsigned long first_row[P::warps], open_row[P::warps]; // SpmmView::no_row: none
    bool is_ended[P::warps];                               // the first row ends in the warp
};

/// An entry of A with its row.
template <class P>
struct LaneEntry {
    unsigned long row = SpmmView<P>::no_row;
    typename P::Index column{};
    typename P::A factor{};

    /// Entry p, whose row is one of low to high.
    __device__ void load(const SpmmView<P> &view, unsigned long p, unsigned long low,
                         unsigned long high) {
        row = row_of(view.offsets, p, low, high);
        column = view.column(p);
        factor = view.matrix_value(p);
    }
};

/// Adds up the entries of a warp, one of each of the first `count` lanes, for column c. Stores rows
/// inside the warp; leaves the first row and the one that continues behind `end` in `rests`. All
/// lanes.
template <class P>
__device__ inline void sum_warp(const SpmmView<P> &view, const LaneEntry<P> &own, int count,
                                unsigned long end, unsigned c, bool is_active, int warp,
                                BlockRests<P> &rests) {
    const unsigned long first_row = __shfl_sync(all_lanes, own.row, 0);
    unsigned long row = first_row;
    Sums<P> sums;
    for (int first = 0; first < count; first += P::flight) {
        Terms<P> terms[P::flight];
#pragma unroll
        for (int k = 0; k < P::flight; k++)
            if (first + k < count) terms[k] = view.terms(shuffle(own.column, first + k), c);
#pragma unroll
        for (int k = 0; k < P::flight; k++) {
            if (first + k >= count) break;
            const unsigned long next = __shfl_sync(all_lanes, own.row, first + k);
            if (next != row) {
                if (row == first_row) {
                    rests.front[warp][lane()] = sums.values[0];
                } else if (is_active) {
                    view.store(row, c, sums);
                }
                sums = Sums<P>();
                row = next;
            }
            sums.add(shuffle(own.factor, first + k), terms[k]);
        }
    }
    const bool goes_on = view.offsets[row + 1] > end;
    if (row == first_row) {
        rests.front[warp][lane()] = sums.values[0];
    } else if (!goes_on && is_active) {
        view.store(row, c, sums);
    }
    rests.back[warp][lane()] = sums.values[0];
    if (lane() == 0) {
        rests.first_row[warp] = first_row;
        rests.is_ended[warp] = row != first_row || !goes_on;
        rests.open_row[warp] = goes_on ? row : view.no_row;
    }
}

/// Joins the rests of a block's warps in their order: stores the rows that end in the block, leaves
/// the last one as the tile's carry. One warp, lanes with a column.
template <class P>
__device__ inline void join_rests(const SpmmView<P> &view, const BlockRests<P> &rests,
                                  unsigned long tile, unsigned c) {
    Sums<P> open, partial;
    unsigned long open_row = view.no_row;
    for (int k = 0; k < P::warps && rests.first_row[k] != view.no_row; k++) {
        partial.values[0] = rests.front[k][lane()];
        open.add(partial); // neutral when no row continues into the warp
        if (rests.is_ended[k]) {
            view.store(rests.first_row[k], c, open);
            open = Sums<P>();
            if (rests.open_row[k] != view.no_row) open.values[0] = rests.back[k][lane()];
        }
        open_row = rests.open_row[k];
    }
    view.leave(tile, open_row, c, open);
}

/// Second phase: a tile of P::warps · 32 entries per block, each warp 32 of them, one a lane. Lanes
/// cover adjacent columns and exchange their entries by shuffles, so that all the tile's rows of B
/// are in flight together. Shared memory joins rows across warps, spmm_add_carries those across
/// blocks (merge-based SpMM, Yang 2019 §6.2.2, Algorithm 10; differs: rows are searched for in the
/// offsets between the tile's limits, of which there may be any number, not in a copy in shared
/// memory). Grid: tiles · slices blocks of 128. For short rows. Deterministic.
template <class P>
__device__ void spmm_merge(const SpmmArguments &arguments) {
    static_assert(P::vec == 1);
    const SpmmView<P> view(arguments);
    __shared__ BlockRests<P> rests;
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    const WarpTask<P> task(blockIdx.x, arguments.tiles);
    const unsigned long own = task.first_column(lane(), warp_size);
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    const unsigned long tile_end = min((task.unit + 1) * arguments.share, arguments.A.nvals);
    const unsigned long begin = task.unit * arguments.share + warp * warp_size;
    const unsigned long end = min(begin + warp_size, tile_end);
    const int count = begin < end ? static_cast<int>(end - begin) : 0;
    if (lane() == 0) rests.first_row[warp] = rests.open_row[warp] = view.no_row;
    if (count > 0) { // the same for all lanes
        const unsigned long low = arguments.limits[task.unit];
        const unsigned long high = task.unit + 1 < arguments.tiles ? arguments.limits[task.unit + 1]
                                                                   : arguments.A.nrows - 1;
        LaneEntry<P> entry;
        if (lane() < count) entry.load(view, begin + lane(), low, high);
        sum_warp(view, entry, count, end, c, is_active, warp, rests);
    }
    __syncthreads();
    if (warp == 0 && is_active) join_rests(view, rests, task.unit, c);
}

} // namespace grb::device
