/// Tables as programs and collections write them, each from a small file of its kind.

#include "graph_reading.hpp"
#include "scratch.hpp"

namespace {

using namespace grb::tool;

EdgeList parse(const std::string &text, const std::string &name, const ReadOptions &options = {}) {
    return parse_graph(text, name, options);
}

ReadOptions directed() {
    ReadOptions options;
    options.is_directed = true;
    return options;
}

ReadOptions without_comments() {
    ReadOptions options;
    options.has_comments = false;
    return options;
}

const std::string all_formats = known_formats();

TEST(TableKinds, IdsThatBeginAsCommentsDo) {
    const Named wanted = {{"#ai", "#ml", 3}, {"#ml", "#data", 1}, {"python", "#ai", 2}};
    const std::string lines = "#ai,#ml,3\n#ml,#data,1\npython,#ai,2\n";
    EXPECT_EQ(named(parse("source,target,weight\n" + lines, "g.csv")), wanted);
    EXPECT_EQ(named(parse(lines, "g.csv")), wanted);
    EXPECT_EQ(named(parse("source,target,weight\n#ai,#ml,3\n#ml,#data,1\n", "g.csv")).size(), 2u);
    // Among lines of words between blanks, and other marks.
    EXPECT_EQ(named(parse("python #ai\n#ai #ml\n", "g.txt")),
              (Named{{"#ai", "#ml", 1}, {"python", "#ai", 1}}));
    EXPECT_EQ(named(parse("a,b\n//c,%d\n", "g.csv")), (Named{{"//c", "%d", 1}, {"a", "b", 1}}));
    // Comments stay comments.
    EXPECT_EQ(named(parse("#created by ann, today\n# a, b\nann,bob\n# c,d\n#end\n", "g.csv")),
              (Named{{"ann", "bob", 1}}));
    EXPECT_EQ(named(parse("#source,target\nann,bob\n", "g.csv")), (Named{{"ann", "bob", 1}}));
}

/// The reader leaves out an edge that is commented out, and says so.
TEST(TableKinds, CommentsThatLookLikeEdges) {
    const EdgeList numbers = parse("1,2\n#2,3\n# 5,6\n3,4\n", "g.csv");
    EXPECT_EQ(named(numbers), (Named{{"1", "2", 1}, {"3", "4", 1}}));
    EXPECT_EQ(numbers.origin, "CSV, ids from 1, 1 line with #, % or // before an edge left out "
                              "(--no-comments reads it)");
    EXPECT_EQ(parse("#a #b\nc d\n", "g.txt").origin,
              "edge list, ids that are words, 1 line with #, % or // before an edge left out "
              "(--no-comments reads it)");
    EXPECT_EQ(named(parse("#a #b\nc d\n", "g.txt", without_comments())),
              (Named{{"#a", "#b", 1}, {"c", "d", 1}}));
    EXPECT_EQ(complaint("#a,#b\n#b,#c\n", "g.csv"),
              "g.csv: line 2: the file ends before the first edge: all lines begin with #, % or "
              "// (--no-comments reads them)");
    EXPECT_EQ(named(parse("#a,#b\n#b,#c\n", "g.csv", without_comments())).size(), 2u);
}

TEST(TableKinds, ColumnThatNumbersTheLines) {
    const EdgeList pandas = parse(",head,tail,w\n0,10,11,2.5\n1,11,12,1.0\n2,12,10,4.0\n", "g.csv");
    EXPECT_EQ(named(pandas), (Named{{"10", "11", 2.5}, {"11", "12", 1}, {"12", "10", 4}}));
    EXPECT_EQ(pandas.origin, "CSV, ids between 10 and 12, edges from 'head' to 'tail', weights in "
                             "'w', 1 column passed over");
    const Named wanted = {{"10", "11", 1}, {"11", "12", 1}, {"12", "10", 1}};
    for (const char *const names : {"Unnamed: 0,a,b\n", ",a,b\n", "id,a,b\n", "a,b\n"})
        EXPECT_EQ(named(parse(std::string(names) + "0,10,11\n1,11,12\n2,12,10\n", "g.csv")), wanted)
            << names;
    EXPECT_EQ(named(parse("\"x\" \"y\"\n\"1\" \"ann\" \"bob\"\n\"2\" \"bob\" \"cy\"\n", "g.txt")),
              (Named{{"ann", "bob", 1}, {"bob", "cy", 1}}));
    // An id is no number of a line.
    EXPECT_EQ(named(parse("id,friend,since\n7,10,11\n3,11,12\n", "g.csv")),
              (Named{{"3", "11", 1}, {"7", "10", 1}}));
}

TEST(TableKinds, Separators) {
    const EdgeList bars = parse("933|4139|2010-03-13 07:37:21\n4139|32985|2010-07-30 15:19:53\n"
                                "933|32985|2011-01-01 00:00:00\n",
                                "g.txt");
    EXPECT_EQ(named(bars), (Named{{"4139", "32985", 1}, {"933", "32985", 1}, {"933", "4139", 1}}));
    EXPECT_EQ(bars.origin, "edge list, ids between 933 and 32985, 1 column passed over");
    EXPECT_EQ(named(parse("a|x b|y\nc|x d|y\n", "g.txt")).front(),
              std::make_tuple("a|x", "b|y", 1.0));
    const Named decimals = {{"1", "2", .5}, {"1", "3", 9.75}, {"2", "3", 1.25}};
    for (const char *const text :
         {"1;2;0,5\n2;3;1,25\n1;3;9,75\n", "1 2 0,5\n2 3 1,25\n1 3 9,75\n",
          "1|2|0,5\n2|3|1,25\n1|3|9.75\n", "from;to;weight\n1;2;\"0,5\"\n2;3;1,25\n1;3;9,75\n"})
        EXPECT_EQ(named(parse(text, "g.txt")), decimals) << text;
    EXPECT_EQ(complaint("1;2;0,5\n2;3;1,2,3\n", "g.csv"), "g.csv: line 2: '1,2,3' is not a number");
    EXPECT_EQ(complaint("1;2;0,5\n2;3;1.2,3\n", "g.csv"), "g.csv: line 2: '1.2,3' is not a number");
}

/// A reader counts columns.
TEST(TableKinds, LinesThatDiffer) {
    for (const auto &[text, name, part] : std::vector<std::array<std::string, 3>>{
             {"0 1\n1 2 3\n2 3 0\n3 0\n", "g.txt",
              "g.txt: line 2: 3 columns where line 1 has 2 (--format adjlist reads lists of "
              "neighbours)"},
             {"1 2 5 9\n1 3 5\n", "g.txt", "g.txt: line 2: 3 columns where line 1 has 4 (--format"},
             {"# c\n1 2\n\n1 3 5\n", "g.txt", "g.txt: line 4: 3 columns where line 2 has 2 (--f"},
             {"1,2,\n1,3\n", "g.csv", "g.csv: line 2: 2 columns where line 1 has 3 (--format"},
             {"from,to\n1,2\n1,3,4\n", "g.csv", "g.csv: line 3: 3 columns where line 1 has 2"},
             {"from,to\nann,bob\nbob,cy,x\n", "g.csv", "g.csv: line 3: 3 columns where line 1"},
             {"ann bob\nbob cy dan\n", "g.txt", "g.txt: line 2: 3 columns where line 1 has 2"},
             {"1 2\n1 3 4\n", "g.el", "g.el: line 2: 3 columns where line 1 has 2"},
             {"1 2 3\n1 3 4 5\n", "g.wel", "g.wel: line 2: 4 columns where line 1 has 3"}})
        EXPECT_EQ(complaint(text, name).substr(0, part.size()), part) << text;
    // Blanks at the end are no column.
    EXPECT_EQ(parse("1 2 \n1 3\t\r\n", "g.txt").size(), 2u);
    EXPECT_EQ(parse("1 2 5 \"a b\"\n1 3 6 c\n", "g.txt").size(), 2u);
}

TEST(TableKinds, AttributesOfNetworkx) {
    const EdgeList edges =
        parse("0 1 {'weight': 0.5}\n1 2 {'weight': 2.0}\n0 2 {'weight': 9}\n", "g.edgelist");
    EXPECT_EQ(named(edges), (Named{{"0", "1", .5}, {"0", "2", 9}, {"1", "2", 2}}));
    EXPECT_EQ(edges.origin, "edge list, ids from 0, weights in the attribute 'weight'");
    const std::string many =
        "a b {'color': \"re'd, 'weight': 7\", 'cost': -3, 'weight': 2}\nb c {}\n";
    EXPECT_EQ(named(parse(many, "g")), (Named{{"a", "b", 2}, {"b", "c", 1}}));
    ReadOptions cost;
    cost.columns = {"1", "2", "cost"};
    EXPECT_EQ(named(parse(many, "g", cost)), (Named{{"a", "b", -3}, {"b", "c", 1}}));
    EXPECT_EQ(named(parse("a,b,{'weight': 2}\n", "g")), (Named{{"a", "b", 2}}));
    EXPECT_TRUE(parse("0 1 {}\n1 2 {'color': 'red'}\n", "g").is_pattern());
    EXPECT_EQ(complaint("0 1 {'weight': 'x'}\n", "g"), "g: line 1: weight: ''x'}' is not a number");
    EXPECT_EQ(complaint("0 1 {'weight': 1}\n0 2 {'weight': 1\n", "g"),
              "g: line 2: '{'weight':' is no dictionary of attributes");
}

TEST(TableKinds, Konect) {
    const EdgeList sym = parse("% sym unweighted\n% 3 4 4\n1 2\n2 3\n3 4\n", "out.g");
    EXPECT_EQ(triples(sym),
              (Triples{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {2, 3, 1}, {3, 2, 1}}));
    EXPECT_TRUE(sym.is_undirected);
    EXPECT_EQ(sym.origin, "KONECT, ids from 1, undirected: line 1 says 'sym' (--directed takes the "
                          "lines as they are)");
    EXPECT_EQ(parse("% sym unweighted\n% 3 4 4\n1 2\n2 3\n3 4\n", "g", directed()).size(), 3u);
    // Its second line says which vertices there are.
    EXPECT_EQ(parse("% asym positive\n% 1 9 9\n1 2\n", "g").nrows, 9u);
    EXPECT_FALSE(parse("% asym positive\n% 1 9 9\n1 2\n", "g").is_undirected);
    EXPECT_EQ(complaint("% asym positive\n% 1 2 2\n1 2\n3 2\n", "g"),
              "g: line 4: an id beyond 2, which line 2 announces");
    EXPECT_EQ(parse("% asym positive\n% 1 999999999999 999999999999\n1 2\n", "g").nrows, 2u);
}

TEST(TableKinds, KonectBipartite) {
    const std::string text = "% bip unweighted\n% 4 3 2\n1 1\n2 1\n3 2\n1 2\n";
    const EdgeList edges = parse(text, "out.g");
    EXPECT_EQ(edges.nrows, 5u);
    EXPECT_EQ(named(edges), (Named{{"left:1", "right:1", 1},
                                   {"left:1", "right:2", 1},
                                   {"left:2", "right:1", 1},
                                   {"left:3", "right:2", 1},
                                   {"right:1", "left:1", 1},
                                   {"right:1", "left:2", 1},
                                   {"right:2", "left:1", 1},
                                   {"right:2", "left:3", 1}}));
    EXPECT_EQ(parse(text, "g", directed()).size(), 4u);
    EXPECT_EQ(parse("% bip unweighted\n1 7\n9 7\n", "g").nrows, 3u);
    EXPECT_EQ(parse("% bip weighted\n% 1 4 6\n1 1 5\n", "g").nrows, 10u);
    EXPECT_EQ(parse("% bip weighted\n% 1 999999999999 6\n1 1 5\n", "g").nrows, 7u);
    EXPECT_EQ(complaint("% bip unweighted\na b\n", "g"),
              "g: the graph is bipartite, as line 1 says: its ids are numbers, of each side by "
              "themselves");
}

TEST(TableKinds, CommentsThatSayUndirected) {
    const std::string text = "# Undirected graph: each unordered pair of nodes is saved once\n"
                             "# Nodes: 4 Edges: 3\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n3\t4\n";
    const EdgeList edges = parse(text, "g.txt");
    EXPECT_EQ(edges.size(), 6u);
    EXPECT_EQ(edges.origin, "edge list, ids from 1, undirected: line 1 says 'undirected' "
                            "(--directed takes the lines as they are)");
    EXPECT_EQ(parse(text, "g.txt", directed()).size(), 3u);
    // SNAP calls files so that have both directions, with each pair once as it says.
    EXPECT_EQ(
        parse("# Directed graph (each unordered pair of nodes is saved once)\n1 2\n", "g").size(),
        1u);
    EXPECT_EQ(parse("# directed or undirected?\n1 2\n", "g").size(), 1u);
    // Both directions of a weighted edge are not added up.
    EXPECT_EQ(named(parse("# undirected\n1 2 5\n2 1 5\n", "g")),
              (Named{{"1", "2", 5}, {"2", "1", 5}}));
}

TEST(TableKinds, TypesOfGephi) {
    const std::string text =
        "Source,Target,Type,Id,Label,Weight\n1,2,Undirected,0,,1.0\n2,3,Undirected,1,,2.0\n";
    const EdgeList edges = parse(text, "g.csv");
    EXPECT_EQ(named(edges), (Named{{"1", "2", 1}, {"2", "1", 1}, {"2", "3", 2}, {"3", "2", 2}}));
    EXPECT_NE(edges.origin.find("undirected: its column of types says so"), std::string::npos);
    EXPECT_EQ(parse(text, "g.csv", directed()).size(), 2u);
    EXPECT_EQ(parse("Source,Target,Type\n1,2,Directed\n2,3,Directed\n", "g.csv").size(), 2u);
    EXPECT_EQ(complaint("Source,Target,Type\n1,2,Directed\n2,3,Undirected\n", "g.csv"),
              "g.csv: line 3: an edge of type 'undirected' where the first one is directed: both "
              "cannot be in one graph (--directed takes all lines as they are)");
    EXPECT_EQ(parse("Source,Target,Type\n1,2,road\n2,3,Directed\n", "g.csv").size(), 2u);
}

/// Numbers that do not occur are no vertices, unless the format or --base says that they are.
TEST(TableKinds, IdsWithGaps) {
    const std::string text = "# Directed graph\n# Nodes: 4 Edges: 4\n# FromNodeId\tToNodeId\n"
                             "3\t10\n10\t20\n20\t3\n3\t30\n";
    const EdgeList edges = parse(text, "g.txt");
    EXPECT_EQ(edges.nrows, 4u);
    EXPECT_EQ(named(edges),
              (Named{{"10", "20", 1}, {"20", "3", 1}, {"3", "10", 1}, {"3", "30", 1}}));
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 1}, {0, 3, 1}, {1, 2, 1}, {2, 0, 1}}));
    ReadOptions one;
    one.base = 1;
    EXPECT_EQ(parse(text, "g.txt", one).nrows, 30u);
    EXPECT_EQ(parse("3 10\n10 20\n", "g.el").nrows, 21u);
    // By bits, and sorted where the numbers are far apart.
    EXPECT_EQ(parse("1 4\n4 5000000\n", "g").ids.of(2), "5000000");
    EXPECT_EQ(parse("1 4\n4 5000000000000\n", "g").ids.of(2), "5000000000000");
    EXPECT_EQ(parse("0 64\n63 127\n128 64\n", "g").ids.of(2), "64");
}

