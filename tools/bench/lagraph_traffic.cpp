/// LAGraph's algorithms on a GPU: measures their transfers from it once the graph is loaded. Each
/// algorithm runs to load its data, then to be timed, and, if more than 64 KB came back, once more
/// under GRAPHBLAST_LOG=pick. Prints a JSON line for each: times, downloaded and uploaded bytes, a
/// sum over the result, each array of more than 64 KB with the operation that fetched it, and the
/// operations that ran on the host, the most expensive first.
///
/// usage: lagraph_traffic [--algorithms A,B,...] [--seconds S] [--log FILE] [--write FILE] GRAPH
///   --seconds  none is begun after these (default 1000)
///   --log      the logged runs are added to it
///   --write    only writes the graph, with GRAPH's weights if any, for LAGraph's drivers
///   GRAPH      a SPEC, taken as undirected; with weights ("kron:16,w=1..255") for shortest paths
///              and forests
///
/// Built with -DGRAPHBLAST_LAGRAPH=FOLDER, the sources of LAGraph 1.1.4.

#include "bench/lagraph_files.hpp"
#include "bench/lagraph_log.hpp"
#include "io/graph_spec.h"

#include <GraphBLAS.h>
#include <LAGraph.h>
#include <LAGraphX.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace grb::tool;

namespace {

char message[LAGRAPH_MSG_LEN];

void check(int info, const char *what) {
    if (info < 0) throw std::runtime_error(fmt::format("{}: {} {}", what, info, message));
}
#define CHECK(call) check((call), #call)

std::uint64_t counter(GrX_Device_Counter which) {
    std::uint64_t value = 0;
    CHECK(GrX_Device_counter(&value, which));
    return value;
}

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void set_log(const char *text) {
    CHECK(GrB_Global_set_String(GrB_GLOBAL, const_cast<char *>(text),
                                static_cast<GrB_Field>(GrX_LOG)));
}

/// Sums the entries; returns their number if some are infinite.
double sum_and_free(GrB_Vector &v) {
    if (v == nullptr) return 0;
    double sum = 0;
    CHECK(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, v, nullptr));
    if (!std::isfinite(sum)) {
        GrB_Index count = 0;
        CHECK(GrB_Vector_nvals(&count, v));
        sum = static_cast<double>(count);
    }
    CHECK(GrB_Vector_free(&v));
    return sum;
}

