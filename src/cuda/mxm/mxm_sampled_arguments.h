// Arguments of the sampled product of full matrices, as host and device see them; see
// mxm_sampled.cuh.
#pragma once

namespace grb::device {

/// Threads of a block, and entries of the mask that it takes.
inline constexpr int sampled_threads = 256;
inline constexpr unsigned long sampled_share = 1024;

struct MxmSampledArguments {
    unsigned long nrows, nvals, k; // of the mask; columns of A and B
    const void *row_offsets, *column_indices;
    const void *a_values, *b_values;
    void *c_values;
};

} // namespace grb::device
