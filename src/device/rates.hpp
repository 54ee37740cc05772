// Rates of the device for the cost models: defaults of an H200, per second (and seconds), replaced by the
// profile that `graphblast tune` writes.
#pragma once

namespace grb::device {

struct Rates {
    double stream_bytes = 3.6e12;
    double cached_bytes = 50e6; // footprint that gathers may have and still hit L2
    double gathers_cached = 1.6e11;
    double gathers_memory = 6e10;
    double gathers_hub = 2.2e11; // where most go to few cells, in shared memory
    double upload_bytes = 20e9;
    double download_bytes = 8e9;
    double launch_seconds = 3e-6;
    double wait_seconds = 8e-6;
};

/// Written by load_profile alone, in GrB_init.
inline Rates rates_in_force;

inline const Rates &rates() noexcept {
    return rates_in_force;
}

} // namespace grb::device
