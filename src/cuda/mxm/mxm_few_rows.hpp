// Host interface of the products of a few rows by a sparse matrix.
#pragma once

#include "cuda/mxm/mxm_calls.h"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string mxm_few_rows_program(const MxmFewRowsCall &call);

} // namespace grb::device
