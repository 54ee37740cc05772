// Checks cores, trusses, coefficients, centralities, sets, colours, communities and forests.
#include "compare.h"
#include "verify.h"

#include <algorithm>
#include <cmath>

namespace grb::tool {

namespace {

/// Returns whether the graph has the edge.
bool has_edge(const Adjacency &graph, uint64_t from, uint64_t to) {
    const auto first = graph.list.cols.begin() + static_cast<int64_t>(graph.begin(from));
    const auto last = graph.list.cols.begin() + static_cast<int64_t>(graph.end(from));
    return std::binary_search(first, last, to);
}

} // namespace

Verdict check_strong_components(const Adjacency &graph, const PerVertex<int64_t> &components) {
    const std::vector<uint64_t> right = depth_first_components(graph);
    return compare("component", graph, components, [&](uint64_t v) {
        return std::optional<int64_t>(static_cast<int64_t>(right[v]));
    });
}

Verdict check_cores(const Adjacency &graph, const PerVertex<int64_t> &cores) {
    const std::vector<int64_t> right = peel_cores(graph);
    return compare("core", graph, cores,
                   [&](uint64_t v) { return std::optional<int64_t>(right[v]); });
}

Verdict check_truss(const Adjacency &graph, int64_t k, const PerEdge &truss) {
    std::vector<bool> is_left(graph.list.size(), true);
    std::vector<int64_t> common;
    for (bool any_gone = true; any_gone;) {
        any_gone = false;
        common = common_neighbours(graph, is_left);
        for (uint64_t e = 0; e < is_left.size(); ++e) {
            if (!is_left[e] || common[e] >= k - 2) continue;
            is_left[e] = false;
            any_gone = true;
        }
    }
    return compare_edges("truss", graph, truss, [&](uint64_t e) {
        return is_left[e] ? std::optional<double>(static_cast<double>(common[e])) : std::nullopt;
    });
}

Verdict check_coefficients(const Adjacency &graph, const Adjacency &symmetric,
                           const PerVertex<double> &coefficients) {
    const std::vector<double> right = local_coefficients(graph, symmetric);
    return compare_close("coefficient", graph, coefficients,
                         [&](uint64_t v) { return std::optional<double>(right[v]); });
}

Verdict check_similarity(const Adjacency &graph, Similarity kind, const PerEdge &similarity) {
    const std::vector<int64_t> common =
        common_neighbours(graph, std::vector<bool>(graph.list.size(), true));
    const auto degree = [&](uint64_t v) {
        return static_cast<double>(graph.end(v) - graph.begin(v));
    };
    return compare_edges("similarity", graph, similarity, [&](uint64_t e) {
        const auto both = static_cast<double>(common[e]);
        const double first = degree(graph.list.rows[e]);
        const double second = degree(graph.list.cols[e]);
        const double by = kind == Similarity::jaccard  ? first + second - both
                          : kind == Similarity::cosine ? std::sqrt(first * second)
                                                       : std::min(first, second);
        return common[e] == 0 ? std::nullopt : std::optional<double>(both / by);
    });
}

double pairs_of(uint64_t n, uint64_t sources) {
    if (n < 3) return 0;
    const auto all = static_cast<double>(n);
    return static_cast<double>(sources) * (all - 1) * (all - 2) / all;
}

Verdict check_betweenness(const Adjacency &graph, const std::vector<uint64_t> &sources,
                          const PerVertex<double> &centrality, Divisor divisor) {
    std::vector<double> right = brandes(graph, sources);
    const double by = divisor == Divisor::largest ? *std::max_element(right.begin(), right.end())
                      : divisor == Divisor::pairs ? pairs_of(graph.size(), sources.size())
                                                  : 1;
    if (by != 0)
        for (double &value : right) value /= by;
    return compare_close("betweenness", graph, centrality,
                         [&](uint64_t v) { return std::optional<double>(right[v]); });
}

Verdict check_closeness(const Adjacency &graph, const std::vector<uint64_t> &sources,
                        const PerVertex<double> &centrality) {
    return compare_close("closeness", graph, centrality, [&](uint64_t v) {
        const bool is_source = std::find(sources.begin(), sources.end(), v) != sources.end();
        return is_source ? std::optional<double>(closeness_of(graph, v)) : std::nullopt;
    });
}

Verdict check_independent_set(const Adjacency &graph, const PerVertex<int64_t> &set) {
    if (const Verdict wrong = check_size(graph, set.size())) return wrong;
    for (uint64_t u = 0; u < graph.size(); ++u) {
        bool is_near = false;
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const uint64_t v = graph.neighbour(k);
            is_near = is_near || set[v].has_value();
            if (set[u] && set[v]) return fmt::format("{} and {} are adjacent", u, v);
        }
        if (!set[u] && !is_near) return fmt::format("{} could be added", u);
    }
    return {};
}

