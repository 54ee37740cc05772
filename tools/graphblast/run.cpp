// `run`: runs algorithms on a graph, checks and reports their results.
#include "commands.h"
#include "results.h"
#include "run_rows.h"
#include "run_setup.h"
#include "time_limit.h"
#include "trace.h"

#include "io/file_memory.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "io/standard_streams.h"
#include "record/run_record.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace grb::tool {

namespace {

using nlohmann::json;

/// The timed runs from one source.
Timing time_of(Task &task, RunRow &row, const RunOptions &options) {
    const auto run = [&] {
        reset_picks();
        const DeviceUse before = device_use();
        task.run();
        row.device = device_use().since(before);
    };
    const Timing timing = Timing::of(run, std::max(1, options.repeat));
    row.picks = picks();
    return timing;
}

RunRow measure(const TaskKind &kind, Task &task, RunGraph &graph, const RunOptions &options) {
    RunRow row;
    row.algorithm = kind.title;
    std::vector<uint64_t> sources = {graph.source()};
    const bool has_several = options.sources > 1 && task.has_source();
    if (has_several) sources = graph.sources(options.sources);
    graph.start_from(sources.front());
    // The warm-up makes the data that stays with the graph, so that no timed run does.
    for (int k = 0; k < options.warm_up; ++k) task.run();
    for (const uint64_t source : sources) {
        graph.start_from(source);
        const Timing timing = time_of(task, row, options);
        const auto all = static_cast<double>(sources.size());
        row.seconds += timing.median() / all;
        row.edges += static_cast<double>(task.edges()) / all;
        for (const double sample : timing.samples()) row.timing.add(sample);
    }
    row.result = task.describe(row.details);
    row.top = json::array();
    row.top_text = top_of(kind.title, task.outcome(), options.top, graph.ids(), row.top);
    if (options.verify) row.wrong = task.verify();
    return row;
}

/// Names the algorithms that ignore the graph's weights while other programs use them.
void say_what_has_no_weights(const Kinds &kinds, const EdgeList &edges, const std::string &graph) {
    if (edges.field == Field::pattern) return;
    std::vector<std::string> names;
    for (const TaskKind *const kind : kinds)
        for (const std::string_view name :
             {"pagerank", "eigenvector", "katz", "hits", "bc", "closeness", "louvain", "leiden"})
            if (kind->algorithm == name && (names.empty() || names.back() != name))
                names.emplace_back(name);
    if (!names.empty())
        fmt::print("{}: weights do not count for {}\n", printable(graph), fmt::join(names, ", "));
}

/// Runs or skips every task; writes results as they come, and adds a row for each.
void run_all(std::vector<RunRow> &rows, const Kinds &kinds, RunSetup &setup,
             const RunOptions &options, ResultFiles &files, Trace *trace) {
    RunGraph &graph = *setup.graph;
    for (const TaskKind *const kind : kinds) {
        const std::unique_ptr<Task> task = kind->make(graph, setup.parameters);
        const std::string reason = task->refuses();
        if (reason.empty()) {
            rows.push_back(measure(*kind, *task, graph, options));
            require_unchanged_files();
            if (trace != nullptr) trace->add(record_run(kind->title, *task));
            if (!rows.back().wrong) files.write(*kind, task->outcome(), graph.ids());
            continue;
        }
        if (options.algorithms != "all")
            throw InputError(fmt::format("{}: {}: {}", kind->algorithm, options.graph, reason));
        RunRow row;
        row.algorithm = kind->title;
        row.skipped = reason;
        rows.push_back(row);
    }
}

json report_of(const std::vector<RunRow> &rows, const RunSetup &setup, const RunOptions &options) {
    const EdgeList &edges = setup.edges;
    json report = {{"run", json::parse(run_record(device_name()))},
                   {"version", library_version()},
                   {"graph", options.graph},
                   {"load_seconds", setup.load_seconds()},
                   {"vertices", edges.nrows},
                   {"entries", setup.graph->entries()},
                   {"source", id_of(edges.ids, setup.graph->source())},
                   {"threads", threads()},
                   {"device", device_name()},
                   {"sources", options.sources},
                   {"warm_up", options.warm_up},
                   {"repeat", options.repeat},
                   {"algorithms", json::array()}};
    for (const RunRow &row : rows) report["algorithms"].push_back(to_json(row, options.verify));
    return report;
}

/// Returns status 3 if a result is wrong.
int say_what_is_wrong(const std::vector<RunRow> &rows, bool is_verified) {
    int status = 0;
    for (const RunRow &row : rows) {
        if (!row.wrong) continue;
        put_on_standard_error(
            fmt::format("graphblast: {}: wrong result: {}\n", row.algorithm, *row.wrong));
        status = 3;
    }
    if (is_verified && status == 0)
        fmt::print("verified: all results agree with the textbook algorithms\n");
    return status;
}

} // namespace

int run_command(const RunOptions &options) {
    const Kinds kinds = kinds_of(options);
    const std::unique_ptr<OutputFile> report_file = open_output(options.json);
    const std::unique_ptr<OutputFile> trace_file = open_output(options.trace);
    ResultFiles files(options.out, kinds);
    Trace trace;
    RunSetup setup(options);
    setup.print(options);
    say_what_has_no_weights(kinds, setup.edges, options.graph);
    trace.add_phase("load " + options.graph, setup.load_begin, setup.load_end);
    std::vector<RunRow> rows;
    try {
        run_all(rows, kinds, setup, options, files, trace_file == nullptr ? nullptr : &trace);
    } catch (const TimeOver &) {
        if (!rows.empty()) print_rows(rows);
        throw;
    }
    print_rows(rows);
    for (const RunRow &row : rows) fmt::print("{}", row.top_text);
    print_device_use(rows, std::max<uint64_t>(1, setup.graph->entries()));
    const int status = say_what_is_wrong(rows, options.verify);
    if (trace_file != nullptr) finish_with(*trace_file, trace.text());
    if (report_file != nullptr) finish_with(*report_file, text_of(report_of(rows, setup, options)));
    return status;
}

} // namespace grb::tool
