#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status transpose_cells(const TransposeCellsCall *call);

} // namespace grb::device
