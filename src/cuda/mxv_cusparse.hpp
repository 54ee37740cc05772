#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

const char *cusparse_absence();
Status cusparse_workspace(const MxvCusparseCall *call, std::size_t *bytes);
Status mxv_cusparse(const MxvCusparseCall *call);

} // namespace grb::device
