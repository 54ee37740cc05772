// Teams: members that each have one part of every object, and the four ways in which bytes and decisions move among
// them. Combining is never left to a transport: bytes move, and members combine them in the order of their numbers, so
// that results depend on the number of members alone. (base/team.hpp is another thing: the threads of one loop.)
#pragma once

#include "base/array.hpp"
#include "base/team_parts.hpp"

#include <exception>
#include <span>

namespace grb {

/// What a member says when it has done its share: the exception that ended it, or a count.
struct Ballot {
    std::exception_ptr failure;
    std::uint64_t count = 0;
};

/// Positions in bytes at which what goes to each member begins; one more for the end.
using Bounds = HostVector<std::uint64_t>;

/// All members of a team call the same functions in the same order. Spans and vectors have one element for each member.
class Team {
public:
    virtual int size() const noexcept = 0;

    /// Calls body(member), which returns a count, for each member, and votes on the outcome. Inside of it the
    /// existing rows are chosen for the member's part.
    template <class F>
    HostVector<std::uint64_t> each(const F &body) {
        HostVector<Ballot> ballots(static_cast<std::size_t>(size()));
        const auto one = [&](int member) {
            const InsideTeam turn(member);
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

    /// The bytes of all members, one after the other in the order of their numbers, for all members.
    virtual Array allgatherv(std::span<const Array> from) = 0;
    /// Member q gets from each p, in the order of their numbers, the bytes of from[p] between bounds[p][q] and
    /// bounds[p][q + 1].
    virtual HostVector<Array> alltoallv(std::span<const Array> from,
                                        std::span<const Bounds> bounds) = 0;
    /// The root's array for all members. `from` is read at the root alone.
    virtual Array broadcast(const Array &from, int root) = 0;
    /// Throws the failure of the lowest member that failed; else gives the counts of all.
    virtual HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) = 0;

protected:
    ~Team() = default;
    /// Calls body(context, member) for each member, which does not throw.
    virtual void run(void (*body)(const void *, int), const void *context) = 0;
};

/// The counts of all; throws the failure of the lowest member that failed.
HostVector<std::uint64_t> counts_of(std::span<const Ballot> ballots);

/// Members that share the memory of this process and take turns on the calling thread. Bytes move by memcpy.
class LocalTeam final : public Team {
public:
    explicit LocalTeam(int size) noexcept : size_(size) {}
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
