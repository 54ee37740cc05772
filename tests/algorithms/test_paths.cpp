/// Neighbourhoods, paths and walks against textbook code, and on small graphs by hand.

#include "algorithms/graphs.h"
#include "paths.h"

#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

/// A graph in the library's form, with its transpose, and the textbook's.
struct Graph {
    explicit Graph(const std::string &spec, GrB_Type type = GrB_FP64)
        : edges(load_graph(spec)), adjacency(edges), A(to_matrix(edges, type)) {
        EXPECT_EQ(GrB_Matrix_new(&AT, type, edges.nrows, edges.nrows), GrB_SUCCESS);
        EXPECT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    }
    ~Graph() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&AT);
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    EdgeList edges;
    Adjacency adjacency;
    GrB_Matrix A = nullptr, AT = nullptr;
};

PerEdge to_edges(GrB_Matrix A) {
    GrB_Index count = 0;
    EXPECT_EQ(GrB_Matrix_nvals(&count, A), GrB_SUCCESS);
    PerEdge edges{std::vector<uint64_t>(count), std::vector<uint64_t>(count),
                  std::vector<double>(count)};
    EXPECT_EQ(GrB_Matrix_extractTuples_FP64(edges.rows.data(), edges.cols.data(),
                                            edges.values.data(), &count, A),
              GrB_SUCCESS);
    return edges;
}

struct Ego {
    PerEdge edges;
    PerVertex<int64_t> levels;
};

Ego ego_of(const Graph &g, uint64_t centre, uint64_t radius) {
    GrB_Matrix C = nullptr;
    Ego found;
    found.levels = vector_of<int64_t>(
        [&](GrB_Vector *w) { return gba_ego_graph(&C, w, g.A, centre, radius); });
    found.edges = to_edges(C);
    GrB_Matrix_free(&C);
    return found;
}

class Around : public testing::TestWithParam<const char *> {};

TEST_P(Around, EgoGraphsAgreeWithTextbook) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    for (const uint64_t centre : {uint64_t{0}, n / 2, n - 1})
        for (const uint64_t radius : {0, 1, 2, 5, 1000000}) {
            const Ego found = ego_of(g, centre, radius);
            EXPECT_EQ(text_of(check_ego(g.adjacency, centre, radius, found.edges)), "");
            const std::vector<int64_t> right = queue_bfs(g.adjacency, centre);
            for (uint64_t v = 0; v < n; ++v) {
                const bool is_within = right[v] >= 0 && right[v] <= static_cast<int64_t>(radius);
                EXPECT_EQ(found.levels[v], is_within ? std::optional(right[v]) : std::nullopt) << v;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Around,
                         testing::Values("path:1", "path:2", "path:57,w=1..9", "path:60,directed",
                                         "star:100,directed", "grid:9x11,w=1..255",
                                         "grid:12x10,directed,w=0..3", "kron:7,w=1..255",
                                         "kron:9,directed,seed=7", "er:300:900,directed",
                                         "er:300:300,directed,seed=3", "er:20:380", "er:30:0",
                                         "rgg:500,w=1..20", "like:300:2400:200,directed,w=1..9",
                                         GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx"));

/// The ego graph has the type of the graph, and its loops.
TEST(EgoGraph, KeepsTypesAndLoops) {
    for (const GrB_Type type : {GrB_BOOL, GrB_INT8, GrB_UINT64, GrB_FP32}) {
        GrB_Matrix A = nullptr, C = nullptr;
        int32_t expected = -1, found = -2;
        ASSERT_EQ(GrB_Matrix_new(&A, type, 4, 4), GrB_SUCCESS);
        for (const auto &[i, j] : {std::pair{0, 0}, {0, 1}, {1, 2}, {2, 0}, {1, 1}, {3, 3}})
            ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 1, static_cast<GrB_Index>(i),
                                                 static_cast<GrB_Index>(j)),
                      GrB_SUCCESS);
        ASSERT_EQ(gba_ego_graph(&C, nullptr, A, 0, 1), GrB_SUCCESS);
        const PerEdge edges = to_edges(C);
        EXPECT_EQ(edges.rows, (std::vector<uint64_t>{0, 0, 1}));
        EXPECT_EQ(edges.cols, (std::vector<uint64_t>{0, 1, 1}));
        EXPECT_EQ(GrB_Matrix_get_INT32(A, &expected, GrB_EL_TYPE_CODE), GrB_SUCCESS);
        EXPECT_EQ(GrB_Matrix_get_INT32(C, &found, GrB_EL_TYPE_CODE), GrB_SUCCESS);
        EXPECT_EQ(found, expected);
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&C);
    }
}

/// The checks find what is wrong.
TEST(Checks, NoticeWrongNeighbourhoods) {
    const Graph g("path:4");
    const PerEdge right = ego_of(g, 1, 1).edges;
    EXPECT_EQ(text_of(check_ego(g.adjacency, 1, 1, right)), "");
    EXPECT_NE(text_of(check_ego(g.adjacency, 1, 2, right)), "");
    EXPECT_NE(text_of(check_ego(g.adjacency, 2, 1, right)), "");
}

} // namespace