double sum_and_free(GrB_Matrix &A) {
    if (A == nullptr) return 0;
    double sum = 0;
    CHECK(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    CHECK(GrB_Matrix_free(&A));
    return sum;
}

/// A graph and the properties that LAGraph's basic functions would compute.
struct Problem {
    LAGraph_Graph graph = nullptr;    ///< of type BOOL, or of weights
    LAGraph_Graph weighted = nullptr; ///< null without weights
    GrB_Matrix integers = nullptr;    ///< the weights as UINT64
    GrB_Matrix looped = nullptr;      ///< the weights as FP64, and zeros on the diagonal
    GrB_Index n = 0, source = 0;
    GrB_Scalar delta = nullptr;

    explicit Problem(const EdgeList &list) : n(list.nrows) {
        GrB_Matrix A = nullptr;
        CHECK(GrB_Matrix_new(&A, GrB_BOOL, n, n));
        GrB_Scalar one = nullptr;
        CHECK(GrB_Scalar_new(&one, GrB_BOOL));
        CHECK(GrB_Scalar_setElement_BOOL(one, true));
        CHECK(GxB_Matrix_build_Scalar(A, list.rows.data(), list.cols.data(), one, list.size()));
        CHECK(GrB_Scalar_free(&one));
        graph = finished(A);
        source = busiest_row(row_offsets(list));
        if (list.weights.size() == 0) return;
        CHECK(GrB_Matrix_new(&A, GrB_INT32, n, n));
        CHECK(GrB_Matrix_build_FP64(A, list.rows.data(), list.cols.data(), list.weights.data(),
                                    list.size(), GrB_PLUS_FP64));
        CHECK(GrB_Matrix_new(&integers, GrB_UINT64, n, n));
        CHECK(GrB_Matrix_assign(integers, nullptr, nullptr, A, GrB_ALL, n, GrB_ALL, n, nullptr));
        add_loops(A);
        weighted = finished(A);
        CHECK(GrB_Scalar_new(&delta, GrB_INT32));
        CHECK(GrB_Scalar_setElement_INT32(delta, 2));
    }

private:
    void add_loops(GrB_Matrix A) {
        GrB_Vector zeros = nullptr;
        GrB_Matrix diagonal = nullptr;
        CHECK(GrB_Vector_new(&zeros, GrB_FP64, n));
        CHECK(GrB_Vector_assign_FP64(zeros, nullptr, nullptr, 0, GrB_ALL, n, nullptr));
        CHECK(GrB_Matrix_diag(&diagonal, zeros, 0));
        CHECK(GrB_Matrix_new(&looped, GrB_FP64, n, n));
        CHECK(GrB_Matrix_eWiseAdd_BinaryOp(looped, nullptr, nullptr, GrB_SECOND_FP64, A, diagonal,
                                           nullptr));
        CHECK(GrB_Matrix_free(&diagonal));
        CHECK(GrB_Vector_free(&zeros));
    }
    /// Relies on the symmetric structure of a SPEC's graph.
    static LAGraph_Graph finished(GrB_Matrix &A) {
        LAGraph_Graph G = nullptr;
        CHECK(LAGraph_New(&G, &A, LAGraph_ADJACENCY_UNDIRECTED, message));
        CHECK(LAGraph_DeleteSelfEdges(G, message));
        CHECK(LAGraph_Cached_OutDegree(G, message));
        CHECK(LAGraph_Cached_EMin(G, message));
        return G;
    }
};

using Run = std::function<double(Problem &)>;

std::vector<GrB_Index> spaced_sources(const Problem &p, int count) {
    std::vector<GrB_Index> sources;
    for (int k = 0; k < count; k++) sources.push_back((p.source + p.n / 64 * k) % p.n);
    return sources;
}

Run betweenness(int count) {
    return [count](Problem &p) {
        GrB_Vector v = nullptr;
        CHECK(LAGr_Betweenness(&v, p.graph, spaced_sources(p, count).data(), count, message));
        return sum_and_free(v);
    };
}

/// A result in one vector or matrix.
template <class Object, class Function>
Run plain(Function function) {
    return [function](Problem &p) {
        Object result = nullptr;
        CHECK(function(&result, p));
        return sum_and_free(result);
    };
}

using Runs = std::vector<std::pair<std::string, Run>>;

/// The algorithms of LAGraph itself.
Runs stable_algorithms() {
    using V = GrB_Vector *;
    return {
        {"bfs levels", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGr_BreadthFirstSearch(v, nullptr, p.graph, p.source, message);
         })},
        {"bfs parents", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGr_BreadthFirstSearch(nullptr, v, p.graph, p.source, message);
         })},
        {"pagerank", plain<GrB_Vector>([](V v, Problem &p) {
             int rounds = 0;
             return LAGr_PageRank(v, &rounds, p.graph, 0.85F, 1e-4F, 20, message);
         })},
        {"pagerank gap", plain<GrB_Vector>([](V v, Problem &p) {
             int rounds = 0;
             return LAGr_PageRankGAP(v, &rounds, p.graph, 0.85F, 1e-4F, 20, message);
         })},
        {"sssp", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGr_SingleSourceShortestPath(v, p.weighted, p.source, p.delta, message);
         })},
        {"betweenness", betweenness(4)},
        {"components", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGr_ConnectedComponents(v, p.graph, message);
         })},
        {"triangles",
         [](Problem &p) {
             std::uint64_t count = 0;
             CHECK(LAGraph_TriangleCount(&count, p.graph, message));
             return static_cast<double>(count);
         }},
        {"betweenness, 64", betweenness(64)},
    };
}

