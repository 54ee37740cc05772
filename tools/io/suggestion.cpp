// Finds the known name closest to a given one.
#include "suggestion.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace grb::tool {

namespace {

/// The number of letters to insert, delete, replace or swap with the next.
size_t edit_distance(const std::string &a, const std::string &b) {
    std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) {
        for (size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                                   cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

} // namespace

std::string suggestion(const std::string &given, const std::vector<std::string> &known) {
    std::string text = fmt::format("; there are {}", fmt::join(known, ", "));
    const std::string *best = nullptr;
    // A third of the letters may be wrong; a word of two may lack one.
    size_t least = given.size() == 2 ? 2 : given.size() / 3 + 1;
    for (const std::string &name : known) {
        const size_t distance = edit_distance(given.substr(0, 64), name);
        if (distance >= least || distance >= name.size()) continue;
        least = distance;
        best = &name;
    }
    return best == nullptr ? text : fmt::format("; did you mean '{}'?{}", *best, text);
}

} // namespace grb::tool
