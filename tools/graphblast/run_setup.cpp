// Chooses the tasks, loads the graph and starts the library for a run.
#include "run_setup.h"

#include "team.h"
#include "timing.h"

#include "io/graph_share.h"
#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "io/standard_streams.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>
#include <sstream>
#include <utility>

namespace grb::tool {

namespace {

std::vector<std::string> words_of(const std::string &list, char separator) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, separator);) words.push_back(word);
    if (list.empty() || list.back() == separator) words.emplace_back();
    return words;
}

/// Names of the algorithms in Python and in other programs.
constexpr std::pair<std::string_view, const char *> other_names[] = {
    {"betweenness", "bc"},        {"bfs_levels", "bfs"},
    {"clustering", "lcc"},        {"clustering_coefficients", "lcc"},
    {"components", "cc"},         {"connected_components", "cc"},
    {"core_numbers", "kcore"},    {"dijkstra", "sssp"},
    {"ego_graph", "ego"},         {"eigenvector_centrality", "eigenvector"},
    {"independent_set", "mis"},   {"k_truss", "ktruss"},
    {"katz_centrality", "katz"},  {"label_propagation", "labels"},
    {"random_walks", "walks"},    {"shortest_path", "path"},
    {"shortest_paths", "sssp"},   {"spanning_forest", "forest"},
    {"strong_components", "scc"}, {"triangle_count", "tc"},
    {"triangles", "tc"}};

/// A message about a name of another program; empty for other names.
std::string name_here(const std::string &name) {
    for (const auto &[other, here] : other_names)
        if (name == other) return fmt::format("'{}' is called {} here", name, here);
    return {};
}

