#pragma once

#include "device/plugin.h"

namespace grb::device {

Status count_edge_groups(const EdgeGroupsCall *call);
Status list_edge_groups(const EdgeGroupsCall *call);

} // namespace grb::device
