// Breadth-first searches, whose turns are run ahead (src/deferred/ahead.cpp), end like searches
// that wait for each call: whatever a program does between turns, at whichever turn.
#include "property/search_loops.h"
#include "quarter.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace grb::property {
namespace {

/// Counts the runs ahead, and what was applied of them.
std::uint64_t searches_ahead() {
    std::size_t size = 0;
    const auto field = static_cast<GrB_Field>(GrX_PICKS);
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field), GrB_SUCCESS);
    std::string text(size, '\0');
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), field), GrB_SUCCESS);
    std::uint64_t sum = 0;
    for (const std::string name : {"cpu/search_ahead=", "cuda/search_ahead="}) {
        const std::size_t at = text.find(name);
        if (at != std::string::npos)
            sum += std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
    }
    return sum;
}

bool is_fusion_off() {
    const char *const fusion = std::getenv("GRAPHBLAST_FUSION");
    return fusion != nullptr && std::string(fusion) == "0";
}

class Searches : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        GrB_Global_get_INT32(GrB_GLOBAL, &threads_, static_cast<GrB_Field>(GxB_NTHREADS));
    }
    void TearDown() override {
        GrB_Global_set_INT32(GrB_GLOBAL, threads_, static_cast<GrB_Field>(GxB_NTHREADS));
    }
    std::int32_t threads_ = 0;
};

/// With a GPU short lists are on both sides by turns, and long ones are not run ahead there.
bool has_gpu() {
    GrB_Index count = 0;
    EXPECT_EQ(GrX_Device_count(&count), GrB_SUCCESS);
    return count > 0;
}

void expect_same(Loop loop, Graph graph, Event event, int at, bool inside) {
    Search later(loop, graph, false), at_once(loop, graph, true);
    later.run(event, at, inside);
    at_once.run(event, at, inside);
    ASSERT_EQ(later.seen, at_once.seen)
        << "loop " << static_cast<int>(loop) << ", graph " << static_cast<int>(graph) << ", event "
        << static_cast<int>(event) << " at turn " << at << (inside ? ", inside" : "");
}

TEST_P(Searches, EndAsThoseThatWaitWhateverHappensAtWhicheverTurn) {
    const auto loop = static_cast<Loop>(GetParam());
    const std::uint64_t before = searches_ahead();
    for (int event = 0; event < event_count; event++)
        for (int at = 0; at < 22; at++)
            for (const bool inside : {false, true})
                if (quarter::takes(event)) {
                    ASSERT_NO_FATAL_FAILURE(
                        expect_same(loop, Graph::grid, static_cast<Event>(event), at, inside));
                }
    if (is_fusion_off()) return;
    EXPECT_GT(searches_ahead(), before + (has_gpu() ? 0 : quarter::count(1000)))
        << "turns are run ahead";
}

TEST_P(Searches, EndAsThoseThatWaitOnOtherGraphs) {
    const auto loop = static_cast<Loop>(GetParam());
    for (const Graph graph : {Graph::path, Graph::hub})
        for (int event = 0; event < event_count; event++)
            for (const int at : {2, 3, 7, 20, 29, 30, 31, 32, 39, 40, 50, 64, 80})
                for (const bool inside : {false, true})
                    if (quarter::takes(event)) {
                        ASSERT_NO_FATAL_FAILURE(
                            expect_same(loop, graph, static_cast<Event>(event), at, inside));
                    }
}

TEST_P(Searches, FindTheLeastParentsOfManyVertices) {
    const auto loop = static_cast<Loop>(GetParam());
    const std::uint64_t before = searches_ahead();
    for (const Event event : {Event::nothing, Event::leave, Event::copy_frontier})
        for (const int at : {3, 4, 6, 9})
            ASSERT_NO_FATAL_FAILURE(expect_same(loop, Graph::broad, event, at, false));
    if (is_fusion_off() || has_gpu()) return;
    EXPECT_GT(searches_ahead(), before + 12) << "turns are run ahead";
}

INSTANTIATE_TEST_SUITE_P(Loops, Searches, testing::Range(0, loop_count));

} // namespace
} // namespace grb::property
