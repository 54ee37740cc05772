// Rates of the device for the cost models, per second (and seconds): what `graphblast tune` measured on an H200,
// replaced by the profile that it writes elsewhere.
#pragma once

namespace grb::device {

struct Rates {
    double stream_bytes = 3e12;
    double cached_bytes = 50e6; // footprint that gathers may have and still hit L2
    double gathers_cached = 1.79e11;
    double gathers_memory = 4.1e10;
    double gathers_hub = 2.29e11; // where most go to few cells, in shared memory
    double upload_bytes = 37e9;
    double download_bytes = 8e9;
    double launch_seconds = 4.8e-6;
    double wait_seconds = 5.4e-6;
};

/// Written by load_profile alone, in GrB_init.
inline Rates rates_in_force;

inline const Rates &rates() noexcept {
    return rates_in_force;
}

} // namespace grb::device
