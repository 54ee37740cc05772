// Textbook algorithms on plain arrays: cores, coefficients, centralities, communities.
#include "verify.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>

namespace grb::tool {

std::vector<int64_t> peel_cores(const Adjacency &graph) {
    const uint64_t n = graph.size();
    std::vector<int64_t> degree(n);
    std::vector<int64_t> core(n, -1);
    std::map<int64_t, std::vector<uint64_t>> by_degree;
    for (uint64_t v = 0; v < n; ++v) {
        degree[v] = static_cast<int64_t>(graph.end(v) - graph.begin(v));
        by_degree[degree[v]].push_back(v);
    }
    int64_t k = 0;
    while (!by_degree.empty()) {
        const auto least = by_degree.begin();
        if (least->second.empty()) {
            by_degree.erase(least);
            continue;
        }
        const uint64_t v = least->second.back();
        least->second.pop_back();
        if (core[v] >= 0 || degree[v] != least->first) continue;
        core[v] = k = std::max(k, degree[v]);
        for (uint64_t e = graph.begin(v); e < graph.end(v); ++e) {
            const uint64_t w = graph.neighbour(e);
            if (core[w] < 0) by_degree[--degree[w]].push_back(w);
        }
    }
    return core;
}

std::vector<int64_t> common_neighbours(const Adjacency &graph, const std::vector<bool> &is_left) {
    std::vector<int64_t> common(graph.list.size(), 0);
    std::vector<uint64_t> marked_by(graph.size(), graph.size());
    const auto degree = [&](uint64_t u) { return graph.end(u) - graph.begin(u); };
    const auto edge = [&](uint64_t u, uint64_t v) {
        const auto columns = graph.list.cols.begin();
        const auto found = std::lower_bound(columns + static_cast<std::ptrdiff_t>(graph.begin(u)),
                                            columns + static_cast<std::ptrdiff_t>(graph.end(u)), v);
        return static_cast<uint64_t>(found - columns);
    };
    for (uint64_t u = 0; u < graph.size(); ++u) {
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k)
            if (is_left[k]) marked_by[graph.neighbour(k)] = u;
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            // Looks through the neighbours of the end with fewer.
            if (!is_left[k] || std::pair(degree(v), v) > std::pair(degree(u), u)) continue;
            for (uint64_t l = graph.begin(v); l < graph.end(v); ++l)
                common[k] += is_left[l] && marked_by[graph.neighbour(l)] == u;
            common[edge(v, u)] = common[k];
        }
    }
    return common;
}

std::vector<double> local_coefficients(const Adjacency &graph, const Adjacency &symmetric) {
    const uint64_t n = graph.size();
    std::vector<uint64_t> marked_by(n, n);
    std::vector<double> coefficients(n, 0);
    for (uint64_t v = 0; v < n; ++v) {
        for (uint64_t k = symmetric.begin(v); k < symmetric.end(v); ++k)
            marked_by[symmetric.neighbour(k)] = v;
        const auto degree = static_cast<double>(symmetric.end(v) - symmetric.begin(v));
        double edges = 0;
        for (uint64_t k = symmetric.begin(v); k < symmetric.end(v); ++k) {
            const uint64_t u = symmetric.neighbour(k);
            for (uint64_t e = graph.begin(u); e < graph.end(u); ++e)
                edges += graph.neighbour(e) != u && marked_by[graph.neighbour(e)] == v;
        }
        if (degree > 1) coefficients[v] = edges / (degree * (degree - 1));
    }
    return coefficients;
}

namespace {

/// A number of paths that does not overflow: fraction 2^exponent, fraction in [0.5, 1).
struct PathCount {
    double fraction = 0;
    int exponent = 0;

    void add(const PathCount &other) {
        const int most = std::max(exponent, other.exponent);
        fraction = std::ldexp(fraction, exponent - most) +
                   std::ldexp(other.fraction, other.exponent - most);
        exponent = most;
        int carried = 0;
        fraction = std::frexp(fraction, &carried);
        exponent += carried;
    }
    double over(const PathCount &all) const {
        return std::ldexp(fraction / all.fraction, exponent - all.exponent);
    }
};

} // namespace

