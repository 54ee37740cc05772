#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status invert_list(const InvertCall *call);
Status gather_cells(const GatherCellsCall *call);

} // namespace grb::device
