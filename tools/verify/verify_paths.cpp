// Checks what is found around given vertices: neighbourhoods, paths, walks.
#include "compare.h"
#include "verify.h"

#include <algorithm>
#include <limits>

namespace grb::tool {

namespace {

/// The vertices by their positions, or nothing if these are not 0, 1, 2, ...
std::optional<std::vector<uint64_t>> in_order(const PerVertex<int64_t> &position) {
    std::vector<std::pair<int64_t, uint64_t>> found;
    for (uint64_t v = 0; v < position.size(); ++v)
        if (position[v]) found.emplace_back(*position[v], v);
    std::sort(found.begin(), found.end());
    std::vector<uint64_t> vertices;
    for (const auto &[at, v] : found) {
        if (at != static_cast<int64_t>(vertices.size())) return {};
        vertices.push_back(v);
    }
    return vertices;
}

/// The weight of an edge; infinite if there is none.
double length_of(const Adjacency &graph, uint64_t from, uint64_t to, bool is_weighted) {
    for (uint64_t k = graph.begin(from); k < graph.end(from); ++k)
        if (graph.neighbour(k) == to) return is_weighted ? graph.weight(k) : 1;
    return std::numeric_limits<double>::infinity();
}

double shortest(const Adjacency &graph, uint64_t source, uint64_t target, bool is_weighted) {
    if (is_weighted) return dijkstra(graph, source)[target];
    const int64_t level = queue_bfs(graph, source)[target];
    return level < 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(level);
}

} // namespace

Verdict check_ego(const Adjacency &graph, uint64_t centre, uint64_t radius, const PerEdge &ego) {
    const std::vector<int64_t> level = queue_bfs(graph, centre);
    const auto is_within = [&](uint64_t v) {
        return level[v] >= 0 && static_cast<uint64_t>(level[v]) <= radius;
    };
    return compare_edges("edge", graph, ego, [&](uint64_t k) {
        return is_within(graph.list.rows[k]) && is_within(graph.list.cols[k])
                   ? std::optional<double>(graph.weight(k))
                   : std::nullopt;
    });
}

Verdict check_path(const Adjacency &graph, uint64_t source, uint64_t target, bool is_weighted,
                   double distance, const PerVertex<int64_t> &position) {
    if (const Verdict wrong = check_size(graph, position.size())) return wrong;
    const double right = shortest(graph, source, target, is_weighted);
    if (!(distance == right || is_close(distance, right)))
        return fmt::format("the distance is {}, should be {}", distance, right);
    const auto vertices = in_order(position);
    if (!vertices) return "the positions are not 0, 1, 2, ...";
    if (std::isinf(right))
        return vertices->empty() ? Verdict() : "there is a path, and should be none";
    if (vertices->empty() || vertices->front() != source || vertices->back() != target)
        return fmt::format("the path does not lead from {} to {}", source, target);
    double length = 0;
    for (size_t k = 1; k < vertices->size(); ++k)
        length += length_of(graph, (*vertices)[k - 1], (*vertices)[k], is_weighted);
    if (!is_close(length, right))
        return fmt::format("the path has the length {}, should have {}", length, right);
    return {};
}

Verdict check_walks(const Adjacency &graph, const std::vector<uint64_t> &roots, uint64_t length,
                    bool is_weighted, const PerEdge &walks) {
    const auto can_go_on = [&](uint64_t v) {
        for (uint64_t k = graph.begin(v); k < graph.end(v); ++k)
            if (!is_weighted || graph.weight(k) > 0) return true;
        return false;
    };
    const auto leads = [&](uint64_t u, uint64_t v) {
        const double weight = length_of(graph, u, v, is_weighted);
        return std::isfinite(weight) && weight > 0;
    };
    uint64_t at = 0;
    for (uint64_t k = 0; k < roots.size(); ++k) {
        const uint64_t first = at;
        for (; at < walks.rows.size() && walks.rows[at] == k; ++at) {
            const auto v = static_cast<uint64_t>(walks.values[at]);
            if (walks.cols[at] != at - first || v >= graph.size() || at - first > length)
                return fmt::format("walk {} has {} at {}", k, walks.values[at], walks.cols[at]);
            if (at == first ? v != roots[k]
                            : !leads(static_cast<uint64_t>(walks.values[at - 1]), v))
                return fmt::format("walk {} cannot be at {} after {} steps", k, v, at - first);
        }
        if (at == first) return fmt::format("walk {} is empty", k);
        const auto last = static_cast<uint64_t>(walks.values[at - 1]);
        if (at - first <= length && can_go_on(last))
            return fmt::format("walk {} ends at {}, which has edges", k, last);
    }
    if (at < walks.rows.size()) return fmt::format("there are more than {} walks", roots.size());
    return {};
}

} // namespace grb::tool
