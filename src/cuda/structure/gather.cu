// w = u(I) for a vector u and a list I of positions on the device.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/indices.cuh"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

struct Positions {
    const void *indices;
    int size; // 1, 2, 4 or 8
    bool are_signed, is_one;

    /// An index as an unsigned number: a negative one is larger than any vector's size.
    __device__ uint64_t at(uint64_t k) const {
        if (is_one) k = 0;
        switch (size) {
        case 1:
            return are_signed ? static_cast<uint64_t>(static_cast<const signed char *>(indices)[k])
                              : static_cast<const unsigned char *>(indices)[k];
        case 2:
            return are_signed ? static_cast<uint64_t>(static_cast<const short *>(indices)[k])
                              : static_cast<const unsigned short *>(indices)[k];
        case 4:
            return are_signed ? static_cast<uint64_t>(static_cast<const int *>(indices)[k])
                              : static_cast<const unsigned *>(indices)[k];
        default:
            return static_cast<const uint64_t *>(indices)[k];
        }
    }
};

struct Source {
    uint64_t size, nvals;
    const unsigned *bits; // null: full, or a list
    const void *list;
    int list_width;

    /// Returns true if u has an entry at the position; `value_index` is the position of its value.
    __device__ bool find(uint64_t position, uint64_t *value_index) const {
        *value_index = position;
        if (list == nullptr) return bits == nullptr || (bits[position / 32] >> (position % 32) & 1);
        *value_index = search(0, nvals,
                        [&](uint64_t p) { return load_index(list, list_width, p) >= position; });
        return *value_index < nvals && load_index(list, list_width, *value_index) == position;
    }
};

/// w(k) = u(I(k)), an entry if u has one; absent elements hold zero. u full, bitmap, or a list,
/// which is searched for each index; I of any integer type. w gets values and, unless u is full,
/// bits. Work O(|I|), for a list times the logarithm of its length; no scratch. One thread per
/// index; a warp writes whole words of bits by ballot. An index outside u sets a flag.
/// Deterministic. (Gather with masks of presence: Yang 2019 §4.)
template <class Value>
__global__ void __launch_bounds__(plain_threads)
    gather_elements(Positions positions, uint64_t count, Source source, Moved<Value> from,
                 Moved<Value> values, unsigned *bits, CountAndFlags to) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    unsigned is_outside = 0;
    bool has = false;
    uint64_t value_index = 0;
    if (k < count) {
        const uint64_t position = positions.at(k);
        is_outside = position >= source.size;
        has = is_outside == 0 && source.find(position, &value_index);
        if (values.is_there()) has ? values.take(k, from, value_index) : values.clear(k);
    }
    const unsigned word = __ballot_sync(0xFFFFFFFFu, has);
    // The host reads words of 64 bits: writes both halves of the last one.
    if (bits != nullptr && threadIdx.x % 32 == 0 && k / 32 < (count + 63) / 64 * 2)
        bits[k / 32] = word;
    publish_flags(to, has ? 1u : 0u, is_outside);
}

} // namespace

static Status gather(const GatherCall *call) {
    const CurrentDevice current;
    const Positions positions{call->indices, call->index_size, call->has_signed_indices,
                              call->has_one_index};
    const Source source{call->size, call->u_nvals, reinterpret_cast<const unsigned *>(call->u_bits),
                        call->u_list, call->u_list_width};
    std::uint64_t flags = 0;
    const Status status = launch_publishing(
        [&](const CountAndFlags &to) {
            return with_size(call->value_size, [&](auto value) {
                using Value = decltype(value);
                return launch(&gather_elements<Value>, blocks_for(call->count), positions, call->count,
                              source, Moved<Value>(call->u_values, call->value_size),
                              Moved<Value>(call->values, call->value_size),
                              reinterpret_cast<unsigned *>(call->bits), to);
            });
        },
        call->nvals, &flags);
    if (status == Status::ok) *call->is_outside = flags != 0;
    return status;
}

namespace {

const Export export_of_gather = exported<&gather>(gpu::gather);

} // namespace

} // namespace grb::device
