// Textbook algorithms on plain arrays: searches, PageRank, triangles, components.
#include "verify.h"

#include "io/sort_entries.h"

#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <queue>

namespace grb::tool {

EdgeList undirected(const EdgeList &edges) {
    EdgeList result;
    result.nrows = result.ncols = edges.nrows;
    result.is_undirected = true;
    Buffer<PatternEntry<WideKey>> entries;
    entries.reserve(2 * edges.size());
    for (uint64_t k = 0; k < edges.size(); ++k) {
        if (edges.rows[k] == edges.cols[k]) continue;
        entries.push_back({WideKey::of(edges.rows[k], edges.cols[k])});
        entries.push_back({WideKey::of(edges.cols[k], edges.rows[k])});
    }
    sort_into(result, entries);
    return result;
}

std::vector<int64_t> queue_bfs(const Adjacency &graph, uint64_t source) {
    std::vector<int64_t> level(graph.size(), -1);
    std::deque<uint64_t> queue{source};
    level[source] = 0;
    while (!queue.empty()) {
        const uint64_t u = queue.front();
        queue.pop_front();
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            if (level[v] < 0) {
                level[v] = level[u] + 1;
                queue.push_back(v);
            }
        }
    }
    return level;
}

std::vector<double> dijkstra(const Adjacency &graph, uint64_t source) {
    std::vector<double> distance(graph.size(), std::numeric_limits<double>::infinity());
    using Item = std::pair<double, uint64_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    distance[source] = 0;
    queue.emplace(0, source);
    while (!queue.empty()) {
        const auto [reached, u] = queue.top();
        queue.pop();
        if (reached > distance[u]) continue;
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            const double through_u = reached + graph.weight(k);
            if (through_u < distance[v]) {
                distance[v] = through_u;
                queue.emplace(through_u, v);
            }
        }
    }
    return distance;
}

std::vector<double> power_iteration(const Adjacency &graph, const RankRule &rule) {
    const uint64_t n = graph.size();
    // A step reduces the error by the damping; rounding may keep steps above any bound.
    const double needed = rule.damping > 0 ? std::log(1e-15) / std::log(rule.damping) : 0;
    const int most =
        rule.steps > 0 ? rule.steps : 1 + static_cast<int>(std::min(std::ceil(needed), 1e5));
    std::vector<double> start(n, rule.starts.empty() ? 1 / static_cast<double>(n) : 0);
    for (const uint64_t v : rule.starts) start[v] = 1 / static_cast<double>(rule.starts.size());
    std::vector<double> rank = start;
    double step = 1;
    for (int k = 0; k < most && (rule.steps > 0 || step > 1e-12); ++k) {
        double lost = 0;
        for (uint64_t u = 0; u < n && !rule.drops_sinks; ++u)
            if (graph.begin(u) == graph.end(u)) lost += rank[u];
        std::vector<double> next(n);
        for (uint64_t u = 0; u < n; ++u)
            next[u] = (1 - rule.damping + rule.damping * lost) * start[u];
        for (uint64_t u = 0; u < n; ++u) {
            const auto degree = static_cast<double>(graph.end(u) - graph.begin(u));
            for (uint64_t e = graph.begin(u); e < graph.end(u); ++e)
                next[graph.neighbour(e)] += rule.damping * rank[u] / degree;
        }
        step = 0;
        for (uint64_t u = 0; u < n; ++u) step += std::abs(next[u] - rank[u]);
        rank.swap(next);
    }
    return rank;
}

int64_t count_triangles(const Adjacency &graph) {
    const auto degree = [&](uint64_t u) { return graph.end(u) - graph.begin(u); };
    // Neighbours of larger degree: few, even of a vertex with many neighbours.
    std::vector<std::vector<uint64_t>> after(graph.size());
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            if (std::pair(degree(u), u) < std::pair(degree(v), v)) after[u].push_back(v);
        }
    std::vector<uint64_t> marked_by(graph.size(), std::numeric_limits<uint64_t>::max());
    int64_t triangles = 0;
    for (uint64_t u = 0; u < graph.size(); ++u) {
        for (const uint64_t v : after[u]) marked_by[v] = u;
        for (const uint64_t v : after[u])
            for (const uint64_t w : after[v]) triangles += marked_by[w] == u;
    }
    return triangles;
}

std::vector<uint64_t> union_find(const Adjacency &graph) {
    std::vector<uint64_t> parent(graph.size());
    std::iota(parent.begin(), parent.end(), uint64_t{0});
    const auto root = [&](uint64_t u) {
        while (parent[u] != u) u = parent[u] = parent[parent[u]];
        return u;
    };
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t a = root(u);
            const uint64_t b = root(graph.neighbour(k));
            // The smaller root stays, so a root is its component's smallest vertex.
            parent[std::max(a, b)] = std::min(a, b);
        }
    for (uint64_t u = 0; u < graph.size(); ++u) parent[u] = root(u);
    return parent;
}

} // namespace grb::tool
