// The rows of the table of `run`.
#pragma once

#include "engine.h"
#include "tasks.h"
#include "timing.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace grb::tool {

/// The results of one task.
struct RunRow {
    std::string algorithm;
    std::string result;
    std::string skipped; ///< the reason
    double seconds = 0;  ///< the median; the mean of the medians of several sources
    Timing timing;
    double edges = 0; ///< the mean of several sources
    std::map<std::string, uint64_t> picks;
    DeviceUse device; ///< in the last run
    Verdict wrong;
    nlohmann::json details;
    nlohmann::json top;
    std::string top_text;

    double million_edges_per_second() const { return edges / seconds * 1e-6; }
};

void print_rows(const std::vector<RunRow> &rows);
/// Prints the GPU's use in the last run of each row, if any.
void print_device_use(const std::vector<RunRow> &rows, uint64_t entries);
nlohmann::json to_json(const RunRow &row, bool is_verified);

} // namespace grb::tool
