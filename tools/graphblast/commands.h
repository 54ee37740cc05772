// The options and the entry points of all commands of the program.
#pragma once

#include "engine.h"
#include "io/archive.h"
#include "io/edge_list.h"
#include "io/output_file.h"
#include "io/read_options.h"
#include "io/suggestion.h"
#include "tasks.h"
#include "tune_fit.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace grb::tool {

/// A well-formed command line asks for something that does not exist: exit status 1.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string &text) : std::runtime_error(text) {}
};

struct RunOptions {
    std::string algorithms;
    std::string graph;
    ReadOptions read;
    std::optional<std::string> source; ///< ids of the graph, separated by commas
    std::optional<std::string> target; ///< an id of the graph
    int sources = 1;                   ///< of bfs and sssp; the time is their mean
    int threads = 0;                   ///< 0: the library's choice
    int repeat = 1;
    int warm_up = 1; ///< untimed runs before the timed ones
    bool verify = false;
    std::string json;
    std::string trace;            ///< a file for a timeline
    std::vector<std::string> out; ///< RESULT=FILE or FILE
    uint64_t top = 0;             ///< 0: none
    Parameters parameters;
    std::optional<std::string> personal; ///< ids of the graph, separated by commas
    std::vector<std::string> given;      ///< the options of algorithms on the command line
};

/// The options of `run gcn`, beside the graph, the threads and the JSON file of RunOptions.
struct GcnRunOptions {
    std::string features; ///< a file, or random:COLUMNS
    std::string labels;
    std::string device;        ///< "cpu", "gpu", or "" for the library's choice
    std::string type = "fp32"; ///< of what is kept of each node: "fp32", "bf16" or "fp16"
    int64_t hidden = 16;
    int64_t classes = 0; ///< of random weights; 0: as in the labels
    int64_t maxk = 0;    ///< 0: ReLU
    int epochs = 200;
    double dropout = 0.5;
    double learning_rate = 0.01;
    double weight_decay = 5e-4;
    uint64_t seed = 1;
    int seeds = 1; ///< trained one after the other, starting with `seed`
    bool infer = false;
    std::string weights;     ///< the initial ones
    std::string save;        ///< the file for the trained weights
    std::string predictions; ///< a file for the table of all nodes
    std::string operands;    ///< files for the operands and the result of an inference
};

/// A kernel of the GAP benchmark: the graph, the source, the threads and the parameters of `run`.
struct GapOptions {
    GapOptions();
    RunOptions run;
    std::string kernel; ///< "bfs", "sssp", "pr", "cc", "bc" or "tc"
    int trials = 16;
    int sources = 1; ///< of a trial of bc
};

/// The algorithms of LDBC Graphalytics on a data set.
struct GraphalyticsOptions {
    std::string properties; ///< NAME.properties
    std::string algorithms; ///< with commas; "": those of the file
    std::string output;     ///< a folder, or ""
    std::string reference;  ///< a folder, or ""
    int threads = 0;
};

/// A picture of a graph or of a run.
struct PlotOptions {
    RunOptions run;
    std::string kind; ///< spy, degrees, steps, roofline, memory
    std::string output;
    double width = 0; ///< of a PNG file, in pixels; 0: the default
    bool is_dark = false;
};

/// The subcommands that record a run: explain, report, plot.
struct InspectionCommands {
    void add(CLI::App &all, const std::string &spec);
    bool is_parsed() const;
    int run() const; ///< runs the given one; returns its exit status

    RunOptions explained, reported;
    PlotOptions plotted;
    uint64_t most_calls = 40;
    std::string report = "report.html";
    CLI::App *explain_app = nullptr, *report_app = nullptr, *plot_app = nullptr;
};

/// The subcommands that describe the program: completion, man.
struct AboutCommands {
    void add(CLI::App &all);
    bool is_parsed() const;
    int run(const CLI::App &all) const;

    std::string shell;
    CLI::App *completion_app = nullptr, *man_app = nullptr;
};

