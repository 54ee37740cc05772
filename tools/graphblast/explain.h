// The JSON form of a recording.
#pragma once

#include "recorder.h"

#include <nlohmann/json.hpp>

namespace grb::tool {

/// The calls, the steps and the sums by variant.
nlohmann::json to_json(const Recording &recording);

} // namespace grb::tool
