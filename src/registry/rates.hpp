// The rates that the cost models divide by. Data, not code: defaults for a current CPU core, replaced
// by the profile that `graphblast tune` writes.
#pragma once

namespace grb {

/// Per second and thread, except the two times at the end (seconds).
struct Rates {
    double stream_bytes = 8e9;    // reading or writing in order
    double gathers_cached = 6e8;  // indexed reads, footprint within the last-level cache
    double gathers_memory = 1e8;  // indexed reads beyond it
    double scatters_cached = 3e8; // indexed read-modify-writes
    double scatters_memory = 6e7;
    double hash_probes = 1.2e8;      // insert or find in a table that fits a cache
    double sort_keys = 3e7;          // keys sorted
    double operations_curated = 1e9; // multiply-add in a curated template
    double operations_batch = 3e8;   // the same through batches
    double operations_user = 1e8;    // the same through a user's function pointer
    double call_seconds = 5e-7;      // an operation that does nothing
    double team_seconds = 4e-6;      // starting a parallel region
};

/// Rates in force. Written once, by GrB_init.
const Rates &rates() noexcept;
/// Reads a profile (`name value` lines, # comments), the device's rates too, whose names begin with
/// `device_`. Unknown names and bad numbers are logged and skipped. False when the file cannot be read.
bool load_profile(const char *path) noexcept;

} // namespace grb
