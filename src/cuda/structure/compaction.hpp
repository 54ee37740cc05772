// Prefix sums, ordered compaction and queues for mxv; none of it depends on types or operators.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/runtime.hpp"
#include "kernels/schedule_arguments.h"

namespace grb::device {

/// prefix[q] = entries in the columns of the frontier entries before q, q = 0 to count. With `total`
/// (host) the sum is written there too; then the call waits.
Status frontier_prefix(const MxvPushCall &call, unsigned long *prefix, std::uint64_t *total);

/// prefix[k] = entries in those rows before row k that the mask lets through, k = 0 to nrows.
Status allowed_prefix(const MxvPullCall &call, unsigned long *prefix);

/// Empty queues, in `scratch`, for `count` base vertices with `nvals` entries together.
Status make_queues(std::uint64_t count, std::uint64_t nvals, Scratch &scratch, WorkQueues *queues);

/// Runs of equal keys among `count` sorted ones; keys from m on are no run's.
class SegmentFinder {
public:
    SegmentFinder(const unsigned *keys, std::uint64_t count, std::uint64_t m)
        : keys_(keys), count_(count), m_(m) {}
    /// Waits.
    Status find(std::uint64_t *segments);
    /// indices[k] = key of run k, starts[k] = its first position; starts[segments] = the end of the last.
    Status place(void *indices, int index_width, unsigned long *starts);

private:
    const unsigned *keys_;
    std::uint64_t count_, m_;
    Scratch sums_;
};

} // namespace grb::device
