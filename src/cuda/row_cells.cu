// Which cells of a product by a full matrix have an entry: whole rows, where A has some.
#include "cuda/row_cells.hpp"

#include "cuda/launch.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// Bits of 32 neighbouring cells a thread, in up to 32 rows; the last block publishes their number. Grid: words
/// / 256. Deterministic.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    mark_cells(const Offset *offsets, uint64_t columns, uint64_t cells, std::uint32_t *bits,
               CountAndFlags to) {
    const uint64_t word = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    const uint64_t begin = word * 32, end = min(begin + 32, cells);
    std::uint32_t set = 0;
    for (uint64_t cell = begin; cell < end;) {
        const uint64_t row = cell / columns, row_end = min((row + 1) * columns, end);
        const auto count = static_cast<unsigned>(row_end - cell);
        const std::uint32_t ones = count == 32 ? ~0u : (1u << count) - 1;
        if (offsets[row + 1] != offsets[row]) set |= ones << (cell - begin);
        cell = row_end;
    }
    if (begin < cells) bits[word] = set;
    if (to.sum != nullptr) publish_flags(to, __popc(set), 0);
}

} // namespace

Status row_cells(const RowCellsCall *call) {
    const CurrentDevice current;
    const uint64_t cells = call->A.nrows * call->columns;
    // The last word has a half that no cell is in.
    Status status = runtime().clear(call->bits, (cells + 63) / 64 * 8);
    if (status != Status::ok) return status;
    const bool is_counted = call->nvals.now != nullptr || call->nvals.later != nullptr;
    Runtime::Publication publication{};
    if (is_counted) status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    auto *bits = reinterpret_cast<std::uint32_t *>(call->bits);
    const CountAndFlags to{publication.sum, publication.blocks, publication.appended,
                           publication.where};
    const uint64_t blocks = blocks_for((cells + 31) / 32);
    status = call->A.offset_width == 4
                 ? launch(&mark_cells<std::uint32_t>, blocks,
                          static_cast<const std::uint32_t *>(call->A.row_offsets), call->columns,
                          cells, bits, to)
                 : launch(&mark_cells<uint64_t>, blocks,
                          static_cast<const uint64_t *>(call->A.row_offsets), call->columns, cells,
                          bits, to);
    if (!is_counted) return status;
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().deliver(publication, call->nvals);
}

} // namespace grb::device
