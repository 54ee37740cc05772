#pragma once

#include "device/plugin.h"

namespace grb::device {

Status is_symmetric(const SymmetryCall *call);

} // namespace grb::device
