// Converts a mask of any form to a bitmap. No operator takes part, so the plugin compiles these
// kernels.
#include "algebra/numbers.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/partition_calls.h"
#include "cuda/structure/structure_calls.h"

#include <algorithm>

#include <cstring>

namespace grb::device {

namespace {

constexpr int block = 256;

/// Returns true if a stored value of `size` bytes is not 0. Ignores the sign bit of a float: -0 is
/// 0.
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

/// The positions whose bits are requested.
struct Wanted {
    const std::uint64_t *bits; // null: all entries are present
    const void *values;        // null: only the structure counts
    std::uint64_t
        significant; // the bits of a value that make it true: all but the sign of a float, -0 is 0
    bool is_iso;
    std::uint64_t begin, count; // begin is a multiple of 64
};

/// Sets bit k of `out` if position begin + k has an entry with a true value. A warp makes 32 words,
/// one lane per element; it loads the values of eight words at once, and each lane writes one word.
/// `set` (unless sum is null) gets the number of bits. Bytes: the values and the bits, once. Any
/// grid. Deterministic.
template <class Value>
__global__ void __launch_bounds__(block)
    dense_mask_bits(Wanted wanted, std::uint32_t *out, CountAndFlags set) {
    constexpr std::uint32_t all = 0xFFFFFFFFu;
    constexpr unsigned at_once = 8;
    const auto *const values =
        static_cast<const Value *>(wanted.values) + (wanted.is_iso ? 0 : wanted.begin);
    const auto *const bits = reinterpret_cast<const std::uint32_t *>(wanted.bits);
    const auto significant = static_cast<Value>(wanted.significant);
    const unsigned lane = threadIdx.x % 32;
    const std::uint64_t words = (wanted.count + 31) / 32;
    const std::uint64_t step = gridDim.x * std::uint64_t{block};
    std::uint64_t first = (blockIdx.x * std::uint64_t{block} + threadIdx.x) / 32 * 32;
    unsigned made = 0;
    // Writes an even number of words: the last word of the host has two.
    for (; first < (words + 1) / 2 * 2; first += step) {
        const std::uint64_t own = first + lane;
        std::uint32_t present = own < words ? all : 0;
        if (own < words && wanted.count - own * 32 < 32)
            present = (std::uint32_t{1} << (wanted.count - own * 32)) - 1;
        if (own < words && bits != nullptr) present &= bits[wanted.begin / 32 + own];
        std::uint32_t word = wanted.values == nullptr ? present : 0;
        for (unsigned k = 0; wanted.values != nullptr && k < 32; k += at_once) {
            Value value[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                const std::uint32_t its = __shfl_sync(all, present, static_cast<int>(k + i));
                const std::uint64_t p = wanted.is_iso ? 0 : (first + k + i) * 32 + lane;
                value[i] = (its >> lane & 1) != 0 ? values[p] : Value{};
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                const std::uint32_t its = __ballot_sync(all, (value[i] & significant) != 0);
                if (lane == k + i) word = its;
            }
        }
        if (own < (words + 1) / 2 * 2) out[own] = word;
        made += static_cast<unsigned>(__popc(word));
    }
    if (set.sum != nullptr) publish_flags(set, made, 0);
}

template <class Index>
__global__ void __launch_bounds__(block)
    sparse_mask_bits(const Index *indices, Values values, std::uint64_t nvals, std::uint32_t *out) {
    const std::uint64_t p = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (p >= nvals || !values.at(p)) return;
    const std::uint64_t element = indices[p];
    atomicOr(out + element / 32, 1u << (element % 32));
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

/// Makes the bits of `count` positions from `begin` on.
Status dense_bits(const DenseArrays &elements, bool is_structural, std::uint64_t begin,
                  std::uint64_t count, std::uint64_t *out, const CountAndFlags &set) {
    constexpr std::uint64_t most_blocks = 4096; // each publishes
    const Values values = values_of(elements.values, elements.type, elements.is_iso, is_structural);
    const int sign_and_beyond = values.is_float ? 65 - 8 * values.size : 0;
    const Wanted wanted{elements.bits,    values.values, ~std::uint64_t{0} >> sign_and_beyond,
                        values.is_iso, begin,         count};
    const auto kernel = values.size == 8   ? &dense_mask_bits<std::uint64_t>
                        : values.size == 4 ? &dense_mask_bits<std::uint32_t>
                        : values.size == 2 ? &dense_mask_bits<std::uint16_t>
                                           : &dense_mask_bits<std::uint8_t>;
    return launch(kernel, std::min(blocks_for((count + 63) / 64 * 2), most_blocks), wanted,
                  reinterpret_cast<std::uint32_t *>(out), set);
}

} // namespace

static Status mask_bits(const MaskBitsCall *call) {
    const CurrentDevice current;
    auto *out = reinterpret_cast<std::uint32_t *>(call->bits);
    if (call->dense != nullptr)
        return dense_bits(*call->dense, call->is_structural, 0, call->elements, call->bits, {});
    const Status status = runtime().clear(call->bits, (call->elements + 63) / 64 * 8);
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
    const DenseArrays &elements = *call->elements;
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    status =
        dense_bits(elements, elements.values == nullptr, call->begin, call->count, call->bits,
                   {publication.sum, publication.blocks, publication.appended, publication.where});
    if (status == Status::ok) return runtime().deliver(publication, call->set);
    runtime().abandon(publication);
    return status;
}

namespace {

const Export exports[] = {exported<&mask_bits>(gpu::mask_bits),
                          exported<&range_bits>(gpu::range_bits)};

} // namespace

} // namespace grb::device
