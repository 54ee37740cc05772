#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

const char *cublas_absence();
Status mxm_cublas(const MxmCublasCall *call);

} // namespace grb::device
