// The places that work together on one problem as the members of a team (src/team/): the GPUs of this process.
#pragma once

#include "base/place.hpp"

namespace grb {

/// Those that were named, in their order, while all of them can be used; fewer than two: there is no such team.
std::span<Place *const> team_places() noexcept;
/// There are two or more, whether or not they can be used: a look that costs nothing.
bool are_team_places_named() noexcept;
/// They are of one kind. At most most_places.
void set_team_places(std::span<Place *const> list) noexcept;

/// It is the first of them: the others follow.
bool is_leader(const Place &place) noexcept;
/// It is one of them, but not the first.
bool is_follower(const Place &place) noexcept;

} // namespace grb
