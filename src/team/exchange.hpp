// Entries that change their owner: tuples, sent by alltoallv and built where they arrive.
#pragma once

#include "algebra/operators.hpp"
#include "team/parts.hpp"

#include <functional>

namespace grb {

/// Positions and values of entries that a member has. Without values: all are one value, which the receiver knows.
struct Tuples {
    std::uint64_t count = 0;
    Array rows, columns, values;
    std::size_t value_size = 0;
    /// Uninitialised.
    static Tuples of(std::uint64_t count, std::size_t value_size);
    std::uint64_t *row() { return rows.as<std::uint64_t>(); }
    std::uint64_t *column() { return columns.as<std::uint64_t>(); }
};

/// All entries in row-major order.
Tuples tuples_of(const Snapshot &A);

/// Equal weights of entries and rows for the owners of n rows, to a 65536th of the rows.
Cuts cuts_by_rows(Team &team, std::uint64_t n, const HostVector<Tuples> &tuples);

/// Sends each tuple to the member that owner(from, k) names, for tuple k of member `from`. Received tuples are in the
/// order of the senders, and of each in its own order. value_size: of all that have tuples.
HostVector<Tuples> exchanged(Team &team, HostVector<Tuples> sent, std::size_t value_size,
                             const std::function<int(int, std::uint64_t)> &owner);

/// The entries of an nrows × ncols matrix whose positions do not repeat, from tuples that anyone may have: each goes to
/// the owner of its row (of its column, when there is one row).
Ref<Snapshot> assembled(Team &team, HostVector<Tuples> tuples, const Type *type,
                        std::uint64_t nrows, std::uint64_t ncols);

/// The sums of partial vectors of n positions, entry by entry in the order of the members.
Ref<Snapshot> summed(Team &team, HostVector<Tuples> partial, const Monoid *monoid, std::uint64_t n);

} // namespace grb
