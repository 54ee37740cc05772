// Pull by classes of row lengths that are known beforehand. See mxv_pull.cuh for P; u is full.
#pragma once

#include "kernels/mxv_pull.cuh"

namespace grb::device {

/// Values of u: of the columns with most entries from a table in shared memory, which gives a warp 32 values
/// in 3 or 4 cycles where L1 gives about one a cycle; the others from memory.
template <class P>
struct HubSource {
    using U = typename P::U;
    const PullView<P> &view;
    const Bits<U> *table, *u;

    __device__ Partial<P> product(typename P::Index j, typename P::A a) const {
        Partial<P> term;
        const Bits<U> bits = j < view.arguments.hubs ? table[j] : __ldg(u + j);
        term.value = P::multiply(a, from_bits<U>(bits));
        term.has = true;
        return term;
    }
    /// The sum of entries [begin, end) over `width` neighbouring lanes, for the first of them: each takes
    /// every width-th, four of them under way at a time.
    template <int width>
    __device__ Partial<P> sum_of(unsigned long begin, unsigned long end) const {
        constexpr int flight = 4;
        Partial<P> sum;
        unsigned long p = begin + lane() % width;
        for (; p + (flight - 1) * width < end; p += flight * width) {
            typename P::Index columns[flight];
            typename P::A factors[flight];
#pragma unroll
            for (int i = 0; i < flight; i++) {
                columns[i] = view.template column<(width > 1)>(p + i * width);
                factors[i] = view.template matrix_value<(width > 1)>(p + i * width);
            }
#pragma unroll
            for (int i = 0; i < flight; i++) sum.add(product(columns[i], factors[i]));
        }
        for (; p < end; p += width) {
            sum.add(product(view.template column<(width > 1)>(p),
                            view.template matrix_value<(width > 1)>(p)));
        }
        reduce_lanes(sum, width);
        return sum;
    }
};

/// Rows in classes by the power of 2 of their length, longest first (row_order): those of 4,096 entries and
/// more in chunks of 1,024 for a warp each, joined by mxv_join_chunks; of 64 and more a warp each; of 8 and
/// more 8 lanes each; others a lane each (the bins of ACSR, Ashari et al. 2014,
/// doi:10.1109/SC.2014.68, here with one launch; columns numbered by how many entries they have and the hub
/// cache of Enterprise, Liu & Huang, SC 2015, for u). Warps take tasks in turn, so that each class spreads
/// over all multiprocessors. About 12 instructions an entry, where the merge path takes 100. Bytes: A and
/// u once, 4 a row. Grid: a block of 1,024 a multiprocessor. Deterministic.
template <class P>
__device__ void mxv_binned(const MxvPullArguments &arguments) {
    using U = typename P::U;
    static_assert(P::u_is_full);
    extern __shared__ __align__(16) unsigned char hub_memory[];
    const PullView<P> view(arguments);
    auto *table = reinterpret_cast<Bits<U> *>(hub_memory);
    const auto *u = static_cast<const Bits<U> *>(arguments.u_values);
    for (unsigned k = threadIdx.x; k < arguments.hubs; k += blockDim.x) table[k] = __ldg(u + k);
    __syncthreads();
    const HubSource<P> source{view, table, u};
    const BinnedRows &bins = arguments.bins;
    const auto write = [&view](unsigned long row, const Partial<P> &sum) {
        view.write_value(row, sum);
    };
    constexpr unsigned long quarter = warp_size / 8;
    const unsigned long in_warps = bins.chunks + bins.warp_rows,
                        in_quarters = in_warps + (bins.short_rows + quarter - 1) / quarter,
                        tasks = in_quarters + (bins.lane_rows + warp_size - 1) / warp_size;
    const unsigned long warps = static_cast<unsigned long>(gridDim.x) * (blockDim.x / warp_size);
    const unsigned *order = arguments.bins.order;
    for (unsigned long task =
             threadIdx.x / warp_size * static_cast<unsigned long>(gridDim.x) + blockIdx.x;
         task < tasks; task += warps) {
        if (task < bins.chunks) {
            unsigned long low = 0, high = bins.long_rows; // the last k with first_chunk[k] <= task
            while (high - low > 1) {
                const unsigned long middle = (low + high) / 2;
                (bins.first_chunk[middle] <= task ? low : high) = middle;
            }
            const unsigned long row = order[low];
            const unsigned long begin =
                view.offsets[row] + (task - bins.first_chunk[low]) * bin_chunk;
            const unsigned long row_end = view.offsets[row + 1];
            const Partial<P> sum = source.template sum_of<warp_size>(
                begin, min(begin + static_cast<unsigned long>(bin_chunk), row_end));
            if (lane() == 0) static_cast<typename P::Z *>(arguments.carry_values)[task] = sum.value;
        } else if (task < in_warps) {
            const unsigned long row = order[bins.long_rows + (task - bins.chunks)];
            const Partial<P> sum =
                source.template sum_of<warp_size>(view.offsets[row], view.offsets[row + 1]);
            if (lane() == 0) write(row, sum);
        } else if (task < in_quarters) {
            const unsigned long k = (task - in_warps) * quarter + lane() / 8;
            unsigned long row = 0, begin = 0, end = 0;
            if (k < bins.short_rows) {
                row = order[bins.long_rows + bins.warp_rows + k];
                begin = view.offsets[row];
                end = view.offsets[row + 1];
            }
            const Partial<P> sum = source.template sum_of<8>(begin, end);
            if (lane() % 8 == 0) write(row, sum);
        } else {
            const unsigned long k = (task - in_quarters) * warp_size + lane();
            if (k >= bins.lane_rows) continue;
            const unsigned long row = order[bins.long_rows + bins.warp_rows + bins.short_rows + k];
            write(row, source.template sum_of<1>(view.offsets[row], view.offsets[row + 1]));
        }
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
