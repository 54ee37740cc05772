// The calls of products of two matrices that are both full, or both sparse, as the library fills them in and the plugin
// carries them out.
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

/// C(i, j) = ⊕_k A(i, k) ⊗ B(j, k) at the entries (i, j) of M, whose values are not read. A M.nrows × k, B M.ncols × k,
/// both full; k > 0.
struct MxmSampledCall {
    SparseArrays M;
    DenseArrays A, B;
    std::uint64_t k;
    SemiringName semiring;
    void *values; // M.nvals
};

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) of M where some k has both: there has(p) becomes 1 and value p is
/// set, elsewhere has(p) becomes 0. M, A by rows, B by columns (its row j: column j); all sorted, none hypersparse. M's
/// values are not read. Inner indices are below 2^32 - 1 or 8 bytes wide.
struct MxmMaskedDotCall {
    SparseArrays M, A, B;
    SemiringName semiring;
    void *values;       // M.nvals
    unsigned char *has; // M.nvals
};

/// C = A ⊕.⊗ B at the entries of M that are no entries of it where is_mask_complemented, or everywhere. A, B, M by rows,
/// each stored, sorted; M's values are not read. C has fewer than 2^32 - 1 rows and columns. Waits twice: for the number of
/// products and of entries.
struct MxmHashCall {
    SparseArrays A, B, M;
    bool has_mask, is_mask_complemented;
    SemiringName semiring;
    /// Called once when C has entries, for memory to put them.
    Status (*reserve)(void *context, std::uint64_t nvals, RowsTarget *target);
    void *reserve_context;
};

namespace gpu {
inline const Function<const MxmHashCall *> mxm_hash{"mxm_hash"};
inline const Function<const MxmCublasCall *> mxm_cublas{"mxm_cublas"};
/// Why cuBLAS cannot be used; null: it can. Opens cuBLAS on the first call.
inline const Function<const char **> cublas_absence{"cublas_absence"};
inline const Function<const MxmSampledCall *> mxm_sampled{"mxm_sampled"};
inline const Function<const MxmMaskedDotCall *> mxm_masked_dot{"mxm_masked_dot"};
} // namespace gpu

} // namespace grb::device
