// Parses the lines of the library's log, nests the calls and sums them up.
#include "calls.h"

#include "commands.h"
#include "objects.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Takes "NAME(INSIDE)" items, separated by semicolons; INSIDE may contain brackets.
template <class Take>
void for_each_item(std::string_view text, const Take &take) {
    while (!text.empty()) {
        const size_t open = text.find('(');
        if (open == std::string_view::npos) return;
        size_t close = text.find(");", open);
        if (close == std::string_view::npos) close = text.rfind(')');
        // The library cuts lines that are too long.
        if (close == std::string_view::npos || close < open) return;
        take(std::string(text.substr(0, open)),
             std::string(text.substr(open + 1, close - open - 1)));
        text.remove_prefix(std::min(close + 2, text.size()));
    }
}

std::string shown_operand(const char *name, const Shape &shape, bool is_counted) {
    const std::string entries = fmt::format("{}{}", is_counted ? "" : "<=", grouped(shape.nvals));
    if (shape.nrows == 1) return fmt::format("{} {} of {}", name, entries, grouped(shape.ncols));
    return fmt::format("{} {} x {} with {}", name, grouped(shape.nrows), grouped(shape.ncols),
                       entries);
}

} // namespace

double now() {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now().time_since_epoch();
    return time.count();
}

bool parse_call(std::string_view line, Call &call) {
    Keys keys = keys_of(line);
    if (keys.count("op") == 0 || keys.count("variant") == 0) return false;
    call = Call();
    call.operation = keys["op"];
    call.variant = keys["variant"];
    for_each_item(value_of(keys, "cost_us"), [&](const std::string &name, const std::string &cost) {
        double micros = 0;
        std::from_chars(cost.data(), cost.data() + cost.size(), micros);
        call.considered.push_back({name, micros * 1e-6, ""});
        // On several devices, the name of the device follows the variant's.
        const bool is_it = name.substr(0, name.find('@')) == call.variant;
        if (is_it && call.estimate == 0) call.estimate = micros * 1e-6;
    });
    for_each_item(value_of(keys, "refused"), [&](const std::string &name, std::string why) {
        std::replace(why.begin(), why.end(), '_', ' ');
        call.considered.push_back({name, 0, why.empty() ? "no reason given" : why});
    });
    call.seconds = number_of(keys, "time_us") * 1e-6;
    call.preparing = number_of(keys, "prepare_us") * 1e-6;
    call.end = number_of(keys, "end_us") * 1e-6;
    call.bytes = static_cast<uint64_t>(std::max(0.0, number_of(keys, "bytes")));
    call.keys = std::move(keys);
    return true;
}

void nest(std::vector<Call> &calls) {
    std::stable_sort(calls.begin(), calls.end(), [](const Call &x, const Call &y) {
        return x.begin() < y.begin() || (x.begin() == y.begin() && x.end > y.end);
    });
    // The log has a resolution of nanoseconds.
    constexpr double rounding = 2e-9;
    std::vector<Call *> open;
    std::vector<Call *> last; // by depth
    for (Call &call : calls) {
        while (!open.empty() && open.back()->end + rounding < call.end) open.pop_back();
        call.depth = static_cast<int>(open.size());
        call.inside = 0;
        if (!open.empty()) open.back()->inside += call.seconds;
        open.push_back(&call);
        last.resize(open.size());
        if (call.is_commit() && last.back() != nullptr) last.back()->commit = call.seconds;
        last.back() = call.is_commit() ? nullptr : &call;
    }
}

double entries_of(const Call &call, const char *operand) {
    Shape shape;
    if (!parse_shape(value_of(call.keys, operand), shape)) return -1;
    return static_cast<double>(shape.nvals);
}

std::string shown_problem(const Call &call) {
    std::string text = value_of(call.keys, "semiring");
    if (text.empty()) text = value_of(call.keys, "op_name");
    const auto add = [&](const std::string &part) { text += (text.empty() ? "" : "; ") + part; };
    std::string together = value_of(call.keys, "calls");
    if (!together.empty()) {
        std::replace(together.begin(), together.end(), '+', ' ');
        const std::string base = value_of(call.keys, "base"); // positions:entries:format
        const size_t entries = base.find(':'), format = base.rfind(':');
        add(together);
        if (entries < format)
            add(fmt::format("base {} of {}", base.substr(entries + 1, format - entries - 1),
                            base.substr(0, entries)));
    }
    for (const char *const name : {"A", "B", "u", "C", "T"}) {
        Shape shape;
        const std::string value = value_of(call.keys, name);
        if (value.find(':') == std::string::npos && !value.empty())
            add(fmt::format("{} {}", name, value));
        else if (parse_shape(value, shape))
            add(shown_operand(name, shape, value.find("<=") == std::string::npos));
    }
    const std::string mask = value_of(call.keys, "mask");
    if (!mask.empty() && mask != "none") add("mask " + mask);
    return text;
}

