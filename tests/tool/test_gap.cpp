/// `graphblast gap`: the sources, trials, results and output of the GAP benchmark's programs.

#include "scratch.hpp"

#include <regex>
#include <vector>

namespace {

using Gap = Scratch;

/// Returns the words behind a label, line by line.
std::vector<std::string> after(const std::string &label, const std::string &text) {
    std::vector<std::string> found;
    const std::regex line(label + " +(\\S+)");
    for (std::sregex_iterator match(text.begin(), text.end(), line), end; match != end; ++match)
        found.push_back((*match)[1]);
    return found;
}

/// GAP's own programs start from these vertices of 256, all of which have edges.
TEST_F(Gap, StartsWhereItsProgramsStart) {
    const std::vector<std::string> sources = {"95", "127", "144", "206", "212", "108"};
    for (const char *const arguments :
         {"gap bfs -n 6 --graph grid:16x16", "gap sssp --trials 6 grid:16x16,w=1..9",
          "gap bc --sources 3 -n 2 grid:16x16"}) {
        const Outcome done = tool(arguments);
        ASSERT_EQ(done.status, 0) << done.err;
        EXPECT_EQ(after("Source:", done.out), sources) << arguments;
    }
    // The centre alone has edges out.
    const Outcome star = tool("gap bfs -n 3 star:1000,directed");
    EXPECT_EQ(after("Source:", star.out), std::vector<std::string>(3, "0"));
    const Outcome own = tool("gap bfs -n 2 --source 7 grid:16x16");
    EXPECT_EQ(after("Source:", own.out), std::vector<std::string>(2, "7"));
}

TEST_F(Gap, PrintsAndVerifiesEachTrial) {
    for (const char *const kernel : {"bfs", "sssp", "pr", "cc", "bc", "tc"}) {
        const Outcome done =
            tool(std::string("gap ") + kernel +
                 " --graph kron:10,w=1..255 -n 3 --iterations 100 --warm-up 1 --verify");
        ASSERT_EQ(done.status, 0) << kernel << done.err << done.out;
        const auto trials = after("Trial Time:", done.out);
        ASSERT_EQ(trials.size(), 3U) << kernel;
        EXPECT_EQ(after("Verification:", done.out), std::vector<std::string>(3, "PASS")) << kernel;
        EXPECT_EQ(after("Verification Time:", done.out).size(), 3U) << kernel;
        double sum = 0;
        for (const std::string &trial : trials) sum += std::stod(trial);
        const auto mean = after("Average Time:", done.out);
        ASSERT_EQ(mean.size(), 1U) << kernel;
        EXPECT_NEAR(std::stod(mean.front()), sum / 3, 1.1e-5) << kernel;
        EXPECT_NE(done.out.find("Graph has 1024 nodes and "), std::string::npos) << done.out;
        EXPECT_NE(done.out.find(" undirected edges for degree: "), std::string::npos) << done.out;
    }
}

/// A mapped file is never written, and GAP's trials need the edges both ways.
TEST_F(Gap, RunsOnAMappedGraph) {
    const std::string file = path("mapped.grb");
    ASSERT_EQ(tool("generate kron:8,w=1..9 -o " + file).status, 0);
    for (const char *const kernel : {"bfs", "sssp", "pr", "cc", "bc", "tc"}) {
        const Outcome done =
            tool(std::string("gap ") + kernel + " -n 1 --verify --iterations 100 " + file);
        ASSERT_EQ(done.status, 0) << kernel << done.err << done.out;
        EXPECT_EQ(after("Verification:", done.out), std::vector<std::string>{"PASS"}) << kernel;
    }
}

/// The sums of a star's hub are too rough in single precision.
TEST_F(Gap, RanksInEitherPrecision) {
    for (const char *const arguments :
         {"--tolerance 1e-5 kron:8", "--precision double star:30000"}) {
        const Outcome done =
            tool(std::string("gap pr -n 1 --iterations 200 --verify ") + arguments);
        EXPECT_EQ(done.status, 0) << arguments << done.err;
        EXPECT_EQ(after("Verification:", done.out), std::vector<std::string>{"PASS"}) << arguments;
    }
}

/// Twenty steps are too few for this tolerance.
TEST_F(Gap, SaysWhatIsWrong) {
    const Outcome done = tool("gap pr -n 2 --tolerance 1e-12 --verify kron:8");
    EXPECT_EQ(done.status, 3);
    EXPECT_EQ(after("Verification:", done.out), std::vector<std::string>(2, "FAIL"));
    EXPECT_NE(done.err.find("after 20 iterations"), std::string::npos) << done.err;
}

TEST_F(Gap, RefusesWithTheReason) {
    const struct {
        const char *arguments;
        int status;
        const char *text;
    } cases[] = {
        {"bfss kron:4", 1, "'bfss' is no kernel; did you mean 'bfs'?"},
        {"bfs", 1, "graph"},
        {"tc kron:6,directed", 2, "the graph is directed"},
        {"bfs --source 99 path:5", 2, "source 99"},
        {"bc --sources 2 --source 1 path:5", 1, "--source"},
        {"bfs er:50:0", 2, "no vertex has edges out"},
    };
    for (const auto &c : cases) {
        const Outcome done = tool(std::string("gap ") + c.arguments);
        EXPECT_EQ(done.status, c.status) << c.arguments << done.err;
        EXPECT_NE(done.err.find(c.text), std::string::npos) << c.arguments << "\n" << done.err;
    }
}

} // namespace
