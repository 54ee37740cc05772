// Makes graphs and features for the simulation, and compares results.
#include "simulation.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace grb::weaver {

namespace {

Rows by_rows(uint32_t vertices, const std::vector<uint32_t> &from, const std::vector<uint32_t> &to,
             const std::vector<uint32_t> &weights) {
    Rows rows;
    rows.offsets.assign(uint64_t{vertices} + 1, 0);
    for (const uint32_t v : from) ++rows.offsets[v + 1];
    std::partial_sum(rows.offsets.begin(), rows.offsets.end(), rows.offsets.begin());
    std::vector<uint32_t> next(rows.offsets.begin(), rows.offsets.end() - 1);
    rows.columns.resize(from.size());
    rows.bases.resize(from.size());
    rows.weights.resize(from.size());
    for (size_t k = 0; k < from.size(); ++k) {
        const uint32_t at = next[from[k]]++;
        rows.columns[at] = to[k];
        rows.bases[at] = from[k];
        rows.weights[at] = weights[k];
    }
    return rows;
}

} // namespace

Graph make_graph(const tool::EdgeList &edges, const std::string &name) {
    const auto refuse = [&](const std::string &why) {
        throw tool::InputError(fmt::format("{}: {}", tool::printable(name), why));
    };
    if (edges.nrows != edges.ncols)
        refuse(fmt::format("the matrix is {} x {}, a graph's is square", edges.nrows, edges.ncols));
    constexpr uint64_t most = uint64_t{1} << 27;
    if (edges.nrows == 0 || edges.nrows > most || edges.size() > most)
        refuse(fmt::format("{} vertices and {} entries; the model takes 1 to {} vertices and up to "
                           "{} entries",
                           edges.nrows, edges.size(), most, most));
    std::vector<uint32_t> from(edges.size()), to(edges.size()), weights(edges.size(), 1);
    for (size_t k = 0; k < edges.size(); ++k) {
        from[k] = static_cast<uint32_t>(edges.rows[k]);
        to[k] = static_cast<uint32_t>(edges.cols[k]);
        if (edges.is_pattern()) continue;
        const double weight = edges.weights[k];
        if (weight < 0 || weight > 65535 || weight != std::floor(weight))
            refuse(
                fmt::format("a weight is {}; the model takes whole numbers of 0 to 65535", weight));
        weights[k] = static_cast<uint32_t>(weight);
    }
    Graph graph;
    graph.vertices = static_cast<uint32_t>(edges.nrows);
    graph.entries = static_cast<uint32_t>(edges.size());
    graph.out = by_rows(graph.vertices, from, to, weights);
    graph.in = by_rows(graph.vertices, to, from, weights);
    return graph;
}

std::vector<float> gcn_inputs(uint32_t vertices) {
    std::vector<float> values(uint64_t{vertices} * 16);
    for (size_t k = 0; k < values.size(); ++k)
        values[k] = static_cast<float>((k * 2654435761u >> 8) % 1024) / 1024;
    return values;
}

std::string difference(const Values &simulated, const Values &expected) {
    if (simulated.whole.size() != expected.whole.size() ||
        simulated.real.size() != expected.real.size())
        return fmt::format("{} values, the library has {}",
                           simulated.whole.size() + simulated.real.size(),
                           expected.whole.size() + expected.real.size());
    for (size_t k = 0; k < expected.whole.size(); ++k)
        if (simulated.whole[k] != expected.whole[k])
            return fmt::format("value {} is {}, the library has {}", k, simulated.whole[k],
                               expected.whole[k]);
    if (simulated.frontiers.size() != expected.frontiers.size())
        return fmt::format("{} rounds, the library has {}", simulated.frontiers.size(),
                           expected.frontiers.size());
    for (size_t k = 0; k < expected.frontiers.size(); ++k)
        if (simulated.frontiers[k] != expected.frontiers[k])
            return fmt::format(
                "the frontier of round {} has {} vertices, the library's {}{}", k,
                simulated.frontiers[k].size(), expected.frontiers[k].size(),
                simulated.frontiers[k].size() == expected.frontiers[k].size() ? " others" : "");
    // Sums of floats in another order differ: the tolerance includes a part of the largest value.
    double largest = 0;
    for (const double value : expected.real) largest = std::max(largest, std::abs(value));
    for (size_t k = 0; k < expected.real.size(); ++k) {
        const double bound = 1e-4 * std::abs(expected.real[k]) + 1e-6 * largest;
        if (!(std::abs(simulated.real[k] - expected.real[k]) <= bound))
            return fmt::format("value {} is {}, the library has {}", k, simulated.real[k],
                               expected.real[k]);
    }
    return {};
}

} // namespace grb::weaver
