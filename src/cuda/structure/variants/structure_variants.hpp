// The shared parts of the variants that move entries and compute nothing with them.
#pragma once

#include "costs/device_rates.hpp"
#include "cuda/library/operands.hpp"
#include "problems/structure.hpp"

namespace grb::device {

/// The last check of such a variant: returns null, or why no GPU takes the problem. Forms are made
/// on the device that holds the entries, and no GPU is opened for them, except if a device variant
/// is forced or with GRAPHBLAST_CUDA=always: then device_is_not_open.
const char *refuses_move(Operation operation, bool is_there) noexcept;
inline const char *refuses_move(Operation operation, const Traffic &traffic) noexcept {
    return refuses_move(operation, traffic.away != 0);
}

/// Returns true if A is known to have no entries, without waiting for the device.
bool has_no_entries(const Snapshot &A) noexcept;

inline double missing_bytes(const Array &array) noexcept {
    return array.is_here() ? 0 : static_cast<double>(array.bytes());
}
double missing_bytes(const SparseForm &form) noexcept;

/// Estimated seconds of `launches` launches that read and write `bytes`, after copying `missing`
/// bytes to the device.
double move_seconds(double launches, double bytes, double missing) noexcept;

} // namespace grb::device
