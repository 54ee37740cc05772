#pragma once

#include "device/plugin.h"

namespace grb::device {

Status bin_rows(const BinRowsCall *call);
Status chunk_rows(const BinRowsCall *call);

} // namespace grb::device
