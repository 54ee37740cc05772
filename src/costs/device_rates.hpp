// The rates that many device variants share: coefficients that their cost models divide by. They
// are those of the device where the calling thread works. The defaults were measured on an H200 by
// `graphblast tune`.
#pragma once

#include "costs/coefficient.hpp"

#include <algorithm>

namespace grb::device {

struct Rates {
    Rates();

    DeviceCoefficient stream_bytes{"device_stream_bytes", "bytes/s", "reading or writing in order",
                                   3e12, Scaling::memory};
    DeviceCoefficient cached_bytes{"device_cached_bytes", "bytes",
                                   "of what is gathered from: so much hits the L2 cache", 31e6,
                                   Scaling::cache};
    DeviceCoefficient gathers_cached{"device_gathers_cached", "1/s",
                                     "indexed reads that hit the L2 cache", 1.79e11,
                                     Scaling::processors};
    DeviceCoefficient gathers_memory{"device_gathers_memory", "1/s", "indexed reads that miss it",
                                     4.1e10, Scaling::memory};
    DeviceCoefficient gathers_hub{"device_gathers_hub", "1/s",
                                  "indexed reads, most of which hit few elements in shared memory",
                                  2.29e11, Scaling::processors};
    DeviceCoefficient upload_bytes{"device_upload_bytes", "bytes/s", "from the host's memory",
                                   4.9e10};
    DeviceCoefficient download_bytes{"device_download_bytes", "bytes/s", "to the host's memory",
                                     17e9};
    DeviceCoefficient launch_seconds{"device_launch_seconds", "s", "a kernel that does nothing",
                                     5e-6};
    DeviceCoefficient wait_seconds{"device_wait_seconds", "s",
                                   "until the host knows that the device is done", 5.2e-6};
};

const Rates &rates() noexcept;

/// Returns the gathers per second when the values take `footprint` bytes: the smaller they are, the
/// more gathers hit the cache.
inline double gather_rate(double footprint) noexcept {
    const Rates &r = rates();
    const double hits = std::min(1.0, r.cached_bytes / std::max(1.0, footprint));
    return 1 / (hits / r.gathers_cached + (1 - hits) / r.gathers_memory);
}

} // namespace grb::device
