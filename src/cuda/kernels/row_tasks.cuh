// Assignment of tasks to blocks for rows in length classes, and joining of rows cut into chunks.
#pragma once

#include "kernels/common.cuh"
#include "kernels/row_tasks_arguments.h"

namespace grb::device {

/// A block's work: tasks `begin` to `end` of a class, of which it is block number `block`.
struct TaskClass {
    int number = 0;
    unsigned begin = 0, end, block;

    __device__ TaskClass(const RowTasks &tasks, unsigned number_of_block)
        : end(tasks.limits[1]), block(number_of_block) {
#pragma unroll
        for (int k = 1; k < row_class_count; k++) {
            if (number_of_block < tasks.blocks[k]) continue;
            number = k;
            begin = tasks.limits[k];
            end = tasks.limits[k + 1];
            block = number_of_block - tasks.blocks[k];
        }
    }
    /// Returns the binary logarithm of the class's longest row.
    __device__ int log_length() const { return row_class_count - 1 - number; }
};

/// The chunks of the row of task `task`, as tasks of class 0.
struct Chunks {
    unsigned first = 0, count = 0;

    Chunks() = default;
    template <class Offset>
    __device__ Chunks(const RowTasks &tasks, const Offset *offsets, unsigned task) {
        const unsigned row = __ldg(tasks.rows + task);
        const auto begin = static_cast<unsigned>(offsets[row]);
        const auto end = static_cast<unsigned>(offsets[row + 1]);
        first = task - (__ldg(tasks.begins + task) - begin) / tasks.chunk;
        count = (end - begin + tasks.chunk - 1) / tasks.chunk;
    }
};

/// Returns true for the last of `count` warps, which sees all earlier writes of the others. All
/// lanes call it.
__device__ inline bool arrives_last(unsigned *arrived, unsigned count) {
    __threadfence();
    __syncwarp();
    unsigned number = 0;
    if (lane() == 0) number = atomicAdd(arrived, 1u) + 1;
    number = __shfl_sync(all_lanes, number, 0);
    if (number != count) return false;
    if (lane() == 0) *arrived = 0;
    __threadfence();
    return true;
}

/// Loads a value that another block has written meanwhile; bypasses L1, which may hold an old
/// value.
template <class T>
__device__ inline T load_fresh(const T *p) {
    using Word = unsigned;
    T x;
    if constexpr (sizeof(T) % sizeof(Word) == 0 && alignof(T) % sizeof(Word) == 0) {
        Word words[sizeof(T) / sizeof(Word)];
#pragma unroll
        for (unsigned long k = 0; k < sizeof(T) / sizeof(Word); k++)
            words[k] = __ldcg(reinterpret_cast<const Word *>(p) + k);
        memcpy(&x, words, sizeof x);
    } else {
        unsigned char bytes[sizeof(T)];
#pragma unroll
        for (unsigned long k = 0; k < sizeof(T); k++)
            bytes[k] = __ldcg(reinterpret_cast<const unsigned char *>(p) + k);
        memcpy(&x, bytes, sizeof x);
    }
    return x;
}

} // namespace grb::device
