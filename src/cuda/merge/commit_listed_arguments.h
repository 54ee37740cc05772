// Arguments of the commit at the entries of a list, as host and device see them; see commit_listed.cuh.
#pragma once

#include "elementwise/elementwise_arguments.h"

namespace grb::device {

struct CommitListedArguments {
    // The mask's entries.
    unsigned long count;
    const void *indices, *mask_values;
    unsigned long mask_value; // the only one (iso) where mask_values is null
    // T: cells, or a list whose values t has.
    Cells t;
    const void *t_indices; // ascending; null: those of the mask
    unsigned long t_count;
    bool deletes; // entries of C go where the mask is true and T has none
    CellResult result;
};

} // namespace grb::device
