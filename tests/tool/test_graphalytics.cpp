/// `graphblast graphalytics`: a data set of LDBC Graphalytics by hand, its outputs and their
/// comparison with references.

#include "scratch.hpp"

namespace {

class GraphalyticsCommand : public Scratch {
protected:
    void SetUp() override {
        Scratch::SetUp();
        // Vertex 9 has no edge; 1 and 3 have edges both ways.
        write("ex.v", "1\n2\n3\n4\n9\n");
        write("ex.e", "1 2 0.5\n2 3 0.25\n1 3 2\n3 1 1\n4 3 1.5\n");
        write_properties("ex", "true");
    }
    void write_properties(const std::string &name, const std::string &directed) const {
        std::string text = "# by hand\nother.key = 1\n";
        const std::string g = "graph." + name + ".";
        for (const std::string &line :
             {std::string("vertex-file = ex.v"), std::string("edge-file: ex.e"),
              "directed = " + directed, std::string("algorithms = bfs, cdlp,lcc , pr, sssp, wcc"),
              std::string("bfs.source-vertex = 1"), std::string("cdlp.max-iterations = 2"),
              std::string("pr.damping-factor = 0.85"), std::string("pr.num-iterations = 2"),
              std::string("sssp.weight-property = weight"), std::string("sssp.source-vertex = 1")})
            text += g + line + "\n";
        write(name + ".properties", text);
    }
    std::string command_of(const std::string &name) const {
        return "graphalytics " + path(name + ".properties") + " ";
    }
};

TEST_F(GraphalyticsCommand, WritesWhatItsDefinitionsGive) {
    const Outcome done = tool(command_of("ex") + "--output " + path(""));
    ASSERT_EQ(done.status, 0) << done.err;
    constexpr const char *unreached = "9223372036854775807";
    EXPECT_EQ(read("ex-BFS"),
              std::string("1 0\n2 1\n3 1\n4 ") + unreached + "\n9 " + unreached + "\n");
    EXPECT_EQ(read("ex-SSSP"), "1 0\n2 0.5\n3 0.75\n4 infinity\n9 infinity\n");
    EXPECT_EQ(read("ex-WCC"), "1 1\n2 1\n3 1\n4 1\n9 9\n");
    EXPECT_EQ(read("ex-CDLP"), "1 1\n2 1\n3 3\n4 1\n9 9\n");
    write("ref-LCC", "1 0.5\n2 1\n3 0.166667\n4 0\n9 0\n");
    write("ref-PR", "1 0.45653\n2 0.14033\n3 0.32138\n4 0.04088\n9 0.04088\n");
    std::filesystem::create_directories(path("ref"));
    for (const char *const name : {"LCC", "PR"})
        std::filesystem::rename(path(std::string("ref-") + name),
                                path(std::string("ref/ex-") + name));
    const Outcome close = tool(command_of("ex") + "--algorithms lcc,pr --validate " + path("ref"));
    EXPECT_EQ(close.status, 0) << close.out;
}

TEST_F(GraphalyticsCommand, TakesEdgesBothWays) {
    write_properties("und", "false");
    const Outcome done = tool(command_of("und") + "--algorithms bfs,lcc --output " + path(""));
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(read("und-BFS"), "1 0\n2 1\n3 1\n4 2\n9 9223372036854775807\n");
    EXPECT_EQ(read("und-LCC"), "1 1\n2 1\n3 0.3333333333333333\n4 0\n9 0\n");
}

TEST_F(GraphalyticsCommand, ComparesWithReferences) {
    ASSERT_EQ(tool(command_of("ex") + "--output " + path("")).status, 0);
    const Outcome same = tool(command_of("ex") + "--validate " + path(""));
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.out.find("FAIL"), std::string::npos) << same.out;
    std::filesystem::create_directories(path("ref"));
    const struct {
        const char *algorithm, *name, *reference, *verdict;
    } cases[] = {
        // Any names of the components do.
        {"wcc", "ex-WCC", "9 1\n1 7\n2 7\n3 7\n4 7\n", "PASS"},
        {"wcc", "ex-WCC", "1 7\n2 7\n3 7\n4 8\n9 9\n", "FAIL: vertex 4 has 1, the reference 8"},
        {"wcc", "ex-WCC", "1 7\n2 7\n3 7\n4 7\n9 7\n", "FAIL: vertex 9 has 9, the reference 7"},
        {"cdlp", "ex-CDLP", "1 1\n2 1\n3 3\n4 1\n9 8\n", "FAIL: vertex 9 has 9, the reference 8"},
        {"sssp", "ex-SSSP", "1 0\n2 0.50004\n3 7.5e-1\n4 inf\n9 Infinity\n", "PASS"},
        {"sssp", "ex-SSSP", "1 0\n2 0.5001\n3 0.75\n4 inf\n9 inf\n",
         "FAIL: vertex 2 has 0.5, the reference 0.5001"},
        {"sssp", "ex-SSSP", "1 0\n2 0.5\n3 0.75\n4 1e9\n9 inf\n",
         "FAIL: vertex 4 has infinity, the reference 1e9"},
        {"sssp", "ex-SSSP", "1 x\n2 0.5\n3 0.75\n4 inf\n9 inf\n",
         "FAIL: vertex 1 has 0, the reference x"},
    };
    for (const auto &c : cases) {
        write(std::string("ref/") + c.name, c.reference);
        const Outcome done =
            tool(command_of("ex") + "--algorithms " + c.algorithm + " --validate " + path("ref"));
        EXPECT_EQ(done.status, c.verdict == std::string("PASS") ? 0 : 3) << c.reference;
        EXPECT_NE(done.out.find(c.verdict), std::string::npos) << done.out;
    }
}