TEST(TableKinds, IdsBeyondNumbers) {
    EXPECT_EQ(
        named(parse("18446744073709551615,9223372036854775809\n9223372036854775809,42\n", "g.csv")),
        (Named{{"18446744073709551615", "9223372036854775809", 1},
               {"9223372036854775809", "42", 1}}));
    EXPECT_EQ(
        named(parse("1152921504606846977,1152921504606846979\n1152921504606846979,7\n", "g.csv")),
        (Named{{"1152921504606846977", "1152921504606846979", 1},
               {"1152921504606846979", "7", 1}}));
    EXPECT_EQ(parse("1152921504606846976,7\n", "g.csv").origin,
              "CSV, ids between 7 and 1152921504606846976");
    ReadOptions one;
    one.base = 1;
    EXPECT_EQ(complaint("1152921504606846977,1\n", "g.csv", one),
              "g.csv: line 1: source 1152921504606846977 is larger than 2^60");
}

TEST(TableKinds, LineEndsInQuotes) {
    const EdgeList edges = parse("from,to\n\"a\nb\",c\nc,d\n", "g.csv");
    EXPECT_EQ(named(edges), (Named{{"a\nb", "c", 1}, {"c", "d", 1}}));
    EXPECT_EQ(named(parse("from,to\r\n\"a \"\"x\"\"\r\n\r\nb\",c\r\nc,d\r\n", "g.csv")),
              (Named{{"a \"x\"\r\n\r\nb", "c", 1}, {"c", "d", 1}}));
    EXPECT_EQ(named(parse("\"x\ny\",to\n1,2\n2,3\n", "g.csv")),
              (Named{{"1", "2", 1}, {"2", "3", 1}}));
    // Lines are counted as they are in the file.
    EXPECT_EQ(complaint("from,to,w\n\"a\nb\",c,1\n\"d\n\ne\",f,x\n", "g.csv"),
              "g.csv: line 4: 'x' is not a number");
    EXPECT_EQ(complaint("from,to,w\n\"a\nb\",c,1\nd,e,x\n", "g.csv"),
              "g.csv: line 4: 'x' is not a number");
    // A word whose quote is never closed ends with its line.
    EXPECT_EQ(complaint("from,to\n\"a,b\nc,d\n", "g.csv").substr(0, 24),
              "g.csv: line 2: the targe");
}

