// Iterations on the GPU leave the graph and the vectors there: tests count the transfers between
// host and device after a first run that loads them. The tests need a GPU.
#include "algorithms/components.h"
#include "algorithms/graphs.h"
#include "algorithms/picks.h"

#include <cstdio>
#include <functional>
#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

constexpr std::uint64_t bytes_per_iteration = 256; // numbers of entries, reduced values, scalars
constexpr std::uint64_t bytes_to_set_up = 4096;    // sources, fills, what is looked at once

std::uint64_t counter(GrX_Device_Counter which) {
    std::uint64_t value = 0;
    EXPECT_EQ(GrX_Device_counter(&value, which), GrB_SUCCESS);
    return value;
}

/// The device's traffic, waits and launches so far.
struct Activity {
    std::uint64_t bytes, bytes_out, waits, launches;

    static Activity now() {
        const std::uint64_t out = counter(GrX_DEVICE_BYTES_OUT);
        return {counter(GrX_DEVICE_BYTES_IN) + out, out, counter(GrX_DEVICE_SYNCHRONISATIONS),
                counter(GrX_DEVICE_LAUNCHES)};
    }
    Activity since(const Activity &before) const {
        return {bytes - before.bytes, bytes_out - before.bytes_out, waits - before.waits,
                launches - before.launches};
    }
};

using Algorithm = std::function<GrB_Info(GrB_Vector *)>;

class DeviceTraffic : public testing::TestWithParam<const char *> {
protected:
    void SetUp() override {
        GrB_Index devices = 0;
        ASSERT_EQ(GrX_Device_count(&devices), GrB_SUCCESS);
        if (devices == 0) GTEST_SKIP() << "no GPU";
        ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &use_before_, device_field), GrB_SUCCESS);
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_ALWAYS, device_field), GrB_SUCCESS);
        edges_ = load_graph(std::string(GetParam()));
        A_ = to_matrix(edges_, GrB_INT32);
    }
    void TearDown() override {
        GrB_Matrix_free(&A_);
        if (use_before_ < 0) return;
        EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, use_before_, device_field), GrB_SUCCESS);
    }

    /// Measures the second of two runs. Every iteration is one product; there are at least `least`.
    /// `limit`: bytes that may move in each; the result stays on the device when `stays`.
    GrB_Vector measure(const char *name, std::uint64_t limit, bool stays, const Algorithm &run,
                       std::uint64_t least = 2) {
        GrB_Vector w = nullptr;
        EXPECT_EQ(run(&w), GrB_SUCCESS);
        GrB_Vector_free(&w);
        reset_picks();
        const Activity before = Activity::now();
        EXPECT_EQ(run(&w), GrB_SUCCESS);
        const Activity spent = Activity::now().since(before);
        const std::uint64_t iterations = picks("mxv:");
        const auto per_iteration = [&](std::uint64_t amount) {
            return static_cast<double>(amount) / static_cast<double>(iterations);
        };
        std::printf("%-12s %-30s %5llu iterations, each: %6.1f launches %5.1f waits %8.1f bytes\n",
                    GetParam(), name, static_cast<unsigned long long>(iterations),
                    per_iteration(spent.launches), per_iteration(spent.waits),
                    per_iteration(spent.bytes));
        EXPECT_GE(iterations, least) << name;
        EXPECT_EQ(picks(":cpu/mxv"), 0U) << name << ": a product ran on the host";
        EXPECT_GE(spent.launches, iterations) << name;
        EXPECT_LE(spent.bytes, bytes_to_set_up + limit * iterations) << name;
        if (stays) expect_on_device(name, w);
        return w;
    }

    const auto &edges() const { return edges_; }
    GrB_Matrix A() const { return A_; }

private:
    static constexpr auto device_field = static_cast<GrB_Field>(GrX_DEVICE);

    /// Then reading the entries copies them.
    static void expect_on_device(const char *name, GrB_Vector w) {
        GrB_Index count = 0;
        EXPECT_EQ(GrB_Vector_nvals(&count, w), GrB_SUCCESS);
        std::vector<GrB_Index> indices(count);
        std::vector<double> values(count);
        const Activity before = Activity::now();
        EXPECT_EQ(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, w),
                  GrB_SUCCESS);
        EXPECT_GE(Activity::now().since(before).bytes_out, 4 * count)
            << name << ": the host had the result already";
    }

    std::int32_t use_before_ = -1;
    EdgeList edges_;
    GrB_Matrix A_ = nullptr;
};

TEST_P(DeviceTraffic, SearchesMoveNumbersOnly) {
    const Adjacency graph(edges());
    const std::uint64_t source = busiest_row(graph.offsets);
    GrB_Vector w = measure("bfs_levels", bytes_per_iteration, true,
                           [&](GrB_Vector *out) { return gba_bfs_levels(out, A(), source); });
    EXPECT_EQ(text_of(check_levels(graph, source, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
    w = measure("bfs_parents", bytes_per_iteration, true,
                [&](GrB_Vector *out) { return gba_bfs_parents(out, A(), source); });
    EXPECT_EQ(text_of(check_parents(graph, source, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
    w = measure("sssp", bytes_per_iteration, true,
                [&](GrB_Vector *out) { return gba_sssp(out, A(), source, GrB_INT32); });
    EXPECT_EQ(text_of(check_distances(graph, source, to_values<double>(w))), "");
    GrB_Vector_free(&w);
}

TEST_P(DeviceTraffic, PageRankMovesNumbersOnly) {
    const Adjacency graph(edges());
    int iterations = 0;
    // The pattern is symmetric.
    GrB_Vector w = measure("pagerank", bytes_per_iteration, true, [&](GrB_Vector *out) {
        return gba_pagerank(out, &iterations, A(), A());
    });
    EXPECT_EQ(text_of(check_pagerank(graph, {GBA_PAGERANK_DAMPING}, to_values<double>(w))), "");
    GrB_Vector_free(&w);
}

/// Index lists are vectors here, but for those of a sample beside each product. The version with
/// the standard's functions alone hands all tuples to the caller and takes them back, twice in
/// each round: that is its nature, and bounded.
TEST_P(DeviceTraffic, ComponentsMoveNumbersOnly) {
    const Adjacency graph(edges());
    constexpr std::uint64_t bytes_of_sample = 2048;
    GrB_Vector w = measure(
        "connected_components", bytes_of_sample, true,
        [&](GrB_Vector *out) { return gba_connected_components(out, A()); }, 1);
    EXPECT_EQ(text_of(check_components(graph, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
    w = measure("components_by_arrays", 64 * edges().nrows, false,
                [&](GrB_Vector *out) { return gba_components_by_arrays(out, A()); });
    EXPECT_EQ(text_of(check_components(graph, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
}

INSTANTIATE_TEST_SUITE_P(Graphs, DeviceTraffic,
                         testing::Values("kron:14,w=1..255", "grid:200x200,w=1..255"),
                         [](const auto &info) { return info.index == 0 ? "kron" : "grid"; });

} // namespace
