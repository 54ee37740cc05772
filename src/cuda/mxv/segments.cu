// Marks where rows begin among the entries, for mxv_segmented.
#include "cuda/plugin/exports.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/lists.hpp"
#include "cuda/mxv/row_bits.hpp"
#include "cuda/structure/scan.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// Sets the bit of each row's first entry, and the one behind the last entry. Grid: rows / 256 + 1.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    set_flags(const Offset *offsets, uint64_t nrows, unsigned *flags) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i > nrows) return;
    const uint64_t begin = offsets[i];
    if (i == nrows || offsets[i + 1] != begin) atomicOr(flags + begin / 32, 1u << (begin % 32));
}

/// counts(t) = bits of tile t. A thread per tile.
__global__ void __launch_bounds__(plain_threads)
    count_flags(const unsigned *flags, uint64_t tiles, unsigned *counts) {
    const uint64_t tile = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (tile >= tiles) return;
    constexpr uint64_t words = segment_tile / 32;
    unsigned count = 0;
    for (uint64_t k = 0; k < words; k++) count += __popc(flags[tile * words + k]);
    counts[tile] = count;
}

} // namespace

static Status mark_segments(const SegmentsCall *call) {
    const CurrentDevice current;
    const SparseArrays &A = call->A;
    SegmentArrays &segments = *call->segments;
    const uint64_t tiles = segment_tiles(A.nvals);
    Status status =
        runtime().clear(segments.flags, segment_words(A.nvals) * sizeof *segments.flags);
    if (status != Status::ok) return status;
    status =
        A.offset_width == 4
            ? launch(&set_flags<std::uint32_t>, blocks_for(A.nrows + 1),
                     static_cast<const std::uint32_t *>(A.row_offsets), A.nrows, segments.flags)
            : launch(&set_flags<uint64_t>, blocks_for(A.nrows + 1),
                     static_cast<const uint64_t *>(A.row_offsets), A.nrows, segments.flags);
    if (status == Status::ok)
        status = launch(&count_flags, blocks_for(tiles), segments.flags, tiles, segments.ranks);
    if (status == Status::ok) status = exclusive_sums(segments.ranks, segments.ranks, tiles);
    if (status != Status::ok) return status;
    CountOutput count{};
    count.now = &segments.count;
    MaskBits all{};
    all.flip = ~uint64_t{0};
    return row_bits(A, all, call->scratch, count);
}

static Status list_segments(const SegmentsCall *call) {
    ListCall list{};
    list.elements = call->A.nrows;
    list.bits = call->scratch;
    list.size = 8;
    list.index_width = 4;
    list.indices = call->segments->rows;
    return list_elements(&list);
}

namespace {

const Export exports[] = {
    exported<&mark_segments>(gpu::mark_segments),
    exported<&list_segments>(gpu::list_segments)};

} // namespace

} // namespace grb::device
