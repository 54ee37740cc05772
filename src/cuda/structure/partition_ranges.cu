// Copies and shifts ranges of arrays. Independent of types and operators, so compiled with the
// plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/partition_calls.h"
#include "cuda/structure/values.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// Uses the driver's copy engines instead of a kernel.
Status copy_runs(const CopyRunsCall *call) {
    if (call->width == 0 || call->count == 0) return Status::ok;
    const CurrentDevice current;
    constexpr uint64_t largest_pitch = 0x7fffffff; // of the driver's copies in two dimensions
    if (call->to_pitch > largest_pitch || call->from_pitch > largest_pitch) {
        for (uint64_t k = 0; k < call->count; k++) {
            const cudaError_t error =
                cudaMemcpyAsync(static_cast<char *>(call->to) + k * call->to_pitch,
                                static_cast<const char *>(call->from) + k * call->from_pitch,
                                call->width, cudaMemcpyDeviceToDevice, runtime().stream());
            if (error != cudaSuccess) return fail("cudaMemcpyAsync", error);
        }
        return Status::ok;
    }
    const cudaError_t error =
        cudaMemcpy2DAsync(call->to, call->to_pitch, call->from, call->from_pitch, call->width,
                          call->count, cudaMemcpyDeviceToDevice, runtime().stream());
    return error == cudaSuccess ? Status::ok : fail("cudaMemcpy2DAsync", error);
}

Status pick(const PickCall *call) {
    const CurrentDevice current;
    return gather_values(call->picks, call->from, call->count, static_cast<int>(call->width),
                         call->to);
}

/// One thread per number. Deterministic.
template <class I>
__global__ void __launch_bounds__(plain_threads) raise_numbers(RaiseCall call) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k < call.count)
        static_cast<I *>(call.to)[k] =
            static_cast<I>(static_cast<const I *>(call.from)[k] + call.base);
}

Status raise(const RaiseCall *call) {
    const CurrentDevice current;
    return launch(call->width == 4 ? &raise_numbers<unsigned> : &raise_numbers<unsigned long>,
                  blocks_for(call->count), *call);
}

const Export exports[] = {exported<&copy_runs>(gpu::copy_runs), exported<&pick>(gpu::pick),
                          exported<&raise>(gpu::raise)};

} // namespace

} // namespace grb::device
