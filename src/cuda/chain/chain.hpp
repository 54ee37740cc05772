// The program texts of chains of calls, for the pack and for tests.
#pragma once

#include "cuda/chain/chain_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status chain_entries(const ChainCall *call);

/// Returns the text that the call compiles; it depends only on kinds, names and flags of the call.
std::string chain_program(const ChainCall &call);

} // namespace grb::device
