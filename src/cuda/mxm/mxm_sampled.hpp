// Host interface of the sampled product of full matrices.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string mxm_sampled_program(const MxmSampledCall &call);

} // namespace grb::device
