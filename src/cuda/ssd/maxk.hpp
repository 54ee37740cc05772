// Host interface of the selection of the largest entries of rows.
#pragma once

#include "cuda/ssd/ssd_calls.h"
#include "cuda/table.h"

#include <string>

namespace grb::device {

Status maxk(const MaxkCall *call);
/// Returns the text that the call compiles; for tests.
std::string maxk_program(const MaxkCall &call);

} // namespace grb::device
