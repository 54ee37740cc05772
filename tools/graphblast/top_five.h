// The five largest values of a result, for its line in the table.
#pragma once

#include "io/vertex_ids.h"
#include "verify/verify.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace grb::tool {

/// "3:0.25 0:0.125": the five largest values; puts them into `details`, too.
std::string top_five(const PerVertex<double> &values, const VertexIds &ids, const char *what,
                     nlohmann::json &details);

} // namespace grb::tool
