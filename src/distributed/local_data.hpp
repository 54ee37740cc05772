// The data that a single process gives to objects of the process group, or takes from them.
#pragma once

#include "distributed/exchange.hpp"
#include "problems/structure.hpp"

namespace grb {

/// The rows (of a vector: the positions) [begin, end) of an object that this process owns.
struct LocalRange {
    std::uint64_t begin = 0, end = 0;
    Ref<Snapshot> partition;
};
LocalRange own_range(const Ref<Snapshot> &whole, bool is_vector);

/// Builds the problem's snapshot from each member's tuples. Duplicates are combined in the order of
/// the members, and those of one member in its own order.
Ref<Snapshot> built_from_tuples(const BuildProblem &problem, HostVector<Tuples> tuples);
/// Builds it from the tuples that each process's problem names.
Ref<Snapshot> built_from_own(const BuildProblem &own);

/// Stacks the rows of all processes. own: those of this process; all have the same width.
Ref<Snapshot> stacked(const Ref<Snapshot> &own);

/// Scatters the root's entries to the group. Only the root reads `local`.
Ref<Snapshot> scattered(const Ref<Snapshot> &local, const Type *type, std::uint64_t nrows,
                        std::uint64_t ncols, int root);

/// Stores the bytes of all processes in `all`, by rank, and the begin of each and the end in
/// `begins`. `all` is null at all processes if only the counts are wanted.
void gather_bytes(void *all, std::uint64_t *begins, const void *own, std::uint64_t bytes);

/// Throws GrB_INVALID_VALUE unless all processes have the same number.
void require_equal(const char *name, std::uint64_t own);

} // namespace grb
