// Looks up single entries of objects whose arrays are only on the device, without fetching them.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Implements CudaDevice::find_entry(). Returns nothing if the snapshot's form does not allow it,
/// the device failed, or lookups have cost as much as fetching would.
std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                               void *value);

} // namespace grb::device
