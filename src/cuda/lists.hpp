#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status spread_list(const SpreadCall *call);
Status list_cells(const ListCall *call);

} // namespace grb::device
