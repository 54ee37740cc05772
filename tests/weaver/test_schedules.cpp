/// Every schedule gives what the library gives, for each algorithm and direction; cycles repeat
/// exactly.

#include "weaver/simulation.h"

#include "io/graph_spec.h"
#include "io/input_error.h"

#include <GraphBLAS.h>
#include <gtest/gtest.h>

namespace {

using namespace grb;
using namespace grb::weaver;

class Session : public testing::Environment {
public:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { GrB_finalize(); }
};
const auto *const session = testing::AddGlobalTestEnvironment(new Session);

/// Warps of 8 threads, so that a small graph has many blocks.
Parameters small() {
    Parameters p;
    p.sockets = 1;
    p.warps = 4;
    p.threads = 8;
    p.table_entries = 16;
    p.l1_bytes = 4096;
    p.l1_bytes_with_unit = 2048;
    p.l2_bytes = 16384;
    return p;
}

struct Case {
    const char *schedule;
    Algorithm algorithm;
    Direction direction;
};

/// Returns the cases of one schedule, or of all.
std::vector<Case> cases(const std::string &name = {}) {
    std::vector<Case> all;
    for (const Schedule &schedule : schedules())
        for (const Algorithm algorithm : all_algorithms)
            for (const Direction direction : {Direction::pull, Direction::push})
                if ((name.empty() || name == schedule.name) &&
                    (direction == Direction::pull ||
                     (algorithm != Algorithm::gcn && algorithm != Algorithm::hooking)))
                    all.push_back({schedule.name, algorithm, direction});
    return all;
}

class Schedules : public testing::TestWithParam<Case> {
protected:
    void compare(const std::string &graph, const Parameters &p, Setting setting = {}) {
        const tool::EdgeList edges = tool::load_graph(graph);
        setting.algorithm = GetParam().algorithm;
        setting.direction = GetParam().direction;
        setting.source = static_cast<uint32_t>(tool::busiest_row(tool::row_offsets(edges)));
        setting.iterations = 2;
        const Schedule &schedule = schedule_named(GetParam().schedule);
        const Graph rows = make_graph(edges, graph);
        const Result result = simulate(rows, schedule, p, setting);
        EXPECT_EQ(difference(result.values, library_values(edges, setting)), "")
            << graph << ", " << schedule.title << ", " << name_of(setting.algorithm);
        EXPECT_GT(result.cycles, result.counts.instructions / p.cores() / 2);
        EXPECT_GE(result.counts.issue_slots, result.counts.instructions);
    }
};

TEST_P(Schedules, GiveTheLibrarysResult) {
    compare("kron:6,w=1..9", small());
    compare("star:40,w=1..9", small());
    compare("grid:3x7,w=1..9", small());
}

TEST_P(Schedules, GiveItOnThePapersMachine) {
    compare("kron:7,w=1..255,seed=3", Parameters());
}

TEST_P(Schedules, GiveItAlongDirectedEdges) {
    if (GetParam().algorithm == Algorithm::components || GetParam().algorithm == Algorithm::hooking)
        GTEST_SKIP() << "of undirected graphs";
    compare("rmat:5:4,directed,w=1..9", small());
}

TEST_P(Schedules, GiveItWithListedFrontiersAndOtherDirections) {
    const Algorithm algorithm = GetParam().algorithm;
    Setting setting;
    setting.may_push = algorithm == Algorithm::bfs && GetParam().direction == Direction::pull;
    setting.leaves_at_hit = false;
    setting.lists_frontier = algorithm == Algorithm::bfs || algorithm == Algorithm::sssp;
    setting.gcn_by_vertices = algorithm == Algorithm::gcn;
    if (!setting.lists_frontier && !setting.gcn_by_vertices)
        GTEST_SKIP() << "has neither a frontier nor vertices to go by";
    compare("kron:6,w=1..9", small(), setting);
    compare("grid:3x7,w=1..9", small(), setting);
    compare("rmat:5:4,directed,w=1..9", small(), setting);
}

class EdgesOfEm : public Schedules {};

TEST_P(EdgesOfEm, MayLieOtherwise) {
    for (const char *const name : {"by-neighbour", "shuffled", "records", "expanded", "searched"}) {
        SCOPED_TRACE(name);
        Setting setting;
        setting.em_edges = edge_arrays_named(name);
        EXPECT_STREQ(name_of(setting.em_edges), name);
        compare("kron:6,w=1..9", small(), setting);
        compare("star:40,w=1..9", small(), setting);
        setting.may_push =
            GetParam().algorithm == Algorithm::bfs && GetParam().direction == Direction::pull;
        compare("grid:3x7,w=1..9", small(), setting);
    }
}

std::string name_of_case(const testing::TestParamInfo<Case> &info) {
    return std::string(info.param.schedule) + "_" + name_of(info.param.algorithm) +
           (info.param.direction == Direction::pull ? "_pull" : "_push");
}
INSTANTIATE_TEST_SUITE_P(All, Schedules, testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(All, EdgesOfEm, testing::ValuesIn(cases("em")), name_of_case);

Result pagerank(const char *schedule, const tool::EdgeList &edges, const Parameters &p = {}) {
    return simulate(make_graph(edges, "graph"), schedule_named(schedule), p, Setting());
}

TEST(Cycles, RepeatExactly) {
    const tool::EdgeList edges = tool::load_graph("kron:6,w=1..9");
    const Graph graph = make_graph(edges, "graph");
    for (const char *const name : {"vm", "cm", "weaver", "eghw"}) {
        Setting setting;
        const Result first = simulate(graph, schedule_named(name), small(), setting);
        for (const int threads : {1, 2, 3}) {
            setting.threads = threads;
            const Result again = simulate(graph, schedule_named(name), small(), setting);
            EXPECT_EQ(again.cycles, first.cycles) << name << ", " << threads << " threads";
            EXPECT_EQ(again.counts.thread_instructions, first.counts.thread_instructions);
            EXPECT_EQ(again.dram_lines, first.dram_lines);
            EXPECT_EQ(again.values.real, first.values.real);
            EXPECT_TRUE(std::equal(std::begin(again.counts.stalls), std::end(again.counts.stalls),
                                   std::begin(first.counts.stalls)));
        }
    }
}

TEST(Cycles, IterationsAreThoseOfTheSchedule) {
    const Parameters p;
    // One vertex with 1,023 edges: its thread is alone for as many iterations, but for two.
    const tool::EdgeList star = tool::load_graph("star:1024");
    const uint64_t entries = star.size();
    EXPECT_GE(pagerank("vm", star).counts.iterations, 1023u);
    EXPECT_EQ(pagerank("em", star).counts.iterations, (entries + 31) / 32);
    const uint64_t unit = pagerank("weaver", star).counts.iterations;
    EXPECT_GE(unit, entries / 32);
    EXPECT_LE(unit, entries / 32 + 1024 / p.table_entries + 1);
}

TEST(Cycles, TheUnitIsAheadOnASkewedGraph) {
    const tool::EdgeList edges = tool::load_graph("kron:11");
    EXPECT_LT(pagerank("weaver", edges).cycles, pagerank("vm", edges).cycles);
    EXPECT_LT(pagerank("weaver", edges).cycles, pagerank("eghw", edges).cycles);
}

TEST(Cycles, GrowWithTheDistanceOfTheMemory) {
    const tool::EdgeList edges = tool::load_graph("kron:10");
    Parameters slow;
    slow.clock_ratio = 6;
    EXPECT_GT(pagerank("vm", edges, slow).cycles, pagerank("vm", edges).cycles);
    Parameters late;
    late.table_latency = 160;
    EXPECT_GT(pagerank("weaver", edges, late).cycles, pagerank("weaver", edges).cycles);
}

TEST(Cycles, AListOfTheFrontierSparesTheOtherVertices) {
    const tool::EdgeList edges = tool::load_graph("grid:60x60");
    Setting setting;
    setting.algorithm = Algorithm::bfs;
    setting.direction = Direction::push;
    const Graph graph = make_graph(edges, "grid");
    const Result all = simulate(graph, schedule_named("vm"), {}, setting);
    setting.lists_frontier = true;
    const Result listed = simulate(graph, schedule_named("vm"), {}, setting);
    EXPECT_EQ(all.rounds, 119u); // from one corner to the other, and a last one
    EXPECT_EQ(listed.values.frontiers, all.values.frontiers);
    EXPECT_LT(listed.kernel_cycles[0], all.kernel_cycles[0]);
    EXPECT_EQ(all.kernel_cycles[1], 0u);
    EXPECT_GT(listed.kernel_cycles[1], 0u) << "the list is written by a kernel";
}

TEST(Cycles, AVertexLeftAtItsFirstHitTakesFewerIterations) {
    const Graph graph = make_graph(tool::load_graph("kron:8"), "kron");
    Setting setting;
    setting.algorithm = Algorithm::bfs;
    const Result left = simulate(graph, schedule_named("vm"), {}, setting);
    setting.leaves_at_hit = false;
    const Result all = simulate(graph, schedule_named("vm"), {}, setting);
    EXPECT_EQ(all.values.whole, left.values.whole);
    EXPECT_GT(all.counts.iterations, left.counts.iterations);
}

/// The star has two lines of bases: those of the centre, and those of all others.
TEST(Cycles, EdgeArraysReadWhatTheyAreNamedFor) {
    const Graph graph = make_graph(tool::load_graph("star:1025"), "star"); // 2,048 entries
    const auto of = [&](const char *name) {
        Setting setting;
        setting.em_edges = edge_arrays_named(name);
        return simulate(graph, schedule_named("em"), {}, setting);
    };
    const Result by_base = of("by-base"), records = of("records"), expanded = of("expanded");
    // Half of the edges have one base. By the other end they are the other half: as many atomics.
    EXPECT_EQ(by_base.atomic_words, 1024u + 1024 / 32);
    EXPECT_EQ(of("by-neighbour").atomic_words, by_base.atomic_words);
    EXPECT_GT(of("shuffled").atomic_words, by_base.atomic_words);
    // Each of the 64 warps reads both ends: two lines each time, or six of 32 records of 12 bytes.
    EXPECT_EQ(records.counts.l1.lines, by_base.counts.l1.lines + 64 * 2 * (6 - 2));
    EXPECT_GT(expanded.kernel_cycles[1], by_base.kernel_cycles[1]) << "a kernel writes the bases";
    EXPECT_GT(2 * of("searched").counts.instructions, 3 * by_base.counts.instructions);
}

TEST(Frontiers, AreComparedRoundByRound) {
    const tool::EdgeList edges = tool::load_graph("kron:5,w=1..9");
    for (const Algorithm algorithm : {Algorithm::bfs, Algorithm::sssp}) {
        Setting setting;
        setting.algorithm = algorithm;
        setting.source = static_cast<uint32_t>(tool::busiest_row(tool::row_offsets(edges)));
        const Values expected = library_values(edges, setting);
        ASSERT_GE(expected.frontiers.size(), 2u) << name_of(algorithm);
        EXPECT_EQ(expected.frontiers[0], std::vector<uint32_t>{setting.source});
        Values other = expected;
        other.frontiers.pop_back();
        EXPECT_NE(difference(other, expected).find("rounds, the library has"), std::string::npos);
        other = expected;
        other.frontiers[1].pop_back();
        EXPECT_NE(difference(other, expected).find("the frontier of round 1 has"),
                  std::string::npos);
        other = expected;
        other.frontiers[0][0] ^= 1;
        EXPECT_NE(difference(other, expected).find("1 others"), std::string::npos);
    }
}

TEST(Inputs, AreRefusedWithTheReason) {
    const auto why = [](const auto &call) {
        try {
            call();
        } catch (const tool::InputError &error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(why([] { make_graph(tool::load_graph("er:4:6,w=-3..-2"), "g"); }).substr(0, 16),
              "g: a weight is -");
    EXPECT_NE(why([] { schedule_named("x"); }).find("there is no schedule 'x'"), std::string::npos);
    EXPECT_NE(why([] { algorithm_named("x"); }).find("there is no algorithm 'x'"),
              std::string::npos);
    EXPECT_NE(why([] { edge_arrays_named("x"); }).find("there are no edge arrays 'x'"),
              std::string::npos);
    Parameters p;
    EXPECT_NE(why([&] { set_parameter(p, "l4_bytes", 1); }).find("l4_bytes"), std::string::npos);
    p.l2_atomic_merges = 2;
    EXPECT_NE(why([&] { require_valid(p); }).find("l2_atomic_merges is 2"), std::string::npos);
    p.l2_atomic_merges = 0;
    p.threads = 12;
    EXPECT_NE(why([&] { require_valid(p); }).find("threads is 12"), std::string::npos);
}

} // namespace
