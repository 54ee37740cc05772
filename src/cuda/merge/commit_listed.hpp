#pragma once

#include "cuda/merge/merge_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status commit_listed(const CommitListedCall *call);

/// The text that it has compiled; only names, widths and flags of the call count.
std::string commit_listed_program(const CommitListedCall &call);

} // namespace grb::device
