/// What several GPUs of this process gain: PageRank, SpMV, BFS levels, SpMM of 256 columns and triangles, timed on the GPUs that
/// GRAPHBLAST_CUDA_DEVICES names. Prints one JSON line per graph and task: the median, all rounds, the GPUs, the row that ran, and a
/// number of the result that must be the same for any number of GPUs. tools/bench/device_team_run compares runs.
///
/// usage: device_team [--rounds N] [--calls N] [--tasks pagerank,spmv,bfs,spmm,triangles] SPEC...

#include "GraphBLAS.h"
#include "algorithms/algorithms.h"
#include "io/graph_spec.h"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
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

struct Options {
    int rounds = 5, calls = 10;
    std::string tasks = "pagerank,spmv,bfs,spmm,triangles";
    std::vector<std::string> graphs;
    bool wants(const std::string &task) const {
        return ("," + tasks + ",").find("," + task + ",") != std::string::npos;
    }
};

/// Milliseconds for each of `calls` calls and the wait for their end.
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
    int calls = 1;
};

void run(const Options &options, const std::string &graph, const Task &task) {
    // Until nothing is missing any more: parts are moved, kernels are made, debts are paid.
    milliseconds(task.call, task.wait, 1);
    milliseconds(task.call, task.wait, 12);
    std::vector<double> times;
    for (int round = 0; round < options.rounds; round++)
        times.push_back(milliseconds(task.call, task.wait, task.calls));
    std::string all;
    for (const double one : times) all += fmt::format("{}{:.4f}", all.empty() ? "" : ", ", one);
    std::sort(times.begin(), times.end());
    const char *const devices = std::getenv("GRAPHBLAST_CUDA_DEVICES"),
                      *const memory = std::getenv("GRAPHBLAST_CUDA_MEMORY");
    fmt::print("{{\"graph\": \"{}\", \"task\": \"{}\", \"devices\": \"{}\", \"memory\": \"{}\", "
               "\"ms\": {:.4f}, "
               "\"rounds\": [{}], \"row\": \"{}\", \"result\": {:.9g}}}\n",
               graph, task.name, devices != nullptr ? devices : "0",
               memory != nullptr ? memory : "all", times[times.size() / 2], all,
               text_of(GrX_LAST_VARIANT), task.result());
    std::fflush(stdout);
}

/// The sum of a vector's values.
double sum_of(GrB_Vector v) {
    double sum = 0;
    CHECK(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, v, nullptr));
    return sum;
}

/// The entries for which `is_wanted(row, column)`, as true. They are put together on the host.
template <class F>
GrB_Matrix built(const EdgeList &edges, const F &is_wanted) {
    std::vector<GrB_Index> rows, columns;
    rows.reserve(edges.size());
    columns.reserve(edges.size());
    for (uint64_t k = 0; k < edges.size(); k++) {
        if (!is_wanted(edges.rows[k], edges.cols[k])) continue;
        rows.push_back(edges.rows[k]);
        columns.push_back(edges.cols[k]);
    }
    GrB_Matrix A = nullptr;
    CHECK(GrB_Matrix_new(&A, GrB_BOOL, edges.nrows, edges.ncols));
    const std::unique_ptr<bool[]> ones(new bool[rows.size() + 1]);
    std::fill_n(ones.get(), rows.size(), true);
    CHECK(GrB_Matrix_build_BOOL(A, rows.data(), columns.data(), ones.get(), rows.size(), GrB_LOR));
    CHECK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    return A;
}

/// A with FP32 values that differ.
GrB_Matrix weighted(GrB_Matrix A, GrB_Index n) {
    GrB_Matrix W = nullptr;
    CHECK(GrB_Matrix_new(&W, GrB_FP32, n, n));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(W, nullptr, nullptr, GrB_COLINDEX_INT64, A, 1, nullptr));
    CHECK(GrB_Matrix_wait(W, GrB_MATERIALIZE));
    return W;
}

/// The product is scaled and becomes the next operand: what a place has made moves to the others each time.
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
    const PageRankParameters twenty{PAGERANK_DAMPING, 0, 20, nullptr, 0};
    const auto call = [&] {
        GrB_Vector_free(&rank);
        CHECK(pagerank_with(&rank, &iterations, A, A, &twenty));
    };
    run(options, name, {"pagerank", call, [] {}, [&] { return sum_of(rank); }, 1});
    CHECK(GrB_Vector_free(&rank));
}

void run_bfs(const Options &options, const std::string &name, GrB_Matrix A, GrB_Index source) {
    GrB_Vector levels = nullptr;
    const auto call = [&] {
        GrB_Vector_free(&levels);
        CHECK(bfs_levels(&levels, A, source));
    };
    run(options, name,
        {"bfs", call, [&] { (void)sum_of(levels); }, [&] { return sum_of(levels); }, 1});
    CHECK(GrB_Vector_free(&levels));
}

void run_spmm(const Options &options, const std::string &name, GrB_Matrix A, GrB_Index n,
              GrB_Index row) {
    constexpr GrB_Index columns = 256;
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
        // One entry of each half: both GPUs must be done.
        float x = 0, y = 0;
        CHECK(GrB_Matrix_extractElement_FP32(&x, C, row, 0));
        CHECK(GrB_Matrix_extractElement_FP32(&y, C, row, columns - 1));
        product = x + y;
    };
    run(options, name, {"spmm", call, wait, [&] { return product; }, options.calls});
    CHECK(GrB_Matrix_free(&W));
    CHECK(GrB_Matrix_free(&B));
    CHECK(GrB_Matrix_free(&C));
}

void run_triangles(const Options &options, const std::string &name, const EdgeList &edges) {
    GrB_Matrix L = built(edges, [](uint64_t i, uint64_t j) { return i > j; }), C = nullptr;
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

void run_graph(const Options &options, const std::string &name) {
    const EdgeList edges = load_graph(name);
    const GrB_Index n = edges.nrows, source = busiest_row(row_offsets(edges));
    GrB_Matrix A = built(edges, [](uint64_t, uint64_t) { return true; });
    if (options.wants("spmv")) run_spmv(options, name, A, n);
    if (options.wants("pagerank")) run_pagerank(options, name, A);
    if (options.wants("bfs")) run_bfs(options, name, A, source);
    if (options.wants("spmm")) run_spmm(options, name, A, n, source);
    CHECK(GrB_Matrix_free(&A));
    if (options.wants("triangles")) run_triangles(options, name, edges);
}

Options read(int argc, char **argv) {
    Options options;
    for (int k = 1; k < argc; k++) {
        const std::string argument = argv[k];
        const bool takes_value =
            argument == "--rounds" || argument == "--calls" || argument == "--tasks";
        if (takes_value && k + 1 == argc) throw std::runtime_error(argument + " needs a value");
        if (argument == "--rounds") {
            options.rounds = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--calls") {
            options.calls = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--tasks") {
            options.tasks = argv[++k];
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
        CHECK(GrB_init(GrB_NONBLOCKING));
        fmt::print("{{\"run\": {}}}\n", run_record(text_of(GrX_DEVICE_NAME)));
        for (const std::string &graph : options.graphs) run_graph(options, graph);
        CHECK(GrB_finalize());
    } catch (const std::exception &error) {
        fmt::print(stderr, "device_team: {}\n", error.what());
        return 1;
    }
    return 0;
}
