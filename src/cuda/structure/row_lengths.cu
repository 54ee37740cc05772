// Statistics of row lengths, for the choice among variants.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/plugin/launch.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

constexpr uint64_t most_blocks = 1024;

/// Adds the statistics of all rows to `sum`, which is 0 before. Sums squares in floating point:
/// they only steer a choice. Bytes: the offsets once. Any grid of 256 threads.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    add_lengths(const Offset *offsets, uint64_t nrows, RowLengths *sum) {
    unsigned long long longest = 0, empty = 0, of_warp = 0, of_block = 0;
    double squares = 0;
    const uint64_t stride = uint64_t{gridDim.x} * plain_threads;
    static_assert(plain_threads == 256); // a block's rows begin at a multiple of 256
    const auto entries_from = [&](uint64_t i, uint64_t rows) {
        return static_cast<unsigned long long>(offsets[min(i + rows, nrows)] - offsets[i]);
    };
    for (uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x; i < nrows; i += stride) {
        if (threadIdx.x % 32 == 0) of_warp = max(of_warp, entries_from(i, 32));
        if (threadIdx.x == 0) of_block = max(of_block, entries_from(i, 256));
        const unsigned long long length = offsets[i + 1] - offsets[i];
        longest = max(longest, length);
        empty += length == 0 ? 1 : 0;
        squares += static_cast<double>(length) * static_cast<double>(length);
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        longest = max(longest, __shfl_down_sync(0xFFFFFFFFu, longest, distance));
        empty += __shfl_down_sync(0xFFFFFFFFu, empty, distance);
        squares += __shfl_down_sync(0xFFFFFFFFu, squares, distance);
    }
    if (threadIdx.x % 32 != 0) return;
    atomicMax(reinterpret_cast<unsigned long long *>(&sum->most_of_32), of_warp);
    if (threadIdx.x == 0)
        atomicMax(reinterpret_cast<unsigned long long *>(&sum->most_of_256), of_block);
    atomicMax(reinterpret_cast<unsigned long long *>(&sum->longest), longest);
    atomicAdd(reinterpret_cast<unsigned long long *>(&sum->empty), empty);
    atomicAdd(&sum->squares, squares);
}

} // namespace

static Status row_lengths(const RowLengthsCall *call) {
    const CurrentDevice current;
    Scratch scratch;
    Status status = scratch.allocate(sizeof(RowLengths));
    if (status == Status::ok) status = runtime().clear(scratch.as<void>(), sizeof(RowLengths));
    if (status != Status::ok) return status;
    auto *sum = scratch.as<RowLengths>();
    const uint64_t blocks =
        blocks_for(call->nrows) < most_blocks ? blocks_for(call->nrows) : most_blocks;
    status = call->offset_width == 4
                 ? launch(&add_lengths<std::uint32_t>, blocks,
                          static_cast<const std::uint32_t *>(call->row_offsets), call->nrows, sum)
                 : launch(&add_lengths<uint64_t>, blocks,
                          static_cast<const uint64_t *>(call->row_offsets), call->nrows, sum);
    return status == Status::ok ? runtime().download(call->result, sum, sizeof *sum) : status;
}

namespace {

const Export export_of_row_lengths = exported<&row_lengths>(gpu::row_lengths);

} // namespace

} // namespace grb::device
