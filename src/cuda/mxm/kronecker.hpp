// Host interface of the Kronecker product.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string kronecker_program(const KroneckerCall &call);

} // namespace grb::device
