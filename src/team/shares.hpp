// What a process gives to objects of the team, and takes of them, for itself alone.
#pragma once

#include "problems/structure.hpp"
#include "team/exchange.hpp"

namespace grb {

/// The rows (of a vector: the positions) [begin, end) of an object, which are this process's own.
struct Share {
    std::uint64_t begin = 0, end = 0;
    Ref<Snapshot> piece;
};
Share own_share(const Ref<Snapshot> &whole, bool is_vector);

/// The snapshot that the problem describes, but of the tuples that each member has. Where several are combined, they are in
/// the order of the members, and of each in its own order.
Ref<Snapshot> built_from_shares(const BuildProblem &problem, HostVector<Tuples> tuples);
/// The same of the tuples that the problem names at each process.
Ref<Snapshot> built_from_own(const BuildProblem &own);

/// The rows of all processes, one after the other. own: this process's, all of one width.
Ref<Snapshot> stacked(const Ref<Snapshot> &own);

/// The entries that the root has, for the team. local: read at the root alone.
Ref<Snapshot> scattered(const Ref<Snapshot> &local, const Type *type, std::uint64_t nrows,
                        std::uint64_t ncols, int root);

/// The number that all processes have, or GrB_INVALID_VALUE.
void require_equal(const char *name, std::uint64_t own);

} // namespace grb
