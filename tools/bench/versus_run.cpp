/// Runs the five algorithms on one graph; prints milliseconds as JSON. Linked to functions of the C
/// API 2.0 alone, so that another GraphBLAS library can replace ours at the start.

#include "algorithms/components.h"
#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <graphblast/algorithms.h>
#include <stdexcept>
#include <vector>

using namespace grb::tool;

namespace {

void check(GrB_Info info, const char *call) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error(fmt::format("{} returned {}", call, static_cast<int>(info)));
}

double median_ms(int repeats, const std::function<void(int)> &body) {
    std::vector<double> times;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const auto begin = std::chrono::steady_clock::now();
        body(repeat);
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - begin;
        times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

GrB_Matrix build(const EdgeList &edges) {
    GrB_Matrix A = nullptr;
    check(GrB_Matrix_new(&A, GrB_INT32, edges.nrows, edges.ncols), "GrB_Matrix_new");
    std::vector<int32_t> values(edges.size(), 1);
    if (!edges.is_pattern()) std::copy(edges.weights.begin(), edges.weights.end(), values.begin());
    check(GrB_Matrix_build_INT32(A, edges.rows.data(), edges.cols.data(), values.data(),
                                 edges.size(), GrB_PLUS_INT32),
          "GrB_Matrix_build");
    check(GrB_Matrix_wait(A, GrB_MATERIALIZE), "GrB_Matrix_wait");
    return A;
}

/// Sources with at least one edge, the same for every library.
std::vector<GrB_Index> pick_sources(const EdgeList &edges, int count) {
    const RandomStream random(1, 1000);
    std::vector<GrB_Index> sources;
    for (int k = 0; k < count; ++k)
        sources.push_back(edges.rows[random.below(static_cast<uint64_t>(k), edges.size())]);
    return sources;
}

void run(const std::string &text, int repeats) {
    const EdgeList edges = load_graph(text);
    if (!edges.is_undirected || edges.size() == 0)
        throw InputError(fmt::format("{}: versus needs an undirected graph with edges", text));
    check(GrB_init(GrB_NONBLOCKING), "GrB_init");
    unsigned version = 0;
    unsigned subversion = 0;
    check(GrB_getVersion(&version, &subversion), "GrB_getVersion");
    const std::vector<GrB_Index> sources = pick_sources(edges, repeats);
    GrB_Matrix A = build(edges);
    GrB_Matrix S = nullptr;
    check(gba_undirected_pattern(&S, A), "undirected_pattern");
    check(GrB_Matrix_wait(S, GrB_MATERIALIZE), "GrB_Matrix_wait");

    const auto vector_result = [](GrB_Info info, GrB_Vector &w, const char *name) {
        check(info, name);
        check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
        check(GrB_Vector_free(&w), "GrB_Vector_free");
    };
    GrB_Vector w = nullptr;
    int iterations = 0;
    int64_t triangles = 0;
    const auto source = [&](int k) { return sources[static_cast<size_t>(k)]; };
    const double levels = median_ms(
        repeats, [&](int k) { vector_result(gba_bfs_levels(&w, A, source(k)), w, "bfs_levels"); });
    const double parents = median_ms(repeats, [&](int k) {
        vector_result(gba_bfs_parents(&w, A, source(k)), w, "bfs_parents");
    });
    const double paths = median_ms(
        repeats, [&](int k) { vector_result(gba_sssp(&w, A, source(k), GrB_INT32), w, "sssp"); });
    const double ranks = median_ms(
        repeats, [&](int) { vector_result(gba_pagerank(&w, &iterations, A, A), w, "pagerank"); });
    const double count = median_ms(
        repeats, [&](int) { check(gba_triangle_count(&triangles, S), "triangle_count"); });
    const double parts = median_ms(repeats, [&](int) {
        vector_result(gba_components_by_arrays(&w, S), w, "connected_components");
    });
    check(GrB_Matrix_free(&A), "GrB_Matrix_free");
    check(GrB_Matrix_free(&S), "GrB_Matrix_free");
    check(GrB_finalize(), "GrB_finalize");
    fmt::print("{{\"version\": \"{}.{}\", \"triangles\": {}, \"iterations\": {}, "
               "\"ms\": {{\"bfs levels\": {:.4f}, \"bfs parents\": {:.4f}, \"sssp\": {:.4f}, "
               "\"pagerank\": {:.4f}, \"tc\": {:.4f}, \"cc\": {:.4f}}}}}\n",
               version, subversion, triangles, iterations, levels, parents, paths, ranks, count,
               parts);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: versus_run SPEC REPEATS\n");
        return 1;
    }
    try {
        run(argv[1], std::max(1, std::atoi(argv[2])));
    } catch (const InputError &error) {
        fmt::print(stderr, "versus_run: {}\n", error.what());
        return 2;
    } catch (const std::exception &error) {
        fmt::print(stderr, "versus_run: {}\n", error.what());
        return 3;
    }
}
