// Conversions between the list and the bitmap of one row.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

Status spread_list(const SpreadCall *call);
Status list_cells(const ListCall *call);

} // namespace grb::device