TEST(TableKinds, NoGraphAtAll) {
    EXPECT_EQ(complaint("The quick brown fox\njumps over the lazy dog\nand runs away\n", "p.txt"),
              "p.txt: line 1: no graph: the text seems to be prose, 4 words and no number in a "
              "line; a line of an edge list has a source, a target and, if any, a weight "
              "(--columns says which words they are, --format which format it is: " +
                  all_formats + ")");
    const std::string prose = "no graph: the text seems to be prose";
    for (const char *const text : {"Hello, world!\n", "Roses are red\nViolets are blue\n",
                                   "Good morning.\nHow are\nthings today\n", "one sentence only"})
        EXPECT_NE(complaint(text, "p").find(prose), std::string::npos) << text;
    ReadOptions told;
    told.columns = {"1", "3"};
    EXPECT_EQ(named(parse("ann knows bob\nbob knows cy\n", "p", told)),
              (Named{{"ann", "bob", 1}, {"bob", "cy", 1}}));
    EXPECT_EQ(named(parse("ann bob\nbob cy\n", "p")).size(), 2u);
    for (const auto &[text, kind] : std::vector<std::pair<std::string, std::string>>{
             {"{\"directed\": true, \"nodes\": [{\"id\": 1}], \"links\": []}\n", "JSON"},
             {"[[0, 1], [1, 2]]\n", "JSON"},
             {"<?xml version=\"1.0\"?>\n<graphml><graph edgedefault=\"directed\"/></graphml>\n",
              "GraphML"},
             {"<gexf version=\"1.3\">\n", "GEXF"},
             {"<!DOCTYPE html>\n<html>\n", "a web page"},
             {"<?xml version=\"1.0\"?>\n<edges/>\n", "XML"},
             {"Creator \"x\"\ngraph\n[\n  node [ id 1 ]\n]\n", "GML"},
             {"digraph {\n  a -> b;\n}\n", "DOT"},
             {"strict graph g {\n  a -- b;\n}\n", "DOT"},
             {"*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n", "Pajek"},
             {"nodedef>name VARCHAR\n", "GDF"},
             {"DL n=3\n", "DL"}}) {
        const std::string found = complaint(text, "p.txt");
        EXPECT_EQ(found.rfind("p.txt: no graph that is read: it seems to be " + kind, 0), 0u)
            << text << found;
        EXPECT_NE(found.find(all_formats), std::string::npos);
    }
    EXPECT_EQ(named(parse("graph theory\n{a} b\n", "p")).size(), 2u);
}

