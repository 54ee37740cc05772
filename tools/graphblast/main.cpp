// Parses the command line and runs the command.
#include "between.h"
#include "commands.h"
#include "described.h"
#include "team.h"
#include "time_limit.h"

#include "io/formats.h"
#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/parquet.h"
#include "io/printable.h"
#include "io/standard_streams.h"
#include "io/status_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <omp.h>
#include <unistd.h>

namespace {

using namespace grb::tool;

enum ExitStatus { good = 0, bad_usage = 1, bad_input = 2, failed = 3, over = time_over_status };

int complain(const End &end) {
    erase_status();
    if (!end.text.empty())
        put_on_standard_error(fmt::format("graphblast: {}\n", printable(end.text)));
    return end.status;
}

/// Removes unfinished files and the line of progress when a signal ends the program; signals that
/// the caller ignores stay ignored.
void clean_up_on_signals() {
    for (int number :
         {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ}) {
        struct sigaction action {};
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
        action.sa_handler = [](int signal) {
            remove_unfinished_outputs();
            erase_status();
            // Only now: timeout(1) sends its signal twice, and the second must not end the program
            // before its files are removed.
            std::signal(signal, SIG_DFL);
            raise(signal);
        };
        action.sa_flags = SA_NODEFER; // a second Ctrl-C ends a handler that waits for a terminal
        sigaction(number, &action, nullptr);
    }
}

/// The options of `run` that only the network takes.
std::vector<CLI::Option *> add_gcn_options(CLI::App &app, GcnRunOptions &gcn) {
    const auto file = [&](const char *name, std::string &value, const char *text) {
        return app.add_option(name, value, text);
    };
    const auto number = [&](const char *name, auto &value, const char *text, auto least,
                            auto most) {
        return app.add_option(name, value, text)
            ->check(between(least, most))
            ->capture_default_str();
    };
    std::vector<CLI::Option *> options = {
        file("--features", gcn.features,
             "A Matrix Market file: a row for each vertex; or random:COLUMNS"),
        file("--labels", gcn.labels, "A table of node, label and split, with tabs between"),
        file("--weights", gcn.weights, "Begin with the weights NAME-0.npy and NAME-1.npy"),
        file("--save", gcn.save, "Write the weights to NAME-0.npy and NAME-1.npy"),
        file("--predictions", gcn.predictions, "Write the class of every vertex to this file"),
        file("--operands", gcn.operands,
             "Write what --infer takes and gives to NAME-offsets.npy and others"),
        app.add_flag("--infer", gcn.infer,
                     "Apply --weights, or random ones to random features, without training"),
        app.add_option("--device", gcn.device, "cpu or gpu (default: the library's choice)")
            ->check(CLI::IsMember({"cpu", "gpu"})),
        app.add_option("--type", gcn.type,
                       "Of the numbers kept for each vertex: fp32, bf16 or fp16; sums are of fp32")
            ->check(CLI::IsMember({"fp32", "bf16", "fp16"})),
        number("--hidden", gcn.hidden, "Hidden values", int64_t{1}, int64_t{1} << 20),
        app.add_option("--classes", gcn.classes, "Classes of random weights")
            ->check(CLI::Range(int64_t{1}, int64_t{1} << 20)),
        app.add_option("--maxk", gcn.maxk, "Keep the K largest hidden values instead of ReLU")
            ->check(CLI::Range(int64_t{1}, int64_t{1} << 20)),
        number("--epochs", gcn.epochs, "Steps of training", 1, 1000000),
        number("--dropout", gcn.dropout, "Probability of a zero", 0.0, 0.999),
        number("--rate", gcn.learning_rate, "Learning rate", 1e-9, 1e3),
        number("--decay", gcn.weight_decay, "Weight decay of the first layer", 0.0, 1e3),
        number("--seeds", gcn.seeds, "Train with so many seeds; the mean is shown", 1, 1000000),
    };
    for (CLI::Option *const option : options) option->group("run gcn");
    return options;
}

/// Throws UsageError if one of the options was given.
void refuse(const std::vector<CLI::Option *> &options, const char *why) {
    for (const CLI::Option *const option : options)
        if (option->count() != 0) throw UsageError(fmt::format("{} {}", option->get_name(), why));
}

/// Throws UsageError for any given option that is not in `names`.
void allow_only(const CLI::App &app, const std::vector<std::string> &names, const char *of) {
    for (const CLI::Option *const option : app.get_options()) {
        const auto is_name = [&](const std::string &name) { return option->check_name(name); };
        if (option->count() != 0 && std::none_of(names.begin(), names.end(), is_name))
            throw UsageError(fmt::format("{} is no option of {}", option->get_name(), of));
    }
}

/// Adds --processes to the commands that several processes run together.
void add_processes(CLI::App &all) {
    for (const char *const name : {"run", "gap", "graphalytics"})
        all.get_subcommand(name)
            ->add_option("--processes",
                         "off: each of the processes that mpirun or srun started runs the command "
                         "alone; auto: they run it together (default)")
            ->check(CLI::IsMember({"auto", "off"}));
}

/// Joins the processes that a launcher started, if the command is for several. Throws UsageError if
/// it is for one.
void join_team_for(const CLI::App &command, const std::string &algorithms) {
    if (started_processes() == 1) return;
    const std::string name = command.get_name();
    const bool is_gcn = name == "run" && algorithms == "gcn";
    if (is_gcn || (name != "run" && name != "gap" && name != "graphalytics"))
        throw UsageError(fmt::format("{} works in one process, and {} were started: start it "
                                     "without mpirun or srun, or with GRAPHBLAST_MPI=off",
                                     is_gcn ? "run gcn" : name, started_processes()));
    join_team();
}

/// Rejects the options of bench that have no effect with --compare and --replay.
void check_bench_options(const CLI::App &app, const BenchOptions &bench) {
    if (!bench.compare.empty()) allow_only(app, {"--compare", "--threshold"}, "bench --compare");
    if (!bench.replay.empty())
        allow_only(app,
                   {"--replay", "--operation", "--variant", "--threads", "--repeat", "--most-loss",
                    "--json", "--timeout"},
                   "bench --replay");
}

CLI::App *add_run(CLI::App &all, const std::string &spec, RunOptions &run) {
    CLI::App *const app = all.add_subcommand("run", "Run algorithms on a graph");
    add_run_options(*app, spec, run);
    app->add_option("--sources", run.sources,
                    "Start bfs and sssp from so many vertices that have edges; the mean is shown")
        ->check(CLI::Range(1, 1000000))
        ->excludes("--source")
        ->each([&run](const std::string &) { run.given.emplace_back("--sources"); });
    app->add_option("--repeat", run.repeat, "Runs; the median time is shown")
        ->check(CLI::Range(1, 1000000));
    app->add_option("--warm-up", run.warm_up, "Runs before those that count")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    app->add_option(
           "--out", run.out,
           fmt::format("Write the results: FILE, or RESULT=FILE for one (.csv, .tsv, .npy, .mtx{})",
                       has_parquet() ? ", .parquet" : ""))
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app->add_option("--top", run.top, "Print so many vertices with the largest values")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 32))
        ->each([&run](const std::string &) { run.given.emplace_back("--top"); });
    app->add_flag("--verify", run.verify, "Compare with plain textbook code");
    return app;
}

