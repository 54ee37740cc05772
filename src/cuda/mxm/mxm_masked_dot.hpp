// Host interface of the masked dot products.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string mxm_masked_dot_program(const MxmMaskedDotCall &call);

} // namespace grb::device
