// Host interface of the products by a full matrix.
#pragma once

#include "cuda/spmm/spmm_calls.h"
#include "cuda/table.h"

#include <string>

namespace grb::device {

Status spmm(const SpmmCall *call);
/// Returns the text of the program for a call; for tests that compile without a device.
std::string spmm_program(const SpmmCall &call);

} // namespace grb::device
