/// Parquet in builds with Arrow, and what the others say.

#include "graph_reading.hpp"
#include "io/parquet.h"
#include "scratch.hpp"

namespace {

using namespace grb::tool;

class Parquet : public Scratch {
protected:
    EdgeList there_and_back(const std::string &text, const ReadOptions &options = {}) {
        const EdgeList edges = parse_graph(text, "g.txt");
        OutputFile file(path("g.parquet"));
        write_parquet_graph(file, path("g.parquet"), edges);
        file.finish();
        return read_graph(path("g.parquet"), options);
    }
};

TEST_F(Parquet, BuildsWithoutArrowSaySo) {
    if (has_parquet()) GTEST_SKIP() << "this build has Arrow";
    EXPECT_EQ(complaint("PAR1", "g"),
              "g: a Parquet file, and this program was built without Arrow, which reads it: make "
              "a CSV file of it, with pyarrow for example");
    const Outcome reading = tool("run bfs --graph " + write("g", "PAR1 and so on"));
    EXPECT_EQ(reading.status, 2);
    EXPECT_NE(reading.err.find("built without Arrow"), std::string::npos) << reading.err;
    const Outcome result = tool("run bfs --graph path:3 --out " + path("x.parquet"));
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("built without Arrow"), std::string::npos) << result.err;
    EXPECT_EQ(tool("convert path:3 " + path("x.parquet")).status, 2);
    EXPECT_EQ(files(), 1u);
}

TEST_F(Parquet, ThereAndBack) {
    if (!has_parquet()) GTEST_SKIP() << "this build has no Arrow";
    for (const std::string text : {"1 2\n2 3\n3 1\n", "1 2 0.1\n2 3 -7\n3 1 1e300\n",
                                   "0 1 3\n1 0 4\n", "ann \"b,o\"\"b\"\n\"b,o\"\"b\" cy\n",
                                   "007 08\n08 007\n", "1000000007 1000000009\n5 1000000007\n"}) {
        SCOPED_TRACE(text);
        const EdgeList plain = parse_graph(text, "g.txt");
        const EdgeList again = there_and_back(text);
        EXPECT_EQ(triples(again), triples(plain));
        EXPECT_EQ(again.field, plain.field);
        ASSERT_EQ(again.nrows, plain.nrows);
        for (uint64_t v = 0; v < plain.nrows; ++v) EXPECT_EQ(again.ids.of(v), plain.ids.of(v));
    }
}

TEST_F(Parquet, Options) {
    if (!has_parquet()) GTEST_SKIP() << "this build has no Arrow";
    ReadOptions options;
    options.columns = {"target", "source"};
    EXPECT_EQ(triples(there_and_back("1 2 5\n2 3 6\n", options)), (Triples{{1, 0, 1}, {2, 1, 1}}));
    EXPECT_EQ(read_graph(path("g.parquet")).origin,
              "Parquet, source to target, weights in weight, ids from 1");
    options.columns = {"target", "nobody"};
    EXPECT_THROW(read_graph(path("g.parquet"), options), InputError);
    options.columns.clear();
    options.symmetrize = true;
    EXPECT_EQ(read_graph(path("g.parquet"), options).size(), 4u);
}

TEST_F(Parquet, Damage) {
    if (!has_parquet()) GTEST_SKIP() << "this build has no Arrow";
    there_and_back("1 2 5\n2 3 6\n3 1 7\n");
    const std::string whole = read("g.parquet");
    for (size_t size = 4; size < whole.size(); size += 13)
        EXPECT_NE(complaint(whole.substr(0, size), "g"), "accepted") << size;
    for (size_t at = 4; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        const std::string what = complaint(bytes, "g");
        EXPECT_TRUE(what == "accepted" || what.rfind("g: ", 0) == 0) << at << ": " << what;
    }
}

TEST_F(Parquet, Results) {
    if (!has_parquet()) GTEST_SKIP() << "this build has no Arrow";
    const std::string graph = write("g.csv", "from,to\nann,bob\nbob,cy\n");
    const std::string run = "run bfs --graph " + graph + " --source ann --out ";
    ASSERT_EQ(tool(run + path("r.parquet")).status, 0);
    ASSERT_EQ(
        tool("convert " + path("r-parents.parquet") + " --columns vertex,parents " + path("p.csv"))
            .status,
        0);
    EXPECT_EQ(read("p.csv"), "source,target\nann,ann\nbob,ann\ncy,bob\n");
    ASSERT_EQ(tool("convert " + path("r-levels.parquet") + " --columns vertex,vertex,levels " +
                   path("l.csv"))
                  .status,
              2);
    const std::string complete = write("k.csv", "1,2\n1,3\n1,4\n2,3\n2,4\n3,4\n");
    ASSERT_EQ(tool("run ktruss --graph " + complete + " --out " + path("t.parquet")).status, 0);
    EXPECT_EQ(read_graph(path("t.parquet")).size(), 12u);
}

} // namespace
