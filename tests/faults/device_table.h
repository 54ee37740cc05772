// The plugin's table, through which its allocations are made to fail.
#pragma once

#include "cuda/table.h"

namespace faults {

/// Returns the table of the library's open plugin, or null without a GPU. Requires that no session
/// is open.
const grb::device::Table *device_table();

} // namespace faults
