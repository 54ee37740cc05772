// Concurrent kernels: independent kernels of one call, each on its own stream.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Kernels on its streams begin after all work queued before the first of them. Work queued on the
/// runtime's stream after close() begins when all of them are done. The first kernel stays on the
/// runtime's stream.
class Branches {
public:
    Branches() = default;
    /// Closes the branches after a failure; waits for the device if even that fails.
    ~Branches();
    Branches(const Branches &) = delete;
    Branches &operator=(const Branches &) = delete;

    /// The stream of the next kernel.
    Status next(cudaStream_t *stream);
    Status close();

private:
    static constexpr int most = 5;
    int opened_ = 0; // streams handed out, including the runtime's own
    cudaEvent_t begin_ = nullptr, ends_[most] = {};
};

} // namespace grb::device
