#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status mxv_pull(const MxvPullCall *call);

/// Shared memory that a block can have.
Status shared_room(std::size_t *bytes);

/// The text that mxv_pull() has compiled; only names, widths and iso flags of the call count.
std::string mxv_pull_program(const MxvPullCall &call);

} // namespace grb::device
