// The five largest values of a result, for its line in the table.
#include "top_five.h"

#include "commands.h"
#include "results.h"

#include "io/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

std::string top_five(const PerVertex<double> &values, const VertexIds &ids, const char *what,
                     nlohmann::json &details) {
    std::vector<uint64_t> order;
    for (uint64_t v = 0; v < values.size(); ++v)
        if (values[v]) order.push_back(v);
    const auto top = order.begin() + std::min<int64_t>(5, static_cast<int64_t>(order.size()));
    std::partial_sort(order.begin(), top, order.end(), [&](uint64_t u, uint64_t v) {
        return *values[u] != *values[v] ? *values[u] > *values[v] : u < v;
    });
    details["top"] = nlohmann::json::array();
    std::vector<std::string> best;
    for (auto v = order.begin(); v != top; ++v) {
        best.push_back(fmt::format("{}:{:.3g}", printable(ids.of(*v)), *values[*v]));
        details["top"].push_back({{"vertex", id_of(ids, *v)}, {what, *values[*v]}});
    }
    return fmt::format("top {}", fmt::join(best, " "));
}

} // namespace grb::tool
