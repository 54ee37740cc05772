// Kernels beside each other: those of a call that do not need each other, each on a stream of its own.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// What is launched on its streams begins after all that was queued before the first of them, and what is queued on the
/// place's stream after close() begins when all of it is done. The first kernel stays on the place's stream.
class Branches {
public:
    Branches() = default;
    /// Closes what a failure left open; waits for the device where even that fails.
    ~Branches();
    Branches(const Branches &) = delete;
    Branches &operator=(const Branches &) = delete;

    /// The stream of the next kernel.
    Status next(cudaStream_t *stream);
    Status close();

private:
    static constexpr int most = 5;
    int opened_ = 0; // streams that were handed out, the place's own among them
    cudaEvent_t begin_ = nullptr, ends_[most] = {};
};

} // namespace grb::device
