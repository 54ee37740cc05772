// Which task a warp has among rows by classes of length, and the joining of rows that are cut into pieces.
#pragma once

#include "kernels/common.cuh"
#include "kernels/row_tasks_arguments.h"

namespace grb::device {

/// What a block works on: tasks `begin` to `end` of a class, of which it is block number `block`.
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
    /// Binary logarithm of the longest row of the class.
    __device__ int log_length() const { return row_class_count - 1 - number; }
};

/// Where the pieces of the row of task `task` lie among the tasks of class 0.
struct Pieces {
    unsigned first = 0, count = 0;

    Pieces() = default;
    template <class Offset>
    __device__ Pieces(const RowTasks &tasks, const Offset *offsets, unsigned task) {
        const unsigned row = __ldg(tasks.rows + task);
        const auto begin = static_cast<unsigned>(offsets[row]);
        const auto end = static_cast<unsigned>(offsets[row + 1]);
        first = task - (__ldg(tasks.begins + task) - begin) / tasks.piece;
        count = (end - begin + tasks.piece - 1) / tasks.piece;
    }
};

/// True for the warp that comes last of `count`, which sees what the others wrote before they came. All lanes.
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

/// A value that another block has written meanwhile: past L1, which may hold what was there before.
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
