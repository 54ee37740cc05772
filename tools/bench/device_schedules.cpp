/// Schedules of the device's push and pull: BFS, SSSP, PageRank and connected components (label
/// propagation) with each schedule forced, and a plain thread-per-vertex kernel for each, on
/// undirected graphs. Prints one JSON line per graph and algorithm, milliseconds and speedups over
/// `vertex`, and at the end one with their geometric means. Compares results with the plain
/// kernels'.
///
/// usage: device_schedules [--rounds N] [--sources N] SPEC...

#include "GraphBLAS.h"
#include "io/graph_spec.h"
#include "io/random.h"
#include "plain_kernels.hpp"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <graphblast/algorithms.h>
#include <map>
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

constexpr const char *schedules[] = {"vertex", "warp", "block", "twc",
                                     "twce",   "edge", "merge", "weaver"};

void force(const std::string &variant, const std::string &schedule) {
    const std::string rule = variant.empty() ? "" : "mxv:cuda/" + variant + ":" + schedule;
    CHECK(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
}

/// Throws unless the expected variant ran the last operation: its time would be meaningless.
void expect_variant(const std::string &variant) {
    char text[256] = "";
    CHECK(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    if ("cuda/" + variant != text)
        throw std::runtime_error(fmt::format("{} instead of {}", text, variant));
}

PlainGraph undirected(const EdgeList &edges) {
    std::vector<std::pair<unsigned, unsigned>> pairs;
    pairs.reserve(2 * edges.size());
    for (uint64_t k = 0; k < edges.size(); k++) {
        if (edges.rows[k] == edges.cols[k]) continue;
        const auto i = static_cast<unsigned>(edges.rows[k]),
                   j = static_cast<unsigned>(edges.cols[k]);
        pairs.emplace_back(i, j);
        pairs.emplace_back(j, i);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    PlainGraph graph;
    graph.offsets.assign(edges.nrows + 1, 0);
    const RandomStream random(3, 78);
    for (const auto &[i, j] : pairs) {
        graph.offsets[i + 1]++;
        graph.neighbours.push_back(j);
        const uint64_t ends = uint64_t{std::min(i, j)} * edges.nrows + std::max(i, j);
        graph.weights.push_back(1 + static_cast<int>(random.below(ends, 255)));
    }
    for (uint64_t v = 0; v < edges.nrows; v++) graph.offsets[v + 1] += graph.offsets[v];
    return graph;
}

/// The graph as matrices.
class Library {
public:
    explicit Library(const PlainGraph &graph) : n_(graph.vertices()) {
        std::vector<GrB_Index> rows, columns(graph.neighbours.begin(), graph.neighbours.end());
        for (GrB_Index v = 0; v < n_; v++)
            rows.insert(rows.end(), graph.offsets[v + 1] - graph.offsets[v], v);
        CHECK(GrB_Matrix_new(&weighted_, GrB_INT32, n_, n_));
        CHECK(GrB_Matrix_build_INT32(weighted_, rows.data(), columns.data(), graph.weights.data(),
                                     rows.size(), GrB_MIN_INT32));
        CHECK(GrB_Matrix_new(&pattern_, GrB_BOOL, n_, n_));
        CHECK(GrB_Matrix_apply_BinaryOp2nd_BOOL(pattern_, nullptr, nullptr, GrB_ONEB_BOOL,
                                                weighted_, true, nullptr));
        CHECK(GrB_Semiring_new(&any_edge_, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    }
    ~Library() {
        GrB_Vector_free(&result_);
        GrB_Semiring_free(&any_edge_);
        GrB_Matrix_free(&weighted_);
        GrB_Matrix_free(&pattern_);
    }
    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;

    /// Chooses the direction by the number of the frontier's edges, as PlainKernels does.
    void bfs(const std::string &schedule, unsigned source) {
        GrB_Vector frontier = nullptr;
        GrB_Index found = 1;
        renew(GrB_INT32);
        CHECK(GrB_Vector_new(&frontier, GrB_BOOL, n_));
        CHECK(GrB_Vector_assign_INT32(result_, nullptr, nullptr, 0, GrB_ALL, n_, nullptr));
        CHECK(GrB_Vector_setElement_BOOL(frontier, true, source));
        for (int32_t level = 1; found > 0; level++) {
            CHECK(GrB_Vector_assign_INT32(result_, frontier, nullptr, level, GrB_ALL, n_,
                                          GrB_DESC_S));
            // Assumes the mean degree for a frontier vertex; the plain kernel counts edges.
            const double fraction = static_cast<double>(found) / static_cast<double>(n_);
            const std::string variant =
                fraction > pull_from ? "mxv_pull_masked" : "mxv_push_bitmap";
            force(variant, schedule);
            if (fraction > pull_from) {
                CHECK(GrB_mxv(frontier, result_, nullptr, any_edge_, pattern_, frontier,
                              GrB_DESC_RC));
            } else {
                CHECK(GrB_vxm(frontier, result_, nullptr, any_edge_, frontier, pattern_,
                              GrB_DESC_RC));
            }
            expect_variant(variant);
            force("", "");
            CHECK(GrB_Vector_nvals(&found, frontier));
        }
        CHECK(GrB_Vector_apply_BinaryOp2nd_INT32(result_, nullptr, nullptr, GrB_MINUS_INT32,
                                                 result_, 1, nullptr));
        CHECK(GrB_Vector_free(&frontier));
    }
    void sssp(const std::string &schedule, unsigned source) {
        GrB_Vector_free(&result_);
        force("mxv_push_atomic", schedule);
        CHECK(gba_sssp(&result_, weighted_, source, GrB_INT32));
        force("", "");
    }
    void pagerank(const std::string &schedule) {
        GrB_Vector_free(&result_);
        force("mxv_pull_masked", schedule);
        CHECK(gba_pagerank(&result_, &iterations, pattern_, pattern_));
        force("", "");
    }
    /// Runs label propagation, like the kernel that it is compared with.
    void components(const std::string &schedule) {
        GrB_Vector least = nullptr, is_less = nullptr;
        bool has_changed = true;
        renew(GrB_INT32);
        CHECK(GrB_Vector_new(&least, GrB_INT32, n_));
        CHECK(GrB_Vector_new(&is_less, GrB_BOOL, n_));
        CHECK(GrB_Vector_assign_INT32(result_, nullptr, nullptr, 0, GrB_ALL, n_, nullptr));
        CHECK(GrB_Vector_apply_IndexOp_INT32(result_, nullptr, nullptr, GrB_ROWINDEX_INT32, result_,
                                             0, nullptr));
        while (has_changed) {
            force("mxv_pull_masked", schedule);
            CHECK(GrB_mxv(least, nullptr, nullptr, GrB_MIN_SECOND_SEMIRING_INT32, pattern_, result_,
                          nullptr));
            expect_variant("mxv_pull_masked");
            force("", "");
            CHECK(GrB_Vector_eWiseMult_BinaryOp(is_less, nullptr, nullptr, GrB_LT_INT32, least,
                                                result_, nullptr));
            has_changed = false;
            CHECK(GrB_Vector_reduce_BOOL(&has_changed, nullptr, GrB_LOR_MONOID_BOOL, is_less,
                                         nullptr));
            CHECK(GrB_Vector_eWiseAdd_BinaryOp(result_, nullptr, nullptr, GrB_MIN_INT32, result_,
                                               least, nullptr));
        }
        CHECK(GrB_Vector_free(&least));
        CHECK(GrB_Vector_free(&is_less));
    }
    void wait() { CHECK(GrB_Vector_wait(result_, GrB_MATERIALIZE)); }

    std::vector<double> result(double absent) const {
        GrB_Index count = n_;
        std::vector<GrB_Index> where(n_);
        std::vector<double> values(n_), all(n_, absent);
        CHECK(GrB_Vector_extractTuples_FP64(where.data(), values.data(), &count, result_));
        for (GrB_Index k = 0; k < count; k++) all[where[k]] = values[k];
        return all;
    }

    int iterations = 0; // of the last pagerank()

private:
    void renew(GrB_Type type) {
        GrB_Vector_free(&result_);
        CHECK(GrB_Vector_new(&result_, type, n_));
    }
    GrB_Index n_;
    GrB_Matrix weighted_ = nullptr, pattern_ = nullptr;
    GrB_Semiring any_edge_ = nullptr;
    GrB_Vector result_ = nullptr;
};

double median_ms(const std::function<void()> &run, int rounds) {
    std::vector<double> times;
    for (int k = -1; k < rounds; k++) { // the first one warms up
        const auto begin = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - begin;
        if (k >= 0) times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void expect_equal(const std::string &what, const std::vector<double> &expected,
                  const std::vector<double> &actual, double tolerance) {
    for (std::size_t v = 0; v < expected.size(); v++) {
        if (std::abs(expected[v] - actual[v]) > tolerance * std::abs(expected[v]))
            throw std::runtime_error(
                fmt::format("{}, vertex {}: {} and {}", what, v, actual[v], expected[v]));
    }
}

struct Algorithm {
    const char *name;
    std::function<void()> plain;
    std::function<void(const std::string &)> scheduled;
    std::function<std::vector<double>()> expected;
    double absent, tolerance;
};

/// Speedups over `vertex` of all graphs and algorithms so far, by schedule.
using Speedups = std::map<std::string, std::vector<double>>;

void compare(const std::string &graph, const PlainGraph &plain_graph, const Algorithm &algorithm,
             Library &library, int rounds, Speedups &speedups) {
    std::map<std::string, double> times;
    for (const char *schedule : schedules) {
        times[schedule] = median_ms(
            [&] {
                algorithm.scheduled(schedule);
                library.wait();
            },
            rounds);
        const std::vector<double> result = library.result(algorithm.absent);
        algorithm.plain();
        expect_equal(fmt::format("{} {} {}", graph, algorithm.name, schedule), algorithm.expected(),
                     result, algorithm.tolerance);
    }
    times["plain"] = median_ms(algorithm.plain, rounds);
    std::string all, ratios;
    for (const auto &[name, time] : times) {
        const double speedup = times["vertex"] / time;
        speedups[name].push_back(speedup);
        all += fmt::format("{}\"{}\": {:.4f}", all.empty() ? "" : ", ", name, time);
        ratios += fmt::format("{}\"{}\": {:.3f}", ratios.empty() ? "" : ", ", name, speedup);
    }
    fmt::print(
        "{{\"graph\": \"{}\", \"algorithm\": \"{}\", \"n\": {}, \"nvals\": {}, \"ms\": {{{}}}, "
        "\"speedup\": {{{}}}}}\n",
        graph, algorithm.name, plain_graph.vertices(), plain_graph.neighbours.size(), all, ratios);
    std::fflush(stdout);
}

void run(const std::string &text, int rounds, int sources, Speedups &speedups) {
    const PlainGraph graph = undirected(load_graph(text));
    const RandomStream random(5, 79);
    std::vector<unsigned> starts;
    // Skips vertices without edges, from which no search starts.
    for (uint64_t k = 0; graph.neighbours.size() > 0 && static_cast<int>(starts.size()) < sources;
         k++)
        starts.push_back(graph.neighbours[random.below(k, graph.neighbours.size())]);
    Library library(graph);
    PlainKernels plain(graph);
    const auto integers = [&plain] {
        const std::vector<int> values = plain.integers();
        return std::vector<double>(values.begin(), values.end());
    };
    const std::vector<Algorithm> algorithms = {
        {"bfs",
         [&] {
             for (const unsigned source : starts) plain.bfs(source);
         },
         [&](const std::string &schedule) {
             for (const unsigned source : starts) library.bfs(schedule, source);
         },
         integers, -1, 0},
        {"sssp",
         [&] {
             for (const unsigned source : starts) plain.sssp(source);
         },
         [&](const std::string &schedule) {
             for (const unsigned source : starts) library.sssp(schedule, source);
         },
         integers, INT_MAX, 0},
        {"pagerank", [&] { plain.pagerank(library.iterations); },
         [&](const std::string &schedule) { library.pagerank(schedule); },
         [&] { return plain.ranks(); }, 0, 1e-6},
        {"components", [&] { plain.components(); },
         [&](const std::string &schedule) { library.components(schedule); }, integers, -1, 0},
    };
    for (const Algorithm &algorithm : algorithms)
        compare(text, graph, algorithm, library, rounds, speedups);
}

void print_means(const Speedups &speedups) {
    std::string means;
    for (const auto &[name, values] : speedups) {
        double sum = 0;
        for (const double value : values) sum += std::log(value);
        means += fmt::format("{}\"{}\": {:.3f}", means.empty() ? "" : ", ", name,
                             std::exp(sum / static_cast<double>(values.size())));
    }
    fmt::print("{{\"geomean_speedup_over_vertex\": {{{}}}}}\n", means);
}

} // namespace

int main(int argc, char **argv) {
    int rounds = 5, sources = 4;
    std::vector<std::string> graphs;
    for (int k = 1; k < argc; k++) {
        const std::string argument = argv[k];
        if (argument == "--rounds" && k + 1 < argc) {
            rounds = std::max(1, std::atoi(argv[++k]));
        } else if (argument == "--sources" && k + 1 < argc) {
            sources = std::max(1, std::atoi(argv[++k]));
        } else {
            graphs.push_back(argument);
        }
    }
    try {
        CHECK(GrB_init(GrB_NONBLOCKING));
        GrB_Index devices = 0;
        CHECK(GrX_Device_count(&devices));
        if (devices == 0) throw std::runtime_error("no GPU");
        char device[256] = "";
        CHECK(GrB_Global_get_String(GrB_GLOBAL, device, static_cast<GrB_Field>(GrX_DEVICE_NAME)));
        fmt::print("{{\"run\": {}}}\n", run_record(device));
        Speedups speedups;
        for (const std::string &graph : graphs) run(graph, rounds, sources, speedups);
        print_means(speedups);
        CHECK(GrB_finalize());
    } catch (const std::exception &error) {
        fmt::print(stderr, "device_schedules: {}\n", error.what());
        return 1;
    }
    return 0;
}
