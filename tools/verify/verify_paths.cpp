// Checks what is found around given vertices: neighbourhoods.
#include "compare.h"
#include "verify.h"

namespace grb::tool {

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

} // namespace grb::tool