CLI::App *add_bench(CLI::App &all, const std::string &spec, BenchOptions &bench) {
    CLI::App *const app = all.add_subcommand("bench", "Time every variant of every operation");
    app->add_option("--graph", bench.graph, spec)->capture_default_str();
    app->add_option("--operation", bench.operation, "This operation only");
    app->add_option("--variant", bench.variant, "This variant only");
    app->add_option("--replay", bench.replay,
                    "Time the problems of a log that GRAPHBLAST_LOG=pick wrote")
        ->excludes("--graph");
    app->add_option("--compare", bench.compare, "Compare two files that --json wrote")
        ->expected(2)
        ->excludes("--replay")
        ->excludes("--graph");
    app->add_option("--threshold", bench.threshold,
                    "With --compare: status 3 where something is slower by more than this factor, "
                    "noise left aside")
        ->check(between(1.0, 1e6))
        ->needs("--compare");
    app->add_option("--threads", bench.threads, "Threads")->check(CLI::Range(1, 4096));
    app->add_option("--repeat", bench.repeat, "Runs; the median counts")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    app->add_option("--most-loss", bench.most_loss,
                    "Status 3 where the chosen variants take more than so many times the best "
                    "ones' time, in the geometric mean")
        ->check(between(1.0, 1e6));
    app->add_option("--json", bench.json, "Write the results to this file");
    add_read_options(*app, bench.read);
    return app;
}

