// Computes the positions of a tile's entries in a larger matrix. Independent of types and
// operators, so compiled with the plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/indices.cuh"
#include "cuda/structure/tile_calls.h"

namespace grb::device {

namespace {

using std::uint64_t;

/// One thread per entry, which searches for its row. No scratch. Deterministic.
__global__ void __launch_bounds__(plain_threads) shift_entries(TileCall tile) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    const SparseArrays &A = tile.A;
    if (k >= A.nvals) return;
    tile.columns[k] = tile.column_shift + load_index(A.column_indices, A.index_width, k);
    if (tile.rows == nullptr) return;
    // The last row that begins at k or before.
    const uint64_t row = search(0, A.nrows, [&](uint64_t r) {
        return load_index(A.row_offsets, A.offset_width, r + 1) > k;
    });
    tile.rows[k] = tile.row_shift + (tile.row_ids == nullptr
                                         ? row
                                         : load_index(tile.row_ids, A.index_width, row));
}

Status shift_tile(const TileCall *call) {
    const CurrentDevice current;
    return launch(&shift_entries, blocks_for(call->A.nvals), *call);
}

const Export export_of_shift_tile = exported<&shift_tile>(gpu::shift_tile);

} // namespace

} // namespace grb::device
