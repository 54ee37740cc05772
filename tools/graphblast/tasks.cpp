// The list of all tasks of `run`.
#include "tasks.h"

#include "commands.h"
#include "task_bases.h"
#include "time_limit.h"

#include <fmt/format.h>
#include <map>

namespace grb::tool {

uint64_t Task::edges() const {
    return graph_.entries();
}

void VectorTask::run() {
    Vector fresh;
    watched([&] { return compute(fresh.out()); }, "the algorithm");
    check(GrB_Vector_wait(fresh, GrB_MATERIALIZE), "GrB_Vector_wait");
    result_ = std::move(fresh);
}

std::string SearchTask::refuses() const {
    const size_t count = parameters_.sources.size();
    return count < 2 ? "" : fmt::format("it starts at one vertex, --source names {}", count);
}

uint64_t SearchTask::edges() const {
    const PerVertex<int64_t> reached = values<int64_t>();
    uint64_t count = 0;
    for (uint64_t v = 0; v < reached.size(); ++v)
        if (reached[v]) count += graph_.edges_out(v);
    return count;
}

void MatrixTask::run() {
    Matrix fresh;
    watched([&] { return compute(fresh.out()); }, "the algorithm");
    check(GrB_Matrix_wait(fresh, GrB_MATERIALIZE), "GrB_Matrix_wait");
    result_ = std::move(fresh);
}

PerEdge to_edges(GrB_Matrix A) {
    GrB_Index count = 0;
    check(GrB_Matrix_nvals(&count, A), "GrB_Matrix_nvals");
    PerEdge edges{std::vector<uint64_t>(count), std::vector<uint64_t>(count),
                  std::vector<double>(count)};
    check(GrB_Matrix_extractTuples_FP64(edges.rows.data(), edges.cols.data(), edges.values.data(),
                                        &count, A),
          "GrB_Matrix_extractTuples");
    return edges;
}

std::vector<std::pair<int64_t, uint64_t>> group_sizes(const PerVertex<int64_t> &groups) {
    std::map<int64_t, uint64_t> sizes;
    for (const auto &group : groups)
        if (group) ++sizes[*group];
    return {sizes.begin(), sizes.end()};
}

std::string describe_groups(const PerVertex<int64_t> &groups, const char *one, const char *many,
                            nlohmann::json &details) {
    uint64_t count = 0;
    uint64_t largest = 0;
    for (const auto &[group, size] : group_sizes(groups)) {
        ++count;
        largest = std::max(largest, size);
    }
    details[many] = count;
    details["largest"] = largest;
    return fmt::format("{} {}, largest {}", grouped(count), count == 1 ? one : many,
                       grouped(largest));
}

const std::vector<TaskKind> &task_kinds() {
    static const std::vector<TaskKind> kinds = {
        {"bfs", "bfs levels", "levels", "--source --sources --top", false, make_bfs_levels},
        {"bfs", "bfs parents", "parents", "--source --sources", false, make_bfs_parents},
        {"sssp", "sssp", "distances", "--source --sources --delta --top", false, make_sssp},
        {"path", "path", "path", "--source --sources --target", false, make_path},
        {"ego", "ego", "ego", "--source --sources --radius --top", true, make_ego},
        {"walks", "walks", "walks", "--source --walks --length --seed", true, make_walks},
        {"pagerank", "pagerank", "rank",
         "--damping --tolerance --iterations --personal --dangling --precision --top", false,
         make_pagerank},
        {"eigenvector", "eigenvector", "eigenvector", "--tolerance --iterations --top", false,
         make_eigenvector},
        {"katz", "katz", "katz", "--alpha --beta --tolerance --iterations --top", false, make_katz},
        {"hits", "hits hubs", "hubs", "--tolerance --iterations --top", false, make_hubs},
        {"hits", "hits authorities", "authorities", "--tolerance --iterations --top", false,
         make_authorities},
        {"tc", "tc", "", "", false, make_triangles},
        {"cc", "cc", "components", "--top", false, make_components},
        {"scc", "scc", "strong", "--top", false, make_strong_components},
        {"kcore", "kcore", "cores", "--top", false, make_cores},
        {"ktruss", "ktruss", "truss", "-k --top", true, make_truss},
        {"lcc", "lcc", "coefficients", "--top", false, make_coefficients},
        {"bc", "bc", "betweenness", "--source --pivots --normalize --top", false, make_betweenness},
        {"closeness", "closeness", "closeness", "--source --pivots --top", false, make_closeness},
        {"mis", "mis", "set", "--seed --top", false, make_independent_set},
        {"colouring", "colouring", "colours", "--seed --top", false, make_colouring},
        {"labels", "labels", "labels", "--iterations --top", false, make_label_propagation},
        {"louvain", "louvain", "communities", "--seed --resolution --top", false, make_louvain},
        {"leiden", "leiden", "leiden", "--seed --resolution --top", false, make_leiden},
        {"jaccard", "jaccard", "similarity", "--top", true, make_jaccard},
        {"cosine", "cosine", "cosine", "--top", true, make_cosine},
        {"overlap", "overlap", "overlap", "--top", true, make_overlap},
        {"forest", "forest", "forest", "", false, make_spanning_forest},
    };
    return kinds;
}

std::vector<std::string> algorithm_names() {
    std::vector<std::string> names;
    for (const TaskKind &kind : task_kinds())
        if (names.empty() || names.back() != kind.algorithm) names.emplace_back(kind.algorithm);
    return names;
}

} // namespace grb::tool