class Graphalytics : public Scratch {};

/// The list beside the edges says which vertices there are.
TEST_F(Graphalytics, Vertices) {
    write("gap.v", "2\n4\n8\n16\n32\n");
    const std::string gap = write("gap.e", "2 4\n4 8\n8 2\n4 2\n8 16\n");
    EdgeList edges = read_graph(gap);
    EXPECT_EQ(edges.nrows, 5u);
    EXPECT_EQ(edges.ids.of(4), "32");
    EXPECT_EQ(edges.size(), 5u);
    EXPECT_EQ(edges.origin, "edge list, ids between 2 and 16, 1 more vertex of " + path("gap.v"));
    write("dir.v", "1\n2\n3\n4\n12\n");
    edges = read_graph(write("dir.e", "1 2 0.5\n2 1 0.25\n2 3 1.5\n4 3 2.0\n"));
    EXPECT_EQ(edges.ids.of(4), "12");
    EXPECT_EQ(named(edges),
              (Named{{"1", "2", .5}, {"2", "1", .25}, {"2", "3", 1.5}, {"4", "3", 2}}));
    write("gap.v", "2\n4\n16\n");
    EXPECT_EQ(tool("info --graph " + gap).status, 2);
    EXPECT_NE(tool("info --graph " + gap).err.find("gap.v: it lists no vertex 8, which " + gap),
              std::string::npos);
    write("gap.v", "2\nx\n");
    EXPECT_NE(tool("info --graph " + gap).err.find("gap.v: line 2: 'x' is not a whole number"),
              std::string::npos);
    write("und.properties", "# graph\ngraph.und.directed = false\n");
    edges = read_graph(write("und.e", "1 2\n2 3\n"));
    EXPECT_EQ(edges.size(), 4u);
    EXPECT_EQ(edges.origin,
              "edge list, ids from 1, undirected: " + path("und.properties") + " says so");
    EXPECT_EQ(read_graph(path("und.e"), directed()).size(), 2u);
}

