// Marks the rows of A that have an entry: the rows of a product with a full u that get one.
#include "cuda/mxv/row_bits.hpp"

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/exports.hpp"

namespace grb::device {

namespace {

constexpr int block = 256;

/// A warp per 32 rows stores one word; the last block publishes the number of bits. Grid: rows /
/// 256. Deterministic.
template <class Offset>
__global__ void __launch_bounds__(block)
    mark_rows(const Offset *offsets, std::uint64_t nrows, MaskBits mask, std::uint32_t *bits,
              Runtime::Publication publication) {
    const std::uint64_t row = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    bool is_set = false;
    if (row < nrows) {
        const std::uint64_t word = mask.bits == nullptr ? 0 : mask.bits[row / 64];
        is_set = ((word ^ mask.flip) >> (row % 64) & 1) != 0 && offsets[row + 1] != offsets[row];
    }
    const unsigned word = __ballot_sync(0xFFFFFFFFu, is_set);
    if (threadIdx.x % 32 == 0 && row < nrows) bits[row / 32] = word;
    const int made = __syncthreads_count(is_set);
    if (threadIdx.x != 0) return;
    atomicAdd(publication.sum, static_cast<unsigned long long>(made));
    __threadfence();
    if (atomicAdd(publication.blocks, 1u) + 1 != gridDim.x) return;
    __threadfence();
    const unsigned long long total = atomicExch(publication.sum, 0ull);
    *publication.blocks = 0;
    *static_cast<volatile unsigned long long *>(publication.where) = total;
    __threadfence_system();
}

} // namespace

Status row_bits(const SparseArrays &A, const MaskBits &allowed, std::uint64_t *words,
                const CountOutput &count) {
    const CurrentDevice current;
    std::uint64_t nrows = A.nrows;
    // The upper half of the last word may hold no row.
    Status status = runtime().clear(words, (nrows + 63) / 64 * 8);
    if (status != Status::ok) return status;
    const void *offsets = A.row_offsets;
    MaskBits mask = allowed;
    auto *bits = reinterpret_cast<std::uint32_t *>(words);
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    void *list[] = {&offsets, &nrows, &mask, &bits, &publication};
    const void *kernel = A.offset_width == 4
                             ? reinterpret_cast<const void *>(&mark_rows<std::uint32_t>)
                             : reinterpret_cast<const void *>(&mark_rows<std::uint64_t>);
    status = runtime().launch(kernel, (nrows + block - 1) / block, block, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().deliver(publication, count);
}

namespace {

Status all_row_bits(const RowBitsCall *call) {
    const MaskBits everything{{nullptr, ~std::uint64_t{0}}, nullptr, nullptr};
    return row_bits(call->A, everything, call->bits, CountOutput{call->count, nullptr});
}

const Export export_of_row_bits = exported<&all_row_bits>(gpu::row_bits);

} // namespace

} // namespace grb::device
