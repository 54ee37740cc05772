#include "commands.h"
#include "tasks.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace grb::tool {

namespace {

using nlohmann::json;

std::vector<std::string> chosen_algorithms(const std::string &list) {
    if (list == "all") return {algorithm_names.begin(), algorithm_names.end()};
    std::vector<std::string> names;
    size_t at = 0;
    for (;;) {
        const size_t end = list.find(',', at);
        const std::string name = list.substr(at, end == std::string::npos ? end : end - at);
        if (std::find(algorithm_names.begin(), algorithm_names.end(), name) ==
            algorithm_names.end())
            throw UsageError(fmt::format("'{}' is no algorithm; there are {} and all", name,
                                         fmt::join(algorithm_names, ", ")));
        names.push_back(name);
        if (end == std::string::npos) return names;
        at = end + 1;
    }
}

struct Row {
    std::string algorithm;
    std::string result;
    std::string skipped; ///< the reason
    double seconds = 0;
    uint64_t edges = 0;
    std::map<std::string, uint64_t> picks;
    DeviceUse device; ///< in the last run
    Verdict wrong;
    json details;
};

/// The median of the repetitions.
double time_of(Task &task, Row &row, const RunOptions &options) {
    std::vector<double> times;
    for (int repeat = 0; repeat < std::max(1, options.repeat); ++repeat) {
        reset_picks();
        const DeviceUse before = device_use();
        const auto begin = std::chrono::steady_clock::now();
        task.run();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        times.push_back(time.count());
        row.device = device_use().since(before);
    }
    row.picks = picks();
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

Row measure(Task &task, RunGraph &graph, const RunOptions &options) {
    Row row;
    row.algorithm = task.name();
    if (options.sources > 1 && task.has_source()) {
        const std::vector<uint64_t> sources = graph.sources(options.sources);
        // What is made once and kept with the graph is not the first source's.
        graph.start_from(sources.front());
        constexpr int runs_before = 3;
        for (int k = 0; k < runs_before; ++k) task.run();
        for (const uint64_t source : sources) {
            graph.start_from(source);
            row.seconds += time_of(task, row, options) / static_cast<double>(sources.size());
        }
    } else {
        row.seconds = time_of(task, row, options);
    }
    row.edges = task.edges();
    row.result = task.describe(row.details);
    if (options.verify) row.wrong = task.verify();
    return row;
}

/// What a call does on the way to its result and at the end: nobody asked for it by itself.
bool is_part(const std::string &operation) {
    static const std::set<std::string> parts = {"convert", "orient", "statistics",
                                                "update",  "tuples", "commit"};
    return parts.count(operation) != 0;
}

/// "mxv_push_spa 3, assign_scalar 4": of the operations themselves, without what the name says twice, most frequent
/// first.
std::string shown_picks(const std::map<std::string, uint64_t> &picks) {
    std::vector<std::pair<std::string, uint64_t>> sorted;
    for (const auto &[name, count] : picks)
        if (!is_part(name.substr(0, name.find(':')))) sorted.emplace_back(name, count);
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

std::string shown_time(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

void print_table(const std::vector<Row> &rows) {
    std::vector<std::array<std::string, 5>> cells;
    cells.push_back({"algorithm", "result", "time", "Medges/s", "variants chosen"});
    for (const Row &row : rows) {
        if (!row.skipped.empty()) {
            cells.push_back({row.algorithm, "skipped: " + row.skipped, "", "", ""});
            continue;
        }
        cells.push_back({row.algorithm, row.result, shown_time(row.seconds),
                         fmt::format("{:.1f}", static_cast<double>(row.edges) / row.seconds * 1e-6),
                         shown_picks(row.picks)});
    }
    std::array<size_t, 4> width{};
    for (const auto &line : cells)
        for (size_t column = 0; column < width.size(); ++column)
            width[column] = std::max(width[column], line[column].size());
    for (const auto &line : cells) {
        std::string text =
            fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>{}}  {}", line[0], width[0], line[1], width[1],
                        line[2], width[2], line[3], width[3], line[4]);
        text.erase(text.find_last_not_of(' ') + 1);
        fmt::print("{}\n", text);
    }
}

json to_json(const Row &row, bool verified) {
    json item = {{"algorithm", row.algorithm}};
    if (!row.skipped.empty()) {
        item["skipped"] = row.skipped;
        return item;
    }
    item["result"] = row.details;
    item["seconds"] = row.seconds;
    item["million_edges_per_second"] = static_cast<double>(row.edges) / row.seconds * 1e-6;
    item["variants"] = row.picks;
    if (row.device.launches != 0) {
        item["device"] = {{"bytes_in", row.device.bytes_in},
                          {"bytes_out", row.device.bytes_out},
                          {"waits", row.device.waits},
                          {"launches", row.device.launches},
                          {"bytes_peak", row.device.bytes_peak}};
    }
    if (verified) {
        item["verified"] = !row.wrong.has_value();
        if (row.wrong) item["wrong"] = *row.wrong;
    }
    return item;
}

/// What a GPU did in the last run of each row, if anything.
void print_device_use(const std::vector<Row> &rows, uint64_t entries) {
    for (const Row &row : rows) {
        if (row.device.launches == 0) continue;
        fmt::print("{}: {} launches, {} waits, {} B in, {} B out; at most {:.1f} MB of the device "
                   "held so far, {:.2f} B per entry\n",
                   row.algorithm, row.device.launches, row.device.waits,
                   grouped(row.device.bytes_in), grouped(row.device.bytes_out),
                   static_cast<double>(row.device.bytes_peak) * 1e-6,
                   static_cast<double>(row.device.bytes_peak) / static_cast<double>(entries));
    }
}

const char *field_name(Field field) {
    return field == Field::pattern ? "pattern" : field == Field::integer ? "integer" : "real";
}

} // namespace

int run_command(const RunOptions &options) {
    const std::vector<std::string> names = chosen_algorithms(options.algorithms);
    const std::unique_ptr<OutputFile> report_file = open_output(options.json);
    const EdgeList edges = load_graph(options.graph, progress_bar(), options.read);
    require_square(options.graph, edges);
    if (options.source && static_cast<uint64_t>(*options.source) >= edges.nrows)
        throw InputError(fmt::format("source {}: {} has vertices 0..{}", *options.source,
                                     options.graph, edges.nrows - 1));
    const Session session;
    if (options.threads > 0) set_threads(options.threads);
    RunGraph graph(edges, options.source);
    print_origin(options.graph, edges);
    fmt::print("{}: {} vertices, {} entries, {}, {}; source {}; {} thread{}\n",
               printable(options.graph), grouped(edges.nrows), grouped(edges.size()),
               field_name(edges.field), graph.is_symmetric() ? "symmetric" : "directed",
               graph.source(), threads(), threads() == 1 ? "" : "s");

    std::vector<Row> rows;
    for (const std::string &name : names) {
        for (const std::unique_ptr<Task> &task : make_tasks(name, graph)) {
            const std::string reason = task->refuses();
            if (reason.empty()) {
                rows.push_back(measure(*task, graph, options));
                continue;
            }
            if (options.algorithms != "all")
                throw InputError(fmt::format("{}: {}: {}", name, options.graph, reason));
            Row row;
            row.algorithm = task->name();
            row.skipped = reason;
            rows.push_back(row);
        }
    }
    print_table(rows);
    print_device_use(rows, std::max<uint64_t>(1, edges.size()));

    int status = 0;
    for (const Row &row : rows) {
        if (!row.wrong) continue;
        fmt::print(stderr, "graphblast: {}: wrong result: {}\n", row.algorithm, *row.wrong);
        status = 3;
    }
    if (options.verify && status == 0)
        fmt::print("verified: all results agree with the textbook algorithms\n");
    if (report_file != nullptr) {
        json report = {{"run", json::parse(run_record(device_name()))},
                       {"graph", options.graph},
                       {"vertices", edges.nrows},
                       {"entries", edges.size()},
                       {"source", graph.source()},
                       {"threads", threads()},
                       {"device", device_name()},
                       {"sources", options.sources},
                       {"algorithms", json::array()}};
        for (const Row &row : rows) report["algorithms"].push_back(to_json(row, options.verify));
        finish_with(*report_file, text_of(report));
    }
    return status;
}

} // namespace grb::tool
