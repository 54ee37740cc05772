// Turns a mask of any form into one bit a cell. No operator takes part, so these kernels are compiled with the plugin.
#include "algebra/numbers.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/part_calls.h"
#include "cuda/structure/structure_calls.h"

#include <algorithm>

#include <cstring>

namespace grb::device {

namespace {

constexpr int block = 256;

/// True when a stored value of `size` bytes is not 0. The sign bit of a float does not count: -0 is 0.
__device__ bool is_true(const void *values, std::uint64_t p, int size, bool is_float) {
    switch (size) {
    case 1:
        return static_cast<const std::uint8_t *>(values)[p] != 0;
    case 2:
        return static_cast<const std::uint16_t *>(values)[p] != 0;
    case 4: {
        const std::uint32_t bits = static_cast<const std::uint32_t *>(values)[p];
        return (is_float ? bits << 1 : bits) != 0;
    }
    default: {
        const std::uint64_t bits = static_cast<const std::uint64_t *>(values)[p];
        return (is_float ? bits << 1 : bits) != 0;
    }
    }
}

struct Values {
    const void *values; // null: only the structure counts
    int size;
    bool is_float, is_iso;

    __device__ bool at(std::uint64_t p) const {
        return values == nullptr || is_true(values, is_iso ? 0 : p, size, is_float);
    }
};

/// A warp per 32 cells writes one word. Grid: the cells of whole words of 64.
__global__ void __launch_bounds__(block) dense_mask_bits(const std::uint64_t *bits, Values values,
                                                         std::uint64_t cells, std::uint32_t *out) {
    const std::uint64_t p = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    const bool is_set =
        p < cells && (bits == nullptr || (bits[p / 64] >> (p % 64) & 1) != 0) && values.at(p);
    const unsigned word = __ballot_sync(0xFFFFFFFFu, is_set);
    if (threadIdx.x % 32 == 0 && p < (cells + 63) / 64 * 64) out[p / 32] = word;
}

/// The same of cells from `begin` on, and the number of bits that are set. Any grid.
__global__ void __launch_bounds__(block)
    range_mask_bits(const std::uint64_t *bits, Values values, std::uint64_t begin,
                    std::uint64_t count, std::uint32_t *out, CountAndFlags set) {
    const std::uint64_t whole_words = (count + 63) / 64 * 64;
    unsigned made = 0;
    for (std::uint64_t k = blockIdx.x * std::uint64_t{block} + threadIdx.x; k < whole_words;
         k += gridDim.x * std::uint64_t{block}) {
        const std::uint64_t p = begin + k;
        const bool is_set =
            k < count && (bits == nullptr || (bits[p / 64] >> (p % 64) & 1) != 0) && values.at(p);
        const unsigned word = __ballot_sync(0xFFFFFFFFu, is_set);
        if (threadIdx.x % 32 == 0) out[k / 32] = word;
        made += is_set ? 1 : 0;
    }
    publish_flags(set, made, 0);
}

template <class Index>
__global__ void __launch_bounds__(block)
    sparse_mask_bits(const Index *indices, Values values, std::uint64_t nvals, std::uint32_t *out) {
    const std::uint64_t p = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (p >= nvals || !values.at(p)) return;
    const std::uint64_t cell = indices[p];
    atomicOr(out + cell / 32, 1u << (cell % 32));
}

Values values_of(const void *values, const char *type, bool is_iso, bool is_structural) {
    Values result{};
    if (is_structural) return result;
    static constexpr struct {
        const char *name;
        int size;
    } sizes[] = {{"bool", 1},           {"signed char", 1},   {"unsigned char", 1}, {"short", 2},
                 {"unsigned short", 2}, {"int", 4},           {"unsigned int", 4},  {"float", 4},
                 {"long", 8},           {"unsigned long", 8}, {"double", 8}};
    for (const auto &row : sizes)
        if (std::strcmp(row.name, type) == 0) result.size = row.size;
    result.values = values;
    result.is_float = std::strcmp(type, "float") == 0 || std::strcmp(type, "double") == 0;
    result.is_iso = is_iso;
    return result;
}

} // namespace

static Status mask_bits(const MaskBitsCall *call) {
    const CurrentDevice current;
    auto *out = reinterpret_cast<std::uint32_t *>(call->bits);
    if (call->dense != nullptr) {
        Values values = values_of(call->dense->values, call->dense->type, call->dense->is_iso,
                                  call->is_structural);
        std::uint64_t cells = call->cells;
        const std::uint64_t *bits = call->dense->bits;
        void *list[] = {&bits, &values, &cells, &out};
        return runtime().launch(reinterpret_cast<const void *>(&dense_mask_bits),
                                ((cells + 63) / 64 * 64 + block - 1) / block, block, list);
    }
    const Status status = runtime().clear(call->bits, (call->cells + 63) / 64 * 8);
    if (status != Status::ok) return status;
    Values values = values_of(call->sparse->values, call->sparse->type, call->sparse->is_iso,
                              call->is_structural);
    std::uint64_t nvals = call->sparse->nvals;
    const void *indices = call->sparse->column_indices;
    void *list[] = {&indices, &values, &nvals, &out};
    const void *kernel = call->sparse->index_width == 4
                             ? reinterpret_cast<const void *>(&sparse_mask_bits<std::uint32_t>)
                             : reinterpret_cast<const void *>(&sparse_mask_bits<std::uint64_t>);
    return runtime().launch(kernel, (nvals + block - 1) / block, block, list);
}

static Status range_bits(const RangeBitsCall *call) {
    const CurrentDevice current;
    const DenseArrays &cells = *call->cells;
    const Values values =
        values_of(cells.values, cells.type, cells.is_iso, cells.values == nullptr);
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    constexpr std::uint64_t most_blocks = 4096; // each publishes
    status = launch(&range_mask_bits,
                    std::min(most_blocks, blocks_for((call->count + 63) / 64 * 64)), cells.bits,
                    values, call->begin, call->count, reinterpret_cast<std::uint32_t *>(call->bits),
                    CountAndFlags{publication.sum, publication.blocks, publication.appended,
                                  publication.where});
    if (status == Status::ok) return runtime().deliver(publication, call->set);
    runtime().abandon(publication);
    return status;
}

namespace {

const Export exports[] = {exported<&mask_bits>(gpu::mask_bits),
                          exported<&range_bits>(gpu::range_bits)};

} // namespace

} // namespace grb::device
