#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// The texts of the programs that count entries, and that make them.
std::string mxm_hash_counting_program(const MxmHashCall &call);
std::string mxm_hash_filling_program(const MxmHashCall &call);

} // namespace grb::device
