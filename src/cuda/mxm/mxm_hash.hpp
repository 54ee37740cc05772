#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// All kernels that count entries, and all that make them, as one program: what is compiled has one of them.
std::string mxm_hash_counting_program(const MxmHashCall &call);
std::string mxm_hash_filling_program(const MxmHashCall &call);

} // namespace grb::device