struct BenchOptions {
    std::string graph = "kron:14";
    ReadOptions read;
    std::string operation; ///< "" for all
    std::string variant;
    std::string replay;
    std::vector<std::string> compare; ///< two JSON files
    double threshold = 0;             ///< of --compare; 0: none
    int threads = 0;
    int repeat = 5;
    double most_loss = 0; ///< 0: no limit
    std::string json;
};

struct ConvertOptions {
    std::string graph;
    std::string output;
    ReadOptions read;
    std::string to;  ///< a format; empty: by the file's ending
    std::string ids; ///< the file for the table of vertices and ids
};

struct WeaverOptions {
    std::string graph;
    ReadOptions read;
    std::string algorithms = "pagerank"; ///< with commas
    std::string schedules = "vm,em,wm,cm,weaver,eghw";
    std::string parameters;       ///< a JSON file
    std::vector<std::string> set; ///< NAME=VALUE
    bool shows_parameters = false;
    bool stays = false, is_push = false, may_push = false, lists_frontier = false,
         gcn_by_vertices = false;
    std::string em_edges = "by-base";
    std::optional<std::string> source;
    uint32_t iterations = 1; ///< of PageRank
    int threads = 1;
    std::string json, svg;
};

struct ScaleOptions {
    std::string log; ///< "-": standard input
    std::string gpus = "1,2,4,8,64,1024,8192,100000";
    std::string cut = "both";
    std::string links; ///< a JSON file
    double growth = 1;
    bool overlaps = false, shows_links = false;
    std::string json;
};

// Each returns the exit status: 0, or 3 after a wrong result.
int run_command(const RunOptions &options);
/// Shows the library's work for each algorithm, in at most so many calls; 0: all.
int explain_command(const RunOptions &options, uint64_t most_calls);
int report_command(const RunOptions &options, const std::string &output);
int plot_command(const PlotOptions &options);
int gap_command(const GapOptions &options);
int graphalytics_command(const GraphalyticsOptions &options);
int gcn_command(const RunOptions &options, const GcnRunOptions &gcn);
int bench_command(const BenchOptions &options);
int tune_command(const std::string &output, const FitOptions &options);
int compare_command(const std::string &old_path, const std::string &new_path, double threshold);
int doctor_command();
int info_command(const std::string &graph, const ReadOptions &read);
int generate_command(const ConvertOptions &options);
int convert_command(const ConvertOptions &options);
int weaver_command(const WeaverOptions &options);
int scale_command(const ScaleOptions &options);

/// Adds the options of `gap`.
CLI::App *add_gap(CLI::App &all, const std::string &spec, GapOptions &options);
/// Adds the options of `graphalytics`.
CLI::App *add_graphalytics(CLI::App &all, GraphalyticsOptions &options);
/// Adds the options of `weaver`.
CLI::App *add_weaver(CLI::App &all, const std::string &spec, WeaverOptions &options);
/// Adds the options of `scale`.
CLI::App *add_scale(CLI::App &all, ScaleOptions &options);

/// "graphblast 0.1.0 (commit 1234567)".
std::string version_text();

/// A bar with the remaining time on stderr, from the first second of reading on; nothing if stderr
/// is no terminal.
Progress progress_bar();

/// Prints the format of a graph read from a file, and its first id.
void print_origin(const std::string &graph, const EdgeList &edges);

/// Adds --format, --base, --columns and the other options for reading a graph.
void add_read_options(CLI::App &app, ReadOptions &options);

/// Adds the options shared by `run` and the commands that record a run: algorithms, graph, source,
/// threads, --json, --trace.
void add_run_options(CLI::App &app, const std::string &spec, RunOptions &run);

/// Throws InputError if the matrix is not square, has no rows, or has far more rows than entries.
void require_square(const std::string &graph, const EdgeList &edges);
void require_square(const std::string &graph, const EdgeList &edges, uint64_t entries);

/// Formats a report for a file; replaces invalid UTF-8 in names.
std::string text_of(const nlohmann::json &report);

/// "1,234,567".
std::string grouped(uint64_t number);
/// "1 entry", "2,345 entries".
std::string counted(uint64_t number, const char *one, const char *several);

} // namespace grb::tool
