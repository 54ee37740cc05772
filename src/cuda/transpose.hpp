#pragma once

#include "device/plugin.h"

namespace grb::device {

Status transpose(const TransposeCall *call);
Status row_numbers(const RowNumbersCall *call);

} // namespace grb::device
