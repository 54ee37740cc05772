// A team whose members are places of this process, each with a thread of its own. What moves is gathered by who reads it
// (base/array_ranges.hpp), straight from place to place.
#pragma once

#include "team/team.hpp"

namespace grb {

/// The calling thread works for a team of places, or is about to: cuts are even and at multiples of 64, and pieces are
/// ranges of what they are cut from.
bool is_among_places() noexcept;
class AmongPlaces {
public:
    explicit AmongPlaces(bool is_among) noexcept;
    ~AmongPlaces();
    AmongPlaces(const AmongPlaces &) = delete;
    AmongPlaces &operator=(const AmongPlaces &) = delete;

private:
    const bool before_;
};

/// What moves is not copied: wholes are ranges of what members have.
class TeamOfRanges : public Team {
public:
    Array allgatherv(std::span<const Array> from) override;
    HostVector<Array> alltoallv(std::span<const Array> from,
                                std::span<const Bounds> bounds) override;
    Array broadcast(const Array &from, int root) override;
    HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) override;
};

/// The team of the places of base/team_places.hpp, where no parts are asked for; null: there is none.
Team *place_team() noexcept;

} // namespace grb
