// Enumerates the devices at which a variant may run.
#pragma once

#include "base/group_devices.hpp"
#include "dispatch/running.hpp"

namespace grb {

/// Calls f(device) for each device of this kind until f returns false. When no device of the kind
/// is open yet, it calls f(nullptr) once: the variant may ask for one. Inside a variant that runs
/// on a device of the kind, it calls f for that device alone. For a device group it calls f for the
/// first device alone: the others work for the group.
template <class F>
void at_devices(DeviceKind kind, const F &f) {
    bool has_device = false;
    Device *const outer = running().device;
    for (Device *const device : kind == host_kind ? std::span<Device *const>() : devices()) {
        if (device->kind() != kind) continue;
        if (outer != nullptr && outer->kind() == kind && outer != device) continue;
        if (outer == nullptr && is_follower(*device)) continue;
        has_device = true;
        const QueryScope at(*device);
        if (!f(device)) return;
        if (outer == nullptr && is_leader(*device)) return; // the other devices of the kind follow
    }
    if (!has_device) f(nullptr);
}

} // namespace grb
