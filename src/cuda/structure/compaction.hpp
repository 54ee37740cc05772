// Prefix sums, ordered compaction and queues for mxv; independent of types and operators.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/runtime.hpp"
#include "kernels/schedule_arguments.h"

namespace grb::device {

/// prefix[q] = entries in the columns of the frontier entries before q, q = 0 to count. With
/// `total` (on the host), waits and writes prefix[count] there, too.
Status frontier_prefix(const MxvPushCall &call, unsigned long *prefix, std::uint64_t *total);

/// prefix[k] = entries in the allowed rows before row k, k = 0 to nrows.
Status allowed_prefix(const MxvPullCall &call, unsigned long *prefix);

/// Rows in chunks of equal size, each a multiple of `unit`; few enough for a block to add up the
/// sums of all chunks before its own.
inline constexpr std::uint64_t row_shares_most = 1024;
struct RowShares {
    std::uint64_t rows, share, count;
};
RowShares row_shares(std::uint64_t rows, std::uint64_t unit);

/// offsets[k] = lengths[0] + ... + lengths[k - 1], k = 0 to all rows, of 4 or 8 bytes. sums: those
/// of the chunks.
Status scan_offsets(const unsigned *lengths, unsigned long long *sums, const RowShares &shares,
                    void *offsets, int width);

/// Makes empty queues in `scratch`, for `count` base vertices that have `nvals` entries together.
Status make_queues(std::uint64_t count, std::uint64_t nvals, Scratch &scratch, WorkQueues *queues);

/// Finds the runs of equal keys among `count` sorted keys. Keys from m on belong to no run.
class SegmentFinder {
public:
    SegmentFinder(const unsigned *keys, std::uint64_t count, std::uint64_t m)
        : keys_(keys), count_(count), m_(m) {}
    /// Counts the runs; waits.
    Status find(std::uint64_t *segments);
    /// indices[k] = key of run k, starts[k] = its first position; starts[segments] = the end of the
    /// last run.
    Status write(void *indices, int index_width, unsigned long *starts);

private:
    const unsigned *keys_;
    std::uint64_t count_, m_;
    Scratch sums_;
};

} // namespace grb::device
