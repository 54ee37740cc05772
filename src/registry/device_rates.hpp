// Rates of the device for the cost models, per second (and seconds): what `graphblast tune` measured on an H200,
// replaced by the profile that it writes elsewhere.
#pragma once

#include <algorithm>

namespace grb::device {

struct Rates {
    double stream_bytes = 3e12;
    double cached_bytes =
        31e6; // of what is gathered from: so much hits L2; not measured, fitted to products
    double gathers_cached = 1.79e11;
    double gathers_memory = 4.1e10;
    double gathers_hub = 2.29e11; // where most go to few cells, in shared memory
    double upload_bytes = 4.9e10;
    double download_bytes = 17e9;
    double launch_seconds = 5e-6;
    double wait_seconds = 5.2e-6;
};

/// Written by load_profile alone, in GrB_init.
inline Rates rates_in_force;

inline const Rates &rates() noexcept {
    return rates_in_force;
}

/// Gathers a second from so many bytes: some hit the cache.
inline double gather_rate(double footprint) noexcept {
    const Rates &r = rates();
    const double hits = std::min(1.0, r.cached_bytes / std::max(1.0, footprint));
    return 1 / (hits / r.gathers_cached + (1 - hits) / r.gathers_memory);
}

} // namespace grb::device
