/// Tables as spreadsheets, databases and programs of statistics spell them: names with types, ids
/// with zeros in front or as decimals, line ends of their own, matrices.

#include "graph_reading.hpp"

namespace {

using namespace grb::tool;

Named named(const std::string &text, const std::string &name) {
    return grb::tool::named(parse_graph(text, name));
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

/// The origin names the columns that are passed over, for readers who need one.
TEST(TableSpellings, NamesOfColumnsThatArePassedOver) {
    EXPECT_EQ(
        origin("date,src,dst,amount\n2024-01-01,1,2,5\n2024-01-02,2,3,6\n", "g.csv"),
        "CSV, ids from 1, edges from 'src' to 'dst', 2 columns passed over: 'date', 'amount'");
    EXPECT_EQ(origin("src,dst,a,b,c,d,e,f\n1,2,3,4,5,6,7,8\n", "g.csv"),
              "CSV, ids from 1, edges from 'src' to 'dst', 6 columns passed over: 'a', 'b', 'c', "
              "'d', ...");
    EXPECT_EQ(origin("0\t1\t{'weight': 2.0}\n1\t2\t{'weight': 0.5}\n", "g.tsv"),
              "TSV, ids from 0, weights in the attribute 'weight'");
}

/// A shortest path takes the least of several weights, a sum is not that.
TEST(TableSpellings, RepeatedEdges) {
    EXPECT_EQ(
        origin("source,target,weight\na,b,1\na,b,2\nb,c,1\n", "g.csv"),
        "CSV, ids that are words, edges from 'source' to 'target', weights in 'weight', weights "
        "of 1 repeated edge joined (--dedup says how)");
    EXPECT_EQ(origin("1 2\n1 2\n", "g.txt"), "edge list, ids from 1");
}

TEST(TableSpellings, IdsWithZerosInFront) {
    EXPECT_EQ(named("source,target,weight\n01234,98101,1\n98101,02139,2\n", "g.csv"),
              (Named{{"01234", "98101", 1}, {"98101", "02139", 2}}));
    EXPECT_EQ(named("7,8\n8,07\n", "g.csv"), (Named{{"7", "8", 1}, {"8", "07", 1}}));
    EXPECT_EQ(named("\"007\",\"8\"\n\"8\",\"9\"\n", "g.csv"),
              (Named{{"007", "8", 1}, {"8", "9", 1}}));
    EXPECT_EQ(named("0 1\n1 0\n", "g.txt"), (Named{{"0", "1", 1}, {"1", "0", 1}}));
    // Leading zeros say nothing in a format whose ids are always numbers.
    EXPECT_EQ(named("00 01\n01 02\n", "g.el"), (Named{{"0", "1", 1}, {"1", "2", 1}}));
}

/// pandas writes a column of ids with a gap as decimals, and NumPy every array.
TEST(TableSpellings, IdsAsDecimals) {
    const Named wanted = {{"1", "2", 0.5}, {"2", "3", 1}};
    EXPECT_EQ(named("source,target,weight\n1.0,2.0,0.5\n2.0,3,1\n", "g.csv"), wanted);
    EXPECT_EQ(named("1.000e+00 2.000e+00 5.0e-01\n2.000e+00 3.000e+00 1.0e+00\n", "g.txt"), wanted);
    EXPECT_EQ(complaint("source,target\n1.0,2.5\n", "g.csv"),
              "g.csv: line 2: target '2.5' is not a whole number (--words takes any words)");
    EXPECT_EQ(complaint("source,target\n1.0,\n", "g.csv"), "g.csv: line 2: the target is empty");
    EXPECT_EQ(complaint("source,target\n2,-1\n", "g.csv"),
              "g.csv: line 2: target '-1' is below 0 (--words takes any words)");
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
    EXPECT_EQ(complaint("source;target;weight\n1;2;1 234,50\n", "g.csv"),
              "g.csv: line 2: '1 234,50' is not a number: nothing may stand between its thousands");
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

TEST(TableSpellings, MarksBetweenThousands) {
    const std::string why = " is not a number: nothing may stand between its thousands";
    const auto found = [](const std::string &weight) {
        return complaint("source;target;weight\n1;2;" + weight + "\n", "g.csv").substr(15);
    };
    for (const std::string weight : {"1,234.5", "1.234,5", "1'234", "1 234,50"})
        EXPECT_EQ(found(weight), "'" + weight + "'" + why);
    EXPECT_EQ(complaint("source,target,weight\n1,2,\"1,234.50\"\n", "g.csv").substr(15),
              "'1,234.50'" + why);
    EXPECT_EQ(found("5%"), "'5%' is not a number");
    EXPECT_EQ(found("1.5.3"), "'1.5.3' is not a number");
    EXPECT_EQ(found("x.234"), "'x.234' is not a number");
    EXPECT_EQ(found("1.2345x"), "'1.2345x' is not a number");
    EXPECT_EQ(found("1.234x"), "'1.234x' is not a number");
}

TEST(TableSpellings, DaysAreNoWeights) {
    EXPECT_EQ(origin("1,2,20240131\n2,3,20240201\n", "g.csv"),
              "CSV, ids from 1, times in column 3");
    EXPECT_EQ(origin("1,2,20240131\n2,3,20241301\n", "g.csv"),
              "CSV, ids from 1, weights in column 3");
}

TEST(TableSpellings, IdsThatAreTuples) {
    EXPECT_EQ(complaint("(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n", "g.txt"),
              "g.txt: line 1: an id that begins with '(0' has a separator in it: "
              "networkx.convert_node_labels_to_integers makes ids that can be read");
}

} // namespace
