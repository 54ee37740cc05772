// `graphalytics`: the six algorithms of LDBC Graphalytics (Iosup et al. 2016) on one of its data
// sets, their output files, and the comparison with reference outputs.
#include "commands.h"
#include "one_of.h"
#include "properties.h"
#include "run_setup.h"
#include "task_bases.h"
#include "timing.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>

namespace grb::tool {

namespace {

/// The agreement of an output with the reference: the same numbers, the same groups under any
/// names, or numbers that differ by at most 0.01 %.
enum class Agreement { exact, groups, close };

struct Algorithm {
    const char *name;  ///< of Graphalytics
    const char *title; ///< of our task
    Agreement agreement;
    bool gives_vertices; ///< the values are vertices
    const char *absent;  ///< for a vertex without a value; null: the vertex itself
};
constexpr Algorithm algorithms[] = {
    {"bfs", "bfs levels", Agreement::exact, false, "9223372036854775807"},
    {"pr", "pagerank", Agreement::close, false, "0"},
    {"wcc", "cc", Agreement::groups, true, nullptr},
    {"cdlp", "labels", Agreement::exact, true, nullptr},
    {"lcc", "lcc", Agreement::close, false, "0"},
    {"sssp", "sssp", Agreement::close, false, "infinity"}};

std::vector<std::string> algorithm_list() {
    std::vector<std::string> names;
    for (const Algorithm &algorithm : algorithms) names.emplace_back(algorithm.name);
    return names;
}

const Algorithm &algorithm_of(const std::string &name, const std::string &where) {
    for (const Algorithm &algorithm : algorithms)
        if (name == algorithm.name) return algorithm;
    throw InputError(fmt::format("{}: {} is no algorithm of Graphalytics{}", where, printable(name),
                                 suggestion(name, algorithm_list())));
}

std::unique_ptr<Task> make_task(const Algorithm &algorithm, const RunSetup &setup) {
    for (const TaskKind &kind : task_kinds())
        if (std::string_view(kind.title) == algorithm.title)
            return kind.make(*setup.graph, setup.parameters);
    throw std::logic_error(algorithm.title);
}

/// One of Graphalytics' data sets: its properties file, which names the others.
struct DataSet {
    explicit DataSet(const std::string &path)
        : properties(path, "graph." + std::filesystem::path(path).stem().string() + "."),
          name(std::filesystem::path(path).stem().string()),
          folder(std::filesystem::path(path).parent_path()) {}

    std::string file(const char *key, const char *ending) const {
        return (folder / properties.text(key, name + ending)).string();
    }

