// The places at which a variant may run.
#pragma once

#include "base/team_places.hpp"
#include "dispatch/running.hpp"

namespace grb {

/// Calls f(place) at each place of this kind, until it returns false. When the kind has no place yet, it calls
/// f(nullptr) once: the variant may ask for a place. Inside of a variant that runs at a place of the kind, it calls f
/// for that place alone. Of a team's places it calls f for the first alone: the others work for the team.
template <class F>
void at_places(PlaceKind kind, const F &f) {
    bool has_place = false;
    Place *const outer = running().place;
    for (Place *const place : kind == host_kind ? std::span<Place *const>() : places()) {
        if (place->kind() != kind) continue;
        if (outer != nullptr && outer->kind() == kind && outer != place) continue;
        if (outer == nullptr && is_follower(*place)) continue;
        has_place = true;
        const Glance at(*place);
        if (!f(place)) return;
        if (outer == nullptr && is_leader(*place)) return; // the others of the kind follow
    }
    if (!has_place) f(nullptr);
}

} // namespace grb
