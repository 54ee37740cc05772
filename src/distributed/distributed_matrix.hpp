// Matrices of a process group whose rows are distributed over the processes.
#pragma once

#include "distributed/partitioning.hpp"
#include "storage/distribution.hpp"

namespace grb {

/// Matrices of at most so many entries are held whole by each process (GRAPHBLAST_MPI_COPIES).
std::uint64_t most_copied_entries() noexcept;
void set_most_copied_entries(std::uint64_t entries) noexcept;
void reset_most_copied_entries() noexcept;
/// True when a matrix of this size is to be distributed.
inline bool is_to_be_distributed(std::uint64_t nrows, std::uint64_t nvals) noexcept {
    return process_group() != nullptr && nrows > 1 && nvals > most_copied_entries();
}

/// The functions of storage/distribution.hpp.
const Distribution &distribution_of_rows() noexcept;

/// Remembers a matrix that has been distributed, for drop_gathered_forms().
void enlist(const Ref<Snapshot> &matrix);
/// Frees what the last call has gathered, and the forms that were made of it.
void drop_gathered_forms() noexcept;

/// The part of a distributed array of `size` bytes an entry: the members' entries begin at these
/// numbers of entries.
OwnPart part_of_entries(const Array &own, std::span<const std::uint64_t> first, std::size_t size);
/// The cuts that follow from a distributed matrix's arrays, for one that shares those of another.
Cuts cuts_of_parts(const Snapshot &matrix);
/// The own rows, as the arrays have them. Throws Error if `cuts` would give others.
Ref<Snapshot> rows_of_parts(const Snapshot &matrix, const Cuts &cuts);
/// Throws Error inside of Group::each, where one member may ask for entries that no other sends.
void require_all_members();
/// True when the answer is yes on all processes. They ask together.
bool all_have(bool own);
/// The own rows of a distributed matrix.
Ref<Snapshot> own_rows(const Snapshot &matrix);
/// The columns of a distributed matrix cut at equal weights of entries and columns.
Cuts cuts_by_columns(const Snapshot &matrix);
/// This process's partition of a distributed matrix for other cuts than its own: entries move to
/// their new owners.
Ref<Snapshot> moved_partition(const Snapshot &matrix, Axis axis, const Cuts &cuts);
/// The rows of one process, on all processes.
Ref<Snapshot> rows_of(const Snapshot &matrix, int owner);

/// Gathers the entries of an operand that every member reads whole. Inside of Group::each, where
/// one process may read what another does not, nothing is gathered.
inline void gather_for_all(const Ref<Snapshot> &operand) {
    if (operand && is_distributed(*operand)) operand->fetch();
}

} // namespace grb
