// The record of a measurement's circumstances, which begins the raw files of benchmarks/raw.
#pragma once

#include <string>

namespace grb::tool {

/// Returns a JSON object: commit of the build, `device` (a GPU's name; empty: no GPU), its driver,
/// processor, date (UTC), and command with the variables that steer the library. Unknown facts are
/// "not recorded".
std::string run_record(const std::string &device);

} // namespace grb::tool
