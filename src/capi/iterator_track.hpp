// The copy of an object's entries that an iterator walks.
#pragma once

#include "base/memory.hpp"
#include "objects/layouts.hpp"
#include "storage/convert.hpp"

namespace grb {

/// Selects the copy that an iterator walks.
struct IteratorPath {
    bool by_column, by_cell;
    friend bool operator==(const IteratorPath &, const IteratorPath &) = default;
};

/// The entries of a snapshot as iterators see them. The track keeps the snapshot, which thus cannot
/// be changed in place.
struct IteratorTrack : HostAllocated {
    Ref<Snapshot> snapshot;
    IteratorPath path;
    SparsePart part;               // not by cell
    Array present, values;         // by cell, in order: a byte for each, and a value unless is_iso
    bool is_iso = false;           // of values
    std::uint64_t iterators = 0;   // guarded by the mutex of all tracks
    IteratorTrack *next = nullptr; // guarded by the mutex of all tracks

    IteratorTrack(Ref<Snapshot> source, IteratorPath wanted)
        : snapshot(std::move(source)), path(wanted) {
        if (path.by_cell) {
            copy_cells();
            return;
        }
        const bool columns = path.by_column;
        part = wide_part(snapshot->sparse_part(columns), snapshot->type(),
                         columns ? snapshot->ncols() : snapshot->nrows(),
                         columns ? snapshot->nrows() : snapshot->ncols());
    }

private:
    void copy_cells() {
        const Type *const type = snapshot->type();
        const std::uint64_t nrows = snapshot->nrows(), ncols = snapshot->ncols();
        DensePart cells = snapshot->share_dense();
        if (path.by_column) cells = transpose_dense(cells, type, nrows, ncols);
        present = presence_bytes(path.by_column ? view_of(cells, type, ncols, nrows)
                                                : view_of(cells, type, nrows, ncols));
        values = cells.values;
        is_iso = cells.is_iso;
    }
};

} // namespace grb
