// One entry of what is not on the host.
#pragma once

#include "storage/snapshot.hpp"

#include <optional>

namespace grb {

/// Whether there is an entry, whose value is copied to the host, and nothing else. Nothing: the host should look.
std::optional<bool> find_at_places(const Snapshot &snapshot, std::uint64_t row,
                                   std::uint64_t column, void *value);

} // namespace grb
