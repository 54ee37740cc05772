/// Searches from several vertices at once on the GPU: level k of all of them is one product of a
/// matrix of frontiers, one row per source, under the complement of the levels. Prints one JSON
/// line per graph: medians in microseconds of the searches from 1, 4, 16 and 64 sources as
/// matrices, and of one search from the first source as a vector.
///
/// usage: device_frontiers [--rounds N] [--calls N] GRAPH...
///   GRAPH      a SPEC; its edges count in both directions

#include "bench/device_bench.hpp"

#include <fmt/format.h>
#include <memory>
#include <stdexcept>

using namespace grb::tool;

namespace {

constexpr GrB_Index source_counts[] = {1, 4, 16, 64};

struct Graph {
    GrB_Matrix A = nullptr;
    GrB_Index n = 0;
    std::vector<GrB_Index> sources; // with edges, evenly spread

    explicit Graph(const EdgeList &list) : n(list.nrows) {
        std::vector<GrB_Index> rows, columns;
        std::vector<char> has_edges(n);
        for (std::size_t k = 0; k < list.size(); k++) {
            const GrB_Index i = list.rows[k], j = list.cols[k];
            rows.insert(rows.end(), {i, j});
            columns.insert(columns.end(), {j, i});
            has_edges[i] = has_edges[j] = 1;
        }
        const auto values = std::make_unique<bool[]>(rows.size());
        CHECK(GrB_Matrix_new(&A, GrB_BOOL, n, n));
        CHECK(GrB_Matrix_build_BOOL(A, rows.data(), columns.data(), values.get(), rows.size(),
                                    GrB_LOR));
        // Makes the values iso.
        CHECK(GrB_Matrix_assign_BOOL(A, A, nullptr, true, GrB_ALL, n, GrB_ALL, n, GrB_DESC_S));
        for (GrB_Index k = 0; k < 64; k++) {
            GrB_Index vertex = n / 64 * k;
            while (vertex < n && has_edges[vertex] == 0) vertex++;
            if (vertex == n) throw std::runtime_error("too few vertices with edges");
            sources.push_back(vertex);
        }
    }
    ~Graph() { GrB_Matrix_free(&A); }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;
};

/// The levels of the first `count` sources, and their number.
struct Searches {
    const Graph &graph;
    GrB_Index count;
    GrB_Semiring any_edge = nullptr;
    GrB_Matrix levels = nullptr;
    int depth = 0;

    void run() {
        GrB_Matrix frontier = nullptr;
        CHECK(GrB_Matrix_free(&levels));
        CHECK(GrB_Matrix_new(&levels, GrB_INT32, count, graph.n));
        CHECK(GrB_Matrix_new(&frontier, GrB_BOOL, count, graph.n));
        for (GrB_Index k = 0; k < count; k++)
            CHECK(GrB_Matrix_setElement_BOOL(frontier, true, k, graph.sources[k]));
        GrB_Index left = count;
        for (depth = 0; left > 0; depth++) {
            CHECK(GrB_Matrix_assign_INT32(levels, frontier, nullptr, depth, GrB_ALL, count, GrB_ALL,
                                          graph.n, GrB_DESC_S));
            CHECK(GrB_mxm(frontier, levels, nullptr, any_edge, frontier, graph.A, GrB_DESC_RSC));
            CHECK(GrB_Matrix_nvals(&left, frontier));
        }
        CHECK(GrB_Matrix_free(&frontier));
    }
    std::int64_t sum() const {
        std::int64_t total = 0;
        CHECK(GrB_Matrix_reduce_INT64(&total, nullptr, GrB_PLUS_MONOID_INT64, levels, nullptr));
        return total;
    }
};

/// The search from the first source with vectors.
struct Search {
    const Graph &graph;
    GrB_Semiring any_edge = nullptr;
    GrB_Vector levels = nullptr;

    void run() {
        GrB_Vector frontier = nullptr;
        CHECK(GrB_Vector_free(&levels));
        CHECK(GrB_Vector_new(&levels, GrB_INT32, graph.n));
        CHECK(GrB_Vector_new(&frontier, GrB_BOOL, graph.n));
        CHECK(GrB_Vector_setElement_BOOL(frontier, true, graph.sources[0]));
        GrB_Index left = 1;
        for (int depth = 0; left > 0; depth++) {
            CHECK(GrB_Vector_assign_INT32(levels, frontier, nullptr, depth, GrB_ALL, graph.n,
                                          GrB_DESC_S));
            CHECK(GrB_vxm(frontier, levels, nullptr, any_edge, frontier, graph.A, GrB_DESC_RSC));
            CHECK(GrB_Vector_nvals(&left, frontier));
        }
        CHECK(GrB_Vector_free(&frontier));
    }
    std::int64_t sum() const {
        std::int64_t total = 0;
        CHECK(GrB_Vector_reduce_INT64(&total, nullptr, GrB_PLUS_MONOID_INT64, levels, nullptr));
        return total;
    }
};

void time_searches(const std::string &name, const Graph &graph, const BenchCommand &command) {
    GrB_Semiring any_edge = nullptr;
    CHECK(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    Search one{graph, any_edge};
    std::vector<Searches> several;
    for (const GrB_Index count : source_counts) several.push_back({graph, count, any_edge});
    std::vector<Contender> contenders{{"vector", [] {}, [&one] { one.run(); }, [] {}, {}}};
    for (Searches &some : several)
        contenders.push_back(
            {fmt::format("{} rows", some.count), [] {}, [&some] { some.run(); }, [] {}, {}});
    for (Contender &contender : contenders) contender.call();
    if (one.sum() != several[0].sum()) throw std::runtime_error("vector and matrix differ");
    time_by_turns(contenders, command.rounds, command.calls);
    std::string times;
    for (Contender &contender : contenders)
        times += fmt::format("{}\"{}\": {:.1f}", times.empty() ? "" : ", ", contender.name,
                             median(contender));
    fmt::print("{{\"graph\": \"{}\", \"levels\": {}, \"sum\": {}, \"us\": {{{}}}, \"times_one\": "
               "{:.2f}}}\n",
               name, several.back().depth, several.back().sum(), times,
               median(contenders.back()) / median(contenders.front()));
    std::fflush(stdout);
    CHECK(GrB_Vector_free(&one.levels));
    for (Searches &some : several) CHECK(GrB_Matrix_free(&some.levels));
    CHECK(GrB_Semiring_free(&any_edge));
}

} // namespace

int main(int argc, char **argv) {
    BenchCommand command{"device_frontiers"};
    return bench_main(argc, argv, command, [&](const std::string &name, const EdgeList &list) {
        time_searches(name, Graph(list), command);
    });
}
