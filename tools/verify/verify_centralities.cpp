// Checks eigenvector and Katz centrality, hubs and authorities, step by step.
#include "compare.h"
#include "verify.h"

#include <algorithm>
#include <cmath>

namespace grb::tool {

namespace {

using Values = std::vector<double>;

/// For each vertex the sum of the values of those with edges to it.
Values along(const Adjacency &graph, const Values &values, bool is_weighted) {
    Values sums(graph.size(), 0);
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k)
            sums[graph.neighbour(k)] += values[u] * (is_weighted ? graph.weight(k) : 1);
    return sums;
}

/// For each vertex the sum of the values of those that it has edges to.
Values against(const Adjacency &graph, const Values &values, bool is_weighted) {
    Values sums(graph.size(), 0);
    for (uint64_t u = 0; u < graph.size(); ++u)
        for (uint64_t k = graph.begin(u); k < graph.end(u); ++k)
            sums[u] += values[graph.neighbour(k)] * (is_weighted ? graph.weight(k) : 1);
    return sums;
}

void divide(Values &values, double by) {
    if (by != 0)
        for (double &value : values) value /= by;
}

double sum_of(const Values &values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
}

double distance(const Values &first, const Values &second) {
    double sum = 0;
    for (size_t v = 0; v < first.size(); ++v) sum += std::abs(first[v] - second[v]);
    return sum;
}

/// Compares the values after the last step, and the step with `bound`, which 0 switches off.
Verdict compare_steps(const char *what, const Adjacency &graph, const Values &right, double step,
                      double bound, const PerVertex<double> &given) {
    const double rounding = 1e-12 * static_cast<double>(graph.size());
    const Verdict verdict = compare_close(
        what, graph, given, [&](uint64_t v) { return std::optional<double>(right[v]); });
    if (!verdict && bound > 0 && !(step < bound + rounding))
        return fmt::format(
            "not converged: the last step is {}, not below {}; more --iterations or a "
            "larger --tolerance may help",
            step, bound);
    return verdict;
}

struct Kleinberg {
    Values hubs, authorities;
    double step = 0;
};

Kleinberg hubs_and_authorities(const Adjacency &graph, const PowerSteps &steps) {
    Kleinberg found;
    found.hubs.assign(graph.size(), 1 / static_cast<double>(graph.size()));
    for (int k = 0; k < steps.count; ++k) {
        const Values last = found.hubs;
        found.authorities = along(graph, last, steps.is_weighted);
        divide(found.authorities, sum_of(found.authorities));
        found.hubs = against(graph, found.authorities, steps.is_weighted);
        divide(found.hubs, sum_of(found.hubs));
        found.step = sum_of(found.hubs) == 0 ? 0 : distance(found.hubs, last);
    }
    return found;
}

} // namespace

Verdict check_eigenvector(const Adjacency &graph, const PowerSteps &steps,
                          const PerVertex<double> &centrality) {
    const auto n = static_cast<double>(graph.size());
    Values values(graph.size(), 1 / n);
    double step = 0;
    for (int k = 0; k < steps.count; ++k) {
        const Values last = values;
        values = along(graph, last, steps.is_weighted);
        double squares = 0;
        for (size_t v = 0; v < last.size(); ++v) {
            values[v] += last[v];
            squares += values[v] * values[v];
        }
        divide(values, std::sqrt(squares));
        step = distance(values, last);
    }
    return compare_steps("centrality", graph, values, step, n * steps.tolerance, centrality);
}

Verdict check_katz(const Adjacency &graph, const PowerSteps &steps, double alpha, double beta,
                   const PerVertex<double> &centrality) {
    Values values(graph.size(), 0);
    double step = 0;
    for (int k = 0; k < steps.count; ++k) {
        const Values last = values;
        values = along(graph, last, steps.is_weighted);
        for (double &value : values) value = alpha * value + beta;
        step = distance(values, last);
    }
    return compare_steps("centrality", graph, values, step,
                         static_cast<double>(graph.size()) * steps.tolerance, centrality);
}

Verdict check_hubs(const Adjacency &graph, const PowerSteps &steps, const PerVertex<double> &hubs) {
    const Kleinberg right = hubs_and_authorities(graph, steps);
    return compare_steps("hub", graph, right.hubs, right.step, steps.tolerance, hubs);
}

Verdict check_authorities(const Adjacency &graph, const PowerSteps &steps,
                          const PerVertex<double> &authorities) {
    const Kleinberg right = hubs_and_authorities(graph, steps);
    return compare_steps("authority", graph, right.authorities, right.step, steps.tolerance,
                         authorities);
}

} // namespace grb::tool
