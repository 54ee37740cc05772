// Pull by equal shares of rows + entries. See mxv_pull.cuh for P, which has here too
//   P::threads, P::items    of a tile
#pragma once

#include "kernels/diagonal.cuh"
#include "mxv/mxv_carries.cuh"

namespace grb::device {

/// Sums by row of neighbouring threads of a block, `row` ascending with the thread. Warps by shuffles, then
/// each over the warps' sums.
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

    alignas(16) unsigned char bytes[(size + 2) * widest];
    bool has[P::u_is_full ? 1 : size];
    RowScan<P, threads> scan;

    __device__ Z *values() { return reinterpret_cast<Z *>(bytes); }
    __device__ int *ends(int entries) {
        const int begin = (entries * static_cast<int>(sizeof(Z)) + 3) / 4;
        return reinterpret_cast<int *>(bytes) + begin;
    }
};

/// Equal shares of rows + entries: the merge path of row ends and entry numbers is cut into tiles of
/// threads · items, whose corners the schedule names (Merrill and Garland 2016; Yang 2019 §6.1 and §7.4; Shan
/// et al. 2023 §III). Products go through shared memory, each thread then walks its piece of the path, and a
/// scan by row joins the pieces; what a tile leaves of its last row is added by mxv_add_carries. All loads of
/// a thread are under way before the first is used. Grid: a block per tile. Never bad, whatever the rows.
/// Deterministic.
template <class P>
__device__ void mxv_merge_path(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    __shared__ MergeTile<P> shared;
    const unsigned long tile = blockIdx.x;
    const int thread = static_cast<int>(threadIdx.x);
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
        const int k = thread + i * threads;
        if (k < entries) {
            columns[i] = view.template column<true>(first_entry + k);
            factors[i] = view.template matrix_value<true>(first_entry + k);
        }
    }
    // One end more than the tile's rows: the row that it breaks off in.
    for (int k = thread; k <= rows; k += threads) {
        const unsigned long row = first_row + k;
        const unsigned long row_end =
            row < arguments.nrows ? view.offsets[row + 1] : arguments.nvals;
        ends[k] =
            static_cast<int>(min(row_end - first_entry, static_cast<unsigned long>(size + 1)));
    }
#pragma unroll
    for (int i = 0; i < items; i++) {
        const int k = thread + i * threads;
        if (k < entries) {
            const Partial<P> term = view.product(columns[i], factors[i]);
            values[k] = term.value;
            if constexpr (!P::u_is_full) shared.has[k] = term.has;
        }
    }
    __syncthreads();

    const int begin = min(thread * items, rows + entries);
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
    if (rows == 0 && thread == 0) arguments.start_has[tile] = 0;
    if (thread == threads - 1) {
        arguments.carry_rows[tile] = first_row + last.row;
        static_cast<typename P::Z *>(arguments.carry_values)[tile] = last.sum.value;
        arguments.carry_has[tile] = last.sum.has;
    }
    view.publish(made);
}

} // namespace grb::device
