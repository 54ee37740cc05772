// Arguments that scheduled kernels share, for host and device. See registration.cuh.
#pragma once

namespace grb::device {

/// Threads of a block.
inline constexpr int schedule_threads = 256;
/// Degrees from which a warp or a block takes a base vertex (S_twc, S_twce).
inline constexpr unsigned long warp_degree = 32, block_degree = schedule_threads;

enum WorkClass : int { thread_class, warp_class, block_class, work_class_count };

/// S_twce: the base vertices by the class of their degree, in any order. `slots` has `capacity` of
/// them for the two lower classes together, and behind them those of the highest.
struct WorkQueues {
    unsigned long *slots;
    unsigned long long *counts; // work_class_count of them, 0 at first
    unsigned long capacity;
};

} // namespace grb::device
