// `explain`: shows the calls, steps and variants of a recorded run.
#include "explain.h"
#include "commands.h"
#include "run_setup.h"
#include "text_table.h"
#include "timing.h"
#include "trace.h"

#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace grb::tool {

namespace {

using nlohmann::json;

std::string shown_estimate(double seconds) {
    return seconds > 0 ? shown_time(seconds) : "-";
}

/// Divides the time by the estimate.
std::string shown_ratio(double seconds, double estimate) {
    return estimate > 0 ? fmt::format("{:.2g}", seconds / estimate) : "-";
}

/// "others: a 3.0 us, b 9.0 us; refused: c (no mask)", or a reference to that text.
class Reasons {
public:
    std::string of(const Call &call, size_t number) {
        std::string others;
        std::string refused;
        for (const Considered &seen : call.considered) {
            const std::string name = short_variant(seen.variant);
            if (!seen.refusal.empty())
                refused +=
                    fmt::format("{}{} ({})", refused.empty() ? "" : ", ", name, seen.refusal);
            else if (seen.variant.substr(0, seen.variant.find('@')) != call.variant)
                others += fmt::format("{}{} {}", others.empty() ? "" : ", ", name,
                                      shown_time(seen.estimate));
        }
        std::string text = others.empty() ? "" : "others: " + others;
        if (refused.empty()) return text;
        const auto [found, is_new] = first_.try_emplace({call.operation, refused}, number);
        text += text.empty() ? "refused: " : "; refused: ";
        return text + (is_new ? refused : fmt::format("as in call {}", found->second));
    }

private:
    std::map<std::pair<std::string, std::string>, size_t> first_;
};

void print_calls(const Recording &recording, uint64_t most) {
    const size_t shown =
        most == 0 ? recording.calls.size() : std::min<size_t>(most, recording.calls.size());
    TextTable table({"call", "variant", "estimate", "time", "x", "problem; what else there was"},
                    {true, false, true, true, true, false});
    Reasons reasons;
    for (size_t k = 0; k < shown; ++k) {
        const Call &call = recording.calls[k];
        const std::string indent(static_cast<size_t>(2 * call.depth), ' ');
        const std::string why = reasons.of(call, k + 1);
        table.add({std::to_string(k + 1), indent + short_variant(call.variant),
                   shown_estimate(call.estimate), shown_time(call.seconds),
                   shown_ratio(call.estimated_seconds(), call.estimate),
                   printable(shown_problem(call) + (why.empty() ? "" : "; " + why))});
    }
    fmt::print("{}x: the time, with that of the commit that follows, in estimates\n", table.text());
    if (shown < recording.calls.size())
        fmt::print("... and {} calls more; --calls 0 shows all\n",
                   grouped(recording.calls.size() - shown));
}

void print_steps(const std::vector<Step> &steps, uint64_t most) {
    if (steps.size() < 2) return;
    TextTable table({"step", "entries", "direction", "calls", "estimate", "time", "variant"},
                    {true, true, false, true, true, true, false});
    const size_t shown = most == 0 ? steps.size() : std::min<size_t>(most, steps.size());
    for (size_t k = 0; k < shown; ++k) {
        const Step &step = steps[k];
        table.add({std::to_string(k + 1),
                   step.entries < 0 ? "-" : grouped(static_cast<uint64_t>(step.entries)),
                   direction_of(*step.product), grouped(step.calls), shown_estimate(step.estimate),
                   shown_time(step.seconds), short_variant(step.product->variant)});
    }
    fmt::print("\nsteps: a product, and what follows it\n{}", table.text());
    if (shown < steps.size())
        fmt::print("... and {} steps more; --calls 0 shows all\n", grouped(steps.size() - shown));
}

void print_totals(const Recording &recording) {
    TextTable table({"operation", "calls", "estimate", "time", "x", "share", "variant"},
                    {false, true, true, true, true, true, false});
    double sum = 0;
    for (const VariantTotal &total : totals_of(recording.calls)) {
        sum += total.own_seconds;
        table.add({total.operation, grouped(total.calls), shown_estimate(total.estimate),
                   shown_time(total.own_seconds),
                   shown_ratio(total.estimated_seconds, total.estimate),
                   fmt::format("{:.1f} %", 100 * total.own_seconds / recording.seconds()),
                   short_variant(total.variant)});
    }
    const double rest = std::max(0.0, recording.seconds() - sum);
    table.add({"", "", "", shown_time(rest), "",
               fmt::format("{:.1f} %", 100 * rest / recording.seconds()),
               "outside of variants: checks, choices, records"});
    fmt::print("\nby variant; a call that ran in another one counts by itself\n{}", table.text());
}

void print(const Recording &recording, uint64_t most) {
    fmt::print("\n{}: {} calls in {}\n", recording.title, grouped(recording.calls.size()),
               shown_time(recording.seconds()));
    print_calls(recording, most);
    print_steps(steps_of(recording.calls), most);
    print_totals(recording);
    const std::string recorded = shown_recorded(recorded_of(recording.calls));
    if (!recorded.empty()) fmt::print("{}\n", recorded);
    for (const std::string &note : recording.notes) fmt::print("on the GPU, {}\n", printable(note));
    const bool has_device =
        std::any_of(recording.calls.begin(), recording.calls.end(),
                    [](const Call &call) { return call.variant.rfind("cuda/", 0) == 0; });
    if (has_device)
        fmt::print("time of cuda/: until the work is queued; what needs a result waits for all "
                   "before it\n");
}

json to_json(const Call &call, double begin) {
    json item = {{"operation", call.operation},   {"variant", call.variant},
                 {"begin", call.begin() - begin}, {"seconds", call.seconds},
                 {"preparing", call.preparing},   {"estimate", call.estimate},
                 {"bytes", call.bytes},           {"depth", call.depth},
                 {"estimates", json::object()},   {"refused", json::object()},
                 {"problem", json::object()}};
    for (const Considered &seen : call.considered) {
        if (seen.refusal.empty())
            item["estimates"][seen.variant] = seen.estimate;
        else
            item["refused"][seen.variant] = seen.refusal;
    }
    for (const auto &[key, value] : call.keys)
        if (!is_outcome(key)) item["problem"][key] = value;
    return item;
}

} // namespace

