// Sends tuples to the owners of their positions, and builds the partitions from them.
#include "distributed/exchange.hpp"

#include "distributed/work.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

Tuples Tuples::of(std::uint64_t count, std::size_t value_size) {
    return {count, Array::of<std::uint64_t>(count), Array::of<std::uint64_t>(count),
            Array(count * value_size), value_size};
}

Tuples tuples_of(const Snapshot &A) {
    Tuples tuples = Tuples::of(A.nvals(), A.type()->size);
    extract_tuples(A, tuples.row(), tuples.column(), tuples.values.data(), A.type());
    return tuples;
}

namespace {

/// The receiver of each tuple of a member, and the position at which each receiver's begin.
struct Receivers {
    HostVector<int> of;
    HostVector<std::uint64_t> first;
};

template <class Owner>
Receivers receivers_of(std::uint64_t count, int members, const Owner &owner) {
    Receivers receivers{HostVector<int>(count),
                        HostVector<std::uint64_t>(static_cast<std::size_t>(members) + 1, 0)};
    for (std::uint64_t k = 0; k < count; k++) {
        receivers.of[k] = owner(k);
        receivers.first[static_cast<std::size_t>(receivers.of[k]) + 1]++;
    }
    for (std::size_t q = 1; q < receivers.first.size(); q++)
        receivers.first[q] += receivers.first[q - 1];
    return receivers;
}

/// One of the arrays of tuples, whose elements have `size` bytes, in the order of the receivers.
Array sorted_by(const Receivers &receivers, const Array &array, std::size_t size) {
    const std::uint64_t count = receivers.of.size();
    Array sorted(count * size);
    HostVector<std::uint64_t> next(receivers.first);
    const auto *const from = array.as<unsigned char>();
    auto *const to = sorted.as<unsigned char>();
    for (std::uint64_t k = 0; k < count && size != 0; k++) {
        const std::uint64_t at = next[static_cast<std::size_t>(receivers.of[k])]++;
        std::memcpy(to + at * size, from + k * size, size);
    }
    return sorted;
}

/// Sends one of the arrays, and frees it.
HostVector<Array> sent(Group &group, const HostVector<Receivers> &receivers,
                       HostVector<Tuples> &given, Array Tuples::*array, std::size_t size) {
    HostVector<Array> arrays(given.size());
    HostVector<Bounds> bounds(given.size());
    group.each([&](int member) {
        const auto k = static_cast<std::size_t>(member);
        arrays[k] = sorted_by(receivers[k], given[k].*array, size);
        given[k].*array = {};
        bounds[k] = receivers[k].first;
        for (std::uint64_t &at : bounds[k]) at *= size;
        return given[k].count;
    });
    return group.alltoallv(arrays, bounds);
}

/// The partition of n positions from `base` on, built from the entries that their owner received.
Ref<Snapshot> partition_of(Tuples &&tuples, Axis axis, std::uint64_t base, std::uint64_t n,
                           std::uint64_t across, const Type *type, const BinaryOp *duplicate) {
    const bool by_rows = axis == Axis::rows;
    std::uint64_t *const keys = by_rows ? tuples.row() : tuples.column();
    for (std::uint64_t k = 0; k < tuples.count; k++) keys[k] -= base;
    // A vector's positions are stored as rows.
    return build_snapshot(type, by_rows ? n : 1, by_rows ? across : n, keys,
                          by_rows ? tuples.column() : nullptr, tuples.values.data(), type, false,
                          tuples.count, duplicate);
}

Ref<Snapshot> assembled(Group &group, HostVector<Tuples> tuples, const Type *type,
                        std::uint64_t nrows, std::uint64_t ncols, const BinaryOp *duplicate) {
    const Axis axis = result_axis(nrows);
    const bool by_rows = axis == Axis::rows;
    const Cuts cuts = by_rows ? cuts_by_rows(group, nrows, tuples) : Cuts(ncols, group.size());
    HostVector<const std::uint64_t *> keys;
    for (Tuples &one : tuples) keys.push_back(by_rows ? one.row() : one.column());
    HostVector<Tuples> received =
        exchanged(group, std::move(tuples), type->size, [&](int from, std::uint64_t k) {
            return cuts.owner(keys[static_cast<std::size_t>(from)][k]);
        });
    HostVector<Ref<Snapshot>> partitions(received.size());
    group.each([&](int member) {
        const auto k = static_cast<std::size_t>(member);
        partitions[k] = partition_of(std::move(received[k]), axis, cuts.begin(member),
                                     cuts.extent(member), ncols, type, duplicate);
        return partitions[k]->nvals();
    });
    return joined(group, std::move(partitions), axis, cuts, type, nrows, ncols);
}

/// The number of entries in each of `count` runs of `width` rows. Entries past the end count in the
/// last.
Array histogram(const Tuples &tuples, std::uint64_t count, std::uint64_t width) {
    Array runs = Array::zeroed(count * sizeof(std::uint64_t));
    auto *const entries = runs.as<std::uint64_t>();
    const auto *const rows = tuples.rows.as<std::uint64_t>();
    for (std::uint64_t k = 0; k < tuples.count; k++)
        entries[std::min(rows[k] / width, count - 1)]++;
    return runs;
}

} // namespace

