// Writes a timeline in Chrome's trace format.
#include "trace.h"

#include "commands.h"

#include <fmt/format.h>

namespace grb::tool {

using nlohmann::json;

namespace {

// Rows of the timeline.
enum Track { phases = 1, steps = 2, calls = 3 };

json arguments_of(const Call &call) {
    json arguments = {{"variant", call.variant},
                      {"problem", shown_problem(call)},
                      {"estimate_us", call.estimate * 1e6},
                      {"bytes", call.bytes}};
    for (const Considered &seen : call.considered) {
        if (seen.refusal.empty())
            arguments["estimates_us"][seen.variant] = seen.estimate * 1e6;
        else
            arguments["refused"][seen.variant] = seen.refusal;
    }
    return arguments;
}

json name_of_track(Track track, const char *name) {
    return {{"name", "thread_name"},
            {"ph", "M"},
            {"pid", 1},
            {"tid", track},
            {"args", {{"name", name}}}};
}

} // namespace

json Trace::event(const std::string &name, const char *category, double begin, double end) const {
    return {{"name", name},
            {"cat", category},
            {"ph", "X"},
            {"ts", (begin - begin_) * 1e6},
            {"dur", (end - begin) * 1e6},
            {"pid", 1},
            {"tid", Track::calls}};
}

void Trace::add_phase(const std::string &name, double begin, double end) {
    json phase = event(name, "phase", begin, end);
    phase["tid"] = Track::phases;
    events_.push_back(phase);
}

void Trace::add(const Recording &recording) {
    add_phase(recording.title, recording.begin, recording.end);
    int number = 0;
    for (const Step &step : steps_of(recording.calls)) {
        json item = event(fmt::format("step {}", ++number), "step", step.begin, step.end);
        item["tid"] = Track::steps;
        item["args"] = {{"entries", step.entries}, {"variant", step.product->variant}};
        events_.push_back(item);
    }
    for (const Call &call : recording.calls) {
        json item = event(fmt::format("{}: {}", call.operation, short_variant(call.variant)),
                          call.operation.c_str(), call.begin(), call.end);
        item["args"] = arguments_of(call);
        events_.push_back(item);
    }
    for (const MemorySample &sample : recording.memory)
        events_.push_back({{"name", "resident memory"},
                           {"ph", "C"},
                           {"ts", (sample.time - begin_) * 1e6},
                           {"pid", 1},
                           {"args", {{"MB", static_cast<double>(sample.bytes) * 1e-6}}}});
}

std::string Trace::text() const {
    json all = json::array(
        {{{"name", "process_name"}, {"ph", "M"}, {"pid", 1}, {"args", {{"name", "graphblast"}}}},
         name_of_track(Track::phases, "phases"),
         name_of_track(Track::steps, "steps"),
         name_of_track(Track::calls, "calls of the library")});
    for (const json &item : events_) all.push_back(item);
    return text_of({{"displayTimeUnit", "ns"}, {"traceEvents", all}});
}

} // namespace grb::tool