json to_json(const Recording &recording) {
    json item = {{"algorithm", recording.title}, {"seconds", recording.seconds()},
                 {"notes", recording.notes},     {"calls", json::array()},
                 {"steps", json::array()},       {"variants", json::array()}};
    for (const Call &call : recording.calls)
        item["calls"].push_back(to_json(call, recording.begin));
    const RecordedCalls recorded = recorded_of(recording.calls);
    item["recorded"] = {{"calls", recorded.calls},
                        {"chains", recorded.chains},
                        {"in_chains", recorded.in_chains},
                        {"turns_ahead", recorded.turns_ahead},
                        {"alone", json::object()}};
    for (const auto &[reason, count] : recorded.alone) item["recorded"]["alone"][reason] = count;
    for (const Step &step : steps_of(recording.calls))
        item["steps"].push_back({{"variant", step.product->variant},
                                 {"direction", direction_of(*step.product)},
                                 {"entries", step.entries},
                                 {"calls", step.calls},
                                 {"estimate", step.estimate},
                                 {"seconds", step.seconds}});
    for (const VariantTotal &total : totals_of(recording.calls))
        item["variants"].push_back({{"operation", total.operation},
                                    {"variant", total.variant},
                                    {"calls", total.calls},
                                    {"estimate", total.estimate},
                                    {"estimated_seconds", total.estimated_seconds},
                                    {"seconds", total.own_seconds}});
    return item;
}

int explain_command(const RunOptions &options, uint64_t most_calls) {
    const Kinds kinds = kinds_of(options);
    const std::unique_ptr<OutputFile> report_file = open_output(options.json);
    const std::unique_ptr<OutputFile> trace_file = open_output(options.trace);
    Trace trace;
    RunSetup setup(options);
    setup.print(options);
    trace.add_phase("load " + options.graph, setup.load_begin, setup.load_end);
    json report = {{"run", json::parse(run_record(device_name()))},
                   {"version", library_version()},
                   {"graph", options.graph},
                   {"threads", threads()},
                   {"load_seconds", setup.load_seconds()},
                   {"algorithms", json::array()}};
    for (const Recording &recording : record_all(kinds, setup, options)) {
        print(recording, most_calls);
        trace.add(recording);
        report["algorithms"].push_back(to_json(recording));
    }
    if (trace_file != nullptr) finish_with(*trace_file, trace.text());
    if (report_file != nullptr) finish_with(*report_file, text_of(report));
    return 0;
}

} // namespace grb::tool
