// Arguments of the Kronecker product, as host and device see them; see kronecker.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

inline constexpr int kronecker_threads = 256;
/// Neighbouring entries of C whose factors one thread finds.
inline constexpr int kronecker_run = 8;
/// Entries of C, or rows, that a block makes.
inline constexpr unsigned long kronecker_share = kronecker_run * kronecker_threads;

struct KroneckerArguments {
    CsrArrays A, B;
    unsigned long entry_blocks;                  // the blocks after these make offsets
    void *row_offsets, *column_indices, *values; // of C; values null: none are made
};

} // namespace grb::device
