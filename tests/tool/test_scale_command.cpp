/// `graphblast scale`: a log of this library is read, tables and files agree, and what it refuses.

#include "scratch.hpp"

#include <regex>

namespace {

using ScaleCommand = Scratch;

TEST_F(ScaleCommand, ReadsWhatTheLibraryLogs) {
    const Outcome logged = command("env GRAPHBLAST_LOG=pick " + std::string(GRAPHBLAST_TOOL) +
                                   " run bfs,pagerank,sssp,tc,cc --graph kron:9,w=1..9");
    ASSERT_EQ(logged.status, 0) << logged.err;
    write("log", logged.err);
    const Outcome done = tool("scale " + path("log") + " --json " + path("a.json"));
    ASSERT_EQ(done.status, 0) << done.err;
    for (const char *const text :
         {"operations and forms", "speed-up", "most entries", "1D", "2D", "100000", "8192"})
        EXPECT_NE(done.out.find(text), std::string::npos) << text << "\n" << done.out;
    const std::string report = read("a.json");
    for (const char *const text :
         {"\"run\"", "\"node_gbs\"", "\"bytes_to_a_gpu\"", "\"fits\": true"})
        EXPECT_NE(report.find(text), std::string::npos) << text;
    // One line of 1 GPU, two of each other number.
    const std::regex result("\"speedup\":");
    EXPECT_EQ(std::distance(std::sregex_iterator(report.begin(), report.end(), result), {}), 15);
    const std::string piped = GRAPHBLAST_TOOL " scale - --gpus 2 --cut 1d <" + path("log");
    EXPECT_EQ(command("sh -c '" + piped + "'").status, 0);
}

TEST_F(ScaleCommand, TakesFiguresOfLinks) {
    write("log", "graphblast pick op=mxv variant=cuda/x A=1000x1000:10000:sparse:FP32 "
                 "u=1000:1000:full:FP32 time_us=1000\n");
    write("links.json", R"({"fixed_us": 100, "collective_us": 10, "node_gbs": {"2": 1}})");
    const Outcome done =
        tool("scale " + path("log") + " --links " + path("links.json") + " --gpus 2 --cut 1d");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out.find("0.572"), std::string::npos) << done.out;
    EXPECT_NE(done.out.find("1.75"), std::string::npos) << done.out;
    const Outcome shown = tool("scale --show-links --links " + path("links.json"));
    EXPECT_NE(shown.out.find("\"collective_us\": 10"), std::string::npos);
    write("again.json", shown.out);
    EXPECT_EQ(tool("scale --show-links --links " + path("again.json")).out, shown.out);
}

TEST_F(ScaleCommand, RefusesWithTheReason) {
    write("log", "graphblast pick op=apply variant=cpu/x time_us=1\n");
    write("wrong", "x\ngraphblast pick op=apply variant=cpu/x time_us=soon\n");
    write("list.json", "[]");
    write("name.json", "{\"colour\": 1}");
    write("curve.json", "{\"node_gbs\": {\"two\": 1}}");
    write("low.json", "{\"imbalance_1d\": {\"2\": 0.5}}");
    const struct {
        std::string arguments;
        int status;
        const char *text;
    } cases[] = {
        {"", 1, "LOG is required"},
        {"none", 2, "none: cannot open"},
        {path("wrong"), 2, "wrong:2: time_us=soon is no time"},
        {path("list.json"), 2, "no line of GRAPHBLAST_LOG=pick"},
        {path("log") + " --gpus 2,0", 1, "'0' is no number"},
        {path("log") + " --gpus 2x", 1, "'2x' is no number"},
        {path("log") + " --cut 3d", 1, "3d"},
        {path("log") + " --grow 0", 1, "0"},
        {path("log") + " --links " + path("none.json"), 2, "cannot open"},
        {path("log") + " --links " + path("list.json"), 2, "no JSON object"},
        {path("log") + " --links " + path("name.json"), 2, "colour is no figure"},
        {path("log") + " --links " + path("curve.json"), 2, "has 'two', no number of GPUs"},
        {path("log") + " --links " + path("low.json"), 2, "no number from 1 on"},
    };
    for (const auto &c : cases) {
        const Outcome done = tool("scale " + c.arguments);
        EXPECT_EQ(done.status, c.status) << c.arguments << done.err;
        EXPECT_NE(done.err.find(c.text), std::string::npos) << c.arguments << ": " << done.err;
    }
}

} // namespace
