// Writes the results of simulations as tables, JSON and SVG.
#include "report.h"

#include "io/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace grb::weaver {

using nlohmann::ordered_json;

namespace {

ordered_json parameters_of(const Parameters &parameters) {
    ordered_json object = ordered_json::object();
    for (const ParameterRow &row : parameter_rows()) object[row.name] = parameters.*row.member;
    return object;
}

/// Returns the fraction of the warps' time in a stage.
double fraction(const Counts &counts, size_t stage) {
    const uint64_t all =
        std::accumulate(counts.stage_cycles, counts.stage_cycles + stages, uint64_t{0});
    return all == 0 ? 0
                    : static_cast<double>(counts.stage_cycles[stage]) / static_cast<double>(all);
}

double ratio(uint64_t a, uint64_t b) {
    return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

const char *direction_of(const Setting &setting) {
    return setting.direction == Direction::pull ? "pull" : "push";
}

} // namespace

std::string parameters_json(const Parameters &parameters) {
    return parameters_of(parameters).dump(2) + "\n";
}

void Report::add(const Setting &setting, const Schedule &schedule, const Result &result) {
    rows_.push_back({setting, schedule.name, schedule.title, result});
    rows_.back().result.values = {};
}

std::vector<std::vector<const Report::Row *>> Report::by_algorithm() const {
    std::vector<std::vector<const Row *>> groups;
    for (const Row &row : rows_) {
        if (groups.empty() || groups.back()[0]->setting.algorithm != row.setting.algorithm)
            groups.emplace_back();
        groups.back().push_back(&row);
    }
    return groups;
}

std::string Report::tables() const {
    std::string text;
    for (const auto &group : by_algorithm()) {
        const Setting &setting = group[0]->setting;
        text += fmt::format("\n{}, {}, {} rounds\n", name_of(setting.algorithm),
                            direction_of(setting), group[0]->result.rounds);
        text +=
            fmt::format("{:<13} {:>14} {:>8} {:>13} {:>11} {:>6} {:>6} {:>9}", "schedule", "cycles",
                        "speed-up", "instructions", "iterations", "L1", "L2", "DRAM MB");
        for (size_t k = 0; k < stages; ++k)
            text += fmt::format(" {:>12}", name_of(static_cast<Stage>(k)));
        text += fmt::format(" {:>10}\n", "M thr/s");
        for (const Row *const row : group) {
            const Result &r = row->result;
            const double hits1 = 1 - ratio(r.counts.l1.misses, r.counts.l1.lines);
            const double hits2 = 1 - ratio(r.l2.misses, r.l2.lines);
            text +=
                fmt::format("{:<13} {:>14} {:>8.2f} {:>13} {:>11} {:>5.0f}% {:>5.0f}% {:>9.1f}",
                            row->title, r.cycles, ratio(group[0]->result.cycles, r.cycles),
                            r.counts.instructions, r.counts.iterations, 100 * hits1, 100 * hits2,
                            static_cast<double>(r.dram_lines) * parameters_.line_bytes * 1e-6);
            for (size_t k = 0; k < stages; ++k)
                text += fmt::format(" {:>11.1f}%", 100 * fraction(r.counts, k));
            text += fmt::format(" {:>10.1f}\n", static_cast<double>(r.counts.thread_instructions) *
                                                    1e-6 / r.seconds);
        }
    }
    return text;
}

std::string Report::json(const std::string &record) const {
    ordered_json report = {{"run", ordered_json::parse(record)},
                           {"graph", tool::printable(name_)},
                           {"vertices", vertices_},
                           {"entries", entries_},
                           {"parameters", parameters_of(parameters_)},
                           {"results", ordered_json::array()}};
    for (const Row &row : rows_) {
        const Result &r = row.result;
        ordered_json stage_parts = ordered_json::object(), stalls = ordered_json::object();
        for (size_t k = 0; k < stages; ++k)
            stage_parts[name_of(static_cast<Stage>(k))] = r.counts.stage_cycles[k];
        for (size_t k = 0; k < causes; ++k)
            stalls[name_of(static_cast<Cause>(k))] = r.counts.stalls[k];
        const uint64_t line = parameters_.line_bytes;
        report["results"].push_back({
            {"algorithm", name_of(row.setting.algorithm)},
            {"direction", direction_of(row.setting)},
            {"schedule", row.schedule},
            {"rounds", r.rounds},
            {"cycles", r.cycles},
            {"cycles_of_parts", {r.kernel_cycles[0], r.kernel_cycles[1]}},
            {"instructions", r.counts.instructions},
            {"thread_instructions", r.counts.thread_instructions},
            {"warp_iterations", r.counts.iterations},
            {"atomic_words", r.atomic_words},
            {"bytes",
             {{"l1", r.counts.l1.lines * line},
              {"l1_missed", r.counts.l1.misses * line},
              {"l2", r.l2.lines * line},
              {"l2_missed", r.l2.misses * line},
              {"l3", r.l3.lines * line},
              {"dram", r.dram_lines * line}}},
            {"dram_row_misses", r.dram_row_misses},
            {"warp_cycles_by_stage", stage_parts},
            {"warp_cycles_waited", stalls},
            {"processor_seconds", r.seconds},
        });
    }
    return report.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string Report::svg() const {
    static const char *const colours[stages] = {"#888888", "#4477aa", "#ee8866",
                                                "#44bb99", "#aa4499", "#dddddd"};
    constexpr double height = 200, bar = 26, gap = 8, left = 50, top = 40;
    std::string bars;
    double x = left;
    for (const auto &group : by_algorithm()) {
        const double begin = x;
        uint64_t most = 1;
        for (const Row *const row : group) most = std::max(most, row->result.cycles);
        for (const Row *const row : group) {
            double y = top + height;
            for (size_t k = 0; k < stages; ++k) {
                const double h =
                    height * ratio(row->result.cycles, most) * fraction(row->result.counts, k);
                y -= h;
                bars += fmt::format(
                    "<rect x='{:.1f}' y='{:.2f}' width='{}' height='{:.2f}' fill='{}'/>\n", x, y,
                    bar, h, colours[k]);
            }
            bars +=
                fmt::format("<text x='{:.1f}' y='{:.1f}' transform='rotate(60 {:.1f} {:.1f})'>{}"
                            "</text>\n",
                            x + 6, top + height + 12, x + 6, top + height + 12, row->title);
            bars += fmt::format("<text x='{:.1f}' y='{:.1f}'>{:.2f}</text>\n", x, y - 3,
                                ratio(row->result.cycles, group[0]->result.cycles));
            x += bar + gap;
        }
        bars += fmt::format("<text x='{:.1f}' y='{}'>{}</text>\n", begin, 14,
                            name_of(group[0]->setting.algorithm));
        x += 3 * gap;
    }
    const double width = std::max(x, 660.0);
    std::string text = fmt::format("<svg xmlns='http://www.w3.org/2000/svg' width='{0:.0f}' "
                                   "height='360' viewBox='0 0 {0:.0f} 360' "
                                   "font-family='sans-serif' font-size='10'>\n<rect width='100%' "
                                   "height='100%' fill='white'/>\n",
                                   width);
    for (size_t k = 0; k < stages; ++k) {
        const double at = left + 100 * static_cast<double>(k);
        text += fmt::format("<rect x='{:.0f}' y='338' width='10' height='10' fill='{}'/>"
                            "<text x='{:.0f}' y='347'>{}</text>\n",
                            at, colours[k], at + 14, name_of(static_cast<Stage>(k)));
    }
    return text + bars + "</svg>\n";
}

} // namespace grb::weaver
