#pragma once

#include "recorder.h"

#include <nlohmann/json.hpp>

namespace grb::tool {

/// Calls, steps and sums by variant.
nlohmann::json to_json(const Recording &recording);

} // namespace grb::tool
