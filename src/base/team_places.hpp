// The device group whose members work together on one problem (src/team/): the GPUs of this
// process.
#pragma once

#include "base/place.hpp"

namespace grb {

/// The named devices in their order, while all of them are usable; fewer than two: there is no
/// device group.
std::span<Place *const> team_places() noexcept;
/// True when two or more devices are named, usable or not: a check that costs nothing.
bool are_team_places_named() noexcept;
/// Sets the devices, which are of one kind. At most most_places.
void set_team_places(std::span<Place *const> list) noexcept;

/// True when it is the first of them: the others follow.
bool is_leader(const Place &place) noexcept;
/// True when it is one of them, but not the first.
bool is_follower(const Place &place) noexcept;

} // namespace grb
