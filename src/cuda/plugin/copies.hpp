// Copies to, from and between devices, and the events that later work must wait for.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Returns from the function with a failure that names the call.
#define GRB_CUDA(call)                                                   \
    do {                                                                 \
        if (const cudaError_t error = (call)) return fail(#call, error); \
    } while (false)

/// While it lives, the calling thread allocates and uploads through a stream beside the runtime's
/// own. `is_lasting`: the uploaded bytes lie in pinned memory and stay unchanged until the device
/// has read them.
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
/// Returns the stream for the calling thread's allocations and uploads.
cudaStream_t stream_in_use(const Runtime &device) noexcept;

/// Makes the runtime's stream wait for pending reads of its memory by other devices, before it
/// overwrites or frees memory. The runtime's device is current.
cudaError_t await_reads(Runtime &device);
/// Returns true if such reads may be pending.
bool has_pending_reads(const Runtime &device) noexcept;

/// Makes the runtime's stream wait for the queued copies from other devices. The runtime's device
/// is current.
cudaError_t await_arrivals(Runtime &device);
/// While it lives, the calling thread makes no stream wait for arrivals: it only allocates memory
/// or queues more copies.
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
