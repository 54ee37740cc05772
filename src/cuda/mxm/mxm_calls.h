// The calls of products of two full or two sparse matrices, of a few rows by a sparse matrix, and
// of Kronecker products: the library fills them in, the plugin executes them.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// C = A·B by cuBLAS, all full and by rows: op(A) m×k, op(B) k×n, none of them 0. type: float or
/// double. may_use_tf32: products of floats may have 10 bits' precision.
struct MxmCublasCall {
    std::uint64_t m, n, k;
    const void *a, *b;
    bool is_a_transposed, is_b_transposed, may_use_tf32;
    const char *type;
    void *c;
};

/// C(i, j) = ⊕_k A(i, k) ⊗ B(j, k) at the entries (i, j) of M, whose values are not read. A M.nrows
/// × k, B M.ncols × k, both full; k > 0.
struct MxmSampledCall {
    SparseArrays M;
    DenseArrays A, B;
    std::uint64_t k;
    SemiringName semiring;
    void *values; // M.nvals
};

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) at the entries (i, j) of M for which some k is in both: has(p)
/// becomes 1 and value p is set; elsewhere has(p) becomes 0. M, A by rows, B by columns (its row j:
/// column j); all sorted, none hypersparse. M's values are not read. Inner indices are below 2^32 -
/// 1 or 8 bytes wide.
struct MxmMaskedDotCall {
    SparseArrays M, A, B;
    SemiringName semiring;
    void *values;       // M.nvals
    unsigned char *has; // M.nvals
};

/// C = A ⊕.⊗ B at the entries of M, outside of them where is_mask_complemented, or everywhere. A,
/// B, M by rows, each stored, sorted; M's values are not read. C has fewer than 2^32 - 1 rows and
/// columns. Waits twice: for the number of products and of entries.
struct MxmHashCall {
    SparseArrays A, B, M;
    bool has_mask, is_mask_complemented;
    SemiringName semiring;
    /// The call invokes it once when C has entries, to get memory for them.
    Status (*reserve)(void *context, std::uint64_t nvals, RowsTarget *target);
    void *reserve_context;
};

/// C = A ⊕.⊗ B, A dense rows×inner, 1 to 64 rows, B by columns (its row j: column j; n of them),
/// not hypersparse. C dense rows×n: c_bits, (rows·n + 63) / 64 words, and c_values unless
/// has_values is false: then only the pattern is wanted, and no value is read.
struct MxmFewRowsCall {
    std::uint64_t rows, inner, n;
    DenseArrays A;
    std::uint64_t row_step, inner_step; // A(r, k) is element r·row_step + k·inner_step
    SparseArrays B;
    std::uint64_t longest; // no column of B has more entries
    SemiringName semiring;
    bool has_values;
    bool ends_at_first; // any term of an entry may replace the sum
    MaskBits mask;      // of C's elements
    void *c_values;
    std::uint64_t *c_bits;
    CountOutput nvals;
};

/// C(iA · mB + iB, jA · nB + jB) = A(iA, jA) ⊗ B(iB, jB), mB × nB the shape of B. A and B by rows,
/// each stored, with entries. C has A.nrows · B.nrows rows, and memory for A.nvals · B.nvals
/// entries; without values only its pattern is made.
struct KroneckerCall {
    SparseArrays A, B;
    RowsTarget C;
    BinaryName op;
    const char *z_type;
};

/// values(p) = A(p) ⊗ d(column of p), or with is_diagonal_first d(row of p) ⊗ A(p). A by rows, each
/// stored.
struct MxmDiagonalCall {
    SparseArrays A;
    const void *diagonal; // a value a row of D, or one for all
    const char *diagonal_type;
    bool is_diagonal_iso, is_diagonal_first;
    BinaryName op;
    const char *z_type;
    void *values; // A.nvals
};

/// C = A ⊕.⊗ B by sorting all products by their positions, for any monoid. A and B by rows, sorted;
/// with row_ids, ascending, nrows counts the stored rows. With a_row_ids C lists the rows that have
/// entries, else it has A.nrows. is_flipped: b ⊗ a. Fewer than 2^32 products, else it fails as
/// unsupported. Waits for their number and that of the entries.
struct MxmSortCall {
    SparseArrays A, B;
    const void *a_row_ids,
        *b_row_ids; // of the widths of A's and B's indices; null: each row is stored
    SemiringName semiring;
    bool is_flipped, is_reorderable; // any order of a sum's terms gives the same bits
    int offset_width, index_width;   // of C
    int value_size;                  // of the result type
    /// The call invokes it once when C has entries, for nrows + 1 offsets (null: not wanted), nrows
    /// row ids with a_row_ids, and nvals indices and values.
    Status (*reserve)(void *context, std::uint64_t nrows, std::uint64_t nvals, void **row_ids,
                      void **offsets, void **indices, void **values);
    void *reserve_context;
};

namespace gpu {
inline const Function<const MxmDiagonalCall *> mxm_diagonal{"mxm_diagonal"};
inline const Function<const KroneckerCall *> kronecker{"kronecker"};
inline const Function<const MxmSortCall *> mxm_sort{"mxm_sort"};
inline const Function<const MxmHashCall *> mxm_hash{"mxm_hash"};
inline const Function<const MxmCublasCall *> mxm_cublas{"mxm_cublas"};
/// Returns why cuBLAS cannot be used; null: it can. Opens cuBLAS on the first call.
inline const Function<const char **> cublas_absence{"cublas_absence"};
inline const Function<const MxmSampledCall *> mxm_sampled{"mxm_sampled"};
inline const Function<const MxmMaskedDotCall *> mxm_masked_dot{"mxm_masked_dot"};
inline const Function<const MxmFewRowsCall *> mxm_few_rows{"mxm_few_rows"};
} // namespace gpu

} // namespace grb::device
