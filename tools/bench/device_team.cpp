/// Measures the gain of several GPUs in one process: PageRank, SpMV, BFS levels, SpMM of 256 and of
/// 64 columns and triangles, timed on the GPUs that GRAPHBLAST_CUDA_DEVICES names. Prints one JSON
/// line per graph and task: the median, all rounds, the uploaded bytes and the host's waits per
/// call, the GPUs, the variant that ran, the bytes that all GPUs together hold, and a number of the
/// result that must not depend on the number of GPUs. tools/bench/device_team_run compares runs.
/// Each --devices LIST is a value of GRAPHBLAST_CUDA_DEVICES: the graph is made once, and a process
/// of its own runs the tasks on each list. Variables for that process may follow the list:
/// --devices "0,1;GRAPHBLAST_LOG=pick".
///
/// usage: device_team [--rounds N] [--calls N] [--warm N]
///                    [--tasks pagerank,spmv,bfs,spmm,spmm64,triangles]
///                    [--devices LIST[;NAME=VALUE]...]... SPEC...

#include "GraphBLAS.h"
#include "io/graph_spec.h"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <graphblast/algorithms.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace grb::tool;

namespace {

void check(GrB_Info info, const char *call) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error(fmt::format("{} returned {}", call, static_cast<int>(info)));
}
#define CHECK(call) check((call), #call)

std::string text_of(int field) {
    char text[256] = "";
    CHECK(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)));
    return text;
}

uint64_t counted(GrX_Device_Counter which) {
    uint64_t value = 0;
    CHECK(GrX_Device_counter(&value, which));
    return value;
}

struct Options {
    int rounds = 5, calls = 10, warm = 12;
    std::string tasks = "pagerank,spmv,bfs,spmm,triangles";
    std::vector<std::string> graphs, devices;
    bool wants(const std::string &task) const {
        return ("," + tasks + ",").find("," + task + ",") != std::string::npos;
    }
};

/// Milliseconds per call of `calls` calls and the wait for their end.
double milliseconds(const std::function<void()> &call, const std::function<void()> &wait,
                    int calls) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; k++) call();
    wait();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    return spent.count() / calls;
}

struct Task {
    std::string name;
    std::function<void()> call, wait;
    std::function<double()> result;
    int calls = 1, warm_times = 1;
};

void run(const Options &options, const std::string &graph, const Task &task) {
    // Runs until all is in place: forms are moved, kernels compiled, amortised costs paid.
    milliseconds(task.call, task.wait, 1);
    milliseconds(task.call, task.wait, options.warm * task.warm_times);
    std::vector<double> times;
    const uint64_t bytes = counted(GrX_DEVICE_BYTES_IN),
                   waits = counted(GrX_DEVICE_SYNCHRONISATIONS);
    for (int round = 0; round < options.rounds; round++)
        times.push_back(milliseconds(task.call, task.wait, task.calls));
    const auto calls = static_cast<double>(options.rounds * task.calls);
    const double uploaded = static_cast<double>(counted(GrX_DEVICE_BYTES_IN) - bytes) / calls,
                 waited = static_cast<double>(counted(GrX_DEVICE_SYNCHRONISATIONS) - waits) / calls;
    std::string all;
    for (const double one : times) all += fmt::format("{}{:.4f}", all.empty() ? "" : ", ", one);
    std::sort(times.begin(), times.end());
    const auto variable = [](const char *name, const char *otherwise) {
        const char *const value = std::getenv(name);
        return value != nullptr ? value : otherwise;
    };
    fmt::print("{{\"graph\": \"{}\", \"task\": \"{}\", \"devices\": \"{}\", \"memory\": \"{}\", "
               "\"pinned\": \"{}\", \"ms\": {:.4f}, "
               "\"rounds\": [{}], \"uploaded\": {:.0f}, \"waits\": {:.1f}, \"row\": \"{}\", "
               "\"held_bytes\": {}, \"result\": "
               "{:.9g}}}\n",
               graph, task.name, variable("GRAPHBLAST_CUDA_DEVICES", "0"),
               variable("GRAPHBLAST_CUDA_MEMORY", "all"),
               variable("GRAPHBLAST_CUDA_PINNED", "half"), times[times.size() / 2], all, uploaded,
               waited, text_of(GrX_LAST_VARIANT), counted(GrX_DEVICE_BYTES_HELD), task.result());
    std::fflush(stdout);
}

