/// Communities by modularity: what holds for every graph, whatever the order of moves.

#include "algorithms/graphs.h"

#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

/// A graph with its undirected pattern.
struct Undirected {
    explicit Undirected(const std::string &spec)
        : both(undirected(load_graph(spec))), symmetric(both) {
        GrB_Matrix A = to_matrix(both, GrB_FP64);
        EXPECT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
        GrB_Matrix_free(&A);
    }
    ~Undirected() { GrB_Matrix_free(&S); }
    Undirected(const Undirected &) = delete;
    Undirected &operator=(const Undirected &) = delete;

    EdgeList both;
    Adjacency symmetric; // of `both`
    GrB_Matrix S = nullptr;
};

int32_t threads() {
    int32_t count = 0;
    EXPECT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &count, (GrB_Field)GxB_GLOBAL_NTHREADS),
              GrB_SUCCESS);
    return count;
}

void set_threads(int32_t count) {
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, count, (GrB_Field)GxB_GLOBAL_NTHREADS), GrB_SUCCESS);
}

TEST(Communities, DoNotDependOnThreads) {
    const Undirected g("kron:12");
    const int32_t before = threads();
    std::vector<PerVertex<int64_t>> found;
    for (const int32_t count : {1, 2, 5}) {
        set_threads(count);
        double modularity = 0;
        found.push_back(vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, g.S, 1, 3); }));
        EXPECT_EQ(text_of(check_communities(g.symmetric, 1, modularity, found.back())), "");
        EXPECT_EQ(found.back(), found.front()) << count;
    }
    EXPECT_EQ(found.front().size(), 4096U);
    set_threads(before);
}

/// Symmetry is not checked: vertices that run after one another still end somewhere.
TEST(Communities, EndWithoutSymmetry) {
    GrB_Matrix A = to_matrix(load_graph(std::string("kron:8,directed")), GrB_FP64);
    for (const uint64_t seed : {1U, 2U, 3U}) {
        double modularity = -2;
        const auto found = vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, A, 1, seed); });
        EXPECT_EQ(found.size(), 256U);
        EXPECT_LE(modularity, 1);
        EXPECT_GE(modularity, -1);
    }
    GrB_Matrix_free(&A);
}

} // namespace
