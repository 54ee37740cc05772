// Checks levels, parents, distances, ranks and components.
#include "verify.h"

#include "compare.h"

#include <algorithm>
#include <cmath>

namespace grb::tool {

Verdict check_levels(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &levels) {
    const std::vector<int64_t> right = queue_bfs(graph, source);
    return compare("level", graph, levels,
                   [&](uint64_t v) { return right[v] < 0 ? std::optional<int64_t>() : right[v]; });
}

Verdict check_parents(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &parents) {
    if (const Verdict wrong = check_size(graph, parents.size())) return wrong;
    const std::vector<int64_t> level = queue_bfs(graph, source);
    for (uint64_t v = 0; v < graph.size(); ++v) {
        if (parents[v].has_value() != (level[v] >= 0))
            return fmt::format("parent({}) is {}, the vertex is {}", v, shown(parents[v]),
                               level[v] >= 0 ? "reached" : "not reached");
        if (!parents[v]) continue;
        if (*parents[v] < 0 || static_cast<uint64_t>(*parents[v]) >= graph.size())
            return fmt::format("parent({}) is {}, no vertex", v, *parents[v]);
        const auto parent = static_cast<uint64_t>(*parents[v]);
        if (v == source) {
            if (parent != source)
                return fmt::format("parent({}) is {}, should be itself, the source", v, parent);
            continue;
        }
        const auto first = graph.list.cols.begin() + static_cast<int64_t>(graph.begin(parent));
        const auto last = graph.list.cols.begin() + static_cast<int64_t>(graph.end(parent));
        if (!std::binary_search(first, last, v))
            return fmt::format("parent({}) is {}, there is no such edge", v, parent);
        if (level[parent] + 1 != level[v])
            return fmt::format("parent({}) is {}, from level {} to {}", v, parent, level[parent],
                               level[v]);
    }
    return {};
}

Verdict check_distances(const Adjacency &graph, uint64_t source,
                        const PerVertex<double> &distances) {
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k)
            if (!(graph.weight(k) >= 0))
                return fmt::format(
                    "the weight of the edge from {} to {} is {}: no distance is right", u,
                    graph.neighbour(k), graph.weight(k));
    const std::vector<double> right = dijkstra(graph, source);
    return compare("distance", graph, distances, [&](uint64_t v) {
        return std::isinf(right[v]) ? std::optional<double>() : right[v];
    });
}

Verdict check_pagerank(const Adjacency &graph, const RankRule &rule, const PerVertex<double> &rank,
                       double within) {
    if (const Verdict wrong = check_size(graph, rank.size())) return wrong;
    const std::vector<double> right = power_iteration(graph, rule);
    double difference = 0;
    for (uint64_t v = 0; v < graph.size(); ++v) {
        if (!rank[v]) return fmt::format("rank({}) is nothing", v);
        difference += std::abs(*rank[v] - right[v]);
    }
    if (!(difference <= within))
        return fmt::format("the ranks differ by {} in the 1-norm, above {:g}", difference, within);
    return {};
}

Verdict check_triangles(const Adjacency &graph, int64_t triangles) {
    const int64_t right = count_triangles(graph);
    if (triangles == right) return {};
    return fmt::format("{} triangles, should be {}", triangles, right);
}

Verdict check_components(const Adjacency &graph, const PerVertex<int64_t> &components) {
    const std::vector<uint64_t> right = union_find(graph);
    return compare("component", graph, components, [&](uint64_t v) {
        return std::optional<int64_t>(static_cast<int64_t>(right[v]));
    });
}

} // namespace grb::tool
