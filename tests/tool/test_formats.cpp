/// Graph files other than Matrix Market, tables and SciPy: METIS, DIMACS, GAP; and how formats are
/// told apart.

#include "graph_reading.hpp"
#include "io/parquet.h"

namespace {

using namespace grb::tool;

const std::string metis = "% comment\n4 3\n2\n1 3 4\n2\n2\n";
const std::string dimacs = "c comment\np sp 3 2\na 1 2 5\nc more\na 3 1 -7\n";

std::string gap(bool is_directed, std::initializer_list<int64_t> head,
                std::initializer_list<int32_t> tail) {
    std::string bytes(1, static_cast<char>(is_directed));
    put(bytes, head);
    put(bytes, tail);
    return bytes;
}

/// 0 -> 1, 1 -> 2, and the edges into the vertices as they are given.
std::string gap_directed(std::initializer_list<int64_t> offsets,
                         std::initializer_list<int32_t> neighbours) {
    std::string bytes = gap(true, {2, 3, 0, 1, 2, 2}, {1, 2});
    put(bytes, offsets);
    put(bytes, neighbours);
    return bytes;
}

/// 0 - 1, 1 - 2, both ways.
const std::string gap_undirected = gap(false, {4, 3, 0, 1, 3, 4}, {1, 0, 2, 1});

TEST(Formats, Metis) {
    const EdgeList edges = parse_graph(metis, "g");
    EXPECT_EQ(triples(edges),
              (Triples{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {1, 3, 1}, {2, 1, 1}, {3, 1, 1}}));
    EXPECT_TRUE(edges.is_undirected);
    EXPECT_EQ(edges.origin, "METIS, ids from 1");
    // A line without neighbours, weights of edges, and weights and sizes of vertices, which the
    // reader skips.
    EXPECT_EQ(triples(parse_graph("3 1 001\n2 7\n1 7\n\n", "g")), (Triples{{0, 1, 7}, {1, 0, 7}}));
    EXPECT_EQ(triples(parse_graph("3 1 111 2\n9 8 8 2 7\n9 8 8 1 7\n9 8 8\n", "g")),
              (Triples{{0, 1, 7}, {1, 0, 7}}));
    EXPECT_EQ(parse_graph("3 1 010\n8 2\n8 1\n8\n\n\n", "g", as("metis")).size(), 2u);
    // No number of weights for each vertex means 1.
    EXPECT_EQ(triples(parse_graph("2 1 011 0\n8 2 7\n8 1 7\n", "g")),
              (Triples{{0, 1, 7}, {1, 0, 7}}));
    EXPECT_EQ(triples(parse_graph("  2 1 0 \r\n 2\r\n1 \r\n", "g.graph")),
              (Triples{{0, 1, 1}, {1, 0, 1}}));
}

TEST(Formats, Dimacs) {
    const EdgeList edges = parse_graph(dimacs, "g");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 5}, {2, 0, -7}}));
    EXPECT_EQ(edges.field, Field::integer);
    EXPECT_EQ(edges.origin, "DIMACS, ids from 1");
}

TEST(Formats, Gap) {
    const EdgeList edges = parse_graph(gap_undirected, "g");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}}));
    EXPECT_TRUE(edges.is_undirected);
    EXPECT_EQ(edges.origin, "GAP .sg, ids from 0");
    std::string weighted = gap(true, {2, 2, 0, 2, 2}, {0, 8, 1, 9});
    put<int64_t>(weighted, {0, 1, 2});
    put<int32_t>(weighted, {0, 8, 0, 9});
    const EdgeList arcs = parse_graph(weighted, "g");
    EXPECT_EQ(triples(arcs), (Triples{{0, 0, 8}, {0, 1, 9}}));
    EXPECT_FALSE(arcs.is_undirected);
    EXPECT_EQ(arcs.origin, "GAP .wsg, ids from 0");
}

TEST(Formats, MatrixMarketOptions) {
    const std::string text =
        "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 5\n2 1 6\n";
    ReadOptions options;
    options.is_directed = true;
    EXPECT_EQ(triples(parse_graph(text, "g", options)), (Triples{{1, 0, 11}}));
    options.duplicates = Duplicates::first;
    EXPECT_EQ(triples(parse_graph(text, "g", options)), (Triples{{1, 0, 5}}));
    options.base = 0;
    EXPECT_EQ(complaint(text, "g", options), "g: line 3: row index 2 is out of range 0..1");
}

