/// Watch functions: what they see of an algorithm's rounds, and how they stop it.

#include "algorithms/functions.h"
#include "algorithms/graphs.h"

#include <algorithm>
#include <graphblast/algorithms.h>
#include <memory>
#include <thread>

namespace {

using namespace grb::tool;

using Matrix = std::unique_ptr<GrB_Matrix_opaque, void (*)(GrB_Matrix)>;

Matrix matrix_of(const std::string &spec) {
    return {to_matrix(load_graph(spec), GrB_FP64), [](GrB_Matrix A) { GrB_Matrix_free(&A); }};
}

/// Watches the calling thread as long as it lives.
class Watch {
public:
    explicit Watch(std::function<bool(const gba_Progress &)> stops) : stops_(std::move(stops)) {
        EXPECT_EQ(gba_watch(call, this), GrB_SUCCESS);
    }
    ~Watch() { gba_watch(nullptr, nullptr); }
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;
    std::vector<gba_Progress> seen;

private:
    static bool call(const gba_Progress *progress, void *data) {
        Watch &self = *static_cast<Watch *>(data);
        EXPECT_EQ(std::this_thread::get_id(), self.thread_);
        self.seen.push_back(*progress);
        return self.stops_(*progress);
    }
    std::function<bool(const gba_Progress &)> stops_;
    std::thread::id thread_ = std::this_thread::get_id();
};

bool never(const gba_Progress & /*unused*/) {
    return false;
}

TEST(Watch, SearchesCountTheVerticesReached) {
    const Matrix A = matrix_of("path:10");
    Watch watch(never);
    const auto levels =
        vector_of<int64_t>([&](GrB_Vector *w) { return gba_bfs_levels(w, A.get(), 0); });
    EXPECT_EQ(levels[9], 9);
    ASSERT_EQ(watch.seen.size(), 10u);
    for (uint64_t k = 0; k < 10; k++) {
        EXPECT_STREQ(watch.seen[k].function, "gba_bfs_levels");
        EXPECT_EQ(watch.seen[k].rounds, k);
        EXPECT_EQ(watch.seen[k].done, k);
        EXPECT_EQ(watch.seen[k].total, 10u);
    }
}

TEST(Watch, CoresCountTheVerticesRemoved) {
    const Matrix A = matrix_of("path:9");
    Watch watch(never);
    const auto cores =
        vector_of<int64_t>([&](GrB_Vector *w) { return gba_core_numbers(w, A.get()); });
    EXPECT_EQ(cores[4], 1);
    // Both ends leave in each round; the middle is the last.
    ASSERT_EQ(watch.seen.size(), 5u);
    for (uint64_t k = 0; k < 5; k++) EXPECT_EQ(watch.seen[k].done, 2 * k);
    EXPECT_EQ(watch.seen[0].total, 9u);
}

TEST(Watch, IterationsAreCountedAndResultsAreZero) {
    const Matrix A = matrix_of("kron:6");
    gba_PageRankParameters parameters = GBA_PAGERANK_PARAMETERS;
    parameters.tolerance = 0;
    parameters.most_iterations = 30;
    Watch watch([](const gba_Progress &progress) { return progress.rounds == 7; });
    GrB_Vector w = nullptr;
    int count = -1;
    EXPECT_EQ(gba_pagerank_with(&w, &count, A.get(), A.get(), &parameters), GBA_STOPPED);
    EXPECT_EQ(text(), "gba_pagerank_with: stopped by the watch function after 7 rounds");
    EXPECT_EQ(count, 0);
    EXPECT_EQ(w, nullptr);
    ASSERT_EQ(watch.seen.size(), 8u);
    EXPECT_EQ(watch.seen[7].done, 7u);
    EXPECT_EQ(watch.seen[7].total, 30u);
}

TEST(Watch, OtherResultsAreZeroToo) {
    const Matrix A = matrix_of("kron:6,seed=2");
    Watch watch([](const gba_Progress &progress) { return progress.rounds == 1; });
    GrB_Vector w = nullptr;
    int rounds = -1;
    EXPECT_EQ(gba_label_propagation(&w, &rounds, A.get(), 20), GBA_STOPPED);
    EXPECT_EQ(rounds, 0);
    double modularity = -1;
    EXPECT_EQ(gba_louvain(&w, &modularity, A.get(), 1, 1), GBA_STOPPED);
    EXPECT_EQ(modularity, 0);
    EXPECT_EQ(w, nullptr);
    GrB_Vector second = nullptr;
    EXPECT_EQ(gba_hits(&w, &second, &rounds, A.get(), A.get(), 0, 30), GBA_STOPPED);
    EXPECT_EQ(rounds, 0);
    EXPECT_EQ(second, nullptr);
    rounds = -1;
    EXPECT_EQ(gba_eigenvector_centrality(&w, &rounds, A.get(), 0, 30), GBA_STOPPED);
    EXPECT_EQ(rounds, 0);
    double distance = -1;
    EXPECT_EQ(gba_shortest_path_weighted(&w, &distance, A.get(), A.get(), 0, 1), GBA_STOPPED);
    EXPECT_EQ(distance, 0);
    GrB_Matrix ego = nullptr;
    EXPECT_EQ(gba_ego_graph(&ego, &second, A.get(), 0, 2), GBA_STOPPED);
    EXPECT_EQ(ego, nullptr);
    EXPECT_EQ(second, nullptr);
    EXPECT_EQ(w, nullptr);
}

/// Searches on arrays count their sources, and stop before one, on one thread and on several.
TEST(Watch, SearchesOnArrays) {
    const auto threads = static_cast<GrB_Field>(GxB_GLOBAL_NTHREADS);
    int32_t before = 0;
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &before, threads), GrB_SUCCESS);
    const Matrix A = matrix_of("path:3000");
    std::vector<GrB_Index> sources(60);
    for (GrB_Index k = 0; k < sources.size(); k++) sources[k] = 50 * k;
    for (const auto algorithm : {gba_closeness, gba_betweenness}) {
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, 1, threads), GrB_SUCCESS);
        {
            Watch watch([](const gba_Progress &) { return false; });
            GrB_Vector w = nullptr;
            EXPECT_EQ(algorithm(&w, A.get(), sources.data(), sources.size()), GrB_SUCCESS);
            GrB_Vector_free(&w);
            const auto searched =
                std::count_if(watch.seen.begin(), watch.seen.end(), [&](const auto &progress) {
                    return progress.total == sources.size();
                });
            EXPECT_EQ(searched, static_cast<std::ptrdiff_t>(sources.size()));
        }
        for (const uint64_t last : {0, 2, 59}) {
            ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, 1, threads), GrB_SUCCESS);
            Watch watch([&](const gba_Progress &progress) {
                return progress.total == sources.size() && progress.done == last;
            });
            GrB_Vector w = nullptr;
            EXPECT_EQ(algorithm(&w, A.get(), sources.data(), sources.size()), GBA_STOPPED);
            EXPECT_EQ(w, nullptr);
            EXPECT_EQ(watch.seen.back().done, last);
        }
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, before, threads), GrB_SUCCESS);
        Watch watch([&](const gba_Progress &progress) { return progress.total == sources.size(); });
        GrB_Vector w = nullptr;
        EXPECT_EQ(algorithm(&w, A.get(), sources.data(), sources.size()), GBA_STOPPED);
        EXPECT_EQ(w, nullptr);
    }
}

