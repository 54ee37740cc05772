// Arguments of the commit at the entries of a list, for host and device; see commit_listed.cuh.
#pragma once

#include "elementwise/elementwise_arguments.h"

namespace grb::device {

struct CommitListedArguments {
    // The mask's entries.
    unsigned long count;
    const void *indices, *mask_values;
    unsigned long mask_value; // the only one (iso) if mask_values is null
    // T: dense, or a list whose values t has.
    DenseElements t;
    const void *t_indices; // ascending; null: those of the mask
    unsigned long t_count;
    bool deletes; // C loses its entries where the mask is true and T has none
    DenseResult result;
};

} // namespace grb::device
