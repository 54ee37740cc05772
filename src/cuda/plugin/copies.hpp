// Copies to a place, from it and between places, and what later work has to wait for.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Returns from the function with a failure that names the call.
#define GRB_CUDA(call)                                                   \
    do {                                                                 \
        if (const cudaError_t error = (call)) return fail(#call, error); \
    } while (false)

/// While it lives, the calling thread's allocations and uploads go through a stream beside the place's own. `is_lasting`: what is uploaded
/// is in pinned memory, and stays as it is until the device has read it.
class Beside {
public:
    explicit Beside(cudaStream_t stream, bool is_lasting = false) noexcept;
    ~Beside();
    Beside(const Beside &) = delete;
    Beside &operator=(const Beside &) = delete;

private:
    const cudaStream_t before_;
    const bool was_lasting_;
};
/// The stream that allocations and uploads of the calling thread go through.
cudaStream_t stream_in_use(const Runtime &place) noexcept;

/// Lets the place's stream wait for the reads of its memory by other places that are on their way: before it overwrites memory
/// or gives some back. The place's device is current.
cudaError_t await_reads(Runtime &place);
/// Whether there may be some.
bool has_pending_reads(const Runtime &place) noexcept;

/// Lets the place's stream wait for what other places have been asked to copy to it. The place's device is current.
cudaError_t await_arrivals(Runtime &place);
/// While it lives, the calling thread lets no stream wait for arrivals: it only gets memory, or copies more.
class LeavesArrivals {
public:
    LeavesArrivals() noexcept;
    ~LeavesArrivals();
    LeavesArrivals(const LeavesArrivals &) = delete;
    LeavesArrivals &operator=(const LeavesArrivals &) = delete;

private:
    const bool before_;
};
bool leaves_arrivals() noexcept;

} // namespace grb::device
