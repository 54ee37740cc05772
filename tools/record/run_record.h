/// How a measurement was made: what the raw files of benchmarks/raw begin with.
#pragma once

#include <string>

namespace grb::tool {

/// JSON text: commit of the build, device (a GPU's name; empty: none was there), its driver, processor, date (UTC)
/// and command with the variables that steer the library. What can't be found out is "not recorded".
std::string run_record(const std::string &device);

} // namespace grb::tool
