// Host interface of the products of sparse matrices row by row.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Texts of all kernels that count entries, and of all that make them, as one program each; a call
/// compiles programs of one kernel.
std::string mxm_hash_counting_program(const MxmHashCall &call);
std::string mxm_hash_filling_program(const MxmHashCall &call);

} // namespace grb::device
