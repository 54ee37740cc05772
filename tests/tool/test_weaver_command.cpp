/// `graphblast weaver`: output, files, and what it refuses.

#include "scratch.hpp"

#include <regex>

namespace {

using WeaverCommand = Scratch;

TEST_F(WeaverCommand, PrintsATableForEachAlgorithm) {
    const Outcome done = tool("weaver --graph kron:6,w=1..9 --algorithms pagerank,bfs,sssp,cc,gcn");
    EXPECT_EQ(done.status, 0) << done.err;
    for (const char *const text : {"pagerank, pull", "bfs, pull", "sssp, pull", "cc, pull",
                                   "gcn, pull", "S_cm", "SparseWeaver", "EGHW", "work id"})
        EXPECT_NE(done.out.find(text), std::string::npos) << text;
    EXPECT_EQ(done.out.find("the library has"), std::string::npos);
}

TEST_F(WeaverCommand, ComparesFrontiersInEachSetting) {
    for (const char *const setting :
         {"--push", "--may-push", "--push --frontier-list", "--may-push --frontier-list",
          "--gcn-by-vertices", "--all-edges", "--em-edges records"}) {
        const Outcome done =
            tool("weaver --graph kron:6,w=1..9 --algorithms bfs,sssp,gcn --schedules "
                 "vm,em,wm,weaver " +
                 std::string(setting));
        EXPECT_EQ(done.status, 0) << setting << done.err << done.out;
    }
}

TEST_F(WeaverCommand, WritesCyclesStagesAndAPicture) {
    const std::string json = path("a.json"), svg = path("a.svg");
    const Outcome done = tool("weaver --graph kron:6 --push --schedules vm,weaver --set "
                              "table_latency=40 --set l3_bytes=2097152 --json " +
                              json + " --svg " + svg);
    ASSERT_EQ(done.status, 0) << done.err;
    const std::string report = read("a.json"), picture = read("a.svg");
    for (const char *const text :
         {"\"run\"", "\"table_latency\": 40", "\"l3_bytes\": 2097152", "\"direction\": \"push\"",
          "\"schedule\": \"weaver\"", "\"warp_cycles_by_stage\"", "\"memory queue\""})
        EXPECT_NE(report.find(text), std::string::npos) << text;
    EXPECT_EQ(picture.rfind("<svg", 0), 0u);
    EXPECT_NE(picture.find(">SparseWeaver<"), std::string::npos);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(report, found, std::regex("\"cycles\": ([0-9]+)")));
    EXPECT_NE(done.out.find(found[1]), std::string::npos) << "the table has the same number";
}

TEST_F(WeaverCommand, TakesParametersFromAFile) {
    write("small.json", "{\"warps\": 4, \"threads\": 8, \"table_entries\": 16}");
    const Outcome shown = tool("weaver --show-parameters --parameters " + path("small.json"));
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_NE(shown.out.find("\"threads\": 8"), std::string::npos);
    EXPECT_NE(shown.out.find("\"l2_banks\": 2"), std::string::npos);
    write("all.json", shown.out);
    EXPECT_EQ(tool("weaver --graph kron:5 --parameters " + path("all.json")).status, 0);
}

TEST_F(WeaverCommand, RefusesWithTheReason) {
    write("text.json", "[]");
    write("half.json", "{\"warps\": 2.5}");
    const struct {
        const char *arguments;
        int status;
        const char *text;
    } cases[] = {
        {"", 1, "--graph is required"},
        {"--graph kron:5 --set warps", 1, "--set warps is no NAME=NUMBER"},
        {"--graph kron:5 --set warps=x", 1, "--set warps=x is no NAME=NUMBER"},
        {"--graph kron:5 --set turbo=1", 2, "there is no parameter 'turbo'"},
        {"--graph kron:5 --set warps=3", 2, "the parameter warps is 3"},
        {"--graph kron:5 --schedules vm,fast", 2, "there is no schedule 'fast'"},
        {"--graph kron:5 --algorithms tc", 2, "there is no algorithm 'tc'"},
        {"--graph rmat:5:4,directed --algorithms cc", 2, "cc takes an undirected graph"},
        {"--graph kron:5 --algorithms hooking --push", 1, "hooking is pulled"},
        {"--graph kron:5 --may-push --push", 1, "--push"},
        {"--graph kron:5 --em-edges x", 2, "there are no edge arrays 'x'"},
        {"--graph kron:5 --source 99", 2, "--source 99"},
        {"--graph kron:5,w=70000..70001", 2, "a weight is 7000"},
    };
    for (const auto &c : cases) {
        const Outcome done = tool(std::string("weaver ") + c.arguments);
        EXPECT_EQ(done.status, c.status) << c.arguments;
        EXPECT_NE(done.err.find(c.text), std::string::npos) << c.arguments << ": " << done.err;
    }
    for (const char *const file : {"text.json", "half.json", "none.json"}) {
        const Outcome done = tool("weaver --graph kron:5 --parameters " + path(file));
        EXPECT_EQ(done.status, 2) << file;
        EXPECT_NE(done.err.find(file), std::string::npos) << done.err;
    }
}

} // namespace
