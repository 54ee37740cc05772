// The calls of products of a sparse and a full matrix: the library fills them in, the plugin
// executes them.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/table.h"

namespace grb::device {

enum class SpmmVariant : int {
    row_split,
    merge,
    merge_path,
    parallel_row,
    parallel_balanced,
    sequential_row,
    sequential_balanced,
    vector,
    row_classes
};

/// C = A ⊕.⊗ B, A by rows, B full with `columns` columns. Elements that the mask excludes and rows
/// of C whose rows of A are empty have no defined value. row_split, vector and row_classes read the
/// mask, the others ignore it.
struct SpmmCall {
    SpmmVariant variant;
    SparseArrays A;
    DenseArrays B;
    std::uint64_t columns;
    SemiringName semiring;
    MaskBits mask; // of C's elements
    void *c_values;
    const char
        *c_type; // vector: a narrow type, which sums are rounded to once; null: that of the sums
    SegmentArrays segments; // vector
    std::uint64_t slice;    // vector: the most columns that are worked on at a time
    /// merge_path: spmm_schedule_words() words, filled when has_tile_rows is false. They depend on
    /// A's offsets and the share alone.
    std::uint64_t *tile_rows;
    bool has_tile_rows;
    RowTaskArrays tasks; // row_classes: at most most_slices slices of the columns
};

/// Rows + entries that a group of lanes takes in merge_path: the best value found for so many
/// columns (Shan et al. 2023, Figure 6), less where that would be fewer groups than a GPU needs.
inline constexpr int spmm_cost_count = 6;
inline int spmm_cost_class(std::uint64_t columns) {
    constexpr std::uint64_t most[] = {2, 8, 16, 32, 64};
    int number = 0;
    for (const std::uint64_t limit : most) number += columns > limit;
    return number;
}
inline std::uint64_t spmm_share(std::uint64_t nrows, std::uint64_t nvals, std::uint64_t columns) {
    constexpr std::uint64_t costs[spmm_cost_count] = {50, 15, 20, 30, 35, 50};
    constexpr std::uint64_t fewest_groups = 1024;
    const std::uint64_t cost = costs[spmm_cost_class(columns)], total = nrows + nvals;
    return total / cost >= fewest_groups ? cost : total / fewest_groups + 1;
}
inline std::uint64_t spmm_schedule_words(std::uint64_t nrows, std::uint64_t nvals,
                                         std::uint64_t columns) {
    return (nrows + nvals) / spmm_share(nrows, nvals, columns) + 2;
}

/// Makes bits of the elements of an A.nrows × columns matrix: those that the mask allows in rows in
/// which A has entries; (A.nrows · columns + 63) / 64 words. The values of all other elements
/// become 0, unless null.
struct RowElementsCall {
    SparseArrays A;
    std::uint64_t columns;
    MaskBits mask;
    std::uint64_t *bits;
    void *values;
    int size;          // of a value: 1, 2, 4 or 8
    CountOutput nvals; // both null: not counted
};

/// C = A·B by cuSPARSE's SpMM, A by rows, not iso, values of A, B and C of one type. `workspace` as
/// in MxvCusparseCall, of the size that spmm_workspace gave for as many columns.
struct SpmmCusparseCall {
    int algorithm; // 0: ALG1, 1: ALG2, 2: ALG3
    SparseArrays A;
    std::uint64_t columns;
    const void *b_values;
    const char *type;
    void *workspace, *c_values;
};

namespace gpu {
inline const Function<const SpmmCall *> spmm{"spmm"};
inline const Function<const RowElementsCall *> row_elements{"row_elements"};
inline const Function<const SpmmCusparseCall *, std::size_t *> spmm_workspace{"spmm_workspace"};
inline const Function<const SpmmCusparseCall *> spmm_cusparse{"spmm_cusparse"};
} // namespace gpu

} // namespace grb::device