    Properties properties;
    std::string name;
    std::filesystem::path folder;
};

std::string upper(std::string text) {
    for (char &c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

/// Gives the run the parameters of the data set.
void prepare(const Algorithm &algorithm, const DataSet &set, RunSetup &setup) {
    const Properties &properties = set.properties;
    const std::string name = algorithm.name;
    Parameters &parameters = setup.parameters;
    if (name == "pr") {
        parameters.damping = properties.fraction("pr.damping-factor", 0.85);
        parameters.iterations = static_cast<int>(properties.count("pr.num-iterations", 10));
        parameters.tolerance = 0;
    } else if (name == "cdlp") {
        parameters.iterations = static_cast<int>(properties.count("cdlp.max-iterations", 10));
    } else if (name == "bfs" || name == "sssp") {
        const std::string id = properties.text((name + ".source-vertex").c_str());
        const auto vertex = setup.edges.ids.find(id, setup.edges.nrows);
        if (!vertex)
            throw InputError(fmt::format("{}: {}.source-vertex: the graph has no vertex {}",
                                         properties.path(), name, printable(id)));
        setup.graph->start_from(*vertex);
    }
}

/// The values of all vertices as Graphalytics writes them.
std::vector<std::string> texts_of(const Algorithm &algorithm, const Task &task,
                                  const RunSetup &setup) {
    const uint64_t n = setup.edges.nrows;
    const VertexIds &ids = setup.edges.ids;
    const GrB_Vector result = task.outcome().vector;
    const bool is_whole = algorithm.agreement != Agreement::close;
    const auto whole = is_whole ? to_values<int64_t>(result, n) : PerVertex<int64_t>();
    const auto real = is_whole ? PerVertex<double>() : to_values<double>(result, n);
    std::vector<std::string> texts;
    for (uint64_t v = 0; v < n; ++v) {
        if (is_whole ? !whole[v] : !real[v])
            texts.push_back(algorithm.absent != nullptr ? algorithm.absent : ids.of(v));
        else if (algorithm.gives_vertices)
            texts.push_back(ids.of(static_cast<uint64_t>(*whole[v])));
        else
            texts.push_back(is_whole ? fmt::format("{}", *whole[v]) : fmt::format("{}", *real[v]));
    }
    return texts;
}

void write_output(OutputFile &file, const std::vector<std::string> &texts, const VertexIds &ids) {
    std::string lines;
    for (uint64_t v = 0; v < texts.size(); ++v) {
        lines += ids.of(v) + ' ' + texts[v] + '\n';
        if (lines.size() < size_t{1} << 20) continue;
        file.write(lines);
        lines.clear();
    }
    file.write(lines);
    file.finish();
}

/// The reference's value of each vertex. Throws InputError unless it has each vertex once.
std::vector<std::string> read_reference(const std::string &path, const EdgeList &edges) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot open", path));
    std::vector<std::string> values(edges.nrows);
    std::string line, id, value;
    for (uint64_t number = 1; std::getline(file, line); ++number) {
        std::istringstream words(line);
        if (!(words >> id)) continue;
        const auto vertex = edges.ids.find(id, edges.nrows);
        if (!(words >> value) || !vertex || !values[*vertex].empty())
            throw InputError(
                fmt::format("{}: line {}: '{}' is no vertex of the graph and its value, "
                            "or the vertex came before",
                            path, number, printable(line)));
        values[*vertex] = value;
    }
    for (uint64_t v = 0; v < values.size(); ++v)
        if (values[v].empty())
            throw InputError(fmt::format("{}: no value of vertex {}", path, edges.ids.of(v)));
    return values;
}

/// Infinite for "inf" and "infinity"; NaN for what is no number.
double number_of(const std::string &text) {
    const std::string word = upper(text);
    if (word == "INF" || word == "INFINITY" || word == "+INF" || word == "+INFINITY")
        return INFINITY;
    double number = NAN;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ptr == text.data() + text.size() ? number : NAN;
}

bool are_close(const std::string &own, const std::string &reference) {
    const double x = number_of(own), y = number_of(reference);
    return x == y || std::abs(x - y) <= 1e-4 * std::abs(y);
}

/// Compares with the reference; a verdict names the first vertex that disagrees.
Verdict compare(Agreement agreement, const std::vector<std::string> &own,
                const std::vector<std::string> &reference, const VertexIds &ids) {
    std::map<std::string, std::string> to_reference, to_own;
    for (uint64_t v = 0; v < own.size(); ++v) {
        bool agrees = own[v] == reference[v];
        if (agreement == Agreement::close) agrees = agrees || are_close(own[v], reference[v]);
        if (agreement == Agreement::groups)
            agrees = to_reference.try_emplace(own[v], reference[v]).first->second == reference[v] &&
                     to_own.try_emplace(reference[v], own[v]).first->second == own[v];
        if (!agrees)
            return fmt::format("vertex {} has {}, the reference {}", ids.of(v), own[v],
                               reference[v]);
    }
    return {};
}

std::string in_folder(const std::string &folder, const std::string &name) {
    return (std::filesystem::path(folder) / name).string();
}

/// Runs one algorithm; returns whether its result is right, as far as it was compared.
bool run_one(const Algorithm &algorithm, const DataSet &set, RunSetup &setup,
             const GraphalyticsOptions &options) {
    const std::string name = set.name + "-" + upper(algorithm.name);
    const std::unique_ptr<OutputFile> file =
        open_output(options.output.empty() ? "" : in_folder(options.output, name));
    prepare(algorithm, set, setup);
    const std::unique_ptr<Task> task = make_task(algorithm, setup);
    if (const std::string reason = task->refuses(); !reason.empty())
        throw InputError(fmt::format("graphalytics {}: {}: {}", algorithm.name, set.name, reason));
    const double seconds = Timing::of([&] { task->run(); }, 1).least();
    const std::vector<std::string> texts = texts_of(algorithm, *task, setup);
    if (file != nullptr) write_output(*file, texts, setup.edges.ids);
    Verdict wrong;
    std::string said;
    if (!options.reference.empty()) {
        const std::string path = in_folder(options.reference, name);
        wrong =
            compare(algorithm.agreement, texts, read_reference(path, setup.edges), setup.edges.ids);
        said = wrong ? ", FAIL: " + *wrong : ", PASS";
    }
    fmt::print("{:<5} {}{}\n", algorithm.name, shown_time(seconds), said);
    return !wrong;
}

} // namespace

CLI::App *add_graphalytics(CLI::App &all, GraphalyticsOptions &options) {
    CLI::App *const app = all.add_subcommand(
        "graphalytics", "Run the algorithms of LDBC Graphalytics on one of its data sets");
    app->add_option("properties", options.properties,
                    "NAME.properties; beside it the vertices NAME.v and the edges NAME.e")
        ->required();
    app->add_option("--algorithms", options.algorithms,
                    "bfs, pr, wcc, cdlp, lcc, sssp, with commas (default: those of the file)");
    app->add_option("--output", options.output,
                    "Write the outputs NAME-BFS, NAME-PR and so on to this folder");
    app->add_option("--validate", options.reference,
                    "Compare with the reference outputs of this folder; status 3 after FAIL");
    app->add_option("--threads", options.threads, "Threads")->check(CLI::Range(1, 4096));
    return app;
}

int graphalytics_command(const GraphalyticsOptions &options) {
    const DataSet set(options.properties);
    const bool is_given = !options.algorithms.empty();
    const std::string list =
        is_given ? options.algorithms : set.properties.text("algorithms", "bfs,pr,wcc,cdlp,lcc");
    std::vector<const Algorithm *> wanted;
    for (const std::string &name : words_in(list))
        wanted.push_back(&algorithm_of(name, is_given ? "--algorithms" : options.properties));
    RunOptions run;
    run.graph = set.file("edge-file", ".e");
    run.threads = options.threads;
    run.read.vertices = set.file("vertex-file", ".v");
    const std::string directed = set.properties.text("directed", "true");
    run.read.symmetrize = directed == "false";
    if (directed != "true" && directed != "false")
        throw InputError(fmt::format("{}: directed: '{}' is neither true nor false",
                                     options.properties, printable(directed)));
    RunSetup setup(run);
    setup.print(run);
    bool is_right = true;
    for (const Algorithm *const algorithm : wanted)
        is_right = run_one(*algorithm, set, setup, options) && is_right;
    return is_right ? 0 : 3;
}

} // namespace grb::tool