/// The content decides where it can; a name's ending and --format decide the rest.
TEST(Formats, AreRecognised) {
    EXPECT_EQ(parse_graph("3 2\n1 2\n1 3\n2 3\n", "g").origin, "edge list, ids from 1");
    EXPECT_EQ(parse_graph("3 3\n1 2\n2 3\n3 1\n", "g").origin, "edge list, ids from 1");
    EXPECT_EQ(parse_graph("3 2\n2\n1 3\n2\n", "g.txt").origin, "METIS, ids from 1");
    EXPECT_EQ(parse_graph(dimacs, "g.txt").origin, "DIMACS, ids from 1");
    EXPECT_EQ(parse_graph(metis, "g.graph.gz").origin, "METIS, ids from 1");
    EXPECT_EQ(parse_graph("c d\nd e\n", "g").origin, "edge list, ids that are words");
    EXPECT_EQ(complaint("2 1\n2\n", "g", as("metis")).substr(0, 12), "g: line 1: 2");
    EXPECT_EQ(complaint("1 2\n", "g", as("png")),
              std::string("'png' is no format; there are mtx, edges, csv, tsv, el, wel, metis, "
                          "gr, sg, wsg, npz, grb, adjlist") +
                  (has_parquet() ? ", parquet" : ""));
    EXPECT_EQ(complaint(std::string("1 2\0", 4), "g"),
              "g: byte 3: no graph: 0x00 stands in no text, and the file is none of the binary "
              "formats (npz, sg, wsg, grb)");
    EXPECT_EQ(complaint("", "g"), "g: the file is empty");
}

TEST(Formats, ComplaintsOfTexts) {
    const std::vector<Damaged> all = {
        {"g.graph", "", "g.graph: the file is empty"},
        {"g.graph", "% c\n", "g.graph: line 1: the file ends before its first line with numbers"},
        {"g.graph", "3\n", "g.graph: line 1: the first line needs the numbers"},
        {"g.graph", "3 x\n", "g.graph: line 1: the first line needs the numbers"},
        {"g.graph", "3 1 2\n", "g.graph: line 1: format 2 is not known"},
        {"g.graph", "1152921504606846976 0\n\n",
         "g.graph: line 1: 1152921504606846976 vertices announced, the file has lines for 1"},
        {"g.graph", "2 1\n2\n", "g.graph: line 1: 2 vertices announced, the file has lines for 1"},
        {"g.graph", "2 1\n2\n1\n1\n",
         "g.graph: line 4: a line for vertex 3 where line 1 announces 2"},
        {"g.graph", "2 1\n2\n3\n", "g.graph: line 3: neighbour 3 is out of range 1..2"},
        {"g.graph", "2 1\n2\n0\n", "g.graph: line 3: neighbour 0 is out of range 1..2"},
        {"g.graph", "2 1\n2\nx\n", "g.graph: line 3: 'x' is not a whole number"},
        {"g.graph", "2 1 1\n2 5\n1\n", "g.graph: line 3: the weight of neighbour 1 is missing"},
        {"g.graph", "2 2\n2\n1\n",
         "g.graph: line 1: 2 edges announced, the lines list 2 neighbours "
         "instead of 4"},
        {"g.graph", "% c\n3 1\n2\n3\n\n",
         "g.graph: line 3: 2 is a neighbour of 1, the line of 2 does not list 1"},
        {"g.graph", "2 1 1\n2 5\n1 6\n",
         "g.graph: line 2: 2 is a neighbour of 1, the line of 2 has another weight"},
        {"g.gr", "c x\n", "g.gr: line 1: the file ends before its line 'p KIND N M'"},
        {"g.gr", "a 1 2 3\n", "g.gr: line 1: no DIMACS graph"},
        {"g.gr", "p sp 3\n", "g.gr: line 1: '' is not a count"},
        {"g.gr", "p sp 3 1 9\na 1 2 3\n", "g.gr: line 1: '9' follows the counts"},
        {"g.gr", "p sp 9 1152921504606846976\na 1 2 3\n",
         "g.gr: line 1: 1152921504606846976 arcs announced, the file has 1"},
        {"g.gr", "p sp 9223372036854775807 0\n",
         "g.gr: line 1: 9223372036854775807 vertices are more"},
        {"g.gr", "p sp 3 1\na 1 2 3\na 1 3 3\n", "g.gr: line 3: arc 2 where line 1 announces 1"},
        {"g.gr", "p sp 3 1\nb 1 2 3\n", "g.gr: line 2: 'b' is no line of an arc"},
        {"g.gr", "p sp 3 1\na 1 4 3\n", "g.gr: line 2: vertex 4 is out of range 1..3"},
        {"g.gr", "p sp 3 1\na 1 2\n", "g.gr: line 2: the weight is missing"},
        {"g.gr", "p sp 3 1\na 1\n", "g.gr: line 2: the arc needs two vertices and a weight"},
        {"g.gr", "p sp 3 1\na 1 2 3 4\n", "g.gr: line 2: '4' follows the arc"},
        {"g.gr", "p sp 3 1\na 1 2 nan\n", "g.gr: line 2: 'nan' is not a number"},
        {"g.gr", "p sp 3 1\na 1 2 -9007199254740993\n",
         "g.gr: line 2: '-9007199254740993' has more digits than a double holds: "
         "-9007199254740992 if the nearest one will do"},
        {"g.gr", "p sp 3 1\na 1 2 1152921504606846976\n", "accepted"},
        {"g.gr", "p sp 3 1\na 1 2 100000000000000000000\n", "accepted"},
        {"g.gr", "p sp 3 2\na 1 2 9007199254740992\na 1 2 9007199254740992\n",
         "g.gr: the weight of the edge from 1 to 2 is 1.8014398509481984e+16, which is no integer "
         "up to "
         "2^53: --dedup says how several become one"},
        {"g.gr", "p sp 3 2\na 1 2 1e308\na 1 2 1e308\n",
         "g.gr: the weight of the edge from 1 to 2 is inf, which is no finite number"},
        {"g.gr", "p sp 3 1\na 1 2 x\n", "g.gr: line 2: 'x' is not a number"}};
    for (const Damaged &damaged : all) {
        const std::string found = complaint(damaged.text, damaged.name);
        EXPECT_EQ(found.substr(0, damaged.part.size()), damaged.part) << damaged.text << found;
    }
}

