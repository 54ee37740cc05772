/// Edge lists, CSV and TSV.

#include "graph_reading.hpp"
#include "io/table.h"

#include <chrono>
#include <sstream>

namespace {

using namespace grb::tool;

EdgeList parse(const std::string &text, const ReadOptions &options = {},
               const std::string &name = "g.txt") {
    return parse_graph(text, name, options);
}

TEST(Tables, SnapEdgeList) {
    const EdgeList edges =
        parse("# Directed graph: example.txt\n# Nodes: 4 Edges: 4\n# FromNodeId\tToNodeId\n"
              "0\t1\r\n0\t2\r\n\r\n3\t0\r\n0\t1\r\n");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 1}, {0, 2, 1}, {3, 0, 1}}));
    EXPECT_TRUE(edges.is_pattern());
    EXPECT_EQ(edges.nrows, 4u);
    EXPECT_EQ(edges.origin, "edge list, ids from 0");
    EXPECT_EQ(edges.ids.of(3), "3");
}

/// The least id says where ids begin, unless the caller does.
TEST(Tables, Bases) {
    EXPECT_EQ(parse("2 1\n1 3\n").nrows, 3u);
    EXPECT_EQ(parse("2 1\n1 3\n").ids.of(0), "1");
    EXPECT_EQ(triples(parse("2 1\n1 3\n")), (Triples{{0, 2, 1}, {1, 0, 1}}));
    ReadOptions zero;
    zero.base = 0;
    EXPECT_EQ(parse("2 1\n1 3\n", zero).nrows, 4u);
    ReadOptions one;
    one.base = 1;
    EXPECT_EQ(complaint("2 1\n\n1 0\n", "g.txt", one),
              "g.txt: line 3: id 0 where ids are from 1 (--base 0 takes it)");
    EXPECT_EQ(parse("2 1\n1 3\n", as("el")).nrows, 4u);
    EXPECT_EQ(parse("2 1\n1 3\n", {}, "g.el").origin, "edge list (.el), ids from 0");
}

TEST(Tables, SeparatorsAndComments) {
    const Triples wanted = {{0, 1, 2.5}, {1, 2, -3}};
    for (const char *text : {"0 1 2.5\n1 2 -3\n", "0,1,2.5\n1,2,-3\n", "0, 1, 2.5\n1 ,2, -3 \n",
                             "0;1;2.5\n1;2;-3", "% c\n//c\n  0\t 1  +2.5\n# 1 1\n1 2\t-3e0\n",
                             "\xef\xbb\xbf"
                             "0\t1\t2.5\n1\t2\t-3\n"})
        EXPECT_EQ(triples(parse(text)), wanted) << text;
}

TEST(Tables, WeightsAndFurtherColumns) {
    const EdgeList edges = parse("1 2 5 1082040961 x\n2 1 7 1082155839 y\n");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 5}, {1, 0, 7}}));
    EXPECT_EQ(edges.field, Field::integer);
    EXPECT_EQ(edges.origin, "edge list, ids from 1, weights in column 3, 2 columns passed over");
    EXPECT_EQ(parse("1 2 5\n2 1 7.5\n").field, Field::real);
    // Times are no weights.
    const EdgeList timed = parse("9 8 1217567877\n1 1 1217573801\n");
    EXPECT_TRUE(timed.is_pattern());
    EXPECT_EQ(timed.origin, "edge list, ids between 1 and 9, times in column 3");
    ReadOptions named;
    named.columns = {"1", "2", "3"};
    EXPECT_EQ(triples(parse("0 1 1217567877\n", named)), (Triples{{0, 1, 1217567877}}));
    EXPECT_TRUE(parse("1 2 word\n2 3 word\n").is_pattern());
}

TEST(Tables, NamedColumns) {
    const std::string text = "id,Weight,to,from\n7,0.5,1,0\n8,1.5,2,1\n";
    const EdgeList edges = parse(text);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, .5}, {1, 2, 1.5}}));
    EXPECT_EQ(edges.origin, "edge list, ids from 0, edges from 'from' to 'to', weights in "
                            "'Weight', 1 column passed over: 'id'");
    ReadOptions options;
    options.columns = {"from", "to", "id"};
    EXPECT_EQ(triples(parse(text, options, "g.csv")), (Triples{{0, 1, 7}, {1, 2, 8}}));
    options.columns = {"4", "3"};
    EXPECT_TRUE(parse(text, options, "g.csv").is_pattern());
    options.columns = {"from", "where"};
    EXPECT_EQ(complaint(text, "g.csv", options),
              "g.csv: line 1: there is no column 'where', the columns are id, Weight, to, from");
    options.columns = {"from", "5"};
    EXPECT_EQ(complaint(text, "g.csv", options),
              "g.csv: line 1: there is no column 5, the columns are 1..4");
    options.columns = {"from", "from"};
    EXPECT_EQ(complaint(text, "g.csv", options), "g.csv: line 1: --columns names a column twice");
    options.columns = {"from"};
    EXPECT_EQ(complaint(text, "g.csv", options),
              "--columns takes the columns of source, target and, if any, weight, 1 are given");
    options.columns = {"from", "to"};
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", "a", options),
              "a: --columns is for tables, this file is mtx");
}

