// Row lengths counted on the device.
#pragma once

#include "storage/snapshot.hpp"

#include <optional>

namespace grb::device {

/// Of a part with `nrows` stored rows whose offsets are on the device alone. Nothing: the host should count.
std::optional<Statistics> statistics_there(const SparsePart &rows, std::uint64_t nrows);

} // namespace grb::device
