/// Errors of the algorithms: the code, and the text that names function, argument and values.

#include "algorithms/functions.h"
#include "algorithms/graphs.h"
#include "algorithms/order.h"

#include <cmath>
#include <graphblast/algorithms.h>
#include <thread>

namespace {

using namespace grb::tool;

GrB_Matrix matrix_of(GrB_Index rows, GrB_Index columns, GrB_Type type = GrB_FP64) {
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&A, type, rows, columns), GrB_SUCCESS);
    return A;
}

/// The marks of a result that nobody made.
const auto left_over = reinterpret_cast<GrB_Vector>(uintptr_t{8});

void expect_refused(const Function &f, GrB_Matrix A, GrB_Info code, const std::string &why) {
    GrB_Vector w = left_over;
    EXPECT_EQ(f.call(&w, A), code) << f.name;
    EXPECT_EQ(w, nullptr) << f.name;
    EXPECT_EQ(text(), std::string(f.name) + ": " + why);
}

TEST(Errors, EveryFunctionChecksItsGraph) {
    struct Point {
        double x, y;
    };
    GrB_Type point = nullptr;
    ASSERT_EQ(GrB_Type_new(&point, sizeof(Point)), GrB_SUCCESS);
    GrB_Matrix wide = matrix_of(3, 4);
    GrB_Matrix points = matrix_of(4, 4, point);
    for (const Function &f : all_functions()) {
        const std::string A = f.matrix;
        expect_refused(f, nullptr, GrB_UNINITIALIZED_OBJECT, A + " is NULL");
        expect_refused(f, wide, GrB_DIMENSION_MISMATCH, A + " is 3 x 4, not square");
        expect_refused(f, points, GrB_DOMAIN_MISMATCH,
                       "the values of " + A + " are of a user-defined type");
        EXPECT_EQ(f.call(nullptr, wide), GrB_NULL_POINTER);
        EXPECT_EQ(text(), std::string(f.name) + ": " + f.result + " is NULL");
    }
    GrB_Matrix_free(&wide);
    GrB_Matrix_free(&points);
    GrB_Type_free(&point);
}

/// Every function ends, and succeeds, on a graph that is not what it asks for.
TEST(Errors, OneWayEdgesDoNoHarm) {
    for (const char *spec : {"kron:7,directed,seed=3", "path:60,directed", "star:40,directed"}) {
        GrB_Matrix A = to_matrix(load_graph(std::string(spec)), GrB_FP64);
        EXPECT_EQ(GrB_Matrix_select_FP64(A, nullptr, nullptr, GrB_OFFDIAG, A, 0, nullptr),
                  GrB_SUCCESS);
        for (const Function &f : all_functions()) {
            // It finds that A is not its own transpose.
            if (f.name == std::string("gba_shortest_path_weighted")) continue;
            GrB_Vector w = nullptr;
            EXPECT_EQ(f.call(&w, A), GrB_SUCCESS) << f.name << ' ' << text();
            EXPECT_EQ(text(), "") << f.name;
            GrB_Vector_free(&w);
        }
        GrB_Matrix_free(&A);
    }
}

/// A watch function that stops in a round, counted from 0, and checks what it is told.
struct Stop {
    std::string function;
    uint64_t round;
    uint64_t calls = 0;
    static bool watch(const gba_Progress *progress, void *data) {
        Stop &self = *static_cast<Stop *>(data);
        EXPECT_EQ(progress->function, self.function);
        EXPECT_EQ(progress->rounds, self.calls++);
        EXPECT_LE(progress->done, progress->total) << self.function;
        return progress->rounds == self.round;
    }
};

/// Every function can be stopped in each of its rounds, and leaves no result.
TEST(Errors, StoppedFunctions) {
    GrB_Matrix A = to_matrix(load_graph(std::string("er:40:60,seed=5")), GrB_FP64);
    GrB_Matrix S = nullptr;
    ASSERT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
    for (const Function &f : all_functions()) {
        Stop all = {f.name, UINT64_MAX};
        GrB_Vector w = nullptr;
        gba_watch(Stop::watch, &all);
        EXPECT_EQ(f.call(&w, S), GrB_SUCCESS) << text();
        EXPECT_EQ(text(), "");
        EXPECT_GT(all.calls, 0u) << f.name;
        GrB_Vector_free(&w);
        for (uint64_t round = 0; round < all.calls; round++) {
            Stop one = {f.name, round};
            gba_watch(Stop::watch, &one);
            expect_refused(f, S, GBA_STOPPED,
                           "stopped by the watch function after " + std::to_string(round) +
                               (round == 1 ? " round" : " rounds"));
            EXPECT_EQ(one.calls, round + 1) << f.name;
        }
        gba_watch(nullptr, nullptr);
    }
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&S);
}

