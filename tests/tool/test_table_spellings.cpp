/// Tables as spreadsheets, databases and programs of statistics spell them: names with types, line
/// ends of their own, matrices.

#include "graph_reading.hpp"

#include <algorithm>

namespace {

using namespace grb::tool;

using Named = std::vector<std::tuple<std::string, std::string, double>>;

Named named(const std::string &text, const std::string &name) {
    const EdgeList edges = parse_graph(text, name);
    Named list;
    for (uint64_t k = 0; k < edges.size(); ++k)
        list.emplace_back(edges.ids.of(edges.rows[k]), edges.ids.of(edges.cols[k]),
                          edges.is_pattern() ? 1.0 : edges.weights[k]);
    std::sort(list.begin(), list.end());
    return list;
}

std::string origin(const std::string &text, const std::string &name) {
    return parse_graph(text, name).origin;
}

TEST(TableSpellings, NamesWithTypesAndUnits) {
    const Named wanted = {{"10", "20", 0.5}, {"20", "30", 0.75}};
    EXPECT_EQ(named(":START_ID,:END_ID,:TYPE,weight:double\n10,20,KNOWS,0.5\n20,30,LIKES,0.75\n",
                    "g.csv"),
              wanted);
    EXPECT_EQ(named(":START_ID(Person),since:int,:END_ID(Movie),weight:float\n10,1999,20,0.5\n"
                    "20,2000,30,0.75\n",
                    "g.csv"),
              wanted);
    EXPECT_EQ(named("\"n.id\",\"m.id\",\"r.weight\"\n10,20,0.5\n20,30,0.75\n", "g.csv"), wanted);
    EXPECT_EQ(named("_start,_end,_type,weight\n10,20,KNOWS,0.5\n20,30,LIKES,0.75\n", "g.csv"),
              wanted);
    EXPECT_EQ(named("From Node,To Node,Distance (km)\nA,B,3.5\nB,C,4\n", "g.csv"),
              (Named{{"A", "B", 3.5}, {"B", "C", 4}}));
    EXPECT_EQ(origin(":START_ID,:END_ID,weight:double\n1,2,0.5\n", "g.csv"),
              "CSV, ids from 1, edges from ':START_ID' to ':END_ID', weights in 'weight:double'");
}

TEST(TableSpellings, LineEndsAndFirstLinesOfSpreadsheets) {
    const Named wanted = {{"a", "b", 1}, {"b", "c", 2}};
    EXPECT_EQ(named("source,target,weight\ra,b,1\rb,c,2\r", "g.csv"), wanted);
    EXPECT_EQ(named("source,target,weight\r\na,b,1\r\nb,c,2\r\n", "g.csv"), wanted);
    EXPECT_EQ(named("sep=;\nsource;target;weight\na;b;1\nb;c;2\n", "g.csv"), wanted);
    EXPECT_EQ(named("sep=,\r\na,b,1\r\nb,c,2\r\n", "g.csv"), wanted);
}

/// A name in the first line counts as words in the others do.
TEST(TableSpellings, BlanksInWordsBetweenTabs) {
    const Named wanted = {{"Ann Lee", "Bob Ray", 1}, {"Bob Ray", "Cy", 2}};
    EXPECT_EQ(named("source\ttarget\tweight\nAnn Lee\tBob Ray\t1\nBob Ray\tCy\t2\n", "g.txt"),
              wanted);
}

/// A row for each vertex is no edge.
TEST(TableSpellings, MatricesAreNoTables) {
    const std::string named_matrix =
        "g.csv: line 1: a matrix, whose first column has the names of its columns, and no table of "
        "edges: scipy.io.mmwrite writes matrices that are read";
    EXPECT_EQ(complaint(",A,B,C\nA,0,1,0\nB,1,0,2\nC,0,2,0\n", "g.csv"), named_matrix);
    EXPECT_EQ(complaint("name;A;B;C\nA;0;1;0\nB;1;0;2\nC;0;2;0\n", "g.csv"), named_matrix);
    EXPECT_EQ(complaint(",0,1\n0,0.0,1.0\n1,1.0,0.0\n", "g.csv"), named_matrix);
    const std::string square =
        "g.txt: line 1: 4 lines of 4 numbers: a matrix, it seems, and no table of edges: "
        "scipy.io.mmwrite writes matrices that are read (--columns 1,2 takes these as edges)";
    const std::string cells = "0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n";
    EXPECT_EQ(complaint(cells, "g.txt"), square);
    ReadOptions edges;
    edges.columns = {"1", "2"};
    EXPECT_EQ(complaint(cells, "g.txt", edges), "accepted");
    EXPECT_EQ(complaint("0 1 0 1\n1 0 1 0\n0 1 0 1\n", "g.txt"), "accepted");
    EXPECT_EQ(complaint("1 2 5 10\n2 3 6 20\n3 4 7 30\n4 1 8 40\n", "g.txt"), "accepted");
    EXPECT_EQ(named("1,2,3\n2,3,1\n3,1,2\n", "g.csv"),
              (Named{{"1", "2", 3}, {"2", "3", 1}, {"3", "1", 2}}));
}

TEST(TableSpellings, IdsThatAreTuples) {
    EXPECT_EQ(complaint("(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n", "g.txt"),
              "g.txt: line 1: an id that begins with '(0' has a separator in it: "
              "networkx.convert_node_labels_to_integers makes ids that can be read");
}

} // namespace