/// The tasks of a list of algorithms.
Kinds chosen_kinds(const std::string &list) {
    const std::vector<std::string> known = algorithm_names();
    Kinds kinds;
    for (const std::string &name : list == "all" ? known : words_of(list, ',')) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string here = name_here(name);
            if (!here.empty()) throw UsageError(here);
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

/// Rejects an option that no chosen algorithm takes.
void require_takers(const std::vector<std::string> &options, const Kinds &kinds) {
    for (const std::string &option : options) {
        const auto takes = [&](const TaskKind &kind) {
            const std::vector<std::string> taken = words_of(kind.options, ' ');
            return std::find(taken.begin(), taken.end(), option) != taken.end();
        };
        if (std::any_of(kinds.begin(), kinds.end(), [&](const auto *kind) { return takes(*kind); }))
            continue;
        std::vector<std::string> takers;
        for (const TaskKind &kind : task_kinds())
            if (takes(kind) && (takers.empty() || takers.back() != kind.algorithm))
                takers.emplace_back(kind.algorithm);
        throw UsageError(fmt::format("{} is an option of {}", option, fmt::join(takers, ", ")));
    }
}

uint64_t vertex_of(const std::string &what, const std::string &id, const std::string &name,
                   const EdgeList &edges) {
    if (const auto vertex = edges.ids.find(id, edges.nrows)) return *vertex;
    if (edges.ids.are_words()) {
        // The suggestion compares only the first words of a long list.
        constexpr uint64_t most = 10000;
        std::vector<std::string> known;
        for (uint64_t v = 0; v < std::min(edges.nrows, most); ++v) known.push_back(edges.ids.of(v));
        const std::string meant = suggestion(id, known);
        const size_t end = meant.find("'?");
        throw InputError(fmt::format("{} {}: {} has no such vertex{}", what, id, name,
                                     end == std::string::npos ? "" : meant.substr(0, end + 2)));
    }
    if (!edges.ids.is_plain())
        throw InputError(fmt::format("{} {}: {} has no such vertex, ids are {}", what, id, name,
                                     edges.ids.describe()));
    throw InputError(fmt::format("{} {}: {} has vertices {}..{}, {}", what, id, name,
                                 edges.ids.of(0), edges.ids.of(edges.nrows - 1),
                                 edges.ids.describe()));
}

/// The distinct vertices of ids separated by commas; or of one id that contains commas.
std::vector<uint64_t> vertices_of(const std::string &what, const std::optional<std::string> &ids,
                                  const std::string &name, const EdgeList &edges) {
    if (!ids) return {};
    if (const auto vertex = edges.ids.find(*ids, edges.nrows)) return {*vertex};
    std::vector<uint64_t> vertices;
    for (const std::string &id : words_of(*ids, ','))
        vertices.push_back(vertex_of(what, id, name, edges));
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

/// The options with their ids resolved to vertices.
Parameters parameters_of(const RunOptions &options, const EdgeList &edges) {
    Parameters parameters = options.parameters;
    parameters.personal = vertices_of("--personal", options.personal, options.graph, edges);
    parameters.sources = vertices_of("source", options.source, options.graph, edges);
    if (options.target)
        parameters.target = vertex_of("target", *options.target, options.graph, edges);
    return parameters;
}

const char *field_name(Field field) {
    return field == Field::pattern ? "pattern" : field == Field::integer ? "integer" : "real";
}

ReadOptions read_options(const RunOptions &options) {
    if (options.threads > 0) omp_set_num_threads(options.threads);
    ReadOptions read = options.read;
    read.may_be_packed = true;
    if (is_silent()) read.say = {};
    return read;
}

} // namespace

Kinds kinds_of(const RunOptions &options) {
    if (options.algorithms == "gcn") throw UsageError("gcn is for graphblast run alone");
    Kinds kinds = chosen_kinds(options.algorithms);
    require_takers(options.given, kinds);
    return kinds;
}

RunSetup::RunSetup(const RunOptions &options) {
    const bool is_shared = team().size() > 1;
    load_begin = now();
    GraphShare share;
    if (is_shared)
        share = load_share(options.graph, progress_bar(), read_options(options), team());
    else
        share.edges = load_graph(options.graph, progress_bar(), read_options(options));
    load_end = now();
    edges = std::move(share.edges);
    require_square(options.graph, edges, is_shared ? share.all_entries : edges.size());
    parameters = parameters_of(options, edges);
    session = std::make_unique<Session>();
    if (options.threads > 0) set_threads(options.threads);
    std::optional<uint64_t> source;
    if (!parameters.sources.empty()) source = parameters.sources.front();
    if (!is_shared) {
        graph = std::make_unique<RunGraph>(edges, source);
        return;
    }
    team().agree();
    share.edges = std::move(edges);
    SharedGraph shared = build_shared(share, options.graph);
    edges = std::move(share.edges);
    load_end = now();
    graph = std::make_unique<RunGraph>(edges, std::move(shared), source);
}

void RunSetup::print(const RunOptions &options) const {
    print_origin(options.graph, edges);
    fmt::print(
        "{}: {}, {}, {}, {}; source {}; {}; loaded in {}\n", printable(options.graph),
        counted(edges.nrows, "vertex", "vertices"), counted(graph->entries(), "entry", "entries"),
        field_name(edges.field), graph->is_symmetric() ? "symmetric" : "directed",
        printable(edges.ids.of(graph->source())),
        counted(static_cast<uint64_t>(threads()), "thread", "threads"), shown_time(load_seconds()));
}

Recording record_run(const char *title, Task &task) {
    Recorder recorder(title);
    task.run();
    return recorder.stop();
}

std::vector<Recording> record_all(const Kinds &kinds, RunSetup &setup, const RunOptions &options) {
    std::vector<Recording> recordings;
    for (const TaskKind *const kind : kinds) {
        const std::unique_ptr<Task> task = kind->make(*setup.graph, setup.parameters);
        const std::string reason = task->refuses();
        if (reason.empty()) {
            for (int k = 0; k < options.warm_up; ++k) task->run();
            recordings.push_back(record_run(kind->title, *task));
        } else if (options.algorithms != "all") {
            throw InputError(fmt::format("{}: {}: {}", kind->algorithm, options.graph, reason));
        }
    }
    return recordings;
}

} // namespace grb::tool
