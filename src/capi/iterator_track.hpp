// The copy of an object's entries that an iterator walks.
#pragma once

#include "base/distributed_array.hpp"
#include "base/memory.hpp"
#include "objects/layouts.hpp"
#include "storage/convert.hpp"

namespace grb {

/// Selects the copy that an iterator walks.
struct IteratorPath {
    bool by_column, by_element;
    friend bool operator==(const IteratorPath &, const IteratorPath &) = default;
};

/// The entries of a snapshot as iterators see them. The track keeps the snapshot, which thus cannot
/// be changed in place.
struct IteratorTrack : HostAllocated {
    Ref<Snapshot> snapshot;
    IteratorPath path;
    SparseForm form; // not of a bitmap or full form
    Array present,
        values; // of a bitmap or full form, in order: a byte for each, and a value unless is_iso
    bool is_iso = false;           // of values
    std::uint64_t iterators = 0;   // guarded by the mutex of all tracks
    IteratorTrack *next = nullptr; // guarded by the mutex of all tracks

    IteratorTrack(Ref<Snapshot> source, IteratorPath wanted)
        : snapshot(std::move(source)), path(wanted) {
        if (path.by_element) {
            copy_dense();
            return;
        }
        const bool columns = path.by_column;
        form = wide_form(snapshot->sparse_form(columns), snapshot->type(),
                         columns ? snapshot->ncols() : snapshot->nrows(),
                         columns ? snapshot->nrows() : snapshot->ncols());
        // The arrays of a distributed matrix last until the end of the call.
        form.column_indices = lasting(form.column_indices);
        form.values = lasting(form.values);
    }

private:
    void copy_dense() {
        const Type *const type = snapshot->type();
        const std::uint64_t nrows = snapshot->nrows(), ncols = snapshot->ncols();
        DenseForm dense = snapshot->share_dense();
        if (path.by_column) dense = transpose_dense(dense, type, nrows, ncols);
        present = presence_bytes(path.by_column ? view_of(dense, type, ncols, nrows)
                                                : view_of(dense, type, nrows, ncols));
        values = dense.values;
        is_iso = dense.is_iso;
    }
};

} // namespace grb
