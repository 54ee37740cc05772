// Tiles of equal work for merges of sparse rows.
// The kernels depend on no type, so the plugin's build compiles them.
#include "cuda/merge/sparse_tiles.hpp"

namespace grb::device {

namespace {

constexpr int block = 256;
constexpr int scan_threads = 1024, scan_per_thread = 8;

/// Finds the start of tile t. Items are numbered row by row, entries of a and b by column, then the
/// row's end (the merge path of Merrill and Garland 2016 between rows, of Odeh et al. 2012 inside
/// one), so neither a giant row nor a million empty ones make a tile longer. Grid: (tiles + 1) /
/// 256 blocks, a thread per tile; two binary searches. Deterministic.
__global__ void __launch_bounds__(block)
    find_tile_starts(const SparseMergeArguments g, unsigned long tiles) {
    const unsigned long t = blockIdx.x * static_cast<unsigned long>(block) + threadIdx.x;
    if (t > tiles) return;
    const unsigned long whole = t * sparse_tile;
    const unsigned long item = whole < g.items ? whole : g.items;
    unsigned long row = 0, high = g.nrows;
    while (row < high) {
        const unsigned long middle = row + (high - row) / 2;
        if (row_offset(g.a, middle + 1) + row_offset(g.b, middle + 1) + middle + 1 <= item) {
            row = middle + 1;
        } else {
            high = middle;
        }
    }
    unsigned long entry = g.a.nvals;
    if (row < g.nrows) {
        const unsigned long a = row_offset(g.a, row), b = row_offset(g.b, row);
        const auto a_column = [&](unsigned long i) {
            return load_index(g.a.column_indices, g.a.has_short_columns, a + i);
        };
        const auto b_column = [&](unsigned long j) {
            return load_index(g.b.column_indices, g.b.has_short_columns, b + j);
        };
        entry = a + merge_path(a_column, row_offset(g.a, row + 1) - a, b_column,
                               row_offset(g.b, row + 1) - b, item - (a + b + row));
    }
    g.tile_rows[t] = row;
    g.tile_entries[t] = entry;
}

/// sums(t) = sum of those before t; publishes the sum of all where the host polls. Grid: one block,
/// which processes 8192 sums at a time (Blelloch 1990). Deterministic.
__global__ void __launch_bounds__(scan_threads)
    scan_tile_sums(unsigned long *sums, unsigned long tiles, unsigned long long *where) {
    __shared__ unsigned long warp_sums[scan_threads / 32];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    unsigned long carry = 0;
    for (unsigned long base = 0; base < tiles; base += scan_threads * scan_per_thread) {
        const unsigned long first =
            base + threadIdx.x * static_cast<unsigned long>(scan_per_thread);
        unsigned long own[scan_per_thread], sum = 0;
#pragma unroll
        for (int k = 0; k < scan_per_thread; k++) {
            own[k] = first + k < tiles ? sums[first + k] : 0;
            sum += own[k];
        }
        unsigned long inclusive = sum;
        for (int distance = 1; distance < 32; distance *= 2) {
            const unsigned long before = __shfl_up_sync(0xFFFFFFFFu, inclusive, distance);
            if (lane >= distance) inclusive += before;
        }
        if (lane == 31) warp_sums[warp] = inclusive;
        __syncthreads();
        unsigned long before = carry;
        for (int w = 0; w < scan_threads / 32; w++) {
            if (w < warp) before += warp_sums[w];
            carry += warp_sums[w];
        }
        before += inclusive - sum;
#pragma unroll
        for (int k = 0; k < scan_per_thread; k++) {
            if (first + k < tiles) sums[first + k] = before;
            before += own[k];
        }
        __syncthreads(); // the sums of the warps were read
    }
    if (threadIdx.x != 0) return;
    *static_cast<volatile unsigned long long *>(where) = carry;
    __threadfence_system();
}

} // namespace

Status find_tiles(const SparseMergeArguments &arguments, std::uint64_t tiles) {
    const CurrentDevice current;
    SparseMergeArguments copy = arguments;
    unsigned long count = tiles;
    void *list[] = {&copy, &count};
    return runtime().launch(reinterpret_cast<const void *>(&find_tile_starts), tiles / block + 1,
                            block, list);
}

Status scan_tiles(unsigned long *sums, std::uint64_t tiles, std::uint64_t *total) {
    const CurrentDevice current;
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    unsigned long count = tiles;
    unsigned long long *where = publication.where;
    void *list[] = {&sums, &count, &where};
    status =
        runtime().launch(reinterpret_cast<const void *>(&scan_tile_sums), 1, scan_threads, list);
    if (status == Status::ok) return runtime().await(publication, total);
    runtime().abandon(publication);
    return status;
}

} // namespace grb::device