/// A first line of words above words holds names when a column has numbers below or the words are
/// usual names.
TEST(Tables, NamesAboveWords) {
    const EdgeList calls =
        parse("who,whom,seconds,day\nann,bob,30,mon\nbob,cy,9,tue\n", {}, "c.csv");
    EXPECT_EQ(calls.nrows, 3u);
    EXPECT_EQ(
        calls.origin,
        "CSV, ids that are words, edges from 'who' to 'whom', 2 columns passed over: 'seconds', "
        "'day'");
    EXPECT_EQ(parse("caller,callee\nann,bob\nbob,cy\n", {}, "c.csv").nrows, 3u);
    // Nothing tells these two lines of words from edges, and the tool says so.
    const EdgeList words = parse("who,whom\nann,bob\n", {}, "c.csv");
    EXPECT_EQ(words.nrows, 4u);
    EXPECT_EQ(words.origin, "CSV, ids that are words, no line with names");
    ReadOptions named;
    named.columns = {"who", "whom"};
    EXPECT_EQ(parse("who,whom\nann,bob\n", named, "c.csv").nrows, 2u);
    // A word among numbers is an id.
    EXPECT_EQ(parse("ann,bob,7\n12,cy,8\nann,13,9\n", {}, "c.csv").nrows, 5u);
    // One line says too little.
    EXPECT_EQ(parse("a b x\nc d 5\n").nrows, 4u);
}

TEST(Tables, Words) {
    const EdgeList edges = parse("# c\nbob alice 3\ncarol bob 4\nbob carol 5\n");
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 3}, {0, 2, 5}, {2, 0, 4}}));
    EXPECT_EQ(edges.ids.of(0), "bob");
    EXPECT_EQ(edges.ids.of(2), "carol");
    EXPECT_EQ(edges.ids.find("alice", 3), 1u);
    EXPECT_EQ(edges.origin, "edge list, ids that are words, weights in column 3");
    const EdgeList quoted =
        parse("source,target\n\"York, New\",\"a \"\"b\"\"\"\n\"\",x\n", {}, "a.csv");
    EXPECT_EQ(quoted.ids.of(0), "York, New");
    EXPECT_EQ(quoted.ids.of(1), "a \"b\"");
    EXPECT_EQ(quoted.ids.of(2), "");
    EXPECT_EQ(parse("New York\tParis\nParis\tRome\n").ids.of(0), "New York");
    ReadOptions words;
    words.has_words = true;
    const EdgeList zeros = parse("01 1\n", words);
    EXPECT_EQ(zeros.nrows, 2u);
    EXPECT_EQ(zeros.ids.of(0), "01");
}

/// Words get the numbers of the order in which they come, whatever the pieces that threads take.
TEST(Tables, ManyWords) {
    std::ostringstream text;
    constexpr int n = 60000;
    for (int k = 0; k < n; ++k) text << "v" << k % 5000 << " w" << k / 7 << "\n";
    const EdgeList edges = parse(text.str());
    std::vector<std::string> order;
    EXPECT_EQ(edges.ids.of(0), "v0");
    EXPECT_EQ(edges.ids.of(1), "w0");
    EXPECT_EQ(edges.ids.of(2), "v1");
    EXPECT_EQ(edges.nrows, 5000u + (n + 6) / 7);
    EXPECT_EQ(edges.size(), static_cast<uint64_t>(n));
    for (const int k : {0, 4999, 31234, n - 1}) {
        const uint64_t v = *edges.ids.find("v" + std::to_string(k % 5000), edges.nrows);
        const uint64_t w = *edges.ids.find("w" + std::to_string(k / 7), edges.nrows);
        bool is_there = false;
        for (uint64_t e = 0; e < edges.size(); ++e)
            is_there |= edges.rows[e] == v && edges.cols[e] == w;
        EXPECT_TRUE(is_there) << k;
    }
}

/// Numbers of which most are no vertex: memory follows the entries.
TEST(Tables, NumbersFarApart) {
    const EdgeList edges = parse("1000000000000000 5\n5 70000000000\n");
    EXPECT_EQ(edges.nrows, 3u);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 1}, {2, 0, 1}}));
    EXPECT_EQ(edges.ids.of(2), "1000000000000000");
    EXPECT_EQ(edges.origin, "edge list, ids between 5 and 1000000000000000");
    EXPECT_EQ(parse("0 60000\n").nrows, 2u);
    EXPECT_EQ(parse("0 60000\n", as("el")).nrows, 60001u);
}

TEST(Tables, Duplicates) {
    const std::string text = "0 1 5\n0 1 2\n0 1 9\n";
    const auto weight = [&](Duplicates rule) {
        ReadOptions options;
        options.duplicates = rule;
        return parse(text, options).weights.at(0);
    };
    EXPECT_EQ(weight(Duplicates::sum), 16);
    EXPECT_EQ(weight(Duplicates::first), 5);
    EXPECT_EQ(weight(Duplicates::max), 9);
    EXPECT_EQ(weight(Duplicates::min), 2);
}

