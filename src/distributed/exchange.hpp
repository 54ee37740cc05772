// The exchange of entries between their owners: tuples sent by alltoallv and built by the
// receivers.
#pragma once

#include "algebra/operators.hpp"
#include "distributed/partitioning.hpp"

#include <functional>

namespace grb {

/// Positions and values of a member's entries. Without values, all share one that the receiver
/// knows.
struct Tuples {
    std::uint64_t count = 0;
    Array rows, columns, values;
    std::size_t value_size = 0;
    /// Allocates uninitialised tuples.
    static Tuples of(std::uint64_t count, std::size_t value_size);
    std::uint64_t *row() { return rows.as<std::uint64_t>(); }
    std::uint64_t *column() { return columns.as<std::uint64_t>(); }
};

/// Lists all entries in row-major order.
Tuples tuples_of(const Snapshot &A);

/// Cuts n rows at equal weights of entries and rows, accurate to a 65536th of the rows.
Cuts cuts_by_rows(Group &group, std::uint64_t n, const HostVector<Tuples> &tuples);

/// Sends tuple k of member `from` to the member owner(from, k). Received tuples are in the order of
/// the senders, and those of one sender keep their order. value_size is that of all members with
/// tuples.
HostVector<Tuples> exchanged(Group &group, HostVector<Tuples> sent, std::size_t value_size,
                             const std::function<int(int, std::uint64_t)> &owner);

/// Builds an nrows × ncols matrix from tuples with distinct positions that any member may hold:
/// each goes to the owner of its row (of its column, if there is one row).
Ref<Snapshot> assembled(Group &group, HostVector<Tuples> tuples, const Type *type,
                        std::uint64_t nrows, std::uint64_t ncols);

/// Sums partial vectors of n positions, entry by entry in the order of the members.
Ref<Snapshot> summed(Group &group, HostVector<Tuples> partial, const Monoid *monoid,
                     std::uint64_t n);

} // namespace grb
