// The options of `run`.
#include "between.h"
#include "commands.h"

#include "one_of.h"
#include "run_setup.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace grb::tool {

namespace {

/// Adds the options that only some algorithms take.
void add_parameters(CLI::App &app, RunOptions &run) {
    const auto add = [&](const char *name, auto &value, const char *text) {
        CLI::Option *const option = app.add_option(name, value, text);
        option->group("run: parameters of algorithms");
        option->each([&run, name](const std::string &) { run.given.emplace_back(name); });
        return option;
    };
    Parameters &p = run.parameters;
    add("--damping", p.damping, "pagerank: the part that follows edges (0.85)")
        ->check(between(0.0, 0.999999));
    add("--tolerance", p.tolerance,
        "pagerank, hits: the step in the 1-norm at which it ends (1e-7); eigenvector, katz: that "
        "over the vertices; 0: all iterations")
        ->check(between(0.0, 1.0));
    add("--iterations", p.iterations,
        "The most: pagerank (200), labels (20), eigenvector, katz, hits (1000)")
        ->check(CLI::Range(1, 1000000));
    add("--alpha", p.alpha,
        "katz: the part that follows edges (default: 0.9 over the most edges into a vertex)")
        ->check(between(1e-300, 1e300));
    add("--beta", p.beta, "katz: what each vertex has of its own (1)")
        ->check(between(-1e300, 1e300));
    add("--personal", run.personal, "pagerank: vertices where a walk starts again, with commas");
    add("--dangling", p.dangling,
        "pagerank: rank of vertices without edges out goes to all (spread) or nowhere (drop)")
        ->check(one_of({"spread", "drop"}, "way of dangling rank"));
    add("--precision", p.precision, "pagerank: of the ranks, double or single")
        ->check(one_of({"double", "single"}, "precision"));
    add("--delta", p.delta,
        "sssp: the width of a bucket of delta-stepping (default: the search chooses)")
        ->check(between(1e-300, 1e300));
    add("-k", p.k, "ktruss: every edge is in K - 2 triangles (3)")
        ->check(CLI::Range(int64_t{3}, int64_t{1} << 32));
    add("--radius", p.radius, "ego: the most edges from --source to a vertex (1)")
        ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 32));
    add("--walks", p.walks, "walks: from each vertex of --source (10)")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 32));
    add("--length", p.length, "walks: the most steps of each (10)")
        ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 32));
    add("--pivots", p.pivots, "bc, closeness: from so many vertices (all of 1024 or less, else 16)")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 32))
        ->excludes("--source");
    add("--normalize", p.normalize, "bc: divide by the largest value (max) or as networkx (pairs)")
        ->check(one_of({"max", "pairs"}, "divisor"));
    add("--seed", p.seed, "walks, mis, colouring, louvain, leiden, gcn: of the random numbers (1)")
        ->check([](const std::string &text) {
            return text.rfind('-', 0) == 0 ? fmt::format("{} is below 0", text) : std::string();
        });
    add("--resolution", p.resolution, "louvain, leiden: more makes communities smaller (1)")
        ->check(between(1e-9, 1e9));
}

} // namespace

void add_run_options(CLI::App &app, const std::string &spec, RunOptions &run) {
    app.add_option("algorithms", run.algorithms,
                   fmt::format("{} (with commas), all; run has also gcn",
                               fmt::join(algorithm_names(), ", ")))
        ->required();
    app.add_option("graph,--graph", run.graph, spec)->required();
    app.add_option("--source", run.source,
                   "Vertex where bfs, sssp, path and ego start, as the graph calls it (default: "
                   "most edges out); of walks, bc and closeness one or more, with commas")
        ->each([&run](const std::string &) { run.given.emplace_back("--source"); });
    app.add_option("--target", run.target, "path: the vertex where it ends")
        ->each([&run](const std::string &) { run.given.emplace_back("--target"); });
    app.add_option("--threads", run.threads, "Threads")->check(CLI::Range(1, 4096));
    add_parameters(app, run);
    add_read_options(app, run.read);
    app.add_option("--json", run.json, "Write the results to this file");
    app.add_option("--trace", run.trace,
                   "Write a time line of one more run to this file, for Perfetto");
}

} // namespace grb::tool
