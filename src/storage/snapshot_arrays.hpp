// Visits the arrays of a snapshot.
#pragma once

#include "storage/snapshot.hpp"

#include <initializer_list>

namespace grb {

/// Calls body for all arrays of a snapshot's present forms. S: Snapshot, or const Snapshot for
/// reading. Forms of one snapshot may share arrays: these come several times.
template <class S, class F>
void for_arrays(S &snapshot, F &&body) {
    for (auto *form :
         {&snapshot.rows_form(), &snapshot.jumbled_rows_form(), &snapshot.columns_form()}) {
        if (!form->is_present()) continue;
        auto &sparse = form->get();
        for (auto *array :
             {&sparse.row_offsets, &sparse.column_indices, &sparse.row_ids, &sparse.values}) {
            body(*array);
        }
    }
    if (snapshot.dense_form().is_present()) {
        body(snapshot.dense_form().get().bits);
        body(snapshot.dense_form().get().values);
    }
    if (snapshot.balanced_form().is_present()) {
        auto &balanced = snapshot.balanced_form().get();
        for (auto *array : {&balanced.counts, &balanced.column_indices, &balanced.values})
            body(*array);
    }
}

} // namespace grb
