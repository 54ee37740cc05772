// Host interface of the product with a diagonal.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string mxm_diagonal_program(const MxmDiagonalCall &call);

} // namespace grb::device
