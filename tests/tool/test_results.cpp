/// The results of `run`: --out, --top, the parameters of algorithms, the JSON report.

#include "scratch.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

const std::string karate = GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx";

class Results : public Scratch {
protected:
    void refused(int status, const std::string &arguments, const std::string &part) const {
        const size_t before = files();
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
    json report(const std::string &arguments) const {
        const Outcome outcome = tool(arguments + " --json " + path("report.json"));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return json::parse(read("report.json"));
    }
};

TEST_F(Results, TablesOfAVector) {
    ASSERT_EQ(tool("run sssp --graph path:4,w=2..2 --source 1 --out " + path("d.csv")).status, 0);
    EXPECT_EQ(read("d.csv"), "vertex,distances\n0,2\n1,0\n2,2\n3,4\n");
    ASSERT_EQ(tool("run sssp --graph path:4,w=2..2 --source 1 --out " + path("d.tsv")).status, 0);
    EXPECT_EQ(read("d.tsv"), "vertex\tdistances\n0\t2\n1\t0\n2\t2\n3\t4\n");
    // A vertex that was not reached has no line.
    ASSERT_EQ(tool("run sssp --graph path:3,directed --source 1 --out " + path("r.csv")).status, 0);
    EXPECT_EQ(read("r.csv"), "vertex,distances\n1,0\n2,1\n");
}

/// The vertices of a Matrix Market file are numbered from 1, in results as in --source.
TEST_F(Results, IdsAreThoseOfTheFile) {
    const std::string graph = write("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n"
                                             "4 4 2\n2 1\n4 3\n");
    ASSERT_EQ(tool("run bfs,cc --graph " + graph + " --source 1 --out " + path("x.csv")).status, 0);
    EXPECT_EQ(read("x-levels.csv"), "vertex,levels\n1,0\n2,1\n");
    EXPECT_EQ(read("x-parents.csv"), "vertex,parents\n1,1\n2,1\n");
    EXPECT_EQ(read("x-components.csv"), "vertex,components\n1,1\n2,1\n3,3\n4,3\n");
    EXPECT_EQ(files(), 4u);
    refused(2, "run bfs --graph " + graph + " --source 0", "has vertices 1..4, from 1");
    refused(2, "run bfs --graph " + graph + " --source x", "has vertices 1..4");
    const std::string gaps = write("gaps.csv", "10,20\n20,30\n");
    refused(2, "run bfs --graph " + gaps + " --source 15",
            "gaps.csv has no such vertex, ids are between 10 and 30");
}

/// The tool tells readers who expect the ranks of other programs why these differ.
TEST_F(Results, AlgorithmsWithoutWeights) {
    const auto said = [&](const std::string &arguments) {
        const std::string text = tool("run " + arguments).out;
        const size_t at = text.find("weights do not count for ");
        return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_EQ(said("pagerank,sssp,cc,bc --graph path:4,w=1..9"),
              "weights do not count for pagerank, bc");
    EXPECT_EQ(said("hits,katz --graph path:4,w=1..9"), "weights do not count for hits, katz");
    EXPECT_EQ(said("sssp,tc --graph path:4,w=1..9"), "");
    EXPECT_EQ(said("pagerank --graph path:4"), "");
}

TEST_F(Results, OneFileForEachResult) {
    const std::string arguments = "run bfs --graph path:3 --source 0 --out levels=" + path("a.csv");
    ASSERT_EQ(tool(arguments).status, 0);
    EXPECT_EQ(files(), 1u);
    ASSERT_EQ(tool(arguments + " --out parents=" + path("b.tsv")).status, 0);
    EXPECT_EQ(read("b.tsv"), "vertex\tparents\n0\t0\n1\t0\n2\t1\n");
    ASSERT_EQ(tool("run bfs --graph path:3 --out " + path("c.d.csv.gz")).status, 0);
    EXPECT_EQ(read("c.d-levels.csv.gz").substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(read("c.d-parents.csv.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(Results, MatrixMarket) {
    ASSERT_EQ(tool("run bfs --graph path:3,directed --source 1 --out " + path("a.mtx")).status, 0);
    EXPECT_EQ(read("a-levels.mtx"),
              "%%MatrixMarket matrix coordinate integer general\n3 1 2\n2 1 0\n3 1 1\n");
    EXPECT_EQ(read("a-parents.mtx"), "%%MatrixMarket matrix coordinate integer general\n"
                                     "% The values are rows, from 1.\n3 1 2\n2 1 2\n3 1 2\n");
    ASSERT_EQ(tool("run ktruss,jaccard --graph er:3:6 --out " + path("t.mtx")).status, 0);
    EXPECT_EQ(read("t-truss.mtx"), "%%MatrixMarket matrix coordinate integer general\n3 3 6\n"
                                   "1 2 1\n1 3 1\n2 1 1\n2 3 1\n3 1 1\n3 2 1\n");
    ASSERT_EQ(tool("run ego --graph path:4,w=7..7 --source 3 --out " + path("e.csv")).status, 0);
    EXPECT_EQ(read("e.csv"), "from,to,ego\n2,3,7\n3,2,7\n");
    ASSERT_EQ(tool("run jaccard --graph er:3:6 --out " + path("j.csv")).status, 0);
    EXPECT_EQ(read("j.csv").substr(0, 41), "from,to,similarity\n0,1,0.3333333333333333");
}

TEST_F(Results, NumPyArrays) {
    ASSERT_EQ(
        tool("run bfs --graph path:3,directed --source 1 --out levels=" + path("a.npy")).status, 0);
    const std::string whole = read("a.npy");
    EXPECT_NE(whole.find("'<i8', 'fortran_order': False, 'shape': (3,)"), std::string::npos);
    int64_t levels[3];
    ASSERT_EQ(whole.size(), 128 + sizeof levels);
    std::memcpy(levels, whole.data() + 128, sizeof levels);
    EXPECT_EQ(levels[0], -1);
    EXPECT_EQ(levels[1], 0);
    EXPECT_EQ(levels[2], 1);
    ASSERT_EQ(tool("run pagerank --graph star:3 --out " + path("r.npy")).status, 0);
    const std::string real = read("r.npy");
    EXPECT_NE(real.find("'<f8'"), std::string::npos);
    double rank[3];
    ASSERT_EQ(real.size(), 128 + sizeof rank);
    std::memcpy(rank, real.data() + 128, sizeof rank);
    EXPECT_NEAR(rank[0] + rank[1] + rank[2], 1, 1e-9);
    EXPECT_GT(rank[0], rank[1]);
}

TEST_F(Results, StandardOutputHoldsTheTableAlone) {
    const Outcome outcome = tool("run cc --graph path:2 --out -");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "vertex,components\n0,0\n1,0\n");
    EXPECT_NE(outcome.err.find("1 component"), std::string::npos) << outcome.err;
    EXPECT_EQ(tool("run bfs --graph path:2 --source 0 --out parents=-").out,
              "vertex,parents\n0,0\n1,0\n");
}

TEST_F(Results, WhatCannotBeWritten) {
    const std::string run = "run bfs --graph path:3 --out ";
    refused(1, run + path("x.png"), "can be written as .csv, .tsv, .npy");
    refused(1, run + path("x"), "its ending says no format");
    refused(1, run + "level=" + path("x.csv"),
            "there is no result 'level'; did you mean 'levels'?");
    refused(1, run + "-", "RESULT=- names one");
    refused(1, run + "levels=" + path("x.csv") + " --out levels=" + path("y.csv"), "already");
    refused(1, run + "levels=" + path("x.csv") + " --out parents=" + path("x.csv"), "already");
    refused(1, "run tc --graph path:3 --out " + path("x.csv"), "no vector and no matrix");
    refused(1, "run ktruss --graph path:3 --out " + path("x.npy"), ".csv, .tsv and .mtx");
    refused(2, run + path("no/such/x.csv"), "cannot create: No such file");
    // Nothing is left of what was opened before the graph was read.
    refused(2, "run bfs --graph none.mtx --out " + path("x.csv"), "none.mtx: cannot open");
}

TEST_F(Results, Top) {
    const Outcome outcome = tool("run pagerank,cc,bfs --graph " + karate + " --top 2");
    ASSERT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("\npagerank: 34  0.1009"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\npagerank: 1  0.0969"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\ncc: 34 vertices with 1\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("\nbfs parents: "), std::string::npos) << outcome.out;
    const json top = report("run jaccard --graph er:3:6 --top 1").at("algorithms")[0].at("top");
    ASSERT_EQ(top.size(), 1u);
    EXPECT_EQ(top[0].at("from"), 0);
    EXPECT_EQ(top[0].at("to"), 1);
    EXPECT_NEAR(top[0].at("value").get<double>(), 1.0 / 3, 1e-12);
}

TEST_F(Results, EveryAlgorithmVerifies) {
    for (const std::string &graph : {karate, std::string("kron:8,directed,w=1..9,seed=3")}) {
        const Outcome outcome = tool("run all --verify --graph " + graph);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        for (const char *const name :
             {"ego",    "walks",     "eigenvector", "katz",    "hits hubs", "hits authorities",
              "scc",    "kcore",     "ktruss",      "lcc",     "bc",        "closeness",
              "mis",    "colouring", "labels",      "louvain", "leiden",    "jaccard",
              "cosine", "overlap",   "forest"})
            EXPECT_NE(outcome.out.find("\n" + std::string(name) + " "), std::string::npos) << name;
        EXPECT_NE(outcome.out.find("verified"), std::string::npos);
    }
}

TEST_F(Results, ParametersVerifyAndArePrinted) {
    const std::string graph = " --verify --graph kron:8,w=1..9 ";
    const json rank =
        report("run pagerank" + graph + "--damping 0.5 --tolerance 1e-9 --personal 3,5,3")
            .at("algorithms")[0];
    EXPECT_EQ(rank.at("result").at("parameters").at("damping"), 0.5);
    EXPECT_EQ(rank.at("result").at("parameters").at("tolerance"), 1e-9);
    EXPECT_EQ(rank.at("result").at("parameters").at("personal"), (json{3, 5}));
    EXPECT_EQ(rank.at("verified"), true);
    const json katz =
        report("run katz" + graph + "--alpha 0.001 --beta 2 --tolerance 1e-8").at("algorithms")[0];
    EXPECT_EQ(katz.at("result").at("parameters").at("alpha"), 0.001);
    EXPECT_EQ(katz.at("result").at("parameters").at("beta"), 2);
    EXPECT_EQ(katz.at("verified"), true);
    const json hits = report("run hits" + graph + "--tolerance 0 --iterations 4").at("algorithms");
    ASSERT_EQ(hits.size(), 2u);
    EXPECT_EQ(hits[1].at("result").at("iterations"), 4);
    EXPECT_EQ(hits[1].at("verified"), true);
    const json ego = report("run ego" + graph + "--radius 2 --source 3").at("algorithms")[0];
    EXPECT_EQ(ego.at("result").at("parameters").at("radius"), 2);
    EXPECT_EQ(ego.at("verified"), true);
    const Outcome sssp = tool("run sssp" + graph + "--delta 2.5");
    EXPECT_EQ(sssp.status, 0) << sssp.err;
    EXPECT_NE(sssp.out.find("delta 2.5"), std::string::npos) << sssp.out;
    const Outcome truss = tool("run ktruss" + graph + "-k 5");
    EXPECT_EQ(truss.status, 0) << truss.err;
    EXPECT_NE(truss.out.find("5-truss of "), std::string::npos) << truss.out;
    const Outcome pivots = tool("run bc,closeness" + graph + "--pivots 40");
    EXPECT_EQ(pivots.status, 0) << pivots.err;
    EXPECT_NE(pivots.out.find("40 pivots"), std::string::npos) << pivots.out;
    const Outcome labels = tool("run labels" + graph + "--iterations 1");
    EXPECT_EQ(labels.status, 0) << labels.err;
    EXPECT_NE(labels.out.find(", 1 round "), std::string::npos) << labels.out;
    const Outcome colours = tool("run colouring,mis" + graph + "--seed 9");
    EXPECT_EQ(colours.status, 0) << colours.err;
    EXPECT_NE(colours.out.find("seed 9"), std::string::npos) << colours.out;
    const Outcome louvain = tool("run louvain" + graph + "--resolution 0.5");
    EXPECT_EQ(louvain.status, 0) << louvain.err;
    EXPECT_NE(louvain.out.find(", resolution 0.5, seed 1"), std::string::npos) << louvain.out;
    // A result that has not converged is no right one.
    EXPECT_EQ(tool("run pagerank" + graph + "--iterations 2").status, 3);
    const Outcome eigenvector = tool("run eigenvector" + graph + "--iterations 2");
    EXPECT_EQ(eigenvector.status, 3);
    EXPECT_NE(eigenvector.err.find("not converged: the last step is 2."), std::string::npos)
        << eigenvector.err;
    EXPECT_EQ(tool("run hits --graph er:30:0 --iterations 1 --verify").status, 0);
}

/// Sources that are named are the only roots: of a path of 5 from 1, and from both 1 and 3.
TEST_F(Results, CentralitiesFromNamedSources) {
    const auto table = [&](const std::string &arguments) {
        const Outcome outcome =
            tool("run " + arguments + " --graph path:5 --verify --out " + path("x.csv"));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return read("x.csv");
    };
    EXPECT_EQ(table("bc --source 1"), "vertex,betweenness\n0,0\n1,0\n2,2\n3,1\n4,0\n");
    EXPECT_EQ(table("bc --source 3,1"), "vertex,betweenness\n0,0\n1,1\n2,4\n3,1\n4,0\n");
    EXPECT_EQ(table("bc --source 3,1 --normalize max"),
              "vertex,betweenness\n0,0\n1,0.25\n2,1\n3,0.25\n4,0\n");
    EXPECT_EQ(table("closeness --source 2,0"), "vertex,closeness\n0,0.4\n2,0.6666666666666666\n");
    const json top = report("run bc --graph path:5 --normalize pairs --verify --top 1");
    // 2 is on the way of 4 of the 6 pairs of others.
    EXPECT_NEAR(top.at("algorithms")[0].at("top")[0].at("value").get<double>(), 4.0 / 6, 1e-12);
    const json two = report("run bc --graph path:5 --source 1,3").at("algorithms")[0];
    EXPECT_EQ(two.at("result").at("parameters").at("sources"), (json{1, 3}));
}

/// The table of a path has the positions of its vertices.
TEST_F(Results, PathsBetweenTwoVertices) {
    const std::string roads = write("roads.csv", "a,b,2\nb,c,2\na,c,5\nd,a,1\n");
    const std::string run = "run path --graph " + roads + " --source a --target ";
    const Outcome found = tool(run + "c --verify --out " + path("p.csv"));
    EXPECT_EQ(found.status, 0) << found.err;
    EXPECT_NE(found.out.find("2 edges, distance 4"), std::string::npos) << found.out;
    EXPECT_EQ(read("p.csv"), "vertex,path\na,0\nb,1\nc,2\n");
    EXPECT_NE(tool(run + "d --verify").out.find("no path"), std::string::npos);
    const json plain =
        report("run path --graph grid:9x11 --source 0 --target 98 --verify").at("algorithms")[0];
    EXPECT_EQ(plain.at("result").at("edges"), 18);
    EXPECT_EQ(plain.at("verified"), true);
    const Outcome none = tool("run path --graph path:5");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.err.find("path: path:5: it ends at --target"), std::string::npos) << none.err;
    refused(2, "run path --graph path:5 --target 7", "target 7: path:5 has vertices 0..4");
    EXPECT_EQ(tool("run path --graph path:5,w=-3..-1 --target 2").status, 2);
}

/// Walks have numbers, vertices their ids.
TEST_F(Results, RandomWalks) {
    const std::string roads = write("roads.csv", "a,b\nb,c\n");
    const std::string run = "run walks --graph " + roads + " --verify --source a,b ";
    ASSERT_EQ(tool(run + "--walks 1 --length 5 --out " + path("w.csv")).status, 0);
    EXPECT_EQ(read("w.csv"), "walk,step,vertex\n0,0,a\n0,1,b\n0,2,c\n1,0,b\n1,1,c\n");
    ASSERT_EQ(tool(run + "--walks 1 --length 3 --out " + path("w.mtx")).status, 0);
    EXPECT_NE(read("w.mtx").find("\n2 4 5\n1 1 1\n"), std::string::npos) << read("w.mtx");
    const json found = report("run walks --graph kron:8,w=0..3 --walks 500 --length 40 --seed 7 "
                              "--source 3,5 --verify")
                           .at("algorithms")[0];
    EXPECT_EQ(found.at("result").at("walks"), 1000);
    EXPECT_EQ(found.at("result").at("parameters").at("seed"), 7);
    EXPECT_EQ(found.at("verified"), true);
    EXPECT_EQ(tool("run walks --graph path:5,w=-3..-1").status, 2);
}

/// An id with a comma is an id.
TEST_F(Results, SourcesMayHaveCommasInTheirNames) {
    const std::string graph = write("g.csv", "source,target\n\"Doe, J\",Ann\nAnn,Bob\n");
    ASSERT_EQ(tool("run bfs --graph " + graph + " --source 'Doe, J' --out levels=" + path("l.tsv"))
                  .status,
              0);
    EXPECT_NE(read("l.tsv").find("Bob\t2\n"), std::string::npos) << read("l.tsv");
    for (const std::string &arguments : {"bfs --graph " + graph + " --source Ann,Bob",
                                         std::string("sssp --graph path:5 --source 1,2")}) {
        const Outcome outcome = tool("run " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_NE(outcome.err.find("it starts at one vertex, --source names 2"), std::string::npos)
            << outcome.err;
    }
    EXPECT_NE(tool("run ego --graph path:5 --source 1,2").err.find("it has one centre, --source "),
              std::string::npos);
    refused(2, "run bc --graph path:5 --source 1,7", "source 7: path:5 has vertices 0..4");
}

/// GAP drops the rank of vertices without edges out; benchmarks fix the number of steps.
TEST_F(Results, RankOfSinksMayBeDropped) {
    const std::string graph = write("g.el", "0 1\n");
    const json dropped =
        report("run pagerank --graph " + graph + " --dangling drop --top 2 --verify");
    const json top = dropped.at("algorithms")[0].at("top");
    EXPECT_NEAR(top[0].at("value").get<double>(), 0.13875, 1e-12);
    EXPECT_NEAR(top[1].at("value").get<double>(), 0.075, 1e-12);
    EXPECT_EQ(dropped.at("algorithms")[0].at("result").at("parameters").at("dangling"), "drop");
    const json single =
        report("run pagerank --graph " + graph + " --dangling drop --precision single --verify");
    EXPECT_EQ(single.at("algorithms")[0].at("result").at("parameters").at("precision"), "single");
    const json ten =
        report("run pagerank --graph kron:8,directed --tolerance 0 --iterations 10 --verify");
    EXPECT_EQ(ten.at("algorithms")[0].at("result").at("iterations"), 10);
}

/// LDBC Graphalytics: an edge both ways counts twice for labels; coefficients count directed pairs.
TEST_F(Results, DirectedGraphsAsGraphalyticsDefines) {
    const std::string labels = write("labels.el", "0 2\n1 2\n2 1\n");
    ASSERT_EQ(
        tool("run labels --iterations 1 --verify --graph " + labels + " --out " + path("l.csv"))
            .status,
        0);
    EXPECT_EQ(read("l.csv"), "vertex,labels\n0,2\n1,2\n2,1\n");
    const std::string pairs = write("pairs.el", "0 1\n1 2\n0 2\n");
    ASSERT_EQ(tool("run lcc --verify --graph " + pairs + " --out " + path("c.csv")).status, 0);
    EXPECT_EQ(read("c.csv"), "vertex,coefficients\n0,0.5\n1,0.5\n2,0.5\n");
}

/// There are 2^1992 shortest paths between two corners.
TEST_F(Results, BetweennessOfManyPaths) {
    const Outcome outcome = tool("run bc --graph grid:1000x1000 --source 0 --verify");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("verified"), std::string::npos) << outcome.out;
}

TEST_F(Results, ParametersOfOthersAreRefused) {
    refused(1, "run cc --graph path:3 --source 2",
            "--source is an option of bfs, sssp, path, ego, walks, bc, closeness");
    refused(1, "run pagerank --graph path:3 --sources 2",
            "--sources is an option of bfs, sssp, path, ego");
    refused(1, "run tc --graph path:3 --top 2", "--top is an option of bfs, ");
    refused(1, "run forest --graph path:3 --top 2", "--top is an option of bfs, ");
    refused(1, "run labels --graph path:3 --dangling drop", "--dangling is an option of pagerank");
    refused(1, "run pagerank --graph path:3 --dangling keep", "'keep' is no way of dangling rank");
    refused(1, "run pagerank --graph path:3 --precision half", "'half' is no precision");
    refused(1, "run closeness --graph path:3 --normalize max", "--normalize is an option of bc");
    refused(1, "run bc --graph path:3 --normalize mean", "'mean' is no divisor");
    refused(1, "run bc --graph path:3 --source 1 --pivots 2", "--source excludes --pivots");
    for (const char *const option : {"sssp --delta", "pagerank --damping", "pagerank --tolerance",
                                     "louvain --resolution", "gcn --features random:2 --rate"})
        refused(1, "run " + std::string(option) + " nan --graph path:3", "Value nan not in range");
    refused(1, "run mis --graph path:3 --seed -1", "--seed: -1 is below 0");
    refused(1, "run gcn --graph path:3 --features random:2 --dangling drop",
            "is no option of run gcn");
    refused(1, "explain cc --graph path:3 --source 2", "--source is an option of bfs");
    refused(1, "run bfs --graph path:3 --damping 0.5", "--damping is an option of pagerank");
    refused(1, "run cc --graph path:3 --pivots 2", "--pivots is an option of bc, closeness");
    refused(1, "run pagerank --graph path:3 --damping 1", "--damping");
    refused(1, "run ktruss --graph path:3 -k 2", "-k");
    refused(1, "run sssp --graph path:3 --delta 0", "--delta");
    refused(2, "run pagerank --graph path:3 --personal 1,9",
            "--personal 9: path:3 has vertices 0..2");
    refused(1, "run gcn --graph path:3 --features random:2 --out x.csv", "is no option of run gcn");
}

/// A search is paid for the edges of what it reached, not for those of the whole graph.
TEST_F(Results, TraversedEdges) {
    const json far = report("run bfs --graph path:1000,directed --source 990").at("algorithms")[0];
    EXPECT_EQ(far.at("traversed_edges"), 9);
    const json none = report("run bfs --graph path:10,directed --source 9").at("algorithms")[0];
    EXPECT_EQ(none.at("traversed_edges"), 0);
    EXPECT_EQ(none.at("million_edges_per_second"), 0);
    const json all = report("run bfs --graph path:10 --source 3").at("algorithms")[0];
    EXPECT_EQ(all.at("traversed_edges"), 18);
}

TEST_F(Results, ReportsHoldEverySample) {
    const json run = report("run cc --graph kron:6 --repeat 7 --warm-up 2");
    const json cc = run.at("algorithms")[0];
    const auto samples = cc.at("samples").get<std::vector<double>>();
    ASSERT_EQ(samples.size(), 7u);
    EXPECT_EQ(cc.at("seconds_least"), *std::min_element(samples.begin(), samples.end()));
    auto sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(cc.at("seconds"), sorted[3]);
    EXPECT_NEAR(cc.at("seconds_spread").get<double>(),
                (sorted[4] + sorted[5] - sorted[1] - sorted[2]) / 2, 1e-12);
    EXPECT_GT(run.at("load_seconds").get<double>(), 0);
    EXPECT_EQ(run.at("warm_up"), 2);
    EXPECT_EQ(tool("--version").out.rfind("graphblast " + run.at("version").get<std::string>(), 0),
              0u);
}

} // namespace
