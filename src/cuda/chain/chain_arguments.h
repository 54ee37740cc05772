// Arguments of the chains of calls, for host and device; see chain.cuh.
#pragma once

#include "chain/chain_shape_arguments.h"
#include "kernels/bound_arguments.h"
#include "kernels/look_back_arguments.h"

namespace grb::device {

/// An operand of a stage. values null: `value` holds the only one (iso).
struct ChainSource {
    const void *values;
    const unsigned *where; // dense: bits, null for a full one; another list: its positions
    unsigned long value;
    unsigned long count; // dense: 0 if it has no entries; a list: its entries
};

struct ChainStageArguments {
    ChainSource a, b, mask;
    BoundValue scalar;
    // A list with room for all entries of the base, or the elements and the bits of an output that
    // is changed in place.
    void *values;
    unsigned *where;
};

struct ChainArguments {
    unsigned long count;       // entries of a list, positions of a bitmap
    const unsigned *positions; // of a list; of a bitmap the bits
    ChainStageArguments stages[longest_chain];
    LookBack look_back;
    unsigned long long *sums[2]; // on the device, 0 before and after
    unsigned *blocks_done;
    /// Mapped: the entries of both lists, 32 bits each; then, for both counted bitmaps, `count`
    /// plus the change of the bitmap's entries.
    unsigned long long *where;
};

} // namespace grb::device