CLI::App *add_tune(CLI::App &all, std::string &profile, FitOptions &fit) {
    CLI::App *const app =
        all.add_subcommand("tune", "Measure this machine's rates and fit the cost models to it");
    app->add_option("-o,--output", profile, "The profile to write")->capture_default_str();
    app->add_option("--seconds", fit.seconds,
                    "For timing variants on problems and fitting to the times; 0: rates alone")
        ->check(between(0.0, 3600.0))
        ->capture_default_str();
    app->add_option("--only", fit.only, "Fit the variants of these operations, as mxv,mxm");
    return app;
}

CLI::App *add_generate(CLI::App &all, const std::string &spec, ConvertOptions &options) {
    CLI::App *const app = all.add_subcommand("generate", "Write a generated graph to a file");
    app->add_option("graph", options.graph, spec)->required();
    app->add_option("-o,--output", options.output,
                    "File; the ending says the format, .gz, .zst or .bz2 behind it compresses")
        ->required();
    app->add_option("--to", options.to, "The format: " + known_formats());
    return app;
}

CLI::App *add_convert(CLI::App &all, const std::string &spec, ConvertOptions &options) {
    CLI::App *const app = all.add_subcommand("convert", "Write a graph in another format");
    app->add_option("graph", options.graph, spec)->required();
    app->add_option("output", options.output,
                    "File; the ending says the format, .gz, .zst or .bz2 behind it compresses")
        ->required();
    app->add_option("--to", options.to, "The format: " + known_formats());
    app->add_option("--ids", options.ids,
                    "Write a table: the output's number of each vertex, and its id");
    add_read_options(*app, options.read);
    return app;
}

int run_or_train(CLI::App &app, const RunOptions &run, GcnRunOptions &gcn,
                 const std::vector<CLI::Option *> &gcn_options) {
    if (run.algorithms != "gcn") {
        refuse(gcn_options, "is an option of run gcn");
        return run_command(run);
    }
    std::vector<CLI::Option *> others;
    for (const char *const name :
         {"--trace", "--source", "--sources", "--verify", "--warm-up", "--out", "--top",
          "--damping", "--tolerance", "--iterations", "--personal", "--dangling", "--precision",
          "--delta", "-k", "--pivots", "--normalize", "--resolution"})
        others.push_back(app.get_option(name));
    refuse(others, "is no option of run gcn");
    gcn.seed = run.parameters.seed;
    return gcn_command(run, gcn);
}

