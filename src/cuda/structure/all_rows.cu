// Computes the offsets of all rows from those of the stored rows.
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/indices.cuh"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

namespace {

/// One thread per offset, which searches the stored rows. Bytes: the offsets once. Grid: (nrows +
/// 1) / 256 blocks. Deterministic.
__global__ void __launch_bounds__(plain_threads) expand_offsets(AllOffsetsCall call) {
    const std::uint64_t row = blockIdx.x * std::uint64_t{plain_threads} + threadIdx.x;
    if (row > call.nrows) return;
    const std::uint64_t k = search(0, call.stored, [&](unsigned long one) {
        return load_index(call.row_ids, call.index_width, one) >= row;
    });
    store_index(call.offsets, call.offset_width, row,
                load_index(call.stored_offsets, call.offset_width, k));
}

} // namespace

static Status all_offsets(const AllOffsetsCall *call) {
    const CurrentDevice current;
    return launch(&expand_offsets, blocks_for(call->nrows + 1), *call);
}

namespace {

const Export export_of_all_offsets = exported<&all_offsets>(gpu::all_offsets);

} // namespace

} // namespace grb::device
