// `bench`: times all variants of operations on a graph or on the problems of a log.
#include "bench_cases.h"
#include "commands.h"
#include "timing.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

using nlohmann::json;

struct Result {
    std::string operation, problem, variant;
    Timing timing;
    bool is_choice = false; ///< the library chooses it by itself
};

/// "mxv:cpu/mxv_pull_rows" and "cpu/mxv_pull_rows" name the same variant.
bool names_variant(const std::string &text, const std::string &name) {
    return text == name ||
           (text.size() > name.size() && text[text.size() - name.size() - 1] == ':' &&
            text.compare(text.size() - name.size(), name.size(), name) == 0);
}

bool is_of_group(const std::string &name) {
    return name.rfind("group/", 0) == 0;
}

std::vector<Result> measure(const BenchCase &problem, const std::vector<VariantName> &variants,
                            const BenchOptions &options) {
    force_variant("");
    problem.run();
    const std::string choice = last_variant();
    std::vector<Result> results;
    for (const VariantName &variant : variants) {
        if (variant.operation != problem.operation ||
            (!options.variant.empty() && options.variant != variant.name))
            continue;
        // A forced variant of a device group makes a group: without one the library has no such
        // choice.
        if (is_of_group(variant.name) && !is_of_group(choice) && options.variant.empty()) continue;
        force_variant(variant.operation + ":" + variant.name);
        problem.run();
        if (names_variant(last_variant(), variant.name))
            results.push_back({problem.operation, problem.label, variant.name,
                               Timing::of(problem.run, options.repeat),
                               names_variant(choice, variant.name)});
    }
    force_variant("");
    return results;
}

/// A problem that cannot run is an error of the log.
std::vector<Result> measure_case(const BenchCase &problem, const std::vector<VariantName> &variants,
                                 const BenchOptions &options) {
    try {
        return measure(problem, variants, options);
    } catch (const EngineError &error) {
        if (options.replay.empty()) throw;
        throw InputError(fmt::format("{}: op={} {}: {}", options.replay, problem.operation,
                                     problem.label.substr(0, 200), error.what()));
    }
}

void print_results(const std::vector<Result> &results, const BenchCase &problem) {
    fmt::print("{}: {}", problem.operation, printable(problem.label));
    if (problem.times > 1 || problem.logged_seconds > 0)
        fmt::print(" ({} times, {:.1f} us each in the log)", problem.times,
                   problem.logged_seconds / static_cast<double>(problem.times) * 1e6);
    fmt::print("\n");
    double best = INFINITY;
    for (const Result &result : results) best = std::min(best, result.timing.median());
    for (const Result &result : results)
        fmt::print(
            "    {:<40} {:>12.1f} us  least {:>10.1f}  spread {:>4.0f} %  {:>6.2f} x best{}\n",
            result.variant, result.timing.median() * 1e6, result.timing.least() * 1e6,
            result.timing.spread() / result.timing.median() * 100, result.timing.median() / best,
            result.is_choice ? "  <- chosen" : "");
    if (results.empty()) fmt::print("    no variant of the registry takes it\n");
}

/// The slowdown of the library's choices against the best variants: the geometric mean over the
/// problems with more than one variant; 0 without any.
double print_loss(const std::vector<Result> &results) {
    struct Times {
        double best, chosen = 0;
        int variants = 0;
    };
    std::map<std::pair<std::string, std::string>, Times> problems;
    for (const Result &result : results) {
        Times &times =
            problems.try_emplace({result.operation, result.problem}, Times{result.timing.median()})
                .first->second;
        times.best = std::min(times.best, result.timing.median());
        times.variants++;
        if (result.is_choice) times.chosen = result.timing.median();
    }
    double logs = 0;
    double worst = 1;
    int count = 0;
    for (const auto &[name, times] : problems) {
        if (times.chosen <= 0 || times.variants < 2) continue;
        logs += std::log(times.chosen / times.best);
        worst = std::max(worst, times.chosen / times.best);
        ++count;
    }
    if (count == 0) return 0;
    const double mean = std::exp(logs / count);
    fmt::print("\nchosen against best: {:.3f} in the geometric mean of {} problems with a choice, "
               "worst {:.2f}\n",
               mean, count, worst);
    return mean;
}

json to_json(const std::vector<Result> &results) {
    json list = json::array();
    for (const Result &result : results) {
        json item = {{"operation", result.operation},
                     {"problem", result.problem},
                     {"variant", result.variant},
                     {"chosen", result.is_choice}};
        put_timing(item, result.timing);
        list.push_back(item);
    }
    return list;
}

} // namespace

int bench_command(const BenchOptions &options) {
    if (!options.compare.empty())
        return compare_command(options.compare[0], options.compare[1], options.threshold);
    const std::unique_ptr<OutputFile> report_file = open_output(options.json);
    EdgeList edges;
    const auto begin = std::chrono::steady_clock::now();
    if (options.replay.empty()) {
        edges = load_graph(options.graph, progress_bar(), options.read);
        require_square(options.graph, edges);
    }
    const std::chrono::duration<double> load = std::chrono::steady_clock::now() - begin;
    const Session session;
    if (options.threads > 0) set_threads(options.threads);
    const std::vector<VariantName> variants = registry_variants();
    const auto known = [&](const auto &matches) {
        return std::any_of(variants.begin(), variants.end(), matches);
    };
    if (!options.operation.empty() &&
        !known([&](const VariantName &variant) { return variant.operation == options.operation; }))
        throw UsageError(fmt::format("no operation '{}' in the registry", options.operation));
    if (!options.variant.empty() &&
        !known([&](const VariantName &variant) { return variant.name == options.variant; }))
        throw UsageError(fmt::format("no variant '{}' in the registry", options.variant));
    if (!options.operation.empty() && !options.variant.empty() &&
        !known([&](const VariantName &variant) {
            return variant.operation == options.operation && variant.name == options.variant;
        }))
        throw UsageError(fmt::format("'{}' is no variant of operation '{}'", options.variant,
                                     options.operation));

    std::vector<std::pair<std::string, uint64_t>> skipped;
    const std::vector<BenchCase> cases =
        options.replay.empty() ? standard_cases(edges) : replayed_cases(options.replay, skipped);
    std::vector<Result> all;
    for (const BenchCase &problem : cases) {
        if (!options.operation.empty() && problem.operation != options.operation) continue;
        const std::vector<Result> results = measure_case(problem, variants, options);
        print_results(results, problem);
        all.insert(all.end(), results.begin(), results.end());
    }
    const double loss = print_loss(all);
    for (const auto &[operation, lines] : skipped)
        fmt::print("not replayed: {} line{} of {}\n", lines, lines == 1 ? "" : "s",
                   printable(operation));
    if (report_file != nullptr) {
        const json report = {{"run", json::parse(run_record(device_name()))},
                             {"version", library_version()},
                             {"load_seconds", load.count()},
                             {"graph", options.replay.empty() ? options.graph : options.replay},
                             {"threads", threads()},
                             {"repeat", options.repeat},
                             {"results", to_json(all)}};
        finish_with(*report_file, text_of(report));
    }
    if (options.most_loss > 0 && !(loss > 0 && loss <= options.most_loss)) {
        fmt::print("more than the {:g} that --most-loss allows, or nothing to choose from\n",
                   options.most_loss);
        return 3;
    }
    return 0;
}

} // namespace grb::tool
