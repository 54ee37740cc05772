// The simulated machine.
#pragma once

#include "core.h"

namespace grb::weaver {

/// Cores with the memory that they share. Runs kernels one after the other.
class Machine {
public:
    Machine(const Parameters &parameters, Memory &memory);

    /// Runs the kernel on all cores to its end, in `threads` threads of the host. The cycles do not
    /// depend on the number of threads.
    void run(const Kernel &kernel, int threads);

    const Parameters &parameters() const { return p_; }
    uint64_t cycles() const { return now_; }
    Counts counts() const; ///< of all cores
    const MemorySystem &memory_system() const { return shared_; }

private:
    void finish_window();

    const Parameters p_;
    MemorySystem shared_;
    std::vector<Core> cores_;
    std::vector<Outbox *> outboxes_;
    std::vector<std::vector<Response>> responses_;
    uint64_t now_ = 0, end_ = 0;
    bool is_running_ = false;
};

} // namespace grb::weaver
