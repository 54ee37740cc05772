// The elements of a product by a full matrix that have an entry: all elements of the rows where A
// has entries.
#include "cuda/spmm/row_elements.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// Returns the mask's bits of 32 elements.
__device__ inline std::uint32_t mask_word(const MaskBits &mask, uint64_t word) {
    const auto *bits = reinterpret_cast<const std::uint32_t *>(mask.bits);
    return (bits == nullptr ? 0 : bits[word]) ^ static_cast<std::uint32_t>(mask.flip);
}

/// A thread makes the bits of 32 neighbouring elements, in up to 32 rows; the last block publishes
/// their number. Then the block clears the values of the others, a warp those of a word. Bytes: the
/// bits once, the cleared values. Grid: words / 256. Deterministic.
template <class Offset, class Value>
__global__ void __launch_bounds__(plain_threads)
    mark_elements(const Offset *offsets, uint64_t columns, uint64_t elements, MaskBits mask,
               std::uint32_t *bits, Moved<Value> values, CountAndFlags to) {
    __shared__ std::uint32_t words[plain_threads];
    const uint64_t word = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    const uint64_t begin = word * 32, end = min(begin + 32, elements);
    std::uint32_t set = 0;
    for (uint64_t element = begin; element < end;) {
        const uint64_t row = element / columns, row_end = min((row + 1) * columns, end);
        const auto count = static_cast<unsigned>(row_end - element);
        const std::uint32_t ones = count == 32 ? ~0u : (1u << count) - 1;
        if (offsets[row + 1] != offsets[row]) set |= ones << (element - begin);
        element = row_end;
    }
    if (begin < elements) {
        set &= mask_word(mask, word);
        bits[word] = set;
    }
    words[threadIdx.x] = set;
    if (to.sum != nullptr) publish_flags(to, __popc(set), 0);
    if (!values.is_there()) return;
    __syncthreads();
    const unsigned lane = threadIdx.x % 32;
    for (unsigned k = threadIdx.x / 32; k < plain_threads; k += plain_threads / 32) {
        const uint64_t element = (blockIdx.x * uint64_t{plain_threads} + k) * 32 + lane;
        if (element < elements && (words[k] >> lane & 1) == 0) values.clear(element);
    }
}

/// Returns true when the mask allows some of the elements begin to end - 1.
__device__ inline bool allows_any(const MaskBits &mask, uint64_t begin, uint64_t end) {
    for (uint64_t element = begin; element < end;) {
        const uint64_t word_end = min((element / 32 + 1) * 32, end);
        const auto count = static_cast<unsigned>(word_end - element);
        const std::uint32_t ones = count == 32 ? ~0u : (1u << count) - 1;
        if ((mask_word(mask, element / 32) >> (element % 32) & ones) != 0) return true;
        element = word_end;
    }
    return false;
}

/// See allowed_rows(). A thread a row reads up to the first allowed element. Bytes: the mask's bits
/// once. Grid: rows / 256 blocks. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    find_allowed_rows(MaskBits mask, uint64_t columns, const unsigned *rows, uint64_t count,
                      unsigned *out) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    bool is_allowed = false;
    if (k < count) {
        const uint64_t row = rows == nullptr ? k : rows[k];
        is_allowed = allows_any(mask, row * columns, (row + 1) * columns);
    }
    const unsigned word = __ballot_sync(0xFFFFFFFFu, is_allowed);
    if (k % 32 == 0 && k < count) out[k / 32] = word;
}

} // namespace

Status row_elements(const RowElementsCall *call) {
    const CurrentDevice current;
    const uint64_t elements = call->A.nrows * call->columns;
    // The upper half of the last word may hold no element.
    Status status = runtime().clear(call->bits, (elements + 63) / 64 * 8);
    if (status != Status::ok) return status;
    const bool is_counted = call->nvals.now != nullptr || call->nvals.later != nullptr;
    Runtime::Publication publication{};
    if (is_counted) status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    auto *bits = reinterpret_cast<std::uint32_t *>(call->bits);
    const CountAndFlags to{publication.sum, publication.blocks, publication.appended,
                           publication.where};
    const uint64_t blocks = blocks_for((elements + 31) / 32);
    const MaskBits mask = call->mask;
    status = with_size(call->size, [&](auto value) {
        const Moved<decltype(value)> values(call->values, call->size);
        return call->A.offset_width == 4
                   ? launch(&mark_elements<std::uint32_t, decltype(value)>, blocks,
                            static_cast<const std::uint32_t *>(call->A.row_offsets), call->columns,
                            elements, mask, bits, values, to)
                   : launch(&mark_elements<uint64_t, decltype(value)>, blocks,
                            static_cast<const uint64_t *>(call->A.row_offsets), call->columns,
                            elements, mask, bits, values, to);
    });
    if (!is_counted) return status;
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().deliver(publication, call->nvals);
}

Status allowed_rows(const MaskBits &mask, std::uint64_t columns, const unsigned *rows,
                    std::uint64_t count, unsigned *out) {
    const CurrentDevice current;
    return launch(&find_allowed_rows, blocks_for(count), mask, columns, rows, count, out);
}

namespace {

const Export export_of_row_elements = exported<&row_elements>(gpu::row_elements);

} // namespace

} // namespace grb::device
