// The plugin's own table, through which its allocations are made to fail.
#pragma once

#include "cuda/table.h"

namespace faults {

/// Of the plugin that the library has open; null where there is no GPU. Needs that no session is open.
const grb::device::Table *device_table();

} // namespace faults
