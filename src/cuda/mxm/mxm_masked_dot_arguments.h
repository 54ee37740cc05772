// Arguments of the masked dot products of sparse matrices, as host and device see them; see
// mxm_masked_dot.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

/// Threads of blocks that measure work and take short rows, and of blocks that take a task.
inline constexpr int dot_threads = 256, dot_task_threads = 512;
/// Entries of the mask that a block measures.
inline constexpr unsigned long dot_share = 4096;
/// The least steps of a row that one warp takes, and of a task.
inline constexpr unsigned long dot_short_work = 8192, dot_task_work = 32768;
/// The most tasks beyond one a row.
inline constexpr unsigned long dot_most_tasks = 16384;
/// Bytes of the table of a warp. A block's gets half of a multiprocessor's.
inline constexpr int dot_short_bytes = 4096, dot_blocks_a_processor = 2;

/// Chunk `chunk` of the `chunks` into which the mask's entries of a row are divided.
struct DotTask {
    unsigned long row;
    unsigned chunk, chunks;
};

/// All are 0 before the first kernel.
struct DotCounters {
    unsigned long long work; // steps of all rows
    unsigned long long short_rows, tasks;
    unsigned long long next_task; // to be taken
};

struct MxmMaskedDotArguments {
    CsrArrays M, A, B; // M: the mask; B by columns: its row j is column j
    void *c_values;
    unsigned char *has; // 1 where C has an entry, else 0 as before
    DotCounters *counters;
    unsigned long long *work;  // of each row; 0 before
    unsigned long *short_rows; // nrows
    DotTask *tasks;            // nrows + dot_most_tasks
    int task_bytes;            // of shared memory for a task, a multiple of 16
};

} // namespace grb::device
