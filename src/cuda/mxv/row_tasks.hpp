// The tasks of a call in the form that its kernel takes.
#pragma once

#include "cuda/kernels/row_tasks_arguments.h"
#include "cuda/mxv/mxv_calls.h"

#include <algorithm>

namespace grb::device {

/// lanes(log_length): of a task of up to 2^log_length entries; `lanes_of_chunk`: of a chunk of a
/// longer row.
template <class Lanes>
RowTasks row_tasks(const RowTaskArrays &made, const Lanes &lanes, std::uint64_t lanes_of_chunk,
                   std::uint64_t threads) {
    RowTasks tasks{made.rows, made.begins, made.lengths, made.arrived, made.chunk, {}, {}};
    std::copy(std::begin(made.limits), std::end(made.limits), tasks.limits);
    for (int k = 0; k < row_class_count; k++) {
        const std::uint64_t own = k == 0 ? lanes_of_chunk : lanes(row_class_count - 1 - k);
        const std::uint64_t count = tasks.limits[k + 1] - tasks.limits[k];
        tasks.blocks[k + 1] =
            tasks.blocks[k] + static_cast<unsigned>((count * own + threads - 1) / threads);
    }
    return tasks;
}

} // namespace grb::device