TEST(Watch, DepthFirstSearchIsInParts) {
    const Matrix A = matrix_of("path:140000,directed");
    std::vector<uint64_t> done;
    Watch watch([&](const gba_Progress &progress) {
        if (progress.total != 0) done.push_back(progress.done);
        return progress.done == 131072;
    });
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_strong_components(&w, A.get()), GBA_STOPPED);
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(done, (std::vector<uint64_t>{0, 65536, 131072}));
}

TEST(Watch, BelongsToItsThread) {
    const Matrix A = matrix_of("path:10");
    Watch watch([](const gba_Progress & /*unused*/) { return true; });
    std::thread([&] {
        const auto levels =
            vector_of<int64_t>([&](GrB_Vector *w) { return gba_bfs_levels(w, A.get(), 0); });
        EXPECT_EQ(levels[9], 9);
    }).join();
    EXPECT_TRUE(watch.seen.empty());
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_levels(&w, A.get(), 0), GBA_STOPPED);
    gba_watch(nullptr, nullptr);
    EXPECT_EQ(gba_bfs_levels(&w, A.get(), 0), GrB_SUCCESS);
    EXPECT_EQ(watch.seen.size(), 1u);
    GrB_Vector_free(&w);
}

/// A watch function that computes something itself, and fails.
TEST(Watch, MayCallFunctions) {
    const Matrix A = matrix_of("path:10");
    bool is_inside = false;
    Watch watch([&](const gba_Progress &progress) {
        if (is_inside) return false;
        is_inside = true;
        GrB_Vector w = nullptr;
        EXPECT_EQ(gba_core_numbers(&w, A.get()), GrB_SUCCESS);
        GrB_Vector_free(&w);
        EXPECT_EQ(gba_bfs_levels(&w, A.get(), 10), GrB_INVALID_INDEX);
        is_inside = false;
        return progress.rounds == 3;
    });
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_parents(&w, A.get(), 0), GBA_STOPPED);
    EXPECT_EQ(text(), "gba_bfs_parents: stopped by the watch function after 3 rounds");
    EXPECT_EQ(w, nullptr);
}

} // namespace