TEST(Errors, OtherMatricesHaveTheSizeOfA) {
    GrB_Matrix A = matrix_of(4, 4), small = matrix_of(3, 3), wide = matrix_of(4, 5);
    GrB_Vector w = left_over;
    int iterations = 7;
    EXPECT_EQ(gba_pagerank(&w, &iterations, A, small), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(text(), "gba_pagerank: AT has 3 rows, A has 4");
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(iterations, 0);
    EXPECT_EQ(gba_pagerank(&w, &iterations, A, wide), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(text(), "gba_pagerank: AT is 4 x 5, not square");
    EXPECT_EQ(gba_pagerank(&w, &iterations, A, nullptr), GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(text(), "gba_pagerank: AT is NULL");
    EXPECT_EQ(gba_clustering_coefficients_directed(&w, A, small), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(text(), "gba_clustering_coefficients_directed: S has 3 rows, A has 4");
    for (GrB_Matrix *each : {&A, &small, &wide}) GrB_Matrix_free(each);
}

TEST(Errors, Vertices) {
    GrB_Matrix A = matrix_of(10, 10);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_levels(&w, A, 12), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_bfs_levels: source is 12, A has 10 rows");
    EXPECT_EQ(gba_sssp(&w, A, GrB_INDEX_MAX, GrB_FP64), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_sssp: source is 1152921504606846975, A has 10 rows");
    double distance = 5;
    EXPECT_EQ(gba_shortest_path(&w, A, A, 1, 10), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_shortest_path: target is 10, A has 10 rows");
    EXPECT_EQ(gba_shortest_path_weighted(&w, &distance, A, A, 11, 1), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_shortest_path_weighted: source is 11, A has 10 rows");
    EXPECT_EQ(distance, 0);
    GrB_Matrix C = nullptr;
    const GrB_Index roots[] = {1, 10};
    EXPECT_EQ(gba_random_walks(&C, A, roots, 2, 3, 1), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_random_walks: roots[1] is 10, A has 10 rows");
    EXPECT_EQ(gba_random_walks_weighted(&C, A, nullptr, 2, 3, 1), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_random_walks_weighted: roots is NULL");
    EXPECT_EQ(gba_random_walks(&C, A, roots, 1, GrB_INDEX_MAX, 1), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(gba_ego_graph(&C, &w, A, 10, 1), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_ego_graph: centre is 10, A has 10 rows");
    const GrB_Index sources[] = {1, 9, 10};
    EXPECT_EQ(gba_betweenness(&w, A, sources, 3), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_betweenness: sources[2] is 10, A has 10 rows");
    EXPECT_EQ(gba_closeness(&w, A, nullptr, 3), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_closeness: sources is NULL");
    gba_PageRankParameters parameters = usual;
    parameters.start = sources;
    parameters.starts = 3;
    EXPECT_EQ(gba_pagerank_with(&w, nullptr, A, A, &parameters), GrB_INVALID_INDEX);
    EXPECT_EQ(text(), "gba_pagerank_with: parameters->start[2] is 10, A has 10 rows");
    const GrB_Index twice[] = {3, 1, 3};
    parameters.start = twice;
    EXPECT_EQ(gba_pagerank_with(&w, nullptr, A, A, &parameters), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_with: parameters->start has 3 twice");
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

TEST(Errors, Values) {
    GrB_Matrix A = to_matrix(load_graph(std::string("path:5,w=-3..-3")), GrB_FP64);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_FP64), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_sssp: A has the value -3; weights are 0 or more");
    EXPECT_EQ(gba_pagerank_weighted(&w, nullptr, A, A, &usual), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_weighted: A has the value -3; weights are 0 or more");
    EXPECT_EQ(gba_shortest_path_weighted(&w, nullptr, A, A, 0, 4), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_shortest_path_weighted: A has the value -3; weights are 0 or more");
    const GrB_Index root = 0;
    GrB_Matrix walks = nullptr;
    EXPECT_EQ(gba_random_walks_weighted(&walks, A, &root, 1, 4, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_random_walks_weighted: A has the value -3; weights are 0 or more");
    EXPECT_EQ(walks, nullptr);
    double modularity = 5;
    EXPECT_EQ(gba_louvain_weighted(&w, &modularity, A, 1, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_louvain_weighted: A has the value -3; weights are 0 or more");
    EXPECT_EQ(modularity, 0);
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_BOOL), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(text(), "gba_sssp: type is none of GrB_INT32, GrB_INT64, GrB_FP32 and GrB_FP64");
    EXPECT_EQ(gba_sssp_delta(&w, A, 0, GrB_FP64, -0.5), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_sssp_delta: delta is -0.5, not above 0");
    GrB_Matrix_setElement_FP64(A, INFINITY, 0, 1);
    GrB_Matrix_apply(A, nullptr, nullptr, GrB_ABS_FP64, A, nullptr);
    EXPECT_EQ(gba_pagerank_weighted(&w, nullptr, A, A, &usual), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_weighted: the sum of A's values is inf, which is not finite");
    GrB_Matrix_setElement_FP64(A, std::nan(""), 0, 1);
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_FP64), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_sssp: A has a value that is NaN");
    GrB_Matrix_free(&A);
    A = to_matrix(load_graph(std::string("path:5,w=2000000000..2000000000")), GrB_INT64);
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_INT32), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_sssp: a path may have the length 4000000000, which type does not hold");
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

TEST(Errors, Parameters) {
    GrB_Matrix A = matrix_of(4, 4);
    GrB_Vector w = nullptr;
    GrB_Matrix C = nullptr;
    EXPECT_EQ(gba_k_truss(&C, A, 2), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_k_truss: k is 2, less than 3");
    EXPECT_EQ(gba_label_propagation(&w, nullptr, A, -1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_label_propagation: most is -1, less than 0");
    EXPECT_EQ(gba_louvain(&w, nullptr, A, -2, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_louvain: resolution is -2, not 0 or more and finite");
    EXPECT_EQ(gba_pagerank_with(&w, nullptr, A, A, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_pagerank_with: parameters is NULL");
    gba_PageRankParameters wrong = usual;
    wrong.damping = 1;
    EXPECT_EQ(gba_pagerank_with(&w, nullptr, A, A, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_with: parameters->damping is 1, not from 0 up to less than 1");
    wrong = usual;
    wrong.tolerance = -1;
    EXPECT_EQ(gba_pagerank_with(&w, nullptr, A, A, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_with: parameters->tolerance is -1, not 0 or more");
    wrong = usual;
    wrong.most_iterations = 0;
    EXPECT_EQ(gba_pagerank_weighted(&w, nullptr, A, A, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_pagerank_weighted: parameters->most_iterations is 0, less than 1");
    EXPECT_EQ(gba_error(nullptr), GrB_NULL_POINTER);
    GrB_Matrix_free(&A);
}

/// With a loop a vertex would be its own rival, and no set ever complete.
TEST(Errors, LoopsAreRefusedWhereTheyWouldNeverEnd) {
    GrB_Matrix A = matrix_of(4, 4, GrB_BOOL);
    GrB_Matrix_setElement_BOOL(A, false, 2, 2);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_independent_set(&w, A, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_independent_set: A has 1 entries on its diagonal");
    EXPECT_EQ(gba_colouring(&w, A, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_colouring: A has 1 entries on its diagonal");
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

/// The library's own errors name the call that failed, and the innermost one.
TEST(Errors, CallsThatFail) {
    GrB_Matrix A = matrix_of(GrB_INDEX_MAX, GrB_INDEX_MAX);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_levels(&w, A, 0), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(w, nullptr);
    const std::string found = text();
    EXPECT_EQ(found.rfind("gba_bfs_levels: GrB_", 0), 0u) << found;
    EXPECT_NE(found.find(") returned GrB_OUT_OF_MEMORY (-102)"), std::string::npos) << found;
    EXPECT_EQ(gba_label_propagation(&w, nullptr, A, 1), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(text(), "gba_label_propagation: there is not enough memory");
    GrB_Matrix_free(&A);
}

/// Each thread has a text of its own, which its next call replaces.
TEST(Errors, TextsBelongToThreads) {
    GrB_Matrix A = matrix_of(4, 4);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_levels(&w, A, 4), GrB_INVALID_INDEX);
    std::string other = "unread";
    std::thread([&] { other = text(); }).join();
    EXPECT_EQ(other, "");
    EXPECT_EQ(text(), "gba_bfs_levels: source is 4, A has 4 rows");
    EXPECT_EQ(gba_bfs_levels(&w, A, 3), GrB_SUCCESS);
    EXPECT_EQ(text(), "");
    GrB_Vector_free(&w);
    GrB_Matrix_free(&A);
}

/// Libraries may give tuples in any order.
TEST(Order, TuplesOfOtherLibraries) {
    std::vector<GrB_Index> index = {3, 0, 4, 1, 2}, value = {30, 0, 40, 10, 20};
    gba_put_in_order(index.data(), value.data(), index.size());
    EXPECT_EQ(index, (std::vector<GrB_Index>{0, 1, 2, 3, 4}));
    EXPECT_EQ(value, (std::vector<GrB_Index>{0, 10, 20, 30, 40}));
    gba_put_in_order(index.data(), value.data(), index.size());
    EXPECT_EQ(value, (std::vector<GrB_Index>{0, 10, 20, 30, 40}));
    std::vector<GrB_Index> list = {7, 2, 9, 2};
    gba_sort(list.data(), list.size());
    EXPECT_EQ(list, (std::vector<GrB_Index>{2, 2, 7, 9}));
}

} // namespace
