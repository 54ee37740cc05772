/// `graphblast explain`, and time lines.

#include "scratch.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using Explain = Scratch;

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

/// Turns that are run ahead have no products of their own: here each call runs at once.
TEST_F(Explain, StepsAreLevels) {
    setenv("GRAPHBLAST_FUSION", "0", 1);
    const Outcome outcome =
        tool("explain bfs --graph path:6 --source 0 --json " + path("explained.json"));
    unsetenv("GRAPHBLAST_FUSION");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json report = json::parse(read("explained.json"));
    const json &levels = report["algorithms"][0];
    EXPECT_EQ(levels["algorithm"], "bfs levels");
    ASSERT_EQ(levels["steps"].size(), 6u);
    for (const json &step : levels["steps"]) {
        EXPECT_EQ(step["entries"], 1);
        EXPECT_GE(step["calls"], 2);
        EXPECT_GT(step["seconds"], 0);
        const std::string direction = step["direction"];
        EXPECT_TRUE(contains(step["variant"].get<std::string>(), "mxv_" + direction));
    }
    EXPECT_TRUE(contains(outcome.out, "steps: a product, and what follows it")) << outcome.out;
}

/// The estimates include the variant that ran, each refusal has a reason, and calls lie inside of
/// others or beside them.
TEST_F(Explain, Calls) {
    ASSERT_EQ(tool("explain all --graph kron:7,w=1..9 --json " + path("explained.json")).status, 0);
    const json report = json::parse(read("explained.json"));
    EXPECT_EQ(report["algorithms"].size(), 27u);
    size_t refusals = 0;
    size_t choices = 0;
    for (const json &algorithm : report["algorithms"]) {
        SCOPED_TRACE(algorithm["algorithm"]);
        double seconds = 0;
        std::vector<double> ends;
        for (const json &call : algorithm["calls"]) {
            SCOPED_TRACE(call.dump());
            const std::string variant = call["variant"];
            EXPECT_EQ(call["estimate"], call["estimates"][variant]);
            choices += call["estimates"].size() > 1;
            for (const auto &[name, reason] : call["refused"].items()) {
                EXPECT_NE(reason, "");
                EXPECT_NE(name, variant);
                ++refusals;
            }
            const double begin = call["begin"];
            const double end = begin + call["seconds"].get<double>();
            EXPECT_GE(begin, 0);
            EXPECT_LE(end, algorithm["seconds"].get<double>());
            const size_t depth = call["depth"];
            ASSERT_LE(depth, ends.size());
            ends.resize(depth);
            if (depth > 0) {
                EXPECT_LE(end, ends.back() + 1e-8);
            } else {
                seconds += call["seconds"].get<double>();
            }
            ends.push_back(end);
        }
        // Sums by variant count each moment once.
        double own = 0;
        for (const json &total : algorithm["variants"]) own += total["seconds"].get<double>();
        EXPECT_NEAR(own, seconds, 1e-7 * static_cast<double>(algorithm["calls"].size()));
        EXPECT_LE(own, algorithm["seconds"].get<double>());
    }
    EXPECT_GT(refusals, 0u);
    EXPECT_GT(choices, 0u);
}

/// The levels of a search are run ahead from the fourth on, since the first is recorded with the
/// call that fills the vector; they are counted once each.
TEST_F(Explain, TurnsRunAhead) {
    const char *const given = getenv("GRAPHBLAST_CUDA");
    const std::string before = given == nullptr ? "" : given;
    setenv("GRAPHBLAST_CUDA", "0", 1);
    const Outcome outcome =
        tool("explain bfs --graph grid:20x20 --source 0 --json " + path("explained.json"));
    setenv("GRAPHBLAST_CUDA", before.c_str(), 1);
    if (given == nullptr) unsetenv("GRAPHBLAST_CUDA");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json report = json::parse(read("explained.json"));
    const json &recorded = report["algorithms"][0]["recorded"];
    constexpr uint64_t turns = 39 - 3; // the last finds nothing
    EXPECT_EQ(recorded["turns_ahead"], turns);
    EXPECT_EQ(recorded["in_chains"], 2 * turns);
    EXPECT_TRUE(contains(outcome.out, "which run 36 turns ahead")) << outcome.out;
}

