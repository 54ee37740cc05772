// Pull under the schedules that cut entries into equal tiles, whatever the rows: `edge` (all
// entries of A) and `merge` (those of the rows that the mask allows). See mxv_pull.cuh for P, which
// has here too
//   P::steps                rounds of 32 entries in a tile
//   P::EdgeRow              width of the row of each entry (edge)
#pragma once

#include "mxv/mxv_carries.cuh"
#include "kernels/row_walk.cuh"

namespace grb::device {

/// A tile of numbered entries. It writes the rows that end in it and carries the one that
/// continues, in the arrays that mxv_add_carries reads. `row_at(e)` is the row of entry e,
/// ascending, `bounds(row)` the numbers of its first entry and of the one after its last,
/// `position(e, row)` its position in A.
template <class P>
struct TileWalk {
    const PullView<P> &view;
    unsigned long tile, begin, end;

    template <class RowAt, class Bounds, class Position>
    __device__ unsigned run(const RowAt &row_at, const Bounds &bounds,
                            const Position &position) const {
        const MxvPullArguments &arguments = view.arguments;
        const unsigned long first_row = row_at(begin);
        const bool starts_inside = bounds(first_row).begin < begin;
        bool start_was_written = false;
        unsigned made = 0;
        const auto finish = [&](unsigned long row, const Partial<P> &sum) {
            const unsigned is_written = view.write(row, sum);
            made += is_written;
            if (row == first_row && starts_inside) start_was_written = is_written != 0;
        };
        RowWalk<P> walk;
        for (unsigned long base = begin; base < end; base += warp_size) {
            const unsigned long e = base + lane();
            const bool is_entry = e < end;
            const unsigned long row = is_entry ? row_at(e) : RowWalk<P>::no_row;
            Partial<P> term;
            // Skip: the rest of a row that has reached its terminal value is not read.
            const bool is_skipped = is_final(walk.sum) && row == walk.row;
            if (is_entry && !is_skipped && view.is_allowed(row))
                term = view.product(position(e, row));
            walk.step(is_entry, row, term, finish);
        }
        const bool goes_on = bounds(walk.row).end > end;
        if (!goes_on) walk.finish_last(finish);
        start_was_written = __any_sync(all_lanes, start_was_written);
        if (lane() == 0) {
            arguments.carry_rows[tile] = goes_on ? walk.row : ~0ul;
            static_cast<typename P::Z *>(arguments.carry_values)[tile] = walk.sum.value;
            arguments.carry_has[tile] = goes_on && walk.sum.has;
            arguments.start_has[tile] = start_was_written;
        }
        return made;
    }
};

struct EntryBounds {
    unsigned long begin, end;
};

/// S_em: a thread per entry of A finds its row in an array that is kept with A. Rows that the mask
/// excludes cost the lookup. Shuffles join lanes of the same row, mxv_add_carries joins tiles.
/// Grid: entries / (32 · P::steps) warps. Deterministic.
template <class P>
__device__ void mxv_pull_edge(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const auto *rows = static_cast<const typename P::EdgeRow *>(arguments.edge_rows);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x) / warp_size;
    const unsigned long begin = tile * (warp_size * P::steps);
    const unsigned long end = min(begin + warp_size * P::steps, arguments.A.nvals);
    unsigned made = 0;
    if (begin < end) { // the same for all lanes
        const TileWalk<P> walk{view, tile, begin, end};
        made = walk.run([&](unsigned long e) { return static_cast<unsigned long>(rows[e]); },
                        [&](unsigned long row) {
                            return EntryBounds{view.offsets[row], view.offsets[row + 1]};
                        },
                        [](unsigned long e, unsigned long) { return e; });
    }
    view.publish(made);
}

/// S_strict: equal numbers of entries per warp, of the rows that the mask allows. A prefix sum over
/// the rows (arguments.prefix, nrows + 1) numbered these entries; the device reads their number.
/// The kernel searches for rows between those at both ends of the tile. arguments.tiles is the most
/// tiles possible; the unneeded ones are marked as empty. Any grid. Deterministic.
template <class P>
__device__ void mxv_pull_merge(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long *prefix = arguments.prefix;
    const unsigned long total = prefix[arguments.A.nrows];
    const unsigned long warps =
        static_cast<unsigned long>(gridDim.x) * (schedule_threads / warp_size);
    unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x) / warp_size;
    unsigned made = 0;
    for (; tile < arguments.tiles; tile += warps) {
        const unsigned long begin = tile * (warp_size * P::steps);
        const unsigned long end = min(begin + warp_size * P::steps, total);
        if (begin >= end) { // the same for all lanes
            if (lane() == 0) {
                arguments.carry_rows[tile] = ~0ul;
                arguments.carry_has[tile] = 0;
                arguments.start_has[tile] = 0;
            }
            continue;
        }
        // Lane 0 searches for the first row, the others for the last one.
        const unsigned long found =
            row_of(prefix, lane() == 0 ? begin : end - 1, 0, arguments.A.nrows - 1);
        const unsigned long low = __shfl_sync(all_lanes, found, 0);
        const unsigned long high = __shfl_sync(all_lanes, found, 1);
        const TileWalk<P> walk{view, tile, begin, end};
        made += walk.run([&](unsigned long e) { return row_of(prefix, e, low, high); },
                         [&](unsigned long row) {
                             return EntryBounds{prefix[row], prefix[row + 1]};
                         },
                         [&](unsigned long e, unsigned long row) {
                             return view.offsets[row] + (e - prefix[row]);
                         });
    }
    view.publish(made);
}

} // namespace grb::device