/// The sum of a vector's values.
double sum_of(GrB_Vector v) {
    double sum = 0;
    CHECK(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, v, nullptr));
    return sum;
}

/// A graph and its properties from before the library starts.
struct Graph {
    std::string name;
    EdgeList edges;
    GrB_Index source = 0;
    /// Rows from every GPU's partition: their entries are ready when all GPUs are done.
    std::vector<GrB_Index> sampled;
};

Graph loaded(const std::string &name) {
    constexpr uint64_t rows = 16;
    Graph graph{name, load_graph(name), 0, {}};
    graph.source = busiest_row(row_offsets(graph.edges));
    for (uint64_t k = 0; k < rows && graph.edges.size() != 0; k++)
        graph.sampled.push_back(graph.edges.rows[graph.edges.size() / rows * k]);
    return graph;
}

GrB_Matrix matrix_of(const EdgeList &edges, const GrB_Index *rows, const GrB_Index *columns,
                     GrB_Index count) {
    GrB_Matrix A = nullptr;
    CHECK(GrB_Matrix_new(&A, GrB_BOOL, edges.nrows, edges.ncols));
    const std::unique_ptr<bool[]> ones(new bool[count + 1]);
    std::fill_n(ones.get(), count, true);
    CHECK(GrB_Matrix_build_BOOL(A, rows, columns, ones.get(), count, GrB_LOR));
    CHECK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

GrB_Matrix lower_triangle(const EdgeList &edges) {
    std::vector<GrB_Index> rows, columns;
    for (uint64_t k = 0; k < edges.size(); k++) {
        if (edges.rows[k] <= edges.cols[k]) continue;
        rows.push_back(edges.rows[k]);
        columns.push_back(edges.cols[k]);
    }
    return matrix_of(edges, rows.data(), columns.data(), rows.size());
}

/// A with distinct FP32 values.
GrB_Matrix weighted(GrB_Matrix A, GrB_Index n) {
    GrB_Matrix W = nullptr;
    CHECK(GrB_Matrix_new(&W, GrB_FP32, n, n));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(W, nullptr, nullptr, GrB_COLINDEX_INT64, A, 1, nullptr));
    CHECK(GrB_Matrix_wait(W, GrB_MATERIALIZE));
    return W;
}