std::vector<double> brandes(const Adjacency &graph, const std::vector<uint64_t> &sources) {
    const uint64_t n = graph.size();
    std::vector<double> centrality(n, 0);
    for (const uint64_t source : sources) {
        std::vector<int64_t> level(n, -1);
        std::vector<PathCount> paths(n);
        std::vector<double> dependency(n, 0);
        std::vector<uint64_t> order{source};
        level[source] = 0;
        paths[source] = {0.5, 1};
        for (size_t at = 0; at < order.size(); ++at) {
            const uint64_t u = order[at];
            for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
                const uint64_t v = graph.neighbour(k);
                if (level[v] < 0) {
                    level[v] = level[u] + 1;
                    order.push_back(v);
                }
                if (level[v] == level[u] + 1) paths[v].add(paths[u]);
            }
        }
        for (size_t at = order.size(); at-- > 1;) {
            const uint64_t u = order[at];
            for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
                const uint64_t v = graph.neighbour(k);
                if (level[v] == level[u] + 1)
                    dependency[u] += paths[u].over(paths[v]) * (1 + dependency[v]);
            }
            centrality[u] += dependency[u];
        }
    }
    return centrality;
}

double closeness_of(const Adjacency &graph, uint64_t source) {
    double sum = 0;
    double reached = 0;
    for (const int64_t level : queue_bfs(graph, source)) {
        sum += static_cast<double>(std::max<int64_t>(0, level));
        reached += level > 0 ? 1 : 0;
    }
    if (sum == 0) return 0;
    return reached / sum * (reached / static_cast<double>(graph.size() - 1));
}

std::vector<uint64_t> depth_first_components(const Adjacency &graph) {
    constexpr uint64_t none = ~uint64_t{0};
    const uint64_t n = graph.size();
    std::vector<uint64_t> number(n, none); // in order of discovery
    std::vector<uint64_t> lowest(n, none);
    std::vector<uint64_t> component(n, none);
    std::vector<uint64_t> next(n);
    std::vector<uint64_t> path;
    std::vector<uint64_t> open;
    uint64_t found = 0;
    const auto enter = [&](uint64_t v) {
        number[v] = lowest[v] = found++;
        next[v] = graph.begin(v);
        path.push_back(v);
        open.push_back(v);
    };
    for (uint64_t root = 0; root < n; ++root) {
        if (number[root] == none) enter(root);
        while (!path.empty()) {
            const uint64_t u = path.back();
            if (next[u] < graph.end(u)) {
                const uint64_t v = graph.neighbour(next[u]++);
                if (number[v] == none)
                    enter(v);
                else if (component[v] == none)
                    lowest[u] = std::min(lowest[u], number[v]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) lowest[path.back()] = std::min(lowest[path.back()], lowest[u]);
            if (lowest[u] != number[u]) continue;
            const auto first = std::find(open.rbegin(), open.rend(), u).base() - 1;
            const uint64_t smallest = *std::min_element(first, open.end());
            for (auto v = first; v != open.end(); ++v) component[*v] = smallest;
            open.erase(first, open.end());
        }
    }
    return component;
}

std::vector<uint64_t> majority_labels(const Adjacency &graph, int rounds) {
    std::vector<std::vector<uint64_t>> neighbours(graph.size());
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            if (u == v) continue;
            neighbours[u].push_back(v);
            neighbours[v].push_back(u);
        }
    std::vector<uint64_t> labels(graph.size());
    for (uint64_t v = 0; v < labels.size(); ++v) labels[v] = v;
    for (int round = 0; round < rounds; ++round) {
        std::vector<uint64_t> next = labels;
        for (uint64_t v = 0; v < labels.size(); ++v) {
            std::map<uint64_t, uint64_t> count;
            for (const uint64_t u : neighbours[v]) ++count[labels[u]];
            uint64_t most = 0;
            for (const auto &[label, times] : count) {
                if (times > most) next[v] = label;
                most = std::max(most, times);
            }
        }
        labels.swap(next);
    }
    return labels;
}

double modularity_of(const Adjacency &graph, const std::vector<int64_t> &communities,
                     double resolution) {
    const auto edges = static_cast<double>(graph.list.size());
    std::map<int64_t, double> ends;
    double inside = 0;
    for (uint64_t k = 0; k < graph.list.size(); ++k) {
        const int64_t from = communities[graph.list.rows[k]];
        inside += from == communities[graph.list.cols[k]] ? 1 : 0;
        ends[from] += 1;
    }
    double squares = 0;
    for (const auto &[community, count] : ends) squares += count * count;
    return edges == 0 ? 0 : inside / edges - resolution * squares / (edges * edges);
}

} // namespace grb::tool
