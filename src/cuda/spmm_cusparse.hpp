#pragma once

#include "device/plugin.h"

namespace grb::device {

Status spmm_workspace(const SpmmCusparseCall *call, std::size_t *bytes);
Status spmm_cusparse(const SpmmCusparseCall *call);

} // namespace grb::device
