// Host interface of the sparse-sparse-dense kernels.
#pragma once

#include "cuda/ssd/ssd_calls.h"
#include "cuda/table.h"

#include <string>

namespace grb::device {

Status ssd(const SsdCall *call);
/// Returns the text that the call compiles; for tests.
std::string ssd_program(const SsdCall &call);

} // namespace grb::device
