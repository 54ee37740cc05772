// Moves bytes between the members of a LocalGroup, which share the memory of this process.
#include "distributed/group.hpp"

#include <cstring>

namespace grb {

namespace {

/// Appends `bytes` bytes at `to`. `from` may be null if there are none.
void append(unsigned char *&to, const unsigned char *from, std::size_t bytes) noexcept {
    if (bytes == 0) return;
    std::memcpy(to, from, bytes);
    to += bytes;
}

} // namespace

Array LocalGroup::allgatherv(std::span<const Array> from) {
    std::size_t total = 0;
    const Array *only = nullptr;
    int filled = 0;
    for (const Array &one : from) {
        total += one.bytes();
        if (one.bytes() == 0) continue;
        only = &one;
        filled++;
    }
    if (filled == 1) return *only;
    Array all(total);
    auto *to = all.as<unsigned char>();
    for (const Array &one : from) append(to, one.as<unsigned char>(), one.bytes());
    return all;
}

HostVector<Array> LocalGroup::alltoallv(std::span<const Array> from,
                                        std::span<const Bounds> bounds) {
    HostVector<Array> received(static_cast<std::size_t>(size_));
    for (std::size_t q = 0; q < received.size(); q++) {
        std::size_t total = 0;
        for (const Bounds &at : bounds) total += at[q + 1] - at[q];
        received[q] = Array(total);
        auto *to = received[q].as<unsigned char>();
        for (std::size_t p = 0; p < from.size(); p++) {
            const std::size_t bytes = bounds[p][q + 1] - bounds[p][q];
            if (bytes != 0) append(to, from[p].as<unsigned char>() + bounds[p][q], bytes);
        }
    }
    return received;
}

Array LocalGroup::broadcast(const Array &from, int) {
    return from;
}

HostVector<std::uint64_t> counts_of(std::span<const Ballot> ballots) {
    HostVector<std::uint64_t> counts;
    counts.reserve(ballots.size());
    for (const Ballot &ballot : ballots) {
        if (ballot.failure) std::rethrow_exception(ballot.failure);
        counts.push_back(ballot.count);
    }
    return counts;
}

HostVector<std::uint64_t> LocalGroup::vote(std::span<const Ballot> ballots) {
    return counts_of(ballots);
}

void LocalGroup::run(void (*body)(const void *, int), const void *context) {
    for (int member = 0; member < size_; member++) body(context, member);
}

} // namespace grb
