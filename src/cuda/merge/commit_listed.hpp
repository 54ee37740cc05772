// The program text of the commit at the entries of a list, for the pack and for tests.
#pragma once

#include "cuda/merge/merge_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status commit_listed(const CommitListedCall *call);

/// Returns the text that the call compiles; it depends only on names, widths and flags of the call.
std::string commit_listed_program(const CommitListedCall &call);

} // namespace grb::device
