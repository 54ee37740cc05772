#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Text of the program for a call; for tests that compile without a device.
std::string mxm_diagonal_program(const MxmDiagonalCall &call);

} // namespace grb::device
