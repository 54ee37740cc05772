/// Files of all formats, through the tool and back.

#include "graph_reading.hpp"

#include "io/graph_spec.h"
#include "scratch.hpp"

#include <algorithm>

namespace {

using namespace grb::tool;

class Convert : public Scratch {
protected:
    void refused(const std::string &arguments, const std::string &part) const {
        const size_t before = files();
        const Outcome outcome = tool("convert " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
};

/// From each format to the next, in every compression: the graph stays.
TEST_F(Convert, KeepsTheGraph) {
    const EdgeList edges = load_graph(std::string("kron:7,w=1..255"));
    ASSERT_EQ(tool("generate kron:7,w=1..255 -o " + path("a.mtx.bz2")).status, 0);
    std::string last = "a.mtx.bz2";
    // Tables hold no vertices without edges: the base says that all numbers are vertices.
    const auto base_of = [](const std::string &name) -> std::optional<unsigned> {
        if (name == "b.csv.gz" || name == "c.tsv.zst") return 1;
        return name == "i.edges" ? std::optional(0u) : std::nullopt;
    };
    for (const std::string next :
         {"b.csv.gz", "c.tsv.zst", "d.wel", "e.graph.bz2", "f.gr", "g.wsg", "h.npz", "i.edges",
          "j.wsg.gz", "k.grb", "l.grb.zst", "m.mtx.bz2"}) {
        const auto base = base_of(last);
        const Outcome outcome = tool("convert " + path(last) + " " + path(next) +
                                     (base ? " --base " + std::to_string(*base) : ""));
        ASSERT_EQ(outcome.status, 0) << next << outcome.err;
        ReadOptions reading;
        reading.base = base_of(next);
        const EdgeList again = read_graph(path(next), reading);
        ASSERT_EQ(triples(again), triples(edges)) << next;
        EXPECT_EQ(again.field, Field::integer);
        last = next;
    }
    EXPECT_EQ(read("a.mtx.bz2").substr(0, 4), "BZh9");
    // The content decides, not the name.
    std::filesystem::rename(path("e.graph.bz2"), path("e"));
    EXPECT_EQ(triples(read_graph(path("e"))), triples(edges));
}

TEST_F(Convert, KeepsDirectedPatternsAndReals) {
    const std::string text =
        "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n1 2\n2 3\n4 1\n";
    const Triples wanted = {{0, 1, 1}, {1, 2, 1}, {3, 0, 1}};
    for (const std::string name : {"b.csv", "c.tsv", "d.el", "e.sg", "f.npz", "g.mtx", "h.grb"}) {
        ASSERT_EQ(tool("convert " + write("a.mtx", text) + " " + path(name)).status, 0) << name;
        const EdgeList again = read_graph(path(name));
        EXPECT_EQ(triples(again), wanted) << name;
        EXPECT_TRUE(again.is_pattern()) << name;
    }
    const std::string reals = write("r.csv", "source,target,weight\n0,1,0.1\n1,0,1e-300\n");
    for (const std::string name : {"b.csv", "d.wel", "e.gr", "f.npz", "g.mtx", "h.grb"}) {
        ASSERT_EQ(tool("convert " + reals + " " + path(name)).status, 0) << name;
        EXPECT_EQ(triples(read_graph(path(name))), (Triples{{0, 1, .1}, {1, 0, 1e-300}})) << name;
    }
}

TEST_F(Convert, KeepsIds) {
    const std::string words = write("w.csv", "from,to\nAda,\"B, b\"\n\"B, b\",Cy\n");
    ASSERT_EQ(tool("convert " + words + " " + path("w.tsv")).status, 0);
    EXPECT_EQ(read("w.tsv"), "source\ttarget\nAda\t\"B, b\"\n\"B, b\"\tCy\n");
    Outcome outcome = tool("convert " + words + " " + path("w.mtx"));
    EXPECT_NE(outcome.out.find("w.csv: CSV, ids that are words, edges from 'from' to 'to'\n"),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("holds no ids that are words"), std::string::npos) << outcome.out;
    outcome = tool("convert " + words + " " + path("w.mtx") + " --ids " + path("ids.tsv"));
    EXPECT_EQ(outcome.out.find("holds no ids"), std::string::npos) << outcome.out;
    // The numbers are those of the file beside it: Matrix Market counts from 1, SciPy from 0.
    EXPECT_EQ(read("ids.tsv"), "vertex\tid\n1\tAda\n2\t\"B, b\"\n3\tCy\n");
    tool("convert " + words + " " + path("w.npz") + " --ids " + path("ids.csv"));
    EXPECT_EQ(read("ids.csv"), "vertex,id\n0,Ada\n1,\"B, b\"\n2,Cy\n");
    ASSERT_EQ(tool("convert " + write("f.txt", "7000000000 3\n") + " " + path("f.csv")).status, 0);
    EXPECT_EQ(read("f.csv"), "source,target\n7000000000,3\n");
}

TEST_F(Convert, RefusesWhatItCannotWrite) {
    const std::string graph = write("a.el", "0 1\n1 1\n");
    refused(graph + " " + path("b.xlsx"),
            "nothing is written with the ending .xlsx: the endings are "
            ".mtx .edges");
    refused(graph + " " + path("b.feather.gz"), "nothing is written with the ending .feather");
    refused(graph + " " + path("b.mtx") + " --to xlsx", "'xlsx' is no format");
    refused(graph + " " + path("b.graph"),
            "METIS holds no loops, and 1 has one (--drop-self-loops)");
    refused(graph + " --drop-self-loops " + path("b.graph"), "METIS holds undirected graphs");
    EXPECT_EQ(
        tool("convert " + graph + " --drop-self-loops --symmetrize " + path("b.graph")).status, 0);
    EXPECT_EQ(read("b.graph"), "2 1\n2\n1\n");
    const std::string reals = write("r.wel", "0 1 0.5\n1 0 0.5\n");
    refused(reals + " " + path("r.graph"),
            "METIS holds positive integers, the edge from 0 to 1 has "
            "the weight 0.5");
    refused(reals + " " + path("r.wsg"), "weight 0.5 of the edge from 0 to 1 is no int32");
    const std::string wide =
        write("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 3\n");
    refused(wide + " " + path("w.el"), "a matrix of 2 x 3 is no graph, which el holds");
    const std::string n = std::to_string(uint64_t{1} << 30);
    const std::string huge =
        write("huge.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + n + " " + n +
                              " 1\n1 " + n + "\n");
    refused(huge + " " + path("h.sg"), "1073741824 vertices are too many for 1 entries");
    EXPECT_EQ(tool("convert " + huge + " " + path("h.npz")).status, 0);
    EXPECT_EQ(read_graph(path("h.npz")).nrows, uint64_t{1} << 30);
}

TEST_F(Convert, ReadsPipes) {
    const Outcome outcome =
        command("{ mkfifo " + path("pipe") + "; seq 0 2 | paste -d ' ' - - >" + path("pipe") +
                " & " + GRAPHBLAST_TOOL " convert " + path("pipe") + " - --to el --symmetrize; }");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("pipe: line 2: the target is missing"), std::string::npos)
        << outcome.err;
    const Outcome whole = command("{ (echo 0 1; sleep 0.2; echo 1 2) >" + path("pipe") + " & " +
                                  GRAPHBLAST_TOOL " convert " + path("pipe") + " - --to el; }");
    EXPECT_EQ(whole.out, "0 1\n1 2\n") << whole.err;
}

/// Large plain files are read by all threads: lines that end behind a piece of the file stay whole.
TEST_F(Convert, LargeFiles) {
    std::string text;
    Triples wanted;
    constexpr uint64_t n = 1'300'000;
    for (uint64_t k = 0; k < n; ++k) {
        text += std::to_string(k) + " " + std::to_string(n - 1 - k) + "\n";
        wanted.emplace_back(k, n - 1 - k, 1);
    }
    ASSERT_GT(text.size(), size_t{1} << 24);
    EXPECT_EQ(triples(read_graph(write("large.el", text))), wanted);
    const std::string wrong = text + "1 x\n";
    refused(write("wrong.el", wrong) + " " + path("a.mtx"),
            "wrong.el: line 1300001: target 'x' is not a whole number");
    refused(write("large.gz", text) + " " + path("a.mtx"), "large.gz: not gzip data");
}

TEST_F(Convert, ReadsStandardInputAndOptions) {
    const Outcome outcome = command("{ printf 'x,y,z\\n5,6,2\\n6,5,3\\n' | gzip | " GRAPHBLAST_TOOL
                                    " convert - - --to wel --columns x,y,z --base 0; }");
    EXPECT_EQ(outcome.out, "5 6 2\n6 5 3\n");
    EXPECT_NE(outcome.err.find("-: edge list, ids from 0, edges from 'x' to 'y', weights in 'z'\n"),
              std::string::npos)
        << outcome.err;
    const Outcome run = tool("run bfs --graph " + write("k.txt", "7 8\n8 9\n") +
                             " --source 7 --symmetrize --largest-component --format edges");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("k.txt: edge list, ids between 7 and 9\n"), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("3 reached in levels 0..2"), std::string::npos) << run.out;
    for (const char *arguments :
         {"run bfs --graph path:3 --symmetrize --directed", "run bfs --graph path:3 --format png",
          "run bfs --graph path:3 --base 2", "run bfs --graph path:3 --dedup mean"})
        EXPECT_EQ(tool(arguments).status, 1) << arguments;
    EXPECT_EQ(tool("run bfs --graph path:3 --format mtx").status, 2);
}

} // namespace
