#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status spread_rows(const SpreadRowsCall *call);
Status measure_rows(const RowsCall *call);
Status copy_rows(const RowsCall *call);

} // namespace grb::device
