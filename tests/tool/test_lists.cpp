/// DIMACS under its several names, and adjacency lists.

#include "graph_reading.hpp"
#include "scratch.hpp"

namespace {

using namespace grb::tool;

const std::string triangle = "c a triangle and a tail\np edge 4 4\ne 1 2\ne 2 3\ne 3 1\ne 3 4\n";

TEST(Dimacs, GraphsToColour) {
    for (const char *const name : {"g.txt", "g.col", "g", "g.graph", "g.csv"}) {
        const EdgeList edges = parse_graph(triangle, name);
        EXPECT_EQ(edges.nrows, 4u);
        EXPECT_EQ(triples(edges), (Triples{{0, 1, 1},
                                           {0, 2, 1},
                                           {1, 0, 1},
                                           {1, 2, 1},
                                           {2, 0, 1},
                                           {2, 1, 1},
                                           {2, 3, 1},
                                           {3, 2, 1}}));
        EXPECT_TRUE(edges.is_undirected);
        EXPECT_EQ(edges.origin, "DIMACS (undirected), ids from 1");
    }
    ReadOptions directed;
    directed.is_directed = true;
    EXPECT_EQ(parse_graph(triangle, "g", directed).size(), 4u);
    // Lines of vertices are passed over; both ends may list an edge that is announced once.
    EXPECT_EQ(parse_graph("p col 3 1\nn 1 7\nd 4\nv 3\nx 1 2\ne 1 2\ne 2 1\n", "g").size(), 2u);
    EXPECT_EQ(parse_graph("p col 3 2\ne 1 2\ne 2 1\n", "g").nrows, 3u);
}

TEST(Dimacs, Flow) {
    const EdgeList arcs =
        parse_graph("c flow\np max 4 3\nn 1 s\nn 4 t\na 1 2 5\na 2 3 2\na 3 4 9\n", "g.max");
    EXPECT_EQ(triples(arcs), (Triples{{0, 1, 5}, {1, 2, 2}, {2, 3, 9}}));
    EXPECT_EQ(arcs.origin, "DIMACS (maximum flow), capacities as weights, ids from 1");
}

TEST(Dimacs, Complaints) {
    EXPECT_EQ(complaint("p min 2 1\na 1 2 0 5 1\n", "g"),
              "g: line 1: problems of the kind 'min' are not read, but sp, max, edge, edges, col");
    EXPECT_EQ(complaint("c f\np cnf 2 1\n1 -2 0\n", "g.txt").substr(0, 40),
              "g.txt: line 2: problems of the kind 'cnf");
    EXPECT_EQ(complaint("p edge 3 3\ne 1 2\n", "g"),
              "g: line 1: 3 edges announced, the file has 1: wrong count or truncated file");
    EXPECT_EQ(complaint("p edge 3 1\ne 1 2 3\n", "g"), "g: line 2: '3' follows the edge");
    EXPECT_EQ(complaint("p edge 3 1\ne 1\n", "g"), "g: line 2: the edge needs two vertices");
    EXPECT_EQ(complaint("p edge 3 1\na 1 2\n", "g"),
              "g: line 2: 'a' is no line of an edge, which begins with 'e'");
    // Two words are no problem line.
    EXPECT_EQ(parse_graph("p max\nmax q\n", "g").nrows, 3u);
}

TEST(AdjacencyLists, Lines) {
    const EdgeList edges = parse_graph("0 1\n1 2 3\n2 3 0\n3 0\n", "g.txt", as("adjlist"));
    EXPECT_EQ(triples(edges),
              (Triples{{0, 1, 1}, {1, 2, 1}, {1, 3, 1}, {2, 0, 1}, {2, 3, 1}, {3, 0, 1}}));
    EXPECT_EQ(edges.origin, "adjacency lists, ids from 0");
    // As networkx writes it: comments, vertices without neighbours, words.
    const EdgeList words =
        parse_graph("#script.py\n# GMT\nann bob cy\nbob\n\ncy ann\ndan\n", "g.adjlist");
    EXPECT_EQ(words.nrows, 4u);
    EXPECT_EQ(words.ids.of(3), "dan");
    EXPECT_EQ(triples(words), (Triples{{0, 1, 1}, {0, 2, 1}, {2, 0, 1}}));
    EXPECT_EQ(parse_graph("a b,c d\nc d,e\n", "g.adjlist").nrows, 3u);
    EXPECT_EQ(parse_graph("40 7\n7 9 40\n", "g.adjlist").ids.of(1), "9");
    EXPECT_EQ(complaint("# c\n", "g.adjlist"), "g.adjlist: line 1: the file ends before the first "
                                               "vertex");
}

TEST(AdjacencyLists, Multiline) {
    const EdgeList edges = parse_graph(
        "# c\n0 2\n1 {'weight': 0.5}\n2 {'weight': 3}\n1 1\n2 {}\n2 0\n7 0\n", "g.adjlist");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, .5}, {0, 2, 3}, {1, 2, 1}}));
    EXPECT_EQ(edges.nrows, 4u);
    EXPECT_EQ(edges.ids.of(3), "7");
    EXPECT_EQ(edges.origin, "networkx' multiline adjacency lists, ids between 0 and 7, weights in "
                            "the attribute 'weight'");
    EXPECT_EQ(complaint("0 2\n1 {}\n", "g.adjlist"),
              "g.adjlist: line 1: 2 neighbours announced, the file ends behind 1");
    EXPECT_EQ(complaint("0 x\n1 {}\n", "g.adjlist"),
              "g.adjlist: line 1: 'x' is no number of neighbours");
    EXPECT_EQ(complaint("0 1\n1 {'a'\n", "g.adjlist"),
              "g.adjlist: line 2: '{'a'' is no dictionary of attributes");
}

class Lists : public Scratch {};

/// What is written is read again, vertices without edges and words with blanks among them.
TEST_F(Lists, AreWritten) {
    const std::string lists =
        write("a.adjlist", "\"New York\" Paris\nRome\nParis \"New York\" Rome\n");
    ASSERT_EQ(tool("convert " + lists + " " + path("b.adjlist")).status, 0);
    EXPECT_EQ(read("b.adjlist"), "\"New York\" Paris\nParis \"New York\" Rome\nRome\n");
}

} // namespace
