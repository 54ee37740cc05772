// The pack's chains of calls.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

void add_chain_programs(std::vector<std::string> &texts);

} // namespace grb::device