int run(int argc, char **argv) {
    CLI::App app("graphblast: graph algorithms through the GraphBLAS C API");
    app.require_subcommand(1);
    app.set_version_flag("--version", version_text);
    app.set_help_all_flag("--help-all", "Print the help of every command");
    const std::string spec = fmt::format("the graph: {}", graph_spec_help);

    RunOptions run;
    GcnRunOptions gcn;
    BenchOptions bench;
    FitOptions fit;
    std::string profile = "graphblast.profile", info_graph;
    ConvertOptions generated, converted;
    CLI::App *const run_app = add_run(app, spec, run);
    const std::vector<CLI::Option *> gcn_options = add_gcn_options(*run_app, gcn);
    GapOptions gap;
    const CLI::App *const gap_app = add_gap(app, spec, gap);
    GraphalyticsOptions graphalytics;
    const CLI::App *const graphalytics_app = add_graphalytics(app, graphalytics);
    const CLI::App *const bench_app = add_bench(app, spec, bench);
    InspectionCommands inspection;
    inspection.add(app, spec);
    AboutCommands about;
    about.add(app);
    const CLI::App *const tune_app = add_tune(app, profile, fit);
    CLI::App *const info_app = app.add_subcommand("info", "Print what the library is and has");
    info_app->add_option("--graph", info_graph, spec + "; its bytes per edge are printed");
    ReadOptions info_read;
    add_read_options(*info_app, info_read);
    const CLI::App *const doctor_app = app.add_subcommand(
        "doctor", "Print what this machine has and what the library makes of it");
    const CLI::App *const generate_app = add_generate(app, spec, generated);
    add_convert(app, spec, converted);
    WeaverOptions weaver;
    const CLI::App *const weaver_app = add_weaver(app, spec, weaver);
    ScaleOptions scaled;
    const CLI::App *const scale_app = add_scale(app, scaled);
    add_examples(app);
    double most_seconds = 0;
    add_timeout(app, most_seconds);
    add_processes(app);

    if (argc < 2) {
        put_on_standard_error(app.help());
        return bad_usage;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return is_silent() ? good : app.exit(error);
        const std::vector<std::string> unknown = app.remaining(true);
        const std::string meant = unknown.empty() ? "" : suggestion_for(app, unknown.front());
        throw UsageError(fmt::format("{}{} (see graphblast --help)", error.what(), meant));
    }
    limit_time(most_seconds);
    if (run.threads > 0) omp_set_num_threads(run.threads);
    if (!about.is_parsed()) join_team_for(*app.get_subcommands().front(), run.algorithms);
    if (run_app->parsed()) return run_or_train(*run_app, run, gcn, gcn_options);
    if (gap_app->parsed()) return gap_command(gap);
    if (graphalytics_app->parsed()) return graphalytics_command(graphalytics);
    if (about.is_parsed()) return about.run(app);
    if (inspection.is_parsed()) return inspection.run();
    if (bench_app->parsed()) {
        check_bench_options(*bench_app, bench);
        return bench_command(bench);
    }
    if (tune_app->parsed()) return tune_command(profile, fit);
    if (info_app->parsed()) {
        if (info_graph.empty()) allow_only(*info_app, {}, "info without --graph");
        return info_command(info_graph, info_read);
    }
    if (doctor_app->parsed()) return doctor_command();
    if (generate_app->parsed()) return generate_command(generated);
    if (weaver_app->parsed()) return weaver_command(weaver);
    if (scale_app->parsed()) return scale_command(scaled);
    return convert_command(converted);
}

End run_to_end(int argc, char **argv) {
    try {
        const int status = run(argc, argv);
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {status, {}};
        return {failed, fmt::format("standard output: cannot write: {}", std::strerror(errno))};
    } catch (const OtherFailed &error) {
        return error.end();
    } catch (const TimeOver &error) {
        std::fflush(stdout);
        return {over, error.what()};
    } catch (const UsageError &error) {
        return {bad_usage, error.what()};
    } catch (const InputError &error) {
        return {bad_input, error.what()};
    } catch (const std::bad_alloc &) {
        return {bad_input, "not enough memory"};
    } catch (const EngineError &error) {
        return {failed, error.what(), error.is_panic()};
    } catch (const std::exception &error) {
        return {failed, error.what()};
    }
}

} // namespace

int main(int argc, char **argv) {
    try {
        open_standard_streams();
        clean_up_on_signals();
        look_at_launcher(argc, argv);
        return complain(leave_team(run_to_end(argc, argv)));
    } catch (const std::exception &error) {
        return complain({failed, error.what()});
    }
}
