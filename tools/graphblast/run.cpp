#include "commands.h"
#include "results.h"
#include "run_rows.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sstream>

namespace grb::tool {

namespace {

using nlohmann::json;
using Kinds = std::vector<const TaskKind *>;

std::vector<std::string> words_of(const std::string &list, char separator) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, separator);) words.push_back(word);
    if (list.empty() || list.back() == separator) words.emplace_back();
    return words;
}

/// The tasks of a list of algorithms.
Kinds chosen_kinds(const std::string &list) {
    const std::vector<std::string> known = algorithm_names();
    Kinds kinds;
    for (const std::string &name : list == "all" ? known : words_of(list, ',')) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            std::vector<std::string> all = known;
            all.insert(all.end(), {"all", "gcn"});
            throw UsageError(fmt::format("'{}' is no algorithm{}", name, suggestion(name, all)));
        }
        for (const TaskKind &kind : task_kinds()) {
            if (name != kind.algorithm) continue;
            if (std::find(kinds.begin(), kinds.end(), &kind) != kinds.end())
                throw UsageError(fmt::format("'{}' is there twice", name));
            kinds.push_back(&kind);
        }
    }
    return kinds;
}

/// An option that no chosen algorithm takes is a mistake, not something to pass over.
void require_takers(const std::vector<std::string> &options, const Kinds &kinds) {
    for (const std::string &option : options) {
        const auto takes = [&](const TaskKind &kind) {
            const std::vector<std::string> taken = words_of(kind.options, ' ');
            return std::find(taken.begin(), taken.end(), option) != taken.end();
        };
        if (std::any_of(kinds.begin(), kinds.end(), [&](const auto *kind) { return takes(*kind); }))
            continue;
        std::string takers;
        for (const TaskKind &kind : task_kinds())
            if (takes(kind)) takers += (takers.empty() ? "" : ", ") + std::string(kind.title);
        throw UsageError(fmt::format("{} is an option of {}", option, takers));
    }
}

uint64_t vertex_of(const std::string &what, const std::string &id, const std::string &name,
                   const EdgeList &edges) {
    if (const auto vertex = edges.ids.find(id, edges.nrows)) return *vertex;
    throw InputError(fmt::format("{} {}: {} has vertices {}..{}, {}", what, id, name,
                                 edges.ids.of(0), edges.ids.of(edges.nrows - 1),
                                 edges.ids.describe()));
}

/// The options with the vertices that their ids are.
Parameters parameters_of(const RunOptions &options, const EdgeList &edges) {
    Parameters parameters = options.parameters;
    if (options.personal.empty()) return parameters;
    for (const std::string &id : words_of(options.personal, ','))
        parameters.personal.push_back(vertex_of("--personal", id, options.graph, edges));
    std::sort(parameters.personal.begin(), parameters.personal.end());
    parameters.personal.erase(std::unique(parameters.personal.begin(), parameters.personal.end()),
                              parameters.personal.end());
    return parameters;
}

/// The runs that count from one source.
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
    // What is made once and kept with the graph is not the first run's.
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
    row.top_text =
        top_of(kind.title, task.outcome(), options.top, graph.adjacency().list.ids, row.top);
    if (options.verify) row.wrong = task.verify();
    return row;
}

const char *field_name(Field field) {
    return field == Field::pattern ? "pattern" : field == Field::integer ? "integer" : "real";
}

/// Every task, measured or skipped; results are written as they come.
std::vector<RunRow> run_all(const Kinds &kinds, RunGraph &graph, const Parameters &parameters,
                            const RunOptions &options, ResultFiles &files) {
    std::vector<RunRow> rows;
    for (const TaskKind *const kind : kinds) {
        const std::unique_ptr<Task> task = kind->make(graph, parameters);
        const std::string reason = task->refuses();
        if (reason.empty()) {
            rows.push_back(measure(*kind, *task, graph, options));
            if (!rows.back().wrong) files.write(*kind, task->outcome(), graph.adjacency().list.ids);
            continue;
        }
        if (options.algorithms != "all")
            throw InputError(fmt::format("{}: {}: {}", kind->algorithm, options.graph, reason));
        RunRow row;
        row.algorithm = kind->title;
        row.skipped = reason;
        rows.push_back(row);
    }
    return rows;
}

json report_of(const std::vector<RunRow> &rows, const RunGraph &graph, const RunOptions &options,
               double load_seconds) {
    const EdgeList &edges = graph.adjacency().list;
    json report = {{"run", json::parse(run_record(device_name()))},
                   {"version", library_version()},
                   {"graph", options.graph},
                   {"load_seconds", load_seconds},
                   {"vertices", edges.nrows},
                   {"entries", edges.size()},
                   {"source", id_of(edges.ids, graph.source())},
                   {"threads", threads()},
                   {"device", device_name()},
                   {"sources", options.sources},
                   {"warm_up", options.warm_up},
                   {"repeat", options.repeat},
                   {"algorithms", json::array()}};
    for (const RunRow &row : rows) report["algorithms"].push_back(to_json(row, options.verify));
    return report;
}

/// Status 3 where a result is wrong.
int say_what_is_wrong(const std::vector<RunRow> &rows, bool is_verified) {
    int status = 0;
    for (const RunRow &row : rows) {
        if (!row.wrong) continue;
        fmt::print(stderr, "graphblast: {}: wrong result: {}\n", row.algorithm, *row.wrong);
        status = 3;
    }
    if (is_verified && status == 0)
        fmt::print("verified: all results agree with the textbook algorithms\n");
    return status;
}

} // namespace

int run_command(const RunOptions &options) {
    const Kinds kinds = chosen_kinds(options.algorithms);
    require_takers(options.given, kinds);
    const std::unique_ptr<OutputFile> report_file = open_output(options.json);
    ResultFiles files(options.out, kinds);
    const auto begin = std::chrono::steady_clock::now();
    const EdgeList edges = load_graph(options.graph, progress_bar(), options.read);
    const std::chrono::duration<double> load = std::chrono::steady_clock::now() - begin;
    require_square(options.graph, edges);
    std::optional<uint64_t> source;
    if (options.source) source = vertex_of("source", *options.source, options.graph, edges);
    const Parameters parameters = parameters_of(options, edges);
    const Session session;
    if (options.threads > 0) set_threads(options.threads);
    RunGraph graph(edges, source);
    print_origin(options.graph, edges);
    fmt::print("{}: {} vertices, {} entries, {}, {}; source {}; {} thread{}; loaded in {}\n",
               printable(options.graph), grouped(edges.nrows), grouped(edges.size()),
               field_name(edges.field), graph.is_symmetric() ? "symmetric" : "directed",
               printable(edges.ids.of(graph.source())), threads(), threads() == 1 ? "" : "s",
               shown_time(load.count()));

    const std::vector<RunRow> rows = run_all(kinds, graph, parameters, options, files);
    print_rows(rows);
    for (const RunRow &row : rows) fmt::print("{}", row.top_text);
    print_device_use(rows, std::max<uint64_t>(1, edges.size()));
    const int status = say_what_is_wrong(rows, options.verify);
    if (report_file != nullptr)
        finish_with(*report_file, text_of(report_of(rows, graph, options, load.count())));
    return status;
}

} // namespace grb::tool
