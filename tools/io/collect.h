// Collects the draws of a random generator into an edge list.
#pragma once

#include "generate.h"
#include "random.h"
#include "sort_entries.h"

namespace grb::tool {

enum Stream : uint64_t {
    quadrants,
    vertices,
    cells,
    points,
    half_edges,
    directions,
    weights,
    swaps ///< the first of several
};

inline EdgeList empty_graph(uint64_t n, const GenerateOptions &options) {
    EdgeList edges;
    edges.nrows = edges.ncols = n;
    edges.is_undirected = !options.is_directed;
    return edges;
}

struct Pair {
    uint64_t u, v;
};

/// The entries of the part's share of `all` draws: draw(k) is a pair of vertices; drops loops.
template <class Draw>
EdgeList collect(uint64_t n, uint64_t all, const GenerateOptions &options, const Draw &draw) {
    EdgeList edges = empty_graph(n, options);
    const uint64_t first = options.part.begin(all);
    const uint64_t draws = options.part.end(all) - first;
    Buffer<PatternEntry<NarrowKey>> entries(options.is_directed ? draws : 2 * draws);
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < draws; ++k) {
        const auto [u, v] = draw(first + k);
        entries[k].key = u == v ? NarrowKey::none() : NarrowKey::of(u, v);
        if (!options.is_directed)
            entries[draws + k].key = u == v ? NarrowKey::none() : NarrowKey::of(v, u);
    }
    sort_into(edges, entries);
    return edges;
}

} // namespace grb::tool