TEST(Tables, LineNumberInALargeFile) {
    std::ostringstream text;
    text << "# comment\n";
    for (int k = 0; k < 300000; ++k) text << k << (k == 234567 ? " x1\n" : " 1\n");
    EXPECT_EQ(complaint(text.str(), "g"),
              "g: line 234569: target 'x1' is not a whole number (--words takes any words)");
}

struct Damaged {
    const char *name, *text, *part;
};

TEST(Tables, Complaints) {
    for (const Damaged &damaged : std::initializer_list<Damaged>{
             {"g", "", "g: the file is empty"},
             {"g", "# only\n# comments\n", "g: line 2: the file ends before the first edge"},
             {"g", "hello\n", "g: line 1: no graph: an edge needs two columns"},
             {"g", "1 2\n3\n", "g: line 2: the target is missing: the line has 1 column"},
             {"g", "1 2 3\n3 4\n", "g: line 2: the weight is missing: the line has 2 columns"},
             {"g.csv", "1,2,3\n3,4,\n", "g.csv: line 2: the weight is missing"},
             {"g.csv", "a,b\nc,\n", "g.csv: line 2: the target is empty"},
             {"g", "1 2\n-3 4\n", "g: line 2: source '-3' is below 0"},
             {"g", "-1 2\n", "g: line 1: source '-1' is below 0"},
             {"g", "1 2\n3 4.5\n", "g: line 2: target '4.5' is not a whole number"},
             {"g.el", "1 2\n3 99999999999999999999\n",
              "line 2: target 99999999999999999999 is larger than 2^60"},
             {"g.el", "1 2\n3 2305843009213693952\n",
              "line 2: target 2305843009213693952 is larger than 2^60"},
             {"g", "1 2 3\n3 4 nan\n", "g: line 2: 'nan' is not a number"},
             {"g", "1 2 3\n3 4 1e999\n", "g: line 2: '1e999' is beyond the largest double"},
             {"g", "1 2 3\n3 4 5x\n", "g: line 2: '5x' is not a number"},
             {"g.el", "1 2 3\n",
              "g.el: line 1: a line of this format has 2 columns, this one has "
              "3"},
             {"g.wel", "1 2 3\n1 2\n", "g.wel: line 2: the weight is missing"},
             {"g.el", "a b\n", "g.el: line 1: source 'a' is not a whole number"},
             {"g.csv", "1,2\n\"3,4\n", "g.csv: line 2: source '\"3' is not a whole number"}}) {
        const std::string found = complaint(damaged.text, damaged.name);
        EXPECT_EQ(found.rfind(damaged.part, 0) != std::string::npos ||
                      found.find(damaged.part) != std::string::npos,
                  true)
            << damaged.text << "\n"
            << found;
    }
}

TEST(Tables, GraphsAreChanged) {
    const std::string text = "0 1 2\n1 0 3\n1 2 5\n2 2 7\n5 6 1\n";
    ReadOptions options;
    options.drop_self_loops = true;
    EXPECT_EQ(triples(parse(text, options)), (Triples{{0, 1, 2}, {1, 0, 3}, {1, 2, 5}, {3, 4, 1}}));
    options.symmetrize = true;
    EXPECT_EQ(triples(parse(text, options)),
              (Triples{{0, 1, 5}, {1, 0, 5}, {1, 2, 5}, {2, 1, 5}, {3, 4, 1}, {4, 3, 1}}));
    EXPECT_TRUE(parse(text, options).is_undirected);
    options.duplicates = Duplicates::first;
    EXPECT_EQ(parse(text, options).weights.at(1), 2);
    options.duplicates = Duplicates::max;
    EXPECT_EQ(parse(text, options).weights.at(0), 3);
    // Symmetric entries stay as they are.
    ReadOptions symmetrize;
    symmetrize.symmetrize = true;
    EXPECT_EQ(triples(parse("0 1 4\n1 0 4\n", symmetrize)), (Triples{{0, 1, 4}, {1, 0, 4}}));
    EXPECT_EQ(triples(parse("0 1 4\n1 1 3\n", symmetrize)),
              (Triples{{0, 1, 4}, {1, 0, 4}, {1, 1, 3}}));
    ReadOptions component;
    component.largest_component = true;
    const EdgeList kept = parse("4 3\n9 8\n8 7\n", component);
    EXPECT_EQ(triples(kept), (Triples{{1, 0, 1}, {2, 1, 1}}));
    EXPECT_EQ(kept.ids.of(0), "7");
    EXPECT_EQ(kept.nrows, 3u);
    EXPECT_EQ(
        complaint("%%MatrixMarket matrix coordinate pattern general\n1 2 0\n", "a", component),
        "a: the matrix is 1 x 2, --largest-component needs a square one");
}

/// The time follows the length of the text, whatever its quotes are.
TEST(Tables, QuotesThatNobodyCloses) {
    std::string text = "1\"0,1\n1\"0,1\n";
    for (int k = 0; k < 200000; ++k) text += "\"a\"b,";
    text += "\n1,2\n";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(with_whole_lines(text, true), text);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

} // namespace
