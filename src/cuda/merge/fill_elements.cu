// Kernels that write one value to all elements or to marked ones.
// They depend on no type or operator, so the plugin's build compiles them.
#include "cuda/merge/fill_calls.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

using std::uint64_t;

constexpr uint64_t words_of_warp = 32;

/// Writes marked elements: a warp takes 32 words of 32 bits, a lane an element of each.
/// Neighbouring elements are written at once, others not touched. Bytes: the bits and the sectors
/// of marked elements. Deterministic.
template <class Element>
__global__ void __launch_bounds__(plain_threads) fill_marked(FillCall call) {
    const auto *const words = reinterpret_cast<const unsigned *>(call.bits);
    const uint64_t warp = (blockIdx.x * uint64_t{plain_threads} + threadIdx.x) / 32,
                   first = warp * words_of_warp, all = (call.count + 31) / 32;
    const unsigned lane = threadIdx.x % 32;
    const unsigned own = first + lane < all ? words[first + lane] : 0;
    for (unsigned k = 0; k < words_of_warp; k++) {
        const unsigned word = __shfl_sync(0xFFFFFFFFu, own, static_cast<int>(k));
        const uint64_t element = (first + k) * 32 + lane;
        if ((word >> lane & 1) != 0 && element < call.count)
            static_cast<Element *>(call.elements)[element] = static_cast<Element>(call.value);
    }
}

/// Writes all elements: `value` repeats the value over 16 bytes, which a thread writes at once. Any
/// grid. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    fill_all(uint4 *elements, uint64_t bytes, uint4 value) {
    const uint64_t step = gridDim.x * uint64_t{plain_threads};
    uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    for (; k < bytes / 16; k += step) elements[k] = value;
    // The rest is shorter than 16 bytes.
    const auto *const source = reinterpret_cast<const unsigned char *>(&value);
    if (k == bytes / 16)
        for (unsigned i = 0; i < bytes % 16; i++)
            reinterpret_cast<unsigned char *>(elements + k)[i] = source[i];
}

Status fill_whole(const FillCall &call) {
    constexpr uint64_t most_blocks = 8192;
    const auto size = static_cast<uint64_t>(call.size), bytes = call.count * size;
    unsigned char copies[sizeof(uint4)];
    for (uint64_t k = 0; k < sizeof copies; k += size) std::memcpy(copies + k, &call.value, size);
    uint4 value;
    std::memcpy(&value, copies, sizeof value);
    return launch(&fill_all, std::min(blocks_for(bytes / 16 + 1), most_blocks),
                  static_cast<uint4 *>(call.elements), bytes, value);
}

Status fill_elements(const FillCall *call) {
    const CurrentDevice current;
    if (call->bits == nullptr) return fill_whole(*call);
    const auto kernel = call->size == 1   ? &fill_marked<unsigned char>
                        : call->size == 2 ? &fill_marked<unsigned short>
                        : call->size == 4 ? &fill_marked<unsigned>
                                          : &fill_marked<unsigned long>;
    return launch(kernel, blocks_for((call->count + 31) / 32), *call);
}

const Export export_of_fill_elements = exported<&fill_elements>(gpu::fill_elements);

} // namespace

} // namespace grb::device