Verdict check_colours(const Adjacency &graph, const PerVertex<int64_t> &colours) {
    if (const Verdict wrong = check_size(graph, colours.size())) return wrong;
    for (uint64_t u = 0; u < graph.size(); ++u) {
        if (!colours[u] || *colours[u] < 0) return fmt::format("{} has no colour", u);
        std::vector<bool> has(static_cast<size_t>(*colours[u]), false);
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k) {
            const std::optional<int64_t> other = colours[graph.neighbour(k)];
            if (other == colours[u])
                return fmt::format("{} and {} have the colour {}", u, graph.neighbour(k), *other);
            if (other && *other >= 0 && *other < *colours[u])
                has[static_cast<size_t>(*other)] = true;
        }
        // A colour is a maximal set of the vertices without a smaller one.
        const auto missing = std::find(has.begin(), has.end(), false);
        if (missing != has.end())
            return fmt::format("{} has the colour {} though no neighbour has {}", u, *colours[u],
                               missing - has.begin());
    }
    return {};
}

Verdict check_labels(const Adjacency &graph, int rounds, const PerVertex<int64_t> &labels) {
    const std::vector<uint64_t> right = majority_labels(graph, rounds);
    return compare("label", graph, labels, [&](uint64_t v) {
        return std::optional<int64_t>(static_cast<int64_t>(right[v]));
    });
}

/// The best division is unknown: its modularity must be the reported one, and at least that of
/// single vertices.
Verdict check_communities(const Adjacency &graph, double resolution, double modularity,
                          const PerVertex<int64_t> &communities) {
    if (const Verdict wrong = check_size(graph, communities.size())) return wrong;
    std::vector<int64_t> given(graph.size());
    std::vector<int64_t> alone(graph.size());
    for (uint64_t v = 0; v < graph.size(); ++v) {
        const std::optional<int64_t> name = communities[v];
        if (!name || *name < 0 || *name > static_cast<int64_t>(v) ||
            communities[static_cast<uint64_t>(*name)] != name)
            return fmt::format("community({}) is {}, not the smallest vertex of one", v,
                               shown(name));
        given[v] = *name;
        alone[v] = static_cast<int64_t>(v);
    }
    const double right = modularity_of(graph, given, resolution);
    if (!is_close(modularity, right))
        return fmt::format("the modularity is {}, should be {}", modularity, right);
    const double least = modularity_of(graph, alone, resolution);
    if (right < least)
        return fmt::format("the modularity is {}, vertices alone have {}", right, least);
    return {};
}

Verdict check_connected(const Adjacency &graph, const PerVertex<int64_t> &communities) {
    if (const Verdict wrong = check_size(graph, communities.size())) return wrong;
    EdgeList inside;
    inside.nrows = inside.ncols = graph.size();
    for (uint64_t k = 0; k < graph.list.size(); ++k)
        if (communities[graph.list.rows[k]] == communities[graph.list.cols[k]] &&
            graph.weight(k) != 0) {
            inside.rows.push_back(graph.list.rows[k]);
            inside.cols.push_back(graph.list.cols[k]);
        }
    const std::vector<uint64_t> component = union_find(Adjacency(inside));
    for (uint64_t v = 0; v < graph.size(); ++v)
        if (communities[v] != static_cast<int64_t>(component[v]))
            return fmt::format("community({}) is {}, which no path in it leads to", v,
                               shown(communities[v]));
    return {};
}

Verdict check_forest(const Adjacency &graph, const PerVertex<int64_t> &parents) {
    if (const Verdict wrong = check_size(graph, parents.size())) return wrong;
    const std::vector<uint64_t> component = union_find(graph);
    constexpr uint64_t unknown = ~uint64_t{0};
    std::vector<uint64_t> root(graph.size(), unknown);
    for (uint64_t v = 0; v < graph.size(); ++v) {
        std::vector<uint64_t> path;
        uint64_t at = v;
        while (root[at] == unknown) {
            if (!parents[at] || *parents[at] < 0 ||
                static_cast<uint64_t>(*parents[at]) >= graph.size())
                return fmt::format("parent({}) is {}, no vertex", at, shown(parents[at]));
            const auto parent = static_cast<uint64_t>(*parents[at]);
            if (parent == at) {
                root[at] = at;
                break;
            }
            if (!has_edge(graph, parent, at))
                return fmt::format("parent({}) is {}, there is no such edge", at, parent);
            if (path.size() > graph.size()) return fmt::format("the parents of {} are a ring", v);
            path.push_back(at);
            at = parent;
        }
        for (const uint64_t u : path) root[u] = root[at];
        if (root[v] != component[v])
            return fmt::format("the root of {} is {}, should be {}", v, root[v], component[v]);
    }
    return {};
}

} // namespace grb::tool
