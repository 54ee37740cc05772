// Arguments of the products that are sorted by position, as host and device see them; see
// mxm_sort.cuh.
#pragma once

#include "mxv/mxv_push_arguments.h"

namespace grb::device {

struct MxmSortArguments {
    /// Walks B's rows (walk.A is B): an entry of A is a vertex of the frontier, whose number is
    /// that of B's row.
    MxvPushArguments walk;
    CsrArrays A;
    const void *entry_rows; // row of C of each entry of A
    void *rows, *columns, *values;
};

} // namespace grb::device
