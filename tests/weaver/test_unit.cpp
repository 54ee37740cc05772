/// The unit's state machine, step by step, with the example of Jeong et al. 2025, figures 6 and 7.

#include "weaver/unit.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

using namespace grb::weaver;
using State = Unit::State;
using Entry = Unit::Entry;

/// Warps of 4 threads, 12 entries.
Parameters small() {
    Parameters p;
    p.threads = p.warps = 4;
    p.table_entries = 12;
    p.table_reads = 1;
    return p;
}

std::vector<uint32_t> first(const std::array<uint32_t, most_threads> &row, size_t count) {
    return {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count)};
}

using Numbers = std::vector<uint32_t>;

/// Vertices 0, 2 and 4 with 1, 2 and 5 edges, as the figures have them; 1 and 3 were filtered out.
Unit example() {
    Unit unit(small());
    unit.add(0, {0, 2, 1});
    unit.add(2, {2, 10, 2});
    unit.add(4, {4, 30, 5});
    return unit;
}

TEST(Unit, GoesThroughTheExampleStateByState) {
    Unit unit = example();
    const Parameters p = small();
    EXPECT_EQ(unit.state(), State::s0);
    EXPECT_EQ(unit.step(), 0u);
    EXPECT_EQ(unit.state(), State::s0) << "nobody asked";
    unit.request();
    unit.step();
    ASSERT_EQ(unit.state(), State::s1);
    EXPECT_EQ(unit.step(), p.table_latency);
    ASSERT_EQ(unit.state(), State::s2);
    EXPECT_EQ(unit.current_entry(), (Entry{0, 2, 1}));

    // The first entry fills one of four places; the next ones are fetched until all are filled.
    EXPECT_EQ(unit.step(), 1u);
    ASSERT_EQ(unit.state(), State::s3);
    EXPECT_EQ(first(unit.output().vertex, 1), Numbers{0});
    EXPECT_EQ(first(unit.output().edge, 1), Numbers{2});
    EXPECT_EQ(unit.current_entry().degree, 0u);
    EXPECT_EQ(unit.step(), p.table_latency);
    ASSERT_EQ(unit.state(), State::s4);
    EXPECT_EQ(unit.step(), 1u);
    ASSERT_EQ(unit.state(), State::s2);
    EXPECT_EQ(unit.current_entry(), (Entry{2, 10, 2}));
    unit.step();
    ASSERT_EQ(unit.state(), State::s3);
    EXPECT_EQ(first(unit.output().edge, 3), (Numbers{2, 10, 11}));
    unit.step();
    unit.step();
    EXPECT_EQ(unit.current_entry(), (Entry{4, 30, 5}));
    unit.step();
    ASSERT_EQ(unit.state(), State::s5);
    EXPECT_EQ(first(unit.output().vertex, 4), (Numbers{0, 2, 2, 4}));
    EXPECT_EQ(first(unit.output().edge, 4), (Numbers{2, 10, 11, 30}));
    EXPECT_EQ(unit.current_entry(), (Entry{4, 31, 4}));
    EXPECT_EQ(unit.step(), 1u);
    EXPECT_EQ(unit.state(), State::s6);
}

TEST(Unit, AnEntryWithManyEdgesFillsTheOutputAgain) {
    Unit unit = example();
    Work work;
    unit.decode(1, work);
    EXPECT_EQ(first(work.vertex, 4), (Numbers{0, 2, 2, 4}));
    EXPECT_EQ(first(unit.locations(1), 4), (Numbers{2, 10, 11, 30})) << "by the warp that asked";
    EXPECT_EQ(work.mask, 0xfu);

    EXPECT_EQ(unit.decode(0, work), 2u) << "s6, s2, s5: no read of the table";
    EXPECT_EQ(first(work.vertex, 4), (Numbers{4, 4, 4, 4}));
    EXPECT_EQ(first(unit.locations(0), 4), (Numbers{31, 32, 33, 34}));
    EXPECT_EQ(first(unit.locations(1), 4), (Numbers{2, 10, 11, 30})) << "another warp's row stays";
}

