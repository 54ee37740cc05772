// Enumerates the devices at which a variant may run.
#pragma once

#include "base/team_places.hpp"
#include "dispatch/running.hpp"

namespace grb {

/// Calls f(place) for each device of this kind until f returns false. When no device of the kind is
/// open yet, it calls f(nullptr) once: the variant may ask for one. Inside a variant that runs on a
/// device of the kind, it calls f for that device alone. For a device group it calls f for the
/// first device alone: the others work for the group.
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
        if (outer == nullptr && is_leader(*place)) return; // the other devices of the kind follow
    }
    if (!has_place) f(nullptr);
}

} // namespace grb
