#pragma once

#include "device/plugin.h"

namespace grb::device {

Status update(const UpdateCall *call);
Status find_entry(const FindCall *call);

} // namespace grb::device