TEST(Unit, EndsWithMinusOneAndBeginsAnew) {
    Unit unit = example();
    Work work;
    for (int k = 0; k < 2; ++k) unit.decode(0, work);
    for (int k = 0; k < 3; ++k) {
        unit.decode(2, work);
        EXPECT_EQ(unit.state(), State::s8);
        EXPECT_EQ(work.mask, 0u);
        EXPECT_EQ(first(work.vertex, 4), Numbers(4, no_vertex));
    }
    unit.add(11, {9, 70, 1});
    EXPECT_EQ(unit.state(), State::s0);
    unit.decode(3, work);
    EXPECT_EQ(work.mask, 1u) << "what was registered before the end is gone";
    EXPECT_EQ(first(work.vertex, 4), (Numbers{9, no_vertex, no_vertex, no_vertex}));
    EXPECT_EQ(unit.locations(3)[0], 70u);
    unit.decode(3, work);
    EXPECT_EQ(work.mask, 0u);
}

TEST(Unit, WithoutAnEntryTheFirstAnswerIsTheEnd) {
    Unit unit(small());
    Work work;
    unit.decode(0, work);
    EXPECT_EQ(work.mask, 0u);
    EXPECT_EQ(work.vertex[0], no_vertex);
    unit.add(5, {7, 1, 0});
    unit.decode(0, work);
    EXPECT_EQ(work.mask, 0u) << "a degree of 0 is no entry";
}

TEST(Unit, DecodesInTheOrderOfTheTable) {
    Unit unit(small());
    unit.add(8, {8, 80, 2}); // warp 2 comes first
    unit.add(1, {1, 10, 1});
    unit.add(5, {5, 50, 1});
    Work work;
    unit.decode(0, work);
    EXPECT_EQ(first(work.vertex, 4), (Numbers{1, 5, 8, 8}));
}

TEST(Unit, SkipsTheVertexThatIsBeingDecoded) {
    Unit unit(small());
    unit.add(0, {0, 0, 100});
    unit.add(1, {1, 200, 3});
    Work work;
    unit.decode(0, work);
    unit.skip(1);
    unit.decode(0, work);
    EXPECT_EQ(first(work.vertex, 4), Numbers(4, 0)) << "it is not its turn yet";
    unit.skip(0);
    unit.decode(0, work);
    EXPECT_EQ(work.mask, 7u);
    EXPECT_EQ(first(work.vertex, 3), Numbers(3, 1));
}

TEST(Unit, OneReadMayBringSeveralEntries) {
    Parameters p = small();
    Work work;
    const auto cycles = [&](uint32_t reads) {
        p.table_reads = reads;
        Unit unit(p);
        for (uint32_t k = 0; k < 4; ++k) unit.add(k, {k, k, 1});
        return unit.decode(0, work);
    };
    EXPECT_EQ(cycles(1) - cycles(4), 3 * (p.table_latency - 1));
}

TEST(Unit, DealsOutEveryEdgeOnce) {
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        Parameters p;
        p.threads = 1u << random() % 6;
        p.warps = 1;
        p.table_entries = p.threads * (1 + random() % 5);
        Unit unit(p);
        std::vector<std::pair<uint32_t, uint32_t>> wanted, got;
        for (uint32_t k = 0, location = 0; k < p.table_entries; ++k) {
            const uint32_t degree = random() % 3 == 0 ? 0 : random() % 70;
            unit.add(k, {1000 + k, location, degree});
            for (uint32_t e = 0; e < degree; ++e) wanted.emplace_back(1000 + k, location + e);
            location += degree;
        }
        Work work;
        for (unit.decode(0, work); work.mask != 0; unit.decode(0, work))
            for (uint32_t t = 0; t < p.threads; ++t)
                if ((work.mask >> t & 1) != 0)
                    got.emplace_back(work.vertex[t], unit.locations(0)[t]);
        EXPECT_EQ(got, wanted) << "round " << round;
    }
}

} // namespace
