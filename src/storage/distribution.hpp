// Distributed matrices: each process of a group holds its own rows (base/distributed_array.hpp).
// Readers that know nothing of it gather the entries. src/distributed/ installs the functions.
#pragma once

#include "base/distributed_array.hpp"
#include "base/process_group.hpp"
#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// True when this process holds only its own rows of the entries. The numbers of entries before
/// each row are with all.
inline bool is_distributed(const Snapshot &snapshot) noexcept {
    return snapshot.rows_form().is_present() &&
           is_distributed(snapshot.rows_form().get().column_indices);
}

/// Returns the matrix with all entries on each process.
inline Ref<Snapshot> gathered(const Ref<Snapshot> &matrix) {
    if (!is_distributed(*matrix)) return matrix;
    SparseForm rows = matrix->rows_form().get();
    rows.column_indices = lasting(rows.column_indices);
    rows.values = lasting(rows.values);
    return Snapshot::of_rows(matrix->type(), matrix->nrows(), matrix->ncols(), std::move(rows));
}

/// All processes call these functions together.
struct Distribution {
    /// Returns the matrix distributed, or as it is when it is small or dense. Throws
    /// std::bad_alloc.
    Ref<Snapshot> (*distributed)(Ref<Snapshot> whole);
    /// Applies updates of entries to a distributed matrix: each process those of its own rows.
    Ref<Snapshot> (*updated)(const Snapshot &matrix, const PendingUpdates &updates);
    /// Says whether a distributed matrix has the entry, and copies its value. Throws Error.
    bool (*find_entry)(const Snapshot &matrix, std::uint64_t row, std::uint64_t column,
                       void *value);
};
/// Is null when this process is in no group.
inline constinit std::atomic<const Distribution *> distribution{nullptr};

/// Distributes a matrix if the calling thread works for a process group.
inline Ref<Snapshot> distributed(Ref<Snapshot> matrix) {
    const Distribution *const group = process_group() != nullptr ? distribution.load() : nullptr;
    return group != nullptr ? group->distributed(std::move(matrix)) : std::move(matrix);
}

} // namespace grb
