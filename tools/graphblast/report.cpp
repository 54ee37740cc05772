// `report`: writes a page about a recorded run.
#include "commands.h"
#include "plots.h"
#include "run_setup.h"
#include "timing.h"

#include "io/file_memory.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

const char *const page_style = R"(
body{font:15px/1.5 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;margin:0 auto;max-width:1340px;padding:16px;
  color:var(--gb-text);background:var(--gb-back)}
h1{font-size:24px;margin:8px 0 4px;overflow-wrap:anywhere}h2{font-size:19px;margin:32px 0 8px;border-bottom:1px solid var(--gb-grid);
  padding-bottom:4px}
p{margin:6px 0;color:var(--gb-faint)}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,560px),1fr));gap:12px}
figure{margin:0;border:1px solid var(--gb-grid);border-radius:6px;overflow-x:auto}
figure svg{display:block;width:100%;min-width:440px;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;margin:8px 0;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid var(--gb-grid);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}
td.why{color:var(--gb-faint);min-width:320px}
summary{cursor:pointer;margin:8px 0}
@media(max-width:600px){table{font-size:12px}th,td{padding-right:8px}}
)";

std::string cell(const std::string &text, const char *kind = "") {
    return fmt::format("<td{}>{}</td>", kind, escaped(text));
}
constexpr const char *number = " class=\"n\"";

std::string estimate_text(double seconds) {
    return seconds > 0 ? shown_time(seconds) : "";
}

std::string table_of_totals(const Recording &recording) {
    std::string text =
        "<div class=\"wide\"><table><tr><th>operation<th>variant<th class=\"n\">calls"
        "<th class=\"n\">estimate<th class=\"n\">time<th class=\"n\">share</tr>\n";
    for (const VariantTotal &total : totals_of(recording.calls))
        text +=
            "<tr>" + cell(total.operation) + cell(short_variant(total.variant)) +
            cell(grouped(total.calls), number) + cell(estimate_text(total.estimate), number) +
            cell(shown_time(total.own_seconds), number) +
            cell(fmt::format("{:.1f} %", 100 * total.own_seconds / recording.seconds()), number) +
            "</tr>\n";
    return text + "</table></div>\n";
}

std::string reasons_of(const Call &call) {
    std::string text;
    for (const Considered &seen : call.considered) {
        if (seen.variant == call.variant) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", short_variant(seen.variant),
                            seen.refusal.empty() ? shown_time(seen.estimate)
                                                 : "refused: " + seen.refusal);
    }
    return text;
}

std::string table_of_calls(const Recording &recording) {
    constexpr size_t most = 1000;
    const size_t shown = std::min(most, recording.calls.size());
    std::string text = fmt::format(
        "<details><summary>{} calls{}</summary><div class=\"wide\"><table><tr><th class=\"n\">call"
        "<th>operation<th>variant<th class=\"n\">estimate<th class=\"n\">time<th>problem"
        "<th>what else there was</tr>\n",
        grouped(recording.calls.size()),
        shown < recording.calls.size() ? fmt::format(", the first {} of them", grouped(shown))
                                       : "");
    for (size_t k = 0; k < shown; ++k) {
        const Call &call = recording.calls[k];
        text += "<tr>" + cell(std::to_string(k + 1), number) + cell(call.operation) +
                cell(short_variant(call.variant)) + cell(estimate_text(call.estimate), number) +
                cell(shown_time(call.seconds), number) + cell(shown_problem(call)) +
                cell(reasons_of(call), " class=\"why\"") + "</tr>\n";
    }
    return text + "</table></div></details>\n";
}

std::string figure(const Picture &picture) {
    return "<figure>" + to_svg(picture, false) + "</figure>\n";
}

std::string section_of(const Recording &recording, const Roofs &roofs) {
    const std::string recorded = shown_recorded(recorded_of(recording.calls));
    return fmt::format("<h2>{}</h2>\n<p>{} calls in {}.{}</p>\n<div class=\"pictures\">\n",
                       escaped(recording.title), grouped(recording.calls.size()),
                       shown_time(recording.seconds()),
                       recorded.empty() ? "" : escaped(" " + recorded + ".")) +
           figure(step_times(recording)) + figure(roofline(recording, roofs)) +
           figure(memory_over_time(recording)) + "</div>\n" + table_of_totals(recording) +
           table_of_calls(recording);
}

