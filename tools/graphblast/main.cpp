#include "commands.h"

#include "io/graph_spec.h"
#include "io/input_error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <new>
#include <omp.h>

namespace {

using namespace grb::tool;

enum ExitStatus { good = 0, bad_usage = 1, bad_input = 2, failed = 3 };

int complain(ExitStatus status, const std::string &text) {
    fmt::print(stderr, "graphblast: {}\n", text);
    return status;
}

int run(int argc, char **argv) {
    CLI::App app("graphblast: graph algorithms through the GraphBLAS C API");
    app.require_subcommand(1);
    app.set_help_all_flag("--help-all", "Print the help of every command");
    const std::string spec = fmt::format("the graph: {}", graph_spec_help);

    RunOptions run;
    CLI::App *const run_app = app.add_subcommand("run", "Run algorithms on a graph");
    run_app
        ->add_option("algorithms", run.algorithms, "bfs, sssp, pagerank, tc, cc (with commas), all")
        ->required();
    run_app->add_option("--graph", run.graph, spec)->required();
    run_app
        ->add_option("--source", run.source,
                     "Vertex where bfs and sssp start, from 0 (default: most edges out)")
        ->check(CLI::NonNegativeNumber);
    run_app
        ->add_option("--sources", run.sources,
                     "Start bfs and sssp from so many vertices that have edges; the mean is shown")
        ->check(CLI::Range(1, 1000000))
        ->excludes("--source");
    run_app->add_option("--threads", run.threads, "Threads")->check(CLI::Range(1, 4096));
    run_app->add_option("--repeat", run.repeat, "Runs; the median time is shown")
        ->check(CLI::Range(1, 1000000));
    run_app->add_flag("--verify", run.verify, "Compare with plain textbook code");
    run_app->add_option("--json", run.json, "Write the results to this file");

    BenchOptions bench;
    CLI::App *const bench_app =
        app.add_subcommand("bench", "Time every variant of every operation");
    bench_app->add_option("--graph", bench.graph, spec)->capture_default_str();
    bench_app->add_option("--operation", bench.operation, "This operation only");
    bench_app->add_option("--variant", bench.variant, "This variant only");
    bench_app->add_option("--replay", bench.replay,
                          "Time the problems of a log that GRAPHBLAST_LOG=pick wrote");
    bench_app->add_option("--compare", bench.compare, "Compare two files that --json wrote")
        ->expected(2);
    bench_app->add_option("--threads", bench.threads, "Threads")->check(CLI::Range(1, 4096));
    bench_app->add_option("--repeat", bench.repeat, "Runs; the median counts")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    bench_app->add_option("--json", bench.json, "Write the results to this file");

    std::string profile = "graphblast.profile";
    CLI::App *const tune_app =
        app.add_subcommand("tune", "Measure this machine's rates for the cost models");
    tune_app->add_option("-o,--output", profile, "The profile to write")->capture_default_str();

    std::string info_graph;
    CLI::App *const info_app = app.add_subcommand("info", "Print what the library is and has");
    info_app->add_option("--graph", info_graph, spec + "; its bytes per edge are printed");

    ConvertOptions generated;
    CLI::App *const generate_app =
        app.add_subcommand("generate", "Write a generated graph as a Matrix Market file");
    generate_app->add_option("graph", generated.graph, spec)->required();
    generate_app->add_option("-o,--output", generated.output, "File, compressed if .gz or .zst")
        ->required();

    ConvertOptions converted;
    CLI::App *const convert_app =
        app.add_subcommand("convert", "Write a graph as a Matrix Market file");
    convert_app->add_option("graph", converted.graph, spec)->required();
    convert_app->add_option("output", converted.output, "File, compressed if .gz or .zst")
        ->required();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return app.exit(error);
        return complain(bad_usage, fmt::format("{} (see graphblast --help)", error.what()));
    }
    if (run.threads > 0) omp_set_num_threads(run.threads);
    if (run_app->parsed()) return run_command(run);
    if (bench_app->parsed()) return bench_command(bench);
    if (tune_app->parsed()) return tune_command(profile);
    if (info_app->parsed()) return info_command(info_graph);
    if (generate_app->parsed()) return generate_command(generated);
    return convert_command(converted);
}

} // namespace

int main(int argc, char **argv) {
    try {
        return run(argc, argv);
    } catch (const UsageError &error) {
        return complain(bad_usage, error.what());
    } catch (const InputError &error) {
        return complain(bad_input, error.what());
    } catch (const std::bad_alloc &) {
        return complain(bad_input, "not enough memory for this graph");
    } catch (const std::exception &error) {
        return complain(failed, error.what());
    }
}
