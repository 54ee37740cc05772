// Host interface of the pull kernels.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status mxv_pull(const MxvPullCall *call);

/// Finds the shared memory that a block can have.
Status shared_room(std::size_t *bytes);

/// Returns the text that mxv_pull() compiles; it depends on names, widths and iso flags of the call
/// only.
std::string mxv_pull_program(const MxvPullCall &call);

} // namespace grb::device
