// The kernels of products of sparse matrices row by row, and their programs.
#pragma once

#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxm/mxm_hash_arguments.h"
#include "cuda/plugin/program_spec.hpp"

namespace grb::device {

/// A kernel, which is a program of its own, the template that it calls, and the rows that its
/// blocks take.
struct HashKernel {
    const char *name, *function, *parameters;
    int threads;
    std::uint64_t rows_of_block;
};

extern const HashKernel hash_measure_kernel, hash_classify_kernel;
/// Kernels by classes from 1 on; without a name: rows of the class need no counting.
extern const HashKernel hash_counters[hash_class_count], hash_fillers[hash_class_count];
/// Kernels of small rows with few columns.
extern const HashKernel hash_count_small_bits_kernel, hash_fill_small_ranks_kernel;

/// Returns the call without the fields that its programs do not use.
MxmHashCall with_used_values(MxmHashCall call);

/// All kernels take seconds to compile, and a product needs a few: those of its classes are
/// compiled concurrently.
struct OneHashKernel {
    const MxmHashCall *call;
    const HashKernel *kernel;
    bool is_filling;

    static void describe(ProgramSpec &spec, const OneHashKernel &one);
};

} // namespace grb::device