/// The algorithms of its experimental folder.
Runs experimental_algorithms() {
    using V = GrB_Vector *;
    using M = GrB_Matrix *;
    return {
        {"lcc", plain<GrB_Vector>([](V v, Problem &p) {
             double t[2];
             return LAGraph_lcc(v, p.graph->A, true, true, t, message);
         })},
        {"triangle centrality", plain<GrB_Vector>([](V v, Problem &p) {
             std::uint64_t count = 0;
             return LAGraph_VertexCentrality_Triangle(v, &count, 3, p.graph, message);
         })},
        {"k-truss",
         plain<GrB_Matrix>([](M m, Problem &p) { return LAGraph_KTruss(m, p.graph, 4, message); })},
        {"k-core",
         plain<GrB_Vector>([](V v, Problem &p) { return LAGraph_KCore(v, p.graph, 8, message); })},
        {"k-core, all", plain<GrB_Vector>([](V v, Problem &p) {
             std::uint64_t most = 0;
             return LAGraph_KCore_All(v, &most, p.graph, message);
         })},
        {"k-core subgraph", plain<GrB_Matrix>([](M m, Problem &p) {
             GrB_Vector core = nullptr;
             CHECK(LAGraph_KCore(&core, p.graph, 8, message));
             const int info = LAGraph_KCore_Decompose(m, p.graph, core, 8, message);
             CHECK(GrB_Vector_free(&core));
             return info;
         })},
        {"independent set", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGraph_MaximalIndependentSet(v, p.graph, 1, nullptr, message);
         })},
        {"bellman-ford", plain<GrB_Vector>([](V v, Problem &p) {
             return static_cast<int>(LAGraph_BF_basic(v, p.looped, p.source));
         })},
        {"bellman-ford mxv", plain<GrB_Vector>([](V v, Problem &p) {
             return static_cast<int>(LAGraph_BF_basic_mxv(v, p.looped, p.source));
         })},
        {"bellman-ford, paths",
         [](Problem &p) {
             GrB_Vector distances = nullptr, parents = nullptr, hops = nullptr;
             CHECK(LAGraph_BF_full1a(&distances, &parents, &hops, p.looped, p.source));
             CHECK(GrB_Vector_free(&parents));
             CHECK(GrB_Vector_free(&hops));
             return sum_and_free(distances);
         }},
        {"strong components",
         plain<GrB_Vector>([](V v, Problem &p) { return LAGraph_scc(v, p.graph->A, message); })},
        {"components lacc", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGraph_cc_lacc(v, p.graph->A, false, message);
         })},
        {"components fastsv5",
         plain<GrB_Vector>([](V v, Problem &p) { return LG_CC_FastSV5(v, p.graph, message); })},
        {"spanning forest", plain<GrB_Matrix>([](M m, Problem &p) {
             return LAGraph_msf(m, p.integers, false, message);
         })},
        {"label propagation", plain<GrB_Vector>([](V v, Problem &p) {
             double t[2];
             return LAGraph_cdlp(v, p.graph->A, true, true, 2, t, message);
         })},
        {"square clustering", plain<GrB_Vector>([](V v, Problem &p) {
             return LAGraph_SquareClustering(v, p.graph, message);
         })},
    };
}

struct Command {
    std::string graph, algorithms, target, log;
    double seconds = 1000;

    Command(int argc, char **argv) {
        const std::map<std::string, std::function<void(const std::string &)>> options{
            {"--algorithms", [this](const std::string &text) { algorithms = "," + text + ","; }},
            {"--seconds", [this](const std::string &text) { seconds = std::stod(text); }},
            {"--log", [this](const std::string &text) { log = text; }},
            {"--write", [this](const std::string &text) { target = text; }}};
        for (int k = 1; k < argc; k++) {
            const auto option = options.find(argv[k]);
            if (option != options.end() && k + 1 < argc) {
                option->second(argv[++k]);
            } else if (argv[k][0] != '-' && graph.empty()) {
                graph = argv[k];
            } else {
                throw std::runtime_error(fmt::format("unknown: {}", argv[k]));
            }
        }
        if (graph.empty()) throw std::runtime_error("no graph");
    }
    bool wants(const std::string &name) const {
        std::string plain_name = name;
        plain_name.erase(std::remove(plain_name.begin(), plain_name.end(), ','), plain_name.end());
        return algorithms.empty() || algorithms.find("," + plain_name + ",") != std::string::npos;
    }
};

