// Arguments of the element-wise kernels, for host and device.
// Presence bits are 32 to a word here: half words of the host's.
#pragma once

#include "kernels/bound_arguments.h"

namespace grb::device {

/// A dense operand; values null: `value` holds the only one (iso).
struct DenseElements {
    const void *values;
    const unsigned *bits; // null: full
    unsigned long value;
    bool is_empty;
};

/// Bits and number of a result's entries. See EntryCounter.
struct DenseResult {
    void *values;   // null: no values are written
    unsigned *bits; // null: every element gets an entry, or the bits are the operand's own
    unsigned long long *count_sum;
    unsigned *count_blocks;
    unsigned long long *count_where;
};

struct DenseMask {
    const unsigned *bits; // null: no bits are set
    unsigned flip;        // XORed with them
};

struct MergeArguments {
    unsigned long elements;
    unsigned tile_words; // words of a warp's tile, a multiple of 8 up to 32
    DenseElements a, b;
    // Two bits each, from the lowest: the answer where only a, only b, both have an entry.
    unsigned inside, beyond, outside;
    DenseMask mask;
    const unsigned char
        *mask_values; // null: only bits; else flip applies to bits and to bytes that are not 0
    const unsigned *region; // null: every position is inside
    bool is_in_place;       // the values are a's own
    DenseResult result;
};

struct MapArguments {
    unsigned long elements, ncols;
    unsigned tile_words;
    OwnTest own_test;
    DenseElements x;
    const void *indices; // the columns of a list's entries; null: value p is at position p
    bool has_short_indices;
    BoundValue scalar;
    bool is_vector;
    DenseMask mask;
    DenseResult result;
};

struct ReduceArguments {
    unsigned long elements;
    unsigned tile_words;
    DenseElements x;
    void *block_values; // one for each block
    unsigned char *block_has;
    unsigned *blocks_done;     // 0 before and after
    unsigned long long *where; // mapped: the presence of a sum, then its bits
};

struct ReduceToVectorArguments {
    unsigned long nrows, ncols;
    DenseElements x;
    // Each row or column is divided into `chunks` of `share` elements; chunk c's sum of vector k
    // is at c * major_count + k.
    unsigned long major_count, chunks, share;
    void *chunk_values;
    unsigned char *chunk_has;
    DenseMask mask;
    DenseResult result;
};

struct ScatterArguments {
    unsigned long nvals;
    const void *indices, *t_values;
    unsigned long t_value;
    DenseMask mask;
    DenseResult result;
};

} // namespace grb::device
