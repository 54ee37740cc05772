// Arguments of the sampled product of full matrices, as host and device see them; see
// mxm_sampled.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

/// Threads of a block, and entries of the mask that it takes.
inline constexpr int sampled_threads = 256;
inline constexpr unsigned long sampled_share = 1024;

struct MxmSampledArguments {
    CsrArrays M;     // the mask
    unsigned long k; // columns of A and B
    const void *a_values, *b_values;
    void *c_values;
};

} // namespace grb::device