double milliseconds_of(const Run &run, Problem &problem, double &sum) {
    const double begin = seconds_now();
    sum = run(problem);
    return (seconds_now() - begin) * 1e3;
}

void add_log(const std::string &file, const std::string &name, const std::string &log) {
    if (file.empty()) return;
    std::FILE *const out = std::fopen(file.c_str(), "a");
    if (out == nullptr) throw std::runtime_error("cannot write " + file);
    fmt::print(out, "# {}\n{}", name, log);
    std::fclose(out);
}

void measure(const Command &command, const std::string &name, const Run &run, Problem &problem) {
    double sum = 0;
    const double first = milliseconds_of(run, problem, sum);
    // The first runs compile kernels and try variants.
    if (first < 5000) milliseconds_of(run, problem, sum);
    const std::uint64_t out = counter(GrX_DEVICE_BYTES_OUT), in = counter(GrX_DEVICE_BYTES_IN),
                        launches = counter(GrX_DEVICE_LAUNCHES);
    const double time = milliseconds_of(run, problem, sum);
    const std::uint64_t bytes_out = counter(GrX_DEVICE_BYTES_OUT) - out,
                        bytes_in = counter(GrX_DEVICE_BYTES_IN) - in,
                        calls = counter(GrX_DEVICE_LAUNCHES) - launches;
    std::string fetched = "[]", on_host = "[]";
    if (time < 20000) {
        Captured captured;
        set_log("pick");
        double again = 0;
        milliseconds_of(run, problem, again);
        set_log("");
        const std::string log = captured.text();
        add_log(command.log, name, log);
        const Findings findings(log);
        fetched = listed(findings.fetched, "MB", 12);
        on_host = listed(findings.on_host, "ms", 8);
    }
    fmt::print("{{\"graph\": \"{}\", \"algorithm\": \"{}\", \"first_ms\": {:.1f}, \"ms\": {:.2f}, "
               "\"sum\": {:.10g}, "
               "\"bytes_out\": {}, \"bytes_in\": {}, \"launches\": {}, \"fetched\": {}, "
               "\"on_host\": {}}}\n",
               command.graph, name, first, time, sum, bytes_out, bytes_in, calls, fetched, on_host);
    std::fflush(stdout);
}

void run_all(const Command &command) {
    const double begin = seconds_now();
    const EdgeList list = load_graph(command.graph);
    if (!command.target.empty()) {
        write_graph(command.target, list);
        write_sources(command.target + "_sources.mtx", list, 16);
        return;
    }
    CHECK(LAGraph_Init(message));
    CHECK(LAGraph_Random_Init(message));
    Problem problem(list);
    Runs runs = stable_algorithms();
    for (auto &one : experimental_algorithms()) runs.push_back(one);
    for (const auto &[name, run] : runs) {
        if (!command.wants(name) || seconds_now() - begin > command.seconds) continue;
        try {
            measure(command, name, run, problem);
        } catch (const std::runtime_error &error) {
            fmt::print("{{\"graph\": \"{}\", \"algorithm\": \"{}\", \"error\": \"{}\"}}\n",
                       command.graph, name, error.what());
        }
    }
    CHECK(LAGraph_Random_Finalize(message));
    CHECK(LAGraph_Finalize(message));
}

} // namespace

int main(int argc, char **argv) {
    try {
        run_all(Command(argc, argv));
    } catch (const std::exception &error) {
        fmt::print(stderr, "lagraph_traffic: {}\n", error.what());
        return 1;
    }
    return 0;
}