TEST_F(GraphalyticsCommand, RefusesWithTheReason) {
    write("empty.properties", "a = b\n");
    write_properties("odd", "maybe");
    write("lost.properties", "graph.lost.vertex-file = ex.v\ngraph.lost.edge-file = ex.e\n"
                             "graph.lost.bfs.source-vertex = 5\ngraph.lost.pr.damping-factor = 1\n"
                             "graph.lost.cdlp.max-iterations = 0\ngraph.lost.algorithms = bfs\n");
    std::filesystem::create_directories(path("ref"));
    write("ref/ex-BFS", "1 0\n2 1\n3 1\n4 1\n");
    const struct {
        std::string arguments;
        const char *text;
    } cases[] = {
        {"graphalytics none.properties", "none.properties: cannot open"},
        {command_of("empty"), "no property begins with graph.empty."},
        {command_of("odd"), "directed: 'maybe' is neither true nor false"},
        {command_of("ex") + "--algorithms bsf",
         "--algorithms: bsf is no algorithm of Graphalytics; "
         "did you mean 'bfs'?"},
        {command_of("lost"), "bfs.source-vertex: the graph has no vertex 5"},
        {command_of("lost") + "--algorithms sssp", "it lacks graph.lost.sssp.source-vertex"},
        {command_of("lost") + "--algorithms pr", "'1' is no number from 0 to less than 1"},
        {command_of("lost") + "--algorithms cdlp", "'0' is no number from 1 to 1000000"},
        {command_of("ex") + "--algorithms bfs --validate " + path("ref"), "no value of vertex 9"},
    };
    for (const auto &c : cases) {
        const Outcome done = tool(c.arguments);
        EXPECT_EQ(done.status, 2) << c.arguments << done.err;
        EXPECT_NE(done.err.find(c.text), std::string::npos) << c.arguments << "\n" << done.err;
    }
    write("ref/ex-BFS", "1 0\n2 1\n1 1\n4 1\n9 1\n");
    const Outcome twice = tool(command_of("ex") + "--algorithms bfs --validate " + path("ref"));
    EXPECT_NE(twice.err.find("line 3: '1 1' is no vertex of the graph and its value"),
              std::string::npos)
        << twice.err;
}

} // namespace
