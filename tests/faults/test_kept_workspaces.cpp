// Tests that a push on the GPU keeps its dense buffer for the next one, and that neither a failure
// in between nor the end of the session leaves buffers behind or unclean. Needs a GPU.
#include "faults/device_table.h"
#include "faults/sweep.h"

namespace faults {
namespace {

constexpr GrB_Index size = 4096; // so long that a short result is a list
constexpr const char *variants[] = {"mxv:cuda/mxv_push_bitmap", "mxv:cuda/mxv_push_atomic"};

/// The memory whose n-th request is refused.
enum class Refused { none, on_device, on_host };

/// A ring with shortcuts, and one vertex: few, equal products.
struct Graph {
    GrB_Matrix A{};
    GrB_Vector source{};

    Graph() {
        require(GrB_Matrix_new(&A, GrB_INT32, size, size));
        for (GrB_Index i = 0; i < size; i++) {
            for (const GrB_Index step : {1, 5, 700})
                require(GrB_Matrix_setElement_INT32(A, 1, i, (i + step) % size));
        }
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        require(GrB_Vector_new(&source, GrB_INT32, size));
        require(GrB_Vector_setElement_INT32(source, 1, 17));
        require(GrB_Vector_wait(source, GrB_MATERIALIZE));
    }
    ~Graph() {
        require(GrB_Matrix_free(&A));
        require(GrB_Vector_free(&source));
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;
};

std::string entries_of(GrB_Vector w) {
    GrB_Index count = 0;
    require(GrB_Vector_nvals(&count, w));
    std::vector<GrB_Index> indices(count);
    std::vector<std::int32_t> values(count);
    require(GrB_Vector_extractTuples_INT32(indices.data(), values.data(), &count, w));
    std::string text;
    for (GrB_Index k = 0; k < count; k++)
        text += std::to_string(indices[k]) + "=" + std::to_string(values[k]) + " ";
    return text;
}

class FaultsKeptWorkspaces : public testing::Test {
protected:
    void SetUp() override {
        table = device_table();
        if (table == nullptr) GTEST_SKIP() << "no GPU";
    }

    void begin(Refused refused, unsigned n) const {
        if (refused == Refused::on_device) table->fail_allocation(nullptr, n);
        if (refused == Refused::on_host) fail_at(n, Failing::once);
    }
    bool end(Refused refused) const {
        if (refused == Refused::on_device) return table->fail_allocation(nullptr, 0) == 0;
        return refused == Refused::on_host && stop_failing();
    }

    /// Returns true when the n-th request was refused. The call is right, or the host has no
    /// memory.
    bool push(const Graph &graph, Refused refused, unsigned n) const {
        GrB_Vector w = nullptr;
        require(GrB_Vector_new(&w, GrB_INT32, size));
        begin(refused, n);
        GrB_Info info = GrB_vxm(w, nullptr, nullptr, GrB_MIN_FIRST_SEMIRING_INT32, graph.source,
                                graph.A, nullptr);
        if (info == GrB_SUCCESS) info = GrB_Vector_wait(w, GrB_MATERIALIZE);
        const bool was_refused = end(refused);
        if (info == GrB_SUCCESS) {
            EXPECT_EQ(entries_of(w), "18=1 22=1 717=1 ");
        } else {
            EXPECT_EQ(info, GrB_OUT_OF_MEMORY);
            EXPECT_EQ(refused, Refused::on_host);
            EXPECT_TRUE(was_refused);
            EXPECT_EQ(entries_of(w), "");
        }
        require(GrB_Vector_free(&w));
        return was_refused;
    }

    std::uint64_t held() const { return table->counters(nullptr).bytes_held; }

    const grb::device::Table *table = nullptr;
};

TEST_F(FaultsKeptWorkspaces, DroppedAtTheEnd) {
    for (const char *variant : variants) {
        SCOPED_TRACE(variant);
        {
            const Session session;
            force(variant);
            {
                const Graph graph;
                for (int k = 0; k < 3; k++) push(graph, Refused::none, 0);
            }
            EXPECT_GT(held(), 0U) << "nothing is kept: this test is in vain";
        }
        EXPECT_EQ(held(), 0U);
    }
}

/// Refuses each request of a push between two pushes that use the same buffer.
TEST_F(FaultsKeptWorkspaces, FailuresInBetween) {
    for (const char *variant : variants) {
        for (const Refused refused : {Refused::on_device, Refused::on_host}) {
            SCOPED_TRACE(std::string(variant) +
                         (refused == Refused::on_device ? ", device" : ", host"));
            {
                const Session session;
                force(variant);
                const Graph graph;
                push(graph, Refused::none, 0);
                unsigned n = 1;
                while (n < 500 && !HasFailure() && push(graph, refused, n)) {
                    push(graph, Refused::none, 0);
                    n++;
                }
                EXPECT_GT(n, 1U);
                EXPECT_LT(n, 500U);
            }
            EXPECT_EQ(held(), 0U);
        }
    }
}

} // namespace
} // namespace faults
