// Pull by classes of row lengths that are known beforehand. See mxv_pull.cuh for P; u is full.
#pragma once

#include "kernels/hub_source.cuh"

namespace grb::device {

/// Entries of a row that are added up together; none: a lane without work.
struct RowPiece {
    unsigned long row = 0, begin = 0, end = 0;
};

/// Rows in classes by the power of 2 of their length, longest first (row_order): those of 4,096 entries and
/// more in chunks of 1,024 for a warp each, joined by mxv_join_chunks; of 256 and more a warp each; of 8 and
/// more 8 lanes each; others a lane each (the bins of ACSR, Ashari et al. 2014,
/// doi:10.1109/SC.2014.68, here with one launch; columns numbered by how many entries they have and the hub
/// cache of Enterprise, Liu & Huang, SC 2015, for u). Warps take tasks in turn, so that each class spreads
/// over all multiprocessors. About 12 instructions an entry, where the merge path takes 100. Bytes: A and
/// u once, 4 a row. Grid: a block of 1,024 a multiprocessor. Deterministic.
template <class P>
__device__ void mxv_binned(const MxvPullArguments &arguments) {
    static_assert(P::u_is_full);
    extern __shared__ __align__(16) unsigned char hub_memory[];
    const PullView<P> view(arguments);
    const HubSource<P> source(arguments, hub_memory);
    const BinnedRows &bins = arguments.bins;
    constexpr unsigned long quarter = warp_size / 8;
    // With values to hold besides, two groups of entries a lane would not fit the registers.
    constexpr int flight = P::uses_a && !P::a_is_iso ? 1 : 2;
    const unsigned long in_warps = bins.chunks + bins.warp_rows,
                        in_quarters = in_warps + (bins.short_rows + quarter - 1) / quarter,
                        tasks = in_quarters + (bins.lane_rows + warp_size - 1) / warp_size;
    const unsigned long warps = static_cast<unsigned long>(gridDim.x) * (blockDim.x / warp_size);
    const auto piece_of = [&](unsigned long task) {
        RowPiece piece;
        unsigned long k = 0, last = 0; // of row_order, and the end of the class
        if (task < bins.chunks) {
            unsigned long high = bins.long_rows; // the last k with first_chunk[k] <= task
            while (high - k > 1) {
                const unsigned long middle = (k + high) / 2;
                (bins.first_chunk[middle] <= task ? k : high) = middle;
            }
            last = bins.long_rows;
        } else if (task < in_warps) {
            k = bins.long_rows + (task - bins.chunks);
            last = bins.long_rows + bins.warp_rows;
        } else if (task < in_quarters) {
            k = bins.long_rows + bins.warp_rows + (task - in_warps) * quarter + lane() / 8;
            last = bins.long_rows + bins.warp_rows + bins.short_rows;
        } else if (task < tasks) {
            const unsigned long first = bins.long_rows + bins.warp_rows + bins.short_rows;
            k = first + (task - in_quarters) * warp_size + lane();
            last = first + bins.lane_rows;
        }
        if (k >= last) return piece;
        piece.row = bins.order[k];
        piece.begin = view.offsets[piece.row];
        piece.end = view.offsets[piece.row + 1];
        if (task < bins.chunks) {
            piece.begin += (task - bins.first_chunk[k]) * bin_chunk;
            piece.end = min(piece.end, piece.begin + bin_chunk);
        }
        return piece;
    };
    unsigned long task =
        threadIdx.x / warp_size * static_cast<unsigned long>(gridDim.x) + blockIdx.x;
    RowPiece piece = piece_of(task);
    while (task < tasks) {
        // Where the next piece lies is on its way while this one is added up.
        const RowPiece next = piece_of(task + warps);
        if (task < in_warps) {
            const Partial<P> sum =
                sum_of_piece<warp_size, flight>(view, piece.begin, piece.end, source);
            if (lane() == 0 && task < bins.chunks) {
                static_cast<typename P::Z *>(arguments.carry_values)[task] = sum.value;
            } else if (lane() == 0) {
                view.write_value(piece.row, sum);
            }
        } else if (task < in_quarters) {
            const Partial<P> sum = sum_of_piece<8, flight>(view, piece.begin, piece.end, source);
            if (lane() % 8 == 0) view.write_value(piece.row, sum);
        } else {
            view.write_value(piece.row,
                             sum_of_piece<1, flight>(view, piece.begin, piece.end, source));
        }
        piece = next;
        task += warps;
    }
}

/// Adds up the chunks of long rows, a warp each, in an order that the row's length fixes. Grid: long rows /
/// 8 blocks of 256. Second kernel of mxv_binned.
template <class P>
__device__ void mxv_join_chunks(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long k =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    if (k >= arguments.bins.long_rows) return;
    const unsigned long end = arguments.bins.first_chunk[k + 1];
    Partial<P> sum;
    for (unsigned long c = arguments.bins.first_chunk[k] + lane(); c < end; c += warp_size) {
        Partial<P> part;
        part.value = static_cast<const typename P::Z *>(arguments.carry_values)[c];
        part.has = true;
        sum.add(part);
    }
    reduce_lanes(sum, warp_size);
    if (lane() == 0) view.write_value(arguments.bins.order[k], sum);
}

} // namespace grb::device