/// Scales the product, which becomes the next operand: each GPU's result moves to the others each
/// time.
void run_spmv(const Options &options, const std::string &name, GrB_Matrix A, GrB_Index n) {
    GrB_Matrix W = weighted(A, n);
    GrB_Vector u = nullptr, w = nullptr;
    CHECK(GrB_Vector_new(&u, GrB_FP32, n));
    CHECK(GrB_Vector_new(&w, GrB_FP32, n));
    CHECK(GrB_Vector_assign_FP32(u, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
    CHECK(GrB_Vector_apply_IndexOp_INT64(u, nullptr, nullptr, GrB_ROWINDEX_INT64, u, 1, nullptr));
    const auto call = [&] {
        CHECK(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, W, u, nullptr));
        CHECK(GrB_Vector_apply_BinaryOp2nd_FP32(u, nullptr, nullptr, GrB_TIMES_FP32, w, 1e-9F,
                                                nullptr));
    };
    run(options, name,
        {"spmv", call, [&] { (void)sum_of(u); },
         [&] {
             CHECK(GrB_Vector_assign_FP32(u, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
             CHECK(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, W, u, nullptr));
             return sum_of(w);
         },
         options.calls});
    CHECK(GrB_Matrix_free(&W));
    CHECK(GrB_Vector_free(&u));
    CHECK(GrB_Vector_free(&w));
}

void run_pagerank(const Options &options, const std::string &name, GrB_Matrix A) {
    GrB_Vector rank = nullptr;
    int iterations = 0;
    const gba_PageRankParameters twenty{GBA_PAGERANK_DAMPING, 0, 20, nullptr, 0, false, false};
    const auto call = [&] {
        GrB_Vector_free(&rank);
        CHECK(gba_pagerank_with(&rank, &iterations, A, A, &twenty));
    };
    run(options, name, {"pagerank", call, [] {}, [&] { return sum_of(rank); }, 1});
    CHECK(GrB_Vector_free(&rank));
}

void run_bfs(const Options &options, const std::string &name, GrB_Matrix A, GrB_Index source) {
    GrB_Vector levels = nullptr;
    const auto call = [&] {
        GrB_Vector_free(&levels);
        CHECK(gba_bfs_levels(&levels, A, source));
    };
    run(options, name,
        {"bfs", call, [&] { (void)sum_of(levels); }, [&] { return sum_of(levels); }, 1, 5});
    CHECK(GrB_Vector_free(&levels));
}

void run_spmm(const Options &options, const Graph &graph, GrB_Matrix A, GrB_Index columns) {
    const GrB_Index n = graph.edges.nrows;
    GrB_Matrix W = weighted(A, n), B = nullptr, C = nullptr;
    CHECK(GrB_Matrix_new(&B, GrB_FP32, n, columns));
    CHECK(GrB_Matrix_new(&C, GrB_FP32, n, columns));
    CHECK(GrB_Matrix_assign_FP32(B, nullptr, nullptr, 1, GrB_ALL, n, GrB_ALL, columns, nullptr));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(B, nullptr, nullptr, GrB_COLINDEX_INT64, B, 1, nullptr));
    double product = 0;
    const auto call = [&] {
        CHECK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, W, B, nullptr));
    };
    const auto wait = [&] {
        // Reads entries of each GPU's columns or rows: all must be done.
        product = 0;
        for (std::size_t k = 0; k < graph.sampled.size(); k++) {
            float x = 0;
            const GrB_Index column = columns / graph.sampled.size() * k;
            CHECK(GrB_Matrix_extractElement_FP32(&x, C, graph.sampled[k], column));
            product += x;
        }
    };
    const char *const task = columns == 64 ? "spmm64" : "spmm";
    run(options, graph.name, {task, call, wait, [&] { return product; }, options.calls});
    CHECK(GrB_Matrix_free(&W));
    CHECK(GrB_Matrix_free(&B));
    CHECK(GrB_Matrix_free(&C));
}

