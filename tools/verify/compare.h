// Helpers of the checks: texts of values and comparisons by vertex.
#pragma once

#include "verify.h"

#include <cmath>
#include <fmt/format.h>

namespace grb::tool {

template <class T>
std::string shown(const std::optional<T> &value) {
    return value ? fmt::format("{}", *value) : "nothing";
}

inline Verdict check_size(const Adjacency &graph, size_t size) {
    if (size == graph.size()) return {};
    return fmt::format("{} values for {} vertices", size, graph.size());
}

/// Compares vertex by vertex; expected(v) is the right value or nothing.
template <class T, class Expected>
Verdict compare(const char *what, const Adjacency &graph, const PerVertex<T> &given,
                const Expected &expected) {
    if (const Verdict wrong = check_size(graph, given.size())) return wrong;
    for (uint64_t v = 0; v < given.size(); ++v) {
        const std::optional<T> right = expected(v);
        if (given[v] != right)
            return fmt::format("{}({}) is {}, should be {}", what, v, shown(given[v]),
                               shown(right));
    }
    return {};
}

inline bool is_close(double given, double right) {
    return std::abs(given - right) <= 1e-9 * (1 + std::abs(right));
}

/// Compares with a tolerance for rounding.
template <class Expected>
Verdict compare_close(const char *what, const Adjacency &graph, const PerVertex<double> &given,
                      const Expected &expected) {
    if (const Verdict wrong = check_size(graph, given.size())) return wrong;
    for (uint64_t v = 0; v < given.size(); ++v) {
        const std::optional<double> right = expected(v);
        if (given[v].has_value() != right.has_value() || (right && !is_close(*given[v], *right)))
            return fmt::format("{}({}) is {}, should be {}", what, v, shown(given[v]),
                               shown(right));
    }
    return {};
}

/// Checks that edge k of the graph has the value right(k), or no entry if that is nothing.
template <class Expected>
Verdict compare_edges(const char *what, const Adjacency &graph, const PerEdge &given,
                      const Expected &expected) {
    uint64_t at = 0;
    for (uint64_t k = 0; k < graph.list.size(); ++k) {
        const std::optional<double> right = expected(k);
        const uint64_t u = graph.list.rows[k];
        const uint64_t v = graph.list.cols[k];
        std::optional<double> found;
        if (at < given.rows.size() && given.rows[at] == u && given.cols[at] == v)
            found = given.values[at++];
        if (found.has_value() != right.has_value() || (right && !is_close(*found, *right)))
            return fmt::format("{}({}, {}) is {}, should be {}", what, u, v, shown(found),
                               shown(right));
    }
    if (at < given.rows.size())
        return fmt::format("{}({}, {}) is no edge of the graph", what, given.rows[at],
                           given.cols[at]);
    return {};
}

} // namespace grb::tool