Cuts cuts_by_rows(Group &group, std::uint64_t n, const HostVector<Tuples> &tuples) {
    constexpr std::uint64_t most_runs = 65536;
    std::uint64_t total = 0;
    for (const std::uint64_t count :
         group.each([&](int member) { return tuples[static_cast<std::size_t>(member)].count; }))
        total += count;
    if (n == 0 || total == 0) return Cuts(n, group.size());
    const std::uint64_t wanted = std::min({n, most_runs, 4 * total}),
                        width = n / wanted + (n % wanted != 0), count = (n - 1) / width + 1;
    HostVector<Array> own(static_cast<std::size_t>(group.size()));
    group.each([&](int member) {
        const auto at = static_cast<std::size_t>(member);
        own[at] = histogram(tuples[at], count, width);
        return tuples[at].count;
    });
    const Array all = group.allgatherv(own);
    const auto *const entries = all.as<std::uint64_t>();
    HostVector<std::uint64_t> before(count + 1, 0);
    for (std::uint64_t run = 0; run < count; run++) {
        before[run + 1] = before[run];
        for (std::size_t member = 0; member < own.size(); member++)
            before[run + 1] += entries[member * count + run];
    }
    const std::uint64_t of_row = should_be_hyper(n, total) ? 0 : row_weight;
    return Cuts(n, group.size(),
                [&](std::uint64_t i) { return before[i == n ? count : i / width] + of_row * i; });
}

HostVector<Tuples> exchanged(Group &group, HostVector<Tuples> given, std::size_t value_size,
                             const std::function<int(int, std::uint64_t)> &owner) {
    HostVector<Receivers> receivers(given.size());
    group.each([&](int member) {
        const auto at = static_cast<std::size_t>(member);
        receivers[at] = receivers_of(given[at].count, group.size(),
                                     [&](std::uint64_t k) { return owner(member, k); });
        return given[at].count;
    });
    // One array after the other: a member holds the copies of one at a time.
    HostVector<Array> rows = sent(group, receivers, given, &Tuples::rows, sizeof(std::uint64_t)),
                      columns =
                          sent(group, receivers, given, &Tuples::columns, sizeof(std::uint64_t)),
                      values = sent(group, receivers, given, &Tuples::values, value_size);
    HostVector<Tuples> received(given.size());
    for (std::size_t q = 0; q < received.size(); q++)
        received[q] = {rows[q].bytes() / sizeof(std::uint64_t), std::move(rows[q]),
                       std::move(columns[q]), std::move(values[q]), value_size};
    return received;
}

Ref<Snapshot> assembled(Group &group, HostVector<Tuples> tuples, const Type *type,
                        std::uint64_t nrows, std::uint64_t ncols) {
    return assembled(group, std::move(tuples), type, nrows, ncols, nullptr);
}

Ref<Snapshot> summed(Group &group, HostVector<Tuples> partial, const Monoid *monoid,
                     std::uint64_t n) {
    return assembled(group, std::move(partial), monoid->type(), 1, n, monoid->op);
}

} // namespace grb