/// A product of shortest paths and the calls behind it run in one pass. Calls that run at once are
/// not recorded, nor are any where a GPU is in use.
TEST_F(Explain, RecordedCalls) {
    const char *const given = getenv("GRAPHBLAST_CUDA");
    const std::string before = given == nullptr ? "" : given;
    setenv("GRAPHBLAST_CUDA", "0", 1);
    const std::string command = "explain sssp --graph grid:9x9,w=1..9 --delta 2 --json ";
    const Outcome outcome = tool(command + path("explained.json"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json report = json::parse(read("explained.json"));
    const json &recorded = report["algorithms"][0]["recorded"];
    const uint64_t calls = recorded["calls"], in_chains = recorded["in_chains"];
    uint64_t alone = 0, chained = 0;
    for (const auto &[reason, count] : recorded["alone"].items()) {
        EXPECT_NE(reason, "");
        alone += count.get<uint64_t>();
    }
    uint64_t called = 0; // of the program's calls, those on vectors that compute one
    for (const json &call : report["algorithms"][0]["calls"]) {
        const std::string operation = call["operation"];
        chained += operation == "chain" ? 1 : 0;
        const std::string words = call["problem"].value("calls", "");
        if (call["depth"] != 0) continue;
        if (operation == "chain")
            called += 1 + static_cast<uint64_t>(std::count(words.begin(), words.end(), '+'));
        else
            for (const char *const one :
                 {"mxv", "ewise_add", "ewise_mult", "apply", "select", "assign"})
                called += operation == one ? 1 : 0;
    }
    EXPECT_EQ(calls, called);
    EXPECT_EQ(recorded["chains"], chained);
    EXPECT_GT(chained, 0U);
    EXPECT_GE(in_chains, 2 * chained);
    EXPECT_EQ(calls, in_chains + alone);
    EXPECT_TRUE(contains(outcome.out, "vxm ewise_mult select apply assign; base ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "recorded: ")) << outcome.out;
    setenv("GRAPHBLAST_FUSION", "0", 1);
    const Outcome at_once = tool(command + path("at_once.json"));
    unsetenv("GRAPHBLAST_FUSION");
    if (given == nullptr)
        unsetenv("GRAPHBLAST_CUDA");
    else
        setenv("GRAPHBLAST_CUDA", before.c_str(), 1);
    ASSERT_EQ(at_once.status, 0) << at_once.err;
    EXPECT_EQ(json::parse(read("at_once.json"))["algorithms"][0]["recorded"]["calls"], 0U);
    EXPECT_FALSE(contains(at_once.out, "recorded: ")) << at_once.out;
}

TEST_F(Explain, ShowsSoManyCalls) {
    const Outcome few = tool("explain sssp --graph path:9 --calls 3");
    ASSERT_EQ(few.status, 0) << few.err;
    EXPECT_TRUE(contains(few.out, "calls more; --calls 0 shows all")) << few.out;
    EXPECT_TRUE(contains(few.out, "refused: ")) << few.out;
    const Outcome all = tool("explain sssp --graph path:9 --calls 0");
    EXPECT_FALSE(contains(all.out, "calls more")) << all.out;
    EXPECT_TRUE(contains(all.out, "as in call ")) << all.out;
}

TEST_F(Explain, Refuses) {
    EXPECT_EQ(tool("explain gcn --graph path:9").status, 1);
    EXPECT_EQ(tool("explain tc --graph path:9 --damping 0.5").status, 1);
    EXPECT_EQ(tool("explain sssp --graph path:9,w=-3..-1").status, 2);
    EXPECT_EQ(tool("explain bfs").status, 1);
}

/// Every event has what the format demands, and the tracks are in order.
TEST_F(Explain, Trace) {
    for (const std::string command : {"explain", "run"}) {
        const Outcome outcome =
            tool(command + " bfs,tc --graph kron:8 --trace " + path(command + ".json"));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const json trace = json::parse(read(command + ".json"));
        std::vector<std::string> phases;
        size_t calls = 0;
        size_t samples = 0;
        for (const json &event : trace["traceEvents"]) {
            SCOPED_TRACE(event.dump());
            ASSERT_TRUE(event["name"].is_string());
            const std::string kind = event["ph"];
            ASSERT_TRUE(kind == "X" || kind == "M" || kind == "C");
            if (kind == "M") continue;
            EXPECT_GE(event["ts"], 0);
            samples += kind == "C";
            if (kind != "X") continue;
            EXPECT_GE(event["dur"], 0);
            if (event["cat"] == "phase") phases.push_back(event["name"]);
            calls += event.contains("args") && event["args"].contains("estimates_us");
        }
        EXPECT_EQ(phases,
                  (std::vector<std::string>{"load kron:8", "bfs levels", "bfs parents", "tc"}));
        EXPECT_GT(calls, 10u);
        EXPECT_GE(samples, 6u);
    }
}

} // namespace
