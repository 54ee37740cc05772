// Visits the arrays of a snapshot.
#pragma once

#include "storage/snapshot.hpp"

#include <initializer_list>

namespace grb {

/// Calls body for all arrays of a snapshot's present forms. S: Snapshot, or const Snapshot for
/// reading. Forms of one snapshot may share arrays: these come several times.
template <class S, class F>
void for_arrays(S &snapshot, F &&body) {
    for (auto *part :
         {&snapshot.rows_part(), &snapshot.jumbled_rows_part(), &snapshot.columns_part()}) {
        if (!part->is_present()) continue;
        auto &sparse = part->get();
        for (auto *array :
             {&sparse.row_offsets, &sparse.column_indices, &sparse.row_ids, &sparse.values}) {
            body(*array);
        }
    }
    if (snapshot.dense_part().is_present()) {
        body(snapshot.dense_part().get().bits);
        body(snapshot.dense_part().get().values);
    }
    if (snapshot.balanced_part().is_present()) {
        auto &balanced = snapshot.balanced_part().get();
        for (auto *array : {&balanced.counts, &balanced.column_indices, &balanced.values})
            body(*array);
    }
}

} // namespace grb