TEST_F(Graphalytics, AnyListOfVertices) {
    ReadOptions options;
    options.vertices = write("all.txt", "# id,name\n\"cy\",Cy\nann,Ann\nbob,Bob\n");
    const EdgeList words = read_graph(write("g.csv", "from,to\nann,bob\n"), options);
    EXPECT_EQ(words.nrows, 3u);
    EXPECT_EQ(words.ids.of(2), "cy");
    write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n");
    const std::string file = path("g.mtx");
    try {
        read_graph(file, options);
        FAIL() << "accepted";
    } catch (const InputError &error) {
        EXPECT_EQ(std::string(error.what()),
                  file + ": a list of vertices (" + options.vertices +
                      ") is for tables and adjacency lists, this file is mtx");
    }
    // A changed list makes the cache anew.
    options.use_cache = true;
    EXPECT_EQ(read_graph(path("g.csv"), options).nrows, 3u);
    write("all.txt", "ann\nbob\ncy\ndan\n");
    EXPECT_EQ(read_graph(path("g.csv"), options).nrows, 4u);
}

/// Ids of the file in what is printed and written.
TEST_F(Graphalytics, ResultsHaveTheFilesIds) {
    const std::string graph = write("g.txt", "3 10\n10 20\n20 3\n3 30\n");
    const Outcome ranks = tool("run pagerank --graph " + graph + " --out " + path("ranks.csv"));
    ASSERT_EQ(ranks.status, 0) << ranks.err;
    EXPECT_NE(ranks.out.find("g.txt: 4 vertices, 4 entries"), std::string::npos) << ranks.out;
    const std::string table = read("ranks.csv");
    for (const char *const line : {"\n3,0.3078", "\n10,0.2137", "\n20,0.2646", "\n30,0.2137"})
        EXPECT_NE(table.find(line), std::string::npos) << table;
    const Outcome parts = tool("run cc --graph " + graph);
    EXPECT_NE(parts.out.find("1 component, largest 4"), std::string::npos) << parts.out;
    const std::string undirected = write("u.txt", "# Undirected graph\n1 2\n2 3\n3 4\n");
    const Outcome levels =
        tool("run bfs --source 4 --graph " + undirected + " --out levels=" + path("levels.csv"));
    ASSERT_EQ(levels.status, 0) << levels.err;
    EXPECT_EQ(read("levels.csv"), "vertex,levels\n1,3\n2,2\n3,1\n4,0\n");
    const Outcome prose = tool("run bfs --graph " + write("p.txt", "It is late\nGo to bed\n"));
    EXPECT_EQ(prose.status, 2);
    EXPECT_NE(prose.err.find("seems to be prose"), std::string::npos) << prose.err;
}

} // namespace
