// Reads one entry of a snapshot that is not on the host.
#pragma once

#include "storage/snapshot.hpp"

#include <optional>

namespace grb {

/// Says whether the entry exists, and copies its value, and nothing else, to the host. Returns
/// nothing when the host should search.
std::optional<bool> find_on_devices(const Snapshot &snapshot, std::uint64_t row,
                                    std::uint64_t column, void *value);

} // namespace grb
