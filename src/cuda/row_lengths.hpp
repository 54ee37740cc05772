#pragma once

#include "device/plugin.h"

namespace grb::device {

Status row_lengths(const RowLengthsCall *call);

} // namespace grb::device
