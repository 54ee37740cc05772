// The calls of products of full matrices, as the library fills them in and the plugin carries them out.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// C = A·B by cuBLAS, all full and by rows: op(A) m×k, op(B) k×n, none of them 0. type: float or double.
/// may_use_tf32: products of floats may be of 10 bits' precision.
struct MxmCublasCall {
    std::uint64_t m, n, k;
    const void *a, *b;
    bool is_a_transposed, is_b_transposed, may_use_tf32;
    const char *type;
    void *c;
};

namespace gpu {
inline const Function<const MxmCublasCall *> mxm_cublas{"mxm_cublas"};
/// Why cuBLAS cannot be used; null: it can. Opens cuBLAS on the first call.
inline const Function<const char **> cublas_absence{"cublas_absence"};
} // namespace gpu

} // namespace grb::device
