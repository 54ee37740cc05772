#pragma once

#include "device/plugin.h"

namespace grb::device {

Status mark_segments(const SegmentsCall *call);
Status list_segments(const SegmentsCall *call);

} // namespace grb::device
