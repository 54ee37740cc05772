// A barrier in shared memory that can be passed repeatedly.
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// A barrier in shared memory that completes after a number of arrivals (mbarrier, sm_80 and
/// later): arriving publishes what the thread wrote, and waiting for the phase makes it visible.
struct PhaseBarrier {
    unsigned long word;

    __device__ unsigned address() { return static_cast<unsigned>(__cvta_generic_to_shared(&word)); }
    __device__ void initialise(unsigned arrivals) {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                     : "memory");
    }
    __device__ void arrive() {
        asm volatile(
            "{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address())
            : "memory");
    }
    __device__ void wait(unsigned parity) {
        unsigned is_complete;
        do {
            asm volatile("{\n .reg .pred complete;\n"
                         " mbarrier.test_wait.parity.shared.b64 complete, [%1], %2;\n"
                         " selp.u32 %0, 1, 0, complete;\n}"
                         : "=r"(is_complete)
                         : "r"(address()), "r"(parity)
                         : "memory");
        } while (is_complete == 0);
    }
};

} // namespace grb::device