std::string page_of(const RunSetup &setup, const RunOptions &options,
                    const std::vector<Recording> &recordings) {
    const nlohmann::json record = nlohmann::json::parse(run_record(device_name()));
    std::string facts;
    for (const auto &[key, value] : record.items())
        if (value.is_string() && !value.get<std::string>().empty())
            facts +=
                fmt::format("{}{}: {}", facts.empty() ? "" : "; ", key, value.get<std::string>());
    std::string text =
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                    "<title>{0}</title>\n<style>{1}{2}</style></head><body>\n<h1>{0}</h1>\n"
                    "<p>{3}, {4} thread{5}; loaded in {6}. {7}</p>\n<h2>The graph</h2>\n"
                    "<div class=\"pictures\">\n",
                    escaped(printable(options.graph)), style_of_pictures(), page_style,
                    escaped("graphblast " + library_version()), threads(),
                    threads() == 1 ? "" : "s", shown_time(setup.load_seconds()), escaped(facts));
    text += figure(spy_plot(setup.graph->adjacency().list, options.graph)) +
            figure(degree_histogram(setup.edges, options.graph)) + "</div>\n";
    std::vector<Call> calls;
    for (const Recording &recording : recordings)
        calls.insert(calls.end(), recording.calls.begin(), recording.calls.end());
    const Roofs roofs = measured_roofs(threads(), calls);
    for (const Recording &recording : recordings) text += section_of(recording, roofs);
    return text + "</body></html>\n";
}

/// While it lives, calls run one by one: turns of a search that are run ahead have no steps.
class CallsAlone {
public:
    explicit CallsAlone(bool is_wanted)
        : is_set_(is_wanted && std::getenv(variable) == nullptr && setenv(variable, "0", 1) == 0) {}
    ~CallsAlone() {
        if (is_set_) unsetenv(variable);
    }
    CallsAlone(const CallsAlone &) = delete;
    CallsAlone &operator=(const CallsAlone &) = delete;

private:
    static constexpr char variable[] = "GRAPHBLAST_FUSION";
    const bool is_set_;
};

Picture picture_of(const std::string &kind, const RunOptions &options) {
    if (kind == "spy" || kind == "degrees") {
        if (!options.algorithms.empty())
            throw UsageError(fmt::format("the picture {} is of the graph alone: it takes no "
                                         "algorithm",
                                         kind));
        if (!options.given.empty())
            throw UsageError(fmt::format("the picture {} is of the graph alone: it takes no {}",
                                         kind, options.given.front()));
        const RunSetup setup(options);
        return kind == "spy" ? spy_plot(setup.graph->adjacency().list, options.graph)
                             : degree_histogram(setup.edges, options.graph);
    }
    if (options.algorithms.empty())
        throw UsageError(fmt::format("the picture {} needs an algorithm", kind));
    const Kinds kinds = kinds_of(options);
    if (std::string(kinds.front()->algorithm) != kinds.back()->algorithm)
        throw UsageError(
            fmt::format("the picture {} is of one algorithm, not of {}", kind, options.algorithms));
    const CallsAlone alone(kind == "steps");
    RunSetup setup(options);
    const std::vector<Recording> recordings = record_all({kinds.front()}, setup, options);
    if (recordings.empty())
        throw UsageError(fmt::format("the picture {} needs one algorithm", kind));
    const Recording &recording = recordings.front();
    if (kind == "steps") return step_times(recording);
    if (kind == "memory") return memory_over_time(recording);
    return roofline(recording, measured_roofs(threads(), recording.calls));
}

} // namespace

int report_command(const RunOptions &options, const std::string &output) {
    const Kinds kinds = kinds_of(options);
    const std::unique_ptr<OutputFile> file = open_output(output);
    RunSetup setup(options);
    setup.print(options);
    const std::string page = page_of(setup, options, record_all(kinds, setup, options));
    require_unchanged_files();
    finish_with(*file, page);
    return 0;
}

int plot_command(const PlotOptions &options) {
    const std::string ending =
        options.output.substr(std::min(options.output.size(), options.output.rfind('.')));
    if (ending != ".svg" && ending != ".png")
        throw InputError(fmt::format("{}: a picture has the ending .svg or .png", options.output));
    if (ending == ".svg" && (options.width > 0 || options.is_dark))
        throw UsageError(fmt::format("{}: --width and --dark are options of .png", options.output));
    const std::unique_ptr<OutputFile> file = open_output(options.output);
    const Picture picture = picture_of(options.kind, options.run);
    require_unchanged_files();
    constexpr double usual_width = 1280;
    const double scale = (options.width > 0 ? options.width : usual_width) / picture.width;
    finish_with(*file,
                ending == ".svg" ? to_svg(picture, true) : to_png(picture, scale, options.is_dark));
    return 0;
}

} // namespace grb::tool
