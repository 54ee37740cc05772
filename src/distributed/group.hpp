// Groups: members that each hold one partition of every object, and the four operations that move
// bytes and decisions among them. Transports only move bytes; members combine them in the order of
// their numbers, so that results depend on the number of members alone. (base/thread_pool.hpp is
// the thread pool of one loop.)
#pragma once

#include "base/array.hpp"
#include "base/group_partitions.hpp"

#include <exception>
#include <span>

namespace grb {

/// A member's report after its work: the exception that ended it, or a count.
struct Ballot {
    std::exception_ptr failure;
    std::uint64_t count = 0;
};

/// Byte offsets at which each member's data begins, and the end.
using Bounds = HostVector<std::uint64_t>;

/// All members of a group call the same functions in the same order. Spans and vectors have one
/// element per member.
class Group {
public:
    virtual int size() const noexcept = 0;

    /// Calls body(member), which returns a count, for each member, and votes on the outcome. Inside
    /// of it, the library chooses among single-device variants for the member's partition.
    template <class F>
    HostVector<std::uint64_t> each(const F &body) {
        HostVector<Ballot> ballots(static_cast<std::size_t>(size()));
        const auto one = [&](int member) {
            const InsideGroup scope(member);
            Ballot &ballot = ballots[static_cast<std::size_t>(member)];
            try {
                ballot.count = body(member);
            } catch (...) {
                ballot.failure = std::current_exception();
            }
        };
        run([](const void *call, int member) { (*static_cast<decltype(&one)>(call))(member); },
            &one);
        return vote(ballots);
    }

    /// Concatenates the bytes of all members in the order of their numbers, for all members.
    virtual Array allgatherv(std::span<const Array> from) = 0;
    /// Member q receives from each p, in the order of their numbers, the bytes of from[p] between
    /// bounds[p][q] and bounds[p][q + 1].
    virtual HostVector<Array> alltoallv(std::span<const Array> from,
                                        std::span<const Bounds> bounds) = 0;
    /// Copies the root's array to all members. Only the root reads `from`.
    virtual Array broadcast(const Array &from, int root) = 0;
    /// Throws the failure of the lowest member that failed; else returns the counts of all.
    virtual HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) = 0;

protected:
    ~Group() = default;
    /// Calls body(context, member), which does not throw, for each member.
    virtual void run(void (*body)(const void *, int), const void *context) = 0;
};

/// Returns the counts of all; throws the failure of the lowest member that failed.
HostVector<std::uint64_t> counts_of(std::span<const Ballot> ballots);

/// Members that share the memory of this process and take turns on the calling thread. memcpy moves
/// the bytes.
class LocalGroup final : public Group {
public:
    explicit LocalGroup(int size) noexcept : size_(size) {}
    int size() const noexcept override { return size_; }
    Array allgatherv(std::span<const Array> from) override;
    HostVector<Array> alltoallv(std::span<const Array> from,
                                std::span<const Bounds> bounds) override;
    Array broadcast(const Array &from, int root) override;
    HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) override;

private:
    void run(void (*body)(const void *, int), const void *context) override;
    const int size_;
};

} // namespace grb
