// `gap`: the kernels of the GAP benchmark suite (Beamer et al. 2015) with its sources, trials and
// output, so that its programs can be compared line by line.
#include "between.h"
#include "commands.h"
#include "one_of.h"
#include "run_setup.h"
#include "timing.h"

#include "io/input_error.h"
#include "io/standard_streams.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <random>

namespace grb::tool {

namespace {

struct Kernel {
    const char *name;  ///< of GAP's program
    const char *title; ///< of our task
};
constexpr Kernel kernels[] = {{"bfs", "bfs parents"}, {"sssp", "sssp"}, {"pr", "pagerank"},
                              {"cc", "cc"},           {"bc", "bc"},     {"tc", "tc"}};

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const Kernel &kernel : kernels) names.emplace_back(kernel.name);
    return names;
}

const TaskKind &kind_of(const std::string &kernel) {
    for (const Kernel &known : kernels)
        for (const TaskKind &kind : task_kinds())
            if (kernel == known.name && std::string_view(kind.title) == known.title) return kind;
    throw UsageError(fmt::format("gap: no kernel {}", kernel));
}

/// Picks the vertices that GAP's programs start from: its generator, its seed, and its way to a
/// number below the number of vertices. Vertices without outgoing edges are passed over.
class SourcePicker {
public:
    explicit SourcePicker(const RunGraph &graph) : graph_(graph) {}
    uint64_t next() {
        for (;;) {
            const uint64_t vertex = below(graph_.size());
            if (graph_.edges_out(vertex) != 0) return vertex;
        }
    }

private:
    uint64_t below(uint64_t bound) {
        // The numbers from the last multiple of the bound on would favour the first vertices.
        const uint64_t largest = std::mt19937_64::max(), rest = largest % bound;
        const uint64_t end = rest == bound - 1 ? 0 : largest - rest;
        uint64_t number = random_();
        while (end != 0 && number >= end) number = random_();
        return number % bound;
    }

    static constexpr uint64_t seed = 27491095;
    const RunGraph &graph_;
    std::mt19937_64 random_{seed};
};

void print_seconds(const char *label, double seconds) {
    fmt::print("{:<21}{:.5f}\n", label, seconds);
}

void print_graph(const RunGraph &graph) {
    const uint64_t n = graph.size(), entries = graph.entries();
    const bool is_undirected = graph.is_symmetric();
    fmt::print("Graph has {} nodes and {} {} edges for degree: {}\n", n,
               is_undirected ? entries / 2 : entries, is_undirected ? "undirected" : "directed",
               (is_undirected ? entries / 2 : entries) / n);
}

/// Chooses and prints the vertices that a trial starts from, as the options or GAP's picker say.
void start_trial(const GapOptions &options, RunSetup &setup, SourcePicker &picker) {
    const bool is_search = options.kernel == "bfs" || options.kernel == "sssp";
    if (!is_search && options.kernel != "bc") return;
    std::vector<uint64_t> &sources = setup.parameters.sources;
    if (!options.run.source) {
        if (setup.graph->entries() == 0)
            throw InputError(fmt::format("gap {}: {}: no vertex has edges out", options.kernel,
                                         options.run.graph));
        sources.clear();
        const int count = is_search ? 1 : options.sources;
        for (int k = 0; k < count; ++k) sources.push_back(picker.next());
    }
    for (const uint64_t source : sources) fmt::print("{:<21}{:>7}\n", "Source:", source);
    setup.graph->start_from(sources.front());
}

/// Prints GAP's word for the check of a result; returns whether it is right.
bool print_verdict(const Task &task) {
    Verdict wrong;
    const Timing timing = Timing::of([&] { wrong = task.verify(); }, 1);
    fmt::print("{:<21}{:>7}\n", "Verification:", wrong ? "FAIL" : "PASS");
    print_seconds("Verification Time:", timing.least());
    if (wrong) put_on_standard_error(fmt::format("graphblast: gap: wrong result: {}\n", *wrong));
    return !wrong;
}

} // namespace

/// GAP's own defaults.
GapOptions::GapOptions() {
    run.warm_up = 0;
    run.parameters.iterations = 20;
    run.parameters.tolerance = 1e-4;
    run.parameters.precision = "single";
}

CLI::App *add_gap(CLI::App &all, const std::string &spec, GapOptions &options) {
    CLI::App *const app =
        all.add_subcommand("gap", "Run a kernel of the GAP benchmark, with its sources and output");
    RunOptions &run = options.run;
    app->add_option("kernel", options.kernel, "bfs, sssp, pr, cc, bc or tc")
        ->required()
        ->check(one_of(kernel_names(), "kernel"));
    app->add_option("graph,--graph", run.graph, spec)->required();
    app->add_option("-n,--trials", options.trials, "Trials")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    app->add_option("--warm-up", run.warm_up, "Runs before the first trial (GAP has none)")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    app->add_option("--source", run.source, "Start from this vertex (default: GAP's choice)");
    app->add_option("--sources", options.sources, "bc: vertices of a trial")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str()
        ->excludes("--source");
    app->add_option("--delta", run.parameters.delta,
                    "sssp: the width of a bucket (default: the search chooses)")
        ->check(between(1e-300, 1e300));
    app->add_option("--iterations", run.parameters.iterations, "pr: the most")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    app->add_option("--tolerance", run.parameters.tolerance, "pr: the step at which it ends")
        ->check(between(0.0, 1.0))
        ->capture_default_str();
    app->add_option("--precision", run.parameters.precision, "pr: of the ranks, single or double")
        ->check(one_of({"single", "double"}, "precision"))
        ->capture_default_str();
    app->add_option("--threads", run.threads, "Threads")->check(CLI::Range(1, 4096));
    app->add_flag("--verify", run.verify, "Compare with plain textbook code; status 3 after FAIL");
    add_read_options(*app, run.read);
    return app;
}

int gap_command(const GapOptions &options) {
    const TaskKind &kind = kind_of(options.kernel);
    RunSetup setup(options.run);
    setup.parameters.dangling = "drop";
    setup.parameters.normalize = "max";
    RunGraph &graph = *setup.graph;
    print_seconds("Read Time:", setup.load_seconds());
    print_graph(graph);
    if (options.kernel == "tc" && !graph.is_symmetric())
        throw InputError(fmt::format("gap tc: {}: the graph is directed", options.run.graph));
    // GAP's programs hold the edges both ways when their trials begin.
    graph.hold_both_ways();
    SourcePicker picker(graph);
    bool is_right = true;
    double sum = 0;
    for (int trial = 0; trial < options.trials; ++trial) {
        start_trial(options, setup, picker);
        const std::unique_ptr<Task> task = kind.make(graph, setup.parameters);
        if (const std::string reason = task->refuses(); !reason.empty())
            throw InputError(
                fmt::format("gap {}: {}: {}", options.kernel, options.run.graph, reason));
        for (int k = 0; trial == 0 && k < options.run.warm_up; ++k) task->run();
        const double seconds = Timing::of([&] { task->run(); }, 1).least();
        print_seconds("Trial Time:", seconds);
        sum += seconds;
        if (options.run.verify) is_right = print_verdict(*task) && is_right;
    }
    print_seconds("Average Time:", sum / options.trials);
    return is_right ? 0 : 3;
}

} // namespace grb::tool
