#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

const char *cusparse_absence();
Status cusparse_workspace(const MxvCusparseCall *call, std::size_t *bytes);
Status mxv_cusparse(const MxvCusparseCall *call);
/// The memory may be a workspace that is given back: what cuSPARSE knows of it goes with it.
void forget_workspace(void *pointer);

} // namespace grb::device
