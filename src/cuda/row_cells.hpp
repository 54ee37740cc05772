#pragma once

#include "device/plugin.h"

namespace grb::device {

Status row_cells(const RowCellsCall *call);

} // namespace grb::device
