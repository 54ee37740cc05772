// What rows have in common that move entries and compute nothing with them.
#pragma once

#include "cuda/library/operands.hpp"
#include "registry/device_rates.hpp"
#include "registry/structure.hpp"

namespace grb::device {

/// What such a row asks last: null, or why no GPU will do it. Parts are made where the entries are and want no backend
/// opened, unless a row of the device is forced or GRAPHBLAST_CUDA=always: place_is_not_open then.
const char *refuses_part(Operation operation, bool is_there) noexcept;
inline const char *refuses_part(Operation operation, const Traffic &traffic) noexcept {
    return refuses_part(operation, traffic.away != 0);
}

/// No entries, as far as that is known without waiting for the device.
bool has_no_entries(const Snapshot &A) noexcept;

inline double missing_bytes(const Array &array) noexcept {
    return array.is_here() ? 0 : static_cast<double>(array.bytes());
}
double missing_bytes(const SparsePart &part) noexcept;

/// Seconds of so many launches that read and write so many bytes and have `missing` ones copied first.
double part_seconds(double launches, double bytes, double missing) noexcept;

} // namespace grb::device
