// `weaver`: simulates the weaver accelerator on a graph.
#include "commands.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"
#include "weaver/report.h"
#include "weaver/simulation.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace grb::tool {

namespace {

std::vector<std::string> split_names(const std::string &list) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) words.push_back(word);
    return words;
}

weaver::Parameters parameters_of(const WeaverOptions &options) {
    weaver::Parameters parameters;
    if (!options.parameters.empty()) weaver::read_parameters(parameters, options.parameters);
    for (const std::string &text : options.set) {
        const size_t at = text.find('=');
        const char *const end = text.data() + text.size();
        uint32_t value = 0;
        if (at == std::string::npos)
            throw UsageError(fmt::format("--set {} is no NAME=NUMBER", text));
        const auto [last, code] = std::from_chars(text.data() + at + 1, end, value);
        if (code != std::errc{} || last != end || value > INT32_MAX)
            throw UsageError(fmt::format("--set {} is no NAME=NUMBER", text));
        weaver::set_parameter(parameters, text.substr(0, at), value);
    }
    weaver::require_valid(parameters);
    return parameters;
}

uint32_t source_of(const WeaverOptions &options, const EdgeList &edges) {
    if (!options.source) return static_cast<uint32_t>(busiest_row(row_offsets(edges)));
    const std::optional<uint64_t> vertex = edges.ids.find(*options.source, edges.nrows);
    if (!vertex)
        throw InputError(fmt::format("--source {}: {} has no such vertex",
                                     printable(*options.source), printable(options.graph)));
    return static_cast<uint32_t>(*vertex);
}

} // namespace

int weaver_command(const WeaverOptions &options) {
    const weaver::Parameters parameters = parameters_of(options);
    if (options.shows_parameters) {
        fmt::print("{}", weaver::parameters_json(parameters));
        return 0;
    }
    if (options.graph.empty()) throw UsageError("weaver: --graph is required");
    const std::unique_ptr<OutputFile> json = open_output(options.json),
                                      svg = open_output(options.svg);
    std::vector<const weaver::Schedule *> schedules;
    for (const std::string &name : split_names(options.schedules))
        schedules.push_back(&weaver::schedule_named(name));
    if (schedules.empty()) throw UsageError("weaver: --schedules names none");
    const EdgeList edges =
        load_graph(parse_graph_spec(options.graph), progress_bar(), options.read);
    const weaver::Graph graph = weaver::make_graph(edges, options.graph);
    print_origin(options.graph, edges);
    fmt::print("{}: {}, {}\n", printable(options.graph),
               counted(graph.vertices, "vertex", "vertices"),
               counted(graph.entries, "entry", "entries"));
    const Session session;
    weaver::Report report(options.graph, graph, parameters);
    bool is_right = true;
    for (const std::string &name : split_names(options.algorithms)) {
        weaver::Setting setting;
        setting.algorithm = weaver::algorithm_named(name);
        setting.direction = options.is_push ? weaver::Direction::push : weaver::Direction::pull;
        setting.leaves_at_hit = !options.stays;
        setting.may_push = options.may_push;
        setting.lists_frontier = options.lists_frontier;
        setting.gcn_by_vertices = options.gcn_by_vertices;
        setting.em_edges = weaver::edge_arrays_named(options.em_edges);
        setting.source = source_of(options, edges);
        setting.iterations = options.iterations;
        setting.threads = options.threads;
        const bool has_labels = setting.algorithm == weaver::Algorithm::components ||
                                setting.algorithm == weaver::Algorithm::hooking;
        if (has_labels && !is_symmetric(edges))
            throw InputError(fmt::format("{}: {} takes an undirected graph",
                                         printable(options.graph), printable(name)));
        if (setting.algorithm == weaver::Algorithm::hooking && options.is_push)
            throw UsageError("weaver: hooking is pulled");
        const weaver::Values expected = weaver::library_values(edges, setting);
        for (const weaver::Schedule *const schedule : schedules) {
            const weaver::Result result = weaver::simulate(graph, *schedule, parameters, setting);
            const std::string wrong = weaver::difference(result.values, expected);
            if (!wrong.empty()) fmt::print("{}, {}: {}\n", name, schedule->title, wrong);
            is_right = is_right && wrong.empty();
            report.add(setting, *schedule, result);
        }
    }
    fmt::print("{}", report.tables());
    if (json != nullptr) finish_with(*json, report.json(run_record({})));
    if (svg != nullptr) finish_with(*svg, report.svg());
    return is_right ? 0 : 3;
}

CLI::App *add_weaver(CLI::App &all, const std::string &spec, WeaverOptions &options) {
    CLI::App *const app = all.add_subcommand(
        "weaver", "Simulate SparseWeaver's unit, and schedules without it, cycle by cycle");
    app->add_option("--graph", options.graph, spec);
    app->add_option("--algorithms", options.algorithms,
                    "pagerank, bfs, sssp, cc, hooking (cc as Soman et al. 2010), gcn (with commas)")
        ->capture_default_str();
    app->add_option("--schedules", options.schedules,
                    "vm, em, wm, cm, twc, twce, strict, weaver, eghw (with commas)")
        ->capture_default_str();
    app->add_flag("--push", options.is_push, "Along edges out of a vertex; default: pull");
    app->add_flag("--all-edges", options.stays,
                  "bfs, pulled: a thread that has a vertex to itself looks at all its edges; "
                  "default: up to the first hit");
    app->add_flag(
           "--may-push", options.may_push,
           "bfs: pushed while less than a tenth of the edges leave the frontier, else pulled")
        ->excludes("--push");
    app->add_flag("--frontier-list", options.lists_frontier,
                  "bfs and sssp, pushed: threads take vertices from a list of the frontier, "
                  "which a kernel writes; default: from all, with a filter");
    app->add_flag("--gcn-by-vertices", options.gcn_by_vertices,
                  "gcn by S_vm: a warp has one value of 32 rows; default: 16 values of two rows");
    app->add_option("--em-edges", options.em_edges,
                    "What S_em reads of an edge: both ends by-base, by-neighbour or shuffled, "
                    "records of both, bases expanded by a kernel, bases searched in the offsets")
        ->capture_default_str();
    app->add_option("--source", options.source,
                    "Vertex where bfs and sssp start (default: most edges out)");
    app->add_option("--iterations", options.iterations, "Of pagerank")
        ->check(CLI::Range(1u, 1000u))
        ->capture_default_str();
    app->add_option("--parameters", options.parameters,
                    "A JSON file with numbers of the machine that differ from the defaults");
    app->add_option("--set", options.set, "NAME=NUMBER: one of them")->expected(1)->take_all();
    app->add_flag("--show-parameters", options.shows_parameters,
                  "Print all of them, as such a file");
    app->add_option("--threads", options.threads,
                    "Threads that the cores are simulated in; cycles do not depend on it")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    app->add_option("--svg", options.svg, "Draw cycles and stages to this file");
    app->add_option("--json", options.json, "Write the results to this file");
    add_read_options(*app, options.read);
    return app;
}

} // namespace grb::tool
