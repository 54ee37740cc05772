#pragma once

#include "device/plugin.h"

namespace grb::device {

Status cluster_columns(const ClusterCall *call);
Status permute_values(const PermuteCall *call);

} // namespace grb::device
