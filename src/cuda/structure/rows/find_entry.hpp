// Single entries of objects whose arrays are on the device alone, looked up without fetching them.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// CudaPlace::find_entry(). Nothing: the snapshot's form is not for this, the device fails, or fetching costs no more than
/// what looking has cost so far.
std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                               void *value);

} // namespace grb::device
