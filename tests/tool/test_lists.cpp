/// DIMACS under its several names, and adjacency lists.

#include "graph_reading.hpp"
#include "scratch.hpp"

#include <unistd.h>

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
    // networkx writes comments, vertices without neighbours, words.
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
    EXPECT_EQ(parse_graph("# {x}\n1 2 3\n2 3\n", "g.adjlist").size(), 3u);
    EXPECT_EQ(complaint("0 1\n1 {'a'\n", "g.adjlist"),
              "g.adjlist: line 2: '{'a'' is no dictionary of attributes");
}

class Lists : public Scratch {};

/// The tool reads its own output again, vertices without edges and words with blanks among them.
TEST_F(Lists, AreWritten) {
    const std::string lists =
        write("a.adjlist", "\"New York\" Paris\nRome\nParis \"New York\" Rome\n");
    ASSERT_EQ(tool("convert " + lists + " " + path("b.adjlist")).status, 0);
    EXPECT_EQ(read("b.adjlist"), "\"New York\" Paris\nParis \"New York\" Rome\nRome\n");
}

/// Ids that have what separates, or what the multiline form has, come back as they were.
TEST_F(Lists, KeepAllIds) {
    const std::string table = write("g.csv", "from,to\n\"a,b\",\"{x}\"\n\"c;d\",e}\n#f,\"a,b\"\n");
    const EdgeList before = read_graph(table);
    ASSERT_EQ(before.nrows, 5u);
    for (const char *const name : {"g.adjlist", "g.tsv", "g.edges"}) {
        ASSERT_EQ(tool("convert " + table + " " + path(name)).status, 0) << name;
        const EdgeList edges = read_graph(path(name));
        ASSERT_EQ(edges.size(), 3u) << name;
        for (const char *const id : {"a,b", "{x}", "c;d", "e}", "#f"})
            EXPECT_TRUE(edges.ids.find(id, edges.nrows)) << name << ": " << id;
    }
}

TEST_F(Lists, RefuseWhatTheyDoNotHold) {
    const std::string table = write("g.csv", "from,to\n\"York\nNew\",b\nc,d\n");
    ASSERT_EQ(tool("convert " + table + " " + path("h.csv")).status, 0);
    EXPECT_EQ(read_graph(path("h.csv")).ids.of(0), "York\nNew");
    for (const char *const name : {"g.adjlist", "g.tsv", "g.edges"}) {
        const Outcome refused = tool("convert " + table + " " + path(name));
        EXPECT_EQ(refused.status, 2) << name;
        EXPECT_NE(refused.err.find("an id has a line end in it"), std::string::npos) << refused.err;
        EXPECT_NE(access(path(name).c_str(), F_OK), 0) << name;
    }
    const Outcome large =
        tool("convert " +
             write("large.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                                "1000000000000 1000000000000 1\n3 4\n") +
             " " + path("large.adjlist"));
    EXPECT_EQ(large.status, 2);
    EXPECT_NE(large.err.find("1000000000000 vertices are too many for 1 entries: adjlist holds"),
              std::string::npos)
        << large.err;
}

/// Names with blanks, in quotes or not, and those that begin as comments do.
TEST_F(Lists, OfVerticesThatAreWords) {
    const std::string table = write("g.csv", "from,to\nNew York,Boston\nBoston,\"#x \"\"y\"\"\"\n");
    ReadOptions options;
    options.vertices =
        write("v.txt", "# towns\nNew York\nLos Angeles, CA\nBoston\n\"#x \"\"y\"\"\"\r\n");
    const EdgeList edges = read_graph(table, options);
    ASSERT_EQ(edges.nrows, 4u);
    EXPECT_EQ(edges.ids.of(0), "New York");
    EXPECT_EQ(edges.ids.of(3), "Los Angeles");
    const std::string marked = write("m.csv", "from,to\n#x,a\n");
    options.vertices = write("w.txt", "#x\na\nb\n");
    try {
        read_graph(marked, options);
        FAIL() << "accepted";
    } catch (const InputError &error) {
        EXPECT_EQ(std::string(error.what()), options.vertices + ": it lists no vertex #x, which " +
                                                 marked +
                                                 " has (--no-comments reads lines that "
                                                 "begin with #, % or //)");
    }
    options.has_comments = false;
    EXPECT_EQ(read_graph(marked, options).nrows, 3u);
}

/// The list beside the edges is for formats that take one.
TEST_F(Lists, BesideOtherFormats) {
    write("g.v", "1\n2\n3\n");
    const std::string edges = write("g.e", "1 2\n");
    EXPECT_EQ(read_graph(edges).nrows, 3u);
    EXPECT_EQ(read_graph(edges, as("el")).origin, "edge list (.el), ids from 0");
}

/// A long list of which no end changes, nor its length, makes the cache anew.
TEST_F(Lists, MakeTheCacheAnew) {
    std::string list;
    for (int k = 1000000; k < 1030000; ++k) list += std::to_string(k) + '\n';
    ReadOptions options;
    options.vertices = write("v.txt", list);
    options.use_cache = true;
    const std::string graph = write("g.txt", "1000000 1000001\n");
    EXPECT_EQ(read_graph(graph, options).ids.of(15000), "1015000");
    list.replace(list.find("1015000"), 7, "1999999");
    write("v.txt", list);
    EXPECT_EQ(read_graph(graph, options).ids.of(15000), "1015001");
}

} // namespace