TEST(Formats, ComplaintsOfGap) {
    const std::vector<Damaged> all = {
        {"g.sg", "x", "g.sg: byte 0: no graph of GAP"},
        {"g.sg", gap_undirected.substr(0, 60),
         "g.sg: byte 1: 4 entries of 3 vertices were announced, "
         "which is not what 60 bytes hold"},
        {"g.sg", gap(false, {int64_t{1} << 60, 3, 0, 0}, {}),
         "g.sg: byte 1: 1152921504606846976 "
         "entries and 3 vertices are too many"},
        {"g.sg", gap(false, {4, int64_t{1} << 31, 0, 0}, {}),
         "g.sg: byte 1: 4 entries of 2147483648"},
        {"g.sg", gap(false, {4, 3, 0, 3, 1, 4}, {1, 0, 2, 1}),
         "g.sg: byte 25: the offset of vertex 1 is 3, the next one is 1"},
        {"g.sg", gap(false, {4, 3, 0, 1, 3, 3}, {1, 0, 2, 1}),
         "g.sg: byte 17: the offsets run from 0 to 3 instead of 0 to 4"},
        {"g.sg", gap(false, {4, 3, 0, 1, 3, 4}, {1, 0, 3, 1}),
         "g.sg: byte 57: neighbour 3 is out of range 0..2"},
        {"g.sg", gap(false, {4, 3, 0, 1, 3, 4}, {1, -1, 2, 1}),
         "g.sg: byte 53: neighbour -1 is out of range 0..2"},
        {"g.wsg", gap_undirected, "g.wsg: byte 1: 4 entries of 3 vertices were announced"},
        {"g.sg", gap(false, {4, 3, 0, 1, 3, 4}, {1, 0, 2, 0}),
         "g.sg: byte 0: the graph is undirected, but not every edge is there in both directions"},
        {"g.sg", gap_directed({0, 1, 2, 2}, {1, 0}),
         "g.sg: byte 57: the edges into the vertices are not those out of them"},
        {"g.sg", gap_directed({0, 0, 1, 1}, {1, 0}),
         "g.sg: byte 57: the offsets run from 0 to 1 instead of 0 to 2"},
        {"g.sg", gap_directed({0, 0, 1, 2}, {0, 3}),
         "g.sg: byte 93: neighbour 3 is out of range 0..2"}};
    EXPECT_EQ(complaint(gap_directed({0, 0, 1, 2}, {0, 1}), "g.sg"), "accepted");
    for (const Damaged &damaged : all) {
        const std::string found = complaint(damaged.text, damaged.name);
        EXPECT_EQ(found.substr(0, damaged.part.size()), damaged.part) << found;
    }
}

} // namespace
