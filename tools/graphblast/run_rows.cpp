// Prints the table of `run`.
#include "run_rows.h"

#include "commands.h"
#include "text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace grb::tool {

namespace {

using nlohmann::json;

/// Returns whether an operation is an internal step: a conversion, statistics or a commit.
bool is_internal(const std::string &operation) {
    static const std::set<std::string> internal = {"convert", "orient", "statistics",
                                                   "update",  "tuples", "commit"};
    return internal.count(operation) != 0;
}

/// "mxv_push_spa 3, assign_scalar 4": the variants of the operations without internal steps or
/// redundant prefixes, most frequent first.
std::string shown_picks(const std::map<std::string, uint64_t> &picks) {
    std::vector<std::pair<std::string, uint64_t>> sorted;
    for (const auto &[name, count] : picks)
        if (!is_internal(name.substr(0, name.find(':')))) sorted.emplace_back(name, count);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &x, const auto &y) { return x.second > y.second; });
    std::string text;
    for (const auto &[name, count] : sorted) {
        const size_t colon = name.find(':');
        const std::string variant = colon == std::string::npos ? name : name.substr(colon + 1);
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            variant.rfind("cpu/", 0) == 0 ? variant.substr(4) : variant, count);
    }
    return text;
}

/// Shows rates below 1 with two digits: a graph may be tiny.
std::string shown_rate(const RunRow &row) {
    const double rate = row.million_edges_per_second();
    return rate <= 0 ? "-" : rate < 1 ? fmt::format("{:.2g}", rate) : fmt::format("{:.1f}", rate);
}

} // namespace

void print_rows(const std::vector<RunRow> &rows) {
    TextTable table(
        {"algorithm", "result", "median", "least", "spread", "Medges/s", "variants chosen"},
        {false, false, true, true, true, true, false});
    for (const RunRow &row : rows) {
        if (!row.skipped.empty()) {
            table.add({row.algorithm, "skipped: " + row.skipped});
            continue;
        }
        const double fraction = row.timing.spread() / row.timing.median();
        table.add({row.algorithm, row.result, shown_time(row.seconds),
                   shown_time(row.timing.least()),
                   row.timing.samples().size() < 2 ? "-" : fmt::format("{:.0f} %", fraction * 100),
                   shown_rate(row), shown_picks(row.picks)});
    }
    fmt::print("{}", table.text());
}

json to_json(const RunRow &row, bool is_verified) {
    json item = {{"algorithm", row.algorithm}};
    if (!row.skipped.empty()) {
        item["skipped"] = row.skipped;
        return item;
    }
    item["result"] = row.details;
    put_timing(item, row.timing);
    item["seconds"] = row.seconds;
    item["traversed_edges"] = row.edges;
    item["million_edges_per_second"] = row.million_edges_per_second();
    item["variants"] = row.picks;
    if (!row.top.empty()) item["top"] = row.top;
    if (row.device.launches != 0) {
        item["device"] = {{"bytes_in", row.device.bytes_in},
                          {"bytes_out", row.device.bytes_out},
                          {"waits", row.device.waits},
                          {"launches", row.device.launches},
                          {"bytes_peak", row.device.bytes_peak}};
    }
    if (is_verified) {
        item["verified"] = !row.wrong.has_value();
        if (row.wrong) item["wrong"] = *row.wrong;
    }
    return item;
}

void print_device_use(const std::vector<RunRow> &rows, uint64_t entries) {
    for (const RunRow &row : rows) {
        if (row.device.launches == 0) continue;
        fmt::print("{}: {} launches, {} waits, {} B in, {} B out; at most {:.1f} MB of the device "
                   "held so far, {:.2f} B per entry\n",
                   row.algorithm, row.device.launches, row.device.waits,
                   grouped(row.device.bytes_in), grouped(row.device.bytes_out),
                   static_cast<double>(row.device.bytes_peak) * 1e-6,
                   static_cast<double>(row.device.bytes_peak) / static_cast<double>(entries));
    }
}

} // namespace grb::tool