RecordedCalls recorded_of(const std::vector<Call> &calls) {
    RecordedCalls recorded;
    std::map<std::string, uint64_t> reasons;
    for (const Call &call : calls) {
        if (call.depth > 0 || call.is_commit() || value_of(call.keys, "recorded").empty()) continue;
        if (!value_of(call.keys, "ahead").empty()) continue; // counted when they are asked for
        const std::string together = value_of(call.keys, "calls");
        const auto turns = static_cast<uint64_t>(std::max(0.0, number_of(call.keys, "turns")));
        const auto count =
            std::max<uint64_t>(turns, 1) *
            (1 + static_cast<uint64_t>(std::count(together.begin(), together.end(), '+')));
        recorded.turns_ahead += turns;
        recorded.calls += count;
        if (together.empty()) {
            std::string reason = value_of(call.keys, "alone");
            std::replace(reason.begin(), reason.end(), '_', ' ');
            ++reasons[reason];
        } else {
            ++recorded.chains;
            recorded.in_chains += count;
        }
    }
    recorded.alone.assign(reasons.begin(), reasons.end());
    std::stable_sort(recorded.alone.begin(), recorded.alone.end(),
                     [](const auto &x, const auto &y) { return x.second > y.second; });
    return recorded;
}

std::string shown_recorded(const RecordedCalls &recorded) {
    if (recorded.calls == 0) return "";
    std::string text =
        fmt::format("recorded: {}, {} of them in {}", counted(recorded.calls, "call", "calls"),
                    grouped(recorded.in_chains), counted(recorded.chains, "chain", "chains"));
    if (recorded.turns_ahead != 0)
        text += fmt::format(", which run {} ahead", counted(recorded.turns_ahead, "turn", "turns"));
    for (const auto &[reason, count] : recorded.alone)
        text +=
            fmt::format("{}{} {}", &reason == &recorded.alone.front().first ? "; alone: " : ", ",
                        reason, grouped(count));
    return text;
}

std::string direction_of(const Call &call) {
    for (const char *const direction : {"push", "pull"})
        if (call.variant.find(direction) != std::string::npos) return direction;
    return "";
}

std::string short_variant(const std::string &variant) {
    return variant.rfind("cpu/", 0) == 0 ? variant.substr(4) : variant;
}

std::vector<Step> steps_of(const std::vector<Call> &calls) {
    std::vector<Step> steps;
    Step *step = nullptr;
    for (const Call &call : calls) {
        if (call.depth > 0) continue;
        const bool is_next = call.is_product() && step != nullptr && step->product != nullptr;
        if (step == nullptr || is_next) {
            step = &steps.emplace_back();
            step->begin = call.begin();
        }
        if (call.is_product()) {
            const double A = entries_of(call, "A");
            step->product = &call;
            step->entries = call.operation == "mxv" ? entries_of(call, "u")
                                                    : std::min(A, entries_of(call, "B"));
        }
        ++step->calls;
        if (!call.is_commit()) step->estimate += call.estimate;
        step->seconds += call.seconds;
        step->end = call.end;
    }
    if (!steps.empty() && steps.front().product == nullptr) steps.clear();
    return steps;
}

std::vector<VariantTotal> totals_of(const std::vector<Call> &calls) {
    std::map<std::pair<std::string, std::string>, VariantTotal> sums;
    for (const Call &call : calls) {
        VariantTotal &sum = sums[{call.operation, call.variant}];
        sum.operation = call.operation;
        sum.variant = call.variant;
        ++sum.calls;
        sum.own_seconds += call.own_seconds();
        sum.bytes += call.bytes;
        if (call.estimate <= 0) continue;
        ++sum.estimated_calls;
        sum.estimate += call.estimate;
        sum.estimated_seconds += call.estimated_seconds();
    }
    std::vector<VariantTotal> totals;
    for (auto &[name, sum] : sums) totals.push_back(std::move(sum));
    std::stable_sort(totals.begin(), totals.end(),
                     [](const auto &x, const auto &y) { return x.own_seconds > y.own_seconds; });
    return totals;
}

} // namespace grb::tool
