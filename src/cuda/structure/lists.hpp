// Conversions between the list and the bitmap of one row.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

Status densify_list(const DensifyCall *call);
Status list_elements(const ListCall *call);

} // namespace grb::device
