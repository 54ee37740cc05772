// Arguments of the products of a few rows by a sparse matrix, as host and device see them; see
// mxm_few_rows.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

inline constexpr int few_threads = 256;
/// The elements of C whose bits a warp makes.
inline constexpr unsigned long few_elements_a_warp = 1024;

/// A column of B whose entries several warps take: chunks `first` to `first` + `chunks` - 1.
struct FewColumn {
    unsigned long column, first, chunks;
};
/// Chunk `number` of a column.
struct FewChunk {
    unsigned long column, number;
};
/// Both are 0 before the first kernel.
struct FewCounters {
    unsigned long long chunks, columns;
};

struct MxmFewRowsArguments {
    unsigned long rows, inner, n; // A rows×inner, C rows×n
    // A(r, k) is element r·row_step + k·inner_step.
    unsigned long row_step, inner_step;
    const void *a_values;
    const unsigned long *a_bits; // null: A is full
    CsrArrays B;                 // by columns: its row j is column j
    MaskWords mask;              // of C's elements
    // Words of P::Word, bit r for row r.
    void *present; // inner: A has an entry
    void *words;   // n: C may have an entry; in the end, C has one
    void *side;    // inner × P::stride: A's values for one k are adjacent
    void *c_values;
    unsigned *c_bits; // of C's elements, in words of 32; an even number of words
    // Columns of more than `share` entries, in chunks of so many.
    unsigned long share;
    FewCounters *counters;
    FewColumn *columns;
    FewChunk *chunks;
    void *chunk_values; // chunks × P::stride
    void *chunk_words;  // of P::Word
    // See EntryCounter.
    unsigned long long *count_sum;
    unsigned *count_blocks;
    unsigned long long *count_where;
};

} // namespace grb::device