void run_triangles(const Options &options, const std::string &name, const EdgeList &edges) {
    GrB_Matrix L = lower_triangle(edges), C = nullptr;
    GrB_Semiring count = nullptr;
    int64_t triangles = 0;
    CHECK(GrB_Matrix_new(&C, GrB_INT64, edges.nrows, edges.nrows));
    CHECK(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    const auto call = [&] {
        CHECK(GrB_mxm(C, L, nullptr, count, L, L, GrB_DESC_RST1));
        CHECK(GrB_Matrix_reduce_INT64(&triangles, nullptr, GrB_PLUS_MONOID_INT64, C, nullptr));
    };
    run(options, name,
        {"triangles", call, [] {}, [&] { return static_cast<double>(triangles); }, 1});
    CHECK(GrB_Matrix_free(&L));
    CHECK(GrB_Matrix_free(&C));
    CHECK(GrB_Semiring_free(&count));
}

void run_graph(const Options &options, const Graph &graph) {
    const EdgeList &edges = graph.edges;
    const GrB_Index n = edges.nrows;
    GrB_Matrix A = matrix_of(edges, edges.rows.data(), edges.cols.data(), edges.size());
    if (options.wants("spmv")) run_spmv(options, graph.name, A, n);
    if (options.wants("pagerank")) run_pagerank(options, graph.name, A);
    if (options.wants("bfs")) run_bfs(options, graph.name, A, graph.source);
    if (options.wants("spmm")) run_spmm(options, graph, A, 256);
    if (options.wants("spmm64")) run_spmm(options, graph, A, 64);
    CHECK(GrB_Matrix_free(&A));
    if (options.wants("triangles")) run_triangles(options, graph.name, edges);
}

void start() {
    CHECK(GrB_init(GrB_NONBLOCKING));
    fmt::print("{{\"run\": {}}}\n", run_record(text_of(GrX_DEVICE_NAME)));
    std::fflush(stdout);
}

/// Puts "0,1;NAME=VALUE;..." into the environment of this process.
void set_environment(const std::string &devices) {
    std::size_t end = devices.find(';');
    setenv("GRAPHBLAST_CUDA_DEVICES", devices.substr(0, end).c_str(), 1);
    while (end != std::string::npos) {
        const std::size_t begin = end + 1;
        end = devices.find(';', begin);
        const std::string text =
            devices.substr(begin, end == std::string::npos ? end : end - begin);
        const std::size_t sign = text.find('=');
        if (sign == std::string::npos) throw std::runtime_error("'" + text + "' sets nothing");
        setenv(text.substr(0, sign).c_str(), text.substr(sign + 1).c_str(), 1);
    }
}

/// Runs a process, in which the library starts, for each list of GPUs. Returns false if one of them
/// failed.
bool run_on_each(const Options &options, const Graph &graph) {
    bool is_good = true;
    for (const std::string &devices : options.devices) {
        const pid_t child = fork();
        if (child < 0) throw std::runtime_error("no process can be started");
        if (child == 0) {
            int status = 0;
            try {
                set_environment(devices);
                start();
                run_graph(options, graph);
                CHECK(GrB_finalize());
            } catch (const std::exception &error) {
                fmt::print(stderr, "device_team: {}: {}\n", devices, error.what());
                status = 1;
            }
            std::fflush(stdout);
            _exit(status);
        }
        int status = 0;
        waitpid(child, &status, 0);
        is_good = is_good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return is_good;
}

Options read(int argc, char **argv) {
    Options options;
    for (int k = 1; k < argc; k++) {
        const std::string argument = argv[k];
        const bool takes_value = argument == "--rounds" || argument == "--calls" ||
                                 argument == "--warm" || argument == "--tasks" ||
                                 argument == "--devices";
        if (takes_value && k + 1 == argc) throw std::runtime_error(argument + " needs a value");
        if (argument == "--rounds") {
            options.rounds = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--calls") {
            options.calls = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--warm") {
            options.warm = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--tasks") {
            options.tasks = argv[++k];
        } else if (argument == "--devices") {
            options.devices.emplace_back(argv[++k]);
        } else if (argument[0] == '-') {
            throw std::runtime_error(fmt::format("'{}' is no option", argument));
        } else {
            options.graphs.push_back(argument);
        }
    }
    if (options.graphs.empty()) throw std::runtime_error("no graph given");
    return options;
}

} // namespace

int main(int argc, char **argv) {
    try {
        const Options options = read(argc, argv);
        if (options.devices.empty()) {
            start();
            for (const std::string &graph : options.graphs) run_graph(options, loaded(graph));
            CHECK(GrB_finalize());
            return 0;
        }
        bool is_good = true;
        for (const std::string &graph : options.graphs)
            is_good = run_on_each(options, loaded(graph)) && is_good;
        return is_good ? 0 : 1;
    } catch (const std::exception &error) {
        fmt::print(stderr, "device_team: {}\n", error.what());
        return 1;
    }
    return 0;
}
