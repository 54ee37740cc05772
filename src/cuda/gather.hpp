#pragma once

#include "device/plugin.h"

namespace grb::device {

Status gather(const GatherCall *call);

} // namespace grb::device
