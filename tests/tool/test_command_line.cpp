/// The tool as a program: exit statuses, messages, files.

#include "io/graph_spec.h"
#include "io/matrix_market.h"
#include "scratch.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>

namespace {

using grb::tool::load_graph;
using CommandLine = Scratch;

const std::string karate = GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx";

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

class BadInput : public Scratch {
protected:
    /// Exit status 2, one line on stderr with `part` in it, nothing on stdout, no file left.
    void refused(const std::string &arguments, const std::string &part) {
        const size_t before = files();
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }

    void file_refused(const std::string &name, const std::string &bytes, const std::string &part) {
        const std::string file = write(name, bytes);
        refused("run bfs --graph " + file, part);
        refused("convert " + file + " " + path("out.mtx"), part);
        refused("info --graph " + file, part);
        refused("run all --graph " + file + " --json " + path("out.json"), part);
    }
};

TEST_F(BadInput, Files) {
    const std::string head = "%%MatrixMarket matrix coordinate real general\n";
    refused("run bfs --graph " + path("none.mtx"), "none.mtx: cannot open: No such file");
    refused("run bfs --graph " + path(""), "cannot read: Is a directory");
    file_refused("empty.mtx", "", "the file is empty");
    file_refused("text.mtx", "hello\n", "line 1: not a Matrix Market file");
    file_refused("binary.mtx",
                 std::string("\x7f"
                             "ELF\0\0\1\2",
                             8),
                 "not a Matrix Market file");
    file_refused("field.mtx", "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n",
                 "line 1: field 'quaternion' is not supported");
    file_refused("count.mtx", head + "2 2 3\n1 1 1\n", "3 entries announced, the file has 1");
    file_refused("absurd.mtx", head + "4000000000 4000000000 9000000000000000\n1 1 1\n",
                 "9000000000000000 entries announced, the file has 1");
    file_refused("range.mtx", head + "2 2 2\n1 1 1\n2 7 1\n",
                 "line 4: column index 7 is out of range 1..2");
    file_refused("nothing.mtx.gz", head, "not gzip data");
    file_refused("nothing.mtx.zst", head, "not zstd data");
}

TEST_F(BadInput, Archives) {
    for (const std::string name : {"a.mtx.gz", "a.mtx.zst"}) {
        ASSERT_EQ(tool("generate kron:8 -o " + path(name)).status, 0);
        const std::string whole = read(name);
        file_refused("cut-" + name, whole.substr(0, whole.size() / 2), "truncated");
        std::string corrupt = whole;
        for (size_t k = 20; k < 60; ++k) corrupt[k] = static_cast<char>(corrupt[k] ^ 0xa5);
        file_refused("corrupt-" + name, corrupt, "corrupt");
    }
}

TEST_F(BadInput, Graphs) {
    refused("run bfs --graph " + karate + " --source 35", "source 35: ");
    refused("run bfs --graph path:5 --source -1", "source -1: ");
    refused("run bfs --graph path:5 --source 5", "vertices 0..4");
    const std::string wide =
        write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 3 1\n");
    refused("run all --graph " + wide, "2 x 3, a graph needs a square one");
    refused("bench --graph " + wide, "2 x 3, a graph needs a square one");
    const std::string none =
        write("none.mtx", "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
    refused("run all --graph " + none, "no vertices");
    refused("run bfs --graph kron:99", "SCALE 99 is out of range");
    refused("run bfs --graph er:10:91", "NNZ 91 is out of range 0..90");
    refused("generate " + karate + " -o " + path("out.mtx"), "names no generator");
    refused("run bfs --graph ''", "the name of the graph is empty");
    refused("convert path:3 ''", "the name of the output is empty");
    refused("run bfs --graph KRON:4", "'KRON:4' is neither a file nor a generator; a graph is ");
    refused("run bfs --graph rgg:10:1e-400", "RADIUS 1e-400 is out of range 1e-09..2");
    refused("run bfs --graph rgg:10:1e400", "RADIUS 1e400 is out of range 1e-09..2");
    refused("run bfs --graph path:99999999999999999999",
            "N 99999999999999999999 is out of range 1..4294967295");
    refused("run bfs --graph path:3,seed=18446744073709551616", "is out of range");
    refused("run bfs --graph path:-3", "N '-3' is not a whole number");
    refused("generate path:5 -o " + path("no/such/folder.mtx"), "cannot create");
    refused("bench --replay " + karate, "no line of GRAPHBLAST_LOG=pick");
    refused("bench --compare " + karate + " " + karate, "not a report");
}

TEST_F(BadInput, NegativeWeightsByName) {
    const Outcome outcome = tool("run sssp --graph path:9,w=-3..-1");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(contains(outcome.err, "sssp: path:9,w=-3..-1: the graph has negative weights"))
        << outcome.err;
    const Outcome all = tool("run all --graph path:9,w=-3..-1 --verify");
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_TRUE(contains(all.out, "skipped: the graph has negative weights")) << all.out;
}

TEST_F(CommandLine, UsageErrorsAreStatusOne) {
    for (const char *arguments :
         {"fly",
          "run",
          "run bfs",
          "run bfs --graph",
          "run dfs --graph path:3",
          "run bfs, --graph path:3",
          "run bfs --graph path:3 --threads 0",
          "run bfs --graph path:3 --threads x",
          "run bfs --graph path:3 --what",
          "generate path:3",
          "convert a.mtx",
          "bench --operation fly --graph path:3",
          "bench --variant cpu/fly --graph path:3",
          "bench --operation mxm --variant cpu/mxv_pull_rows --graph path:3",
          "bench --replay a --graph path:3",
          "bench --replay a --compare b c",
          "bench --compare a b --operation mxv",
          "bench --compare a b --json c",
          "bench --compare a b --base 1",
          "bench --replay a --base 1",
          "info --base 1"}) {
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, 1) << arguments << "\n" << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    const Outcome alone = tool("");
    EXPECT_EQ(alone.status, 1);
    EXPECT_NE(alone.err.find("Subcommands:"), std::string::npos) << alone.err;
    EXPECT_NE(tool("bfs --graph path:3").err.find("did you mean 'run bfs'?"), std::string::npos);
    EXPECT_EQ(tool("run bfs path:3").status, 0);
    EXPECT_EQ(tool("--help").status, 0);
    EXPECT_EQ(tool("run --help").status, 0);
}

TEST_F(CommandLine, RunsAllOnKarateAndVerifies) {
    const Outcome outcome = tool("run all --graph " + karate +
                                 " --verify --repeat 3 --threads 2 --json " + path("r.json"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char *part : {"34 vertices, 156 entries", "bfs levels", "bfs parents", "sssp",
                             "pagerank", "45 triangles", "1 component, largest 34", "2 threads",
                             "34 reached", "top 34:0.101 1:0.097", "mxv_", "verified"})
        EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
    for (const char *part : {"commit_", "orient_", "statistics_", "convert_", "tuples_", "update_"})
        EXPECT_FALSE(contains(outcome.out, part)) << part << "\n" << outcome.out;
    const std::string report = read("r.json");
    EXPECT_TRUE(contains(report, "\"commit:cpu/commit_")) << report;
    for (const char *part : {"\"triangles\": 45", "\"components\": 1", "\"verified\": true",
                             "\"variants\"", "\"million_edges_per_second\""})
        EXPECT_TRUE(contains(report, part)) << part << "\n" << report;
}

TEST_F(CommandLine, RunsOneOfSeveral) {
    const Outcome outcome = tool("run tc,cc --graph grid:4x5,w=1..9 --threads 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "0 triangles"));
    EXPECT_TRUE(contains(outcome.out, "1 component, largest 20"));
    EXPECT_FALSE(contains(outcome.out, "pagerank"));
}

TEST_F(CommandLine, DirectedGraphVerifies) {
    const Outcome outcome = tool("run all --graph kron:9,directed,w=1..50 --source 3 --verify");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "directed; source 3")) << outcome.out;
}

TEST_F(CommandLine, InfoListsTheRegistry) {
    const Outcome outcome = tool("info --graph kron:10");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char *part : {"GraphBLAS C 2.1", "threads", "hypersparse", "cpu/mxv_pull_rows",
                             "cpu/mxm_gustavson_hash", "bytes per edge"})
        EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
}

TEST_F(CommandLine, GenerateAndConvertKeepTheGraph) {
    const std::string spec = "kron:9,w=1..255";
    const auto edges = load_graph(spec);
    ASSERT_EQ(tool("generate " + spec + " -o " + path("a.mtx")).status, 0);
    std::string last = "a.mtx";
    for (const std::string next : {"b.mtx.gz", "c.mtx.zst", "d.mtx"}) {
        ASSERT_EQ(tool("convert " + path(last) + " " + path(next)).status, 0);
        const auto again = load_graph(path(next));
        EXPECT_EQ(again.rows, edges.rows);
        EXPECT_EQ(again.cols, edges.cols);
        EXPECT_EQ(again.weights, edges.weights);
        last = next;
    }
    EXPECT_EQ(files(), 4u);
}

TEST_F(CommandLine, BenchForcesVariantsAndReplaysALog) {
    Outcome outcome =
        tool("bench --graph kron:6 --operation mxv --repeat 2 --json " + path("a.json"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "cpu/mxv_pull_rows")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "chosen against best")) << outcome.out;
    outcome = tool("bench --compare " + path("a.json") + " " + path("a.json"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "1.000 in the geometric mean, worst 1.000")) << outcome.out;

    ASSERT_EQ(std::system(("GRAPHBLAST_LOG=pick " GRAPHBLAST_TOOL " run all --graph kron:6 >" +
                           path("out") + " 2>" + path("log"))
                              .c_str()),
              0);
    outcome = tool("bench --repeat 1 --replay " + path("log"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "mxv: ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "mxm: ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "semiring=MIN_FIRST_INT32")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, " lines of commit")) << outcome.out;
}

class Tune : public Scratch {
protected:
    /// Returns the text that a run that reads `profile` writes on stderr.
    std::string complaints(const std::string &profile) const {
        const std::string command = "GRAPHBLAST_PROFILE=" + profile +
                                    " " GRAPHBLAST_TOOL " run bfs --graph path:5 >" + path("out") +
                                    " 2>" + path("err");
        EXPECT_EQ(std::system(command.c_str()), 0);
        return read("err");
    }
};

/// Those of the GPU where there is one; one that could not be measured is named with the reason.
TEST_F(Tune, WritesEveryRate) {
    const Outcome outcome = tool("tune --seconds 0 -o " + path("profile"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string profile = read("profile");
    const auto expect_rate = [&](const std::string &name) {
        const size_t at = profile.find("\n" + name + " ");
        ASSERT_NE(at, std::string::npos) << name;
        EXPECT_GT(std::stod(profile.substr(at + 2 + name.size())), 0) << name;
    };
    for (const char *name : {"stream_bytes", "gathers_cached", "gathers_memory", "scatters_cached",
                             "scatters_memory", "hash_probes", "sort_keys", "operations_curated",
                             "operations_batch", "operations_user", "call_seconds"})
        expect_rate(name);
    const bool has_device = !contains(outcome.out, "No GPU in use: its rates are left out");
    EXPECT_EQ(contains(profile, "device_"), has_device) << profile;
    for (const std::string name :
         {"device_stream_bytes", "device_gathers_cached", "device_gathers_memory",
          "device_gathers_hub", "device_upload_bytes", "device_download_bytes",
          "device_launch_seconds", "device_wait_seconds"})
        if (has_device && !contains(profile, "\n# " + name + " left out: the times "))
            expect_rate(name);
    EXPECT_EQ(complaints(path("profile")), "");
}

/// tune fits the variants of the named operations, and no others; it notes each one's error. It
/// leaves out a GPU that is switched off. The library takes the whole profile, and estimates by it.
TEST_F(Tune, FitsVariants) {
    const Outcome outcome =
        command("GRAPHBLAST_CUDA=0 " GRAPHBLAST_TOOL " tune --seconds 1 --only reduce,mxv -o " +
                path("profile"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string profile = read("profile");
    EXPECT_TRUE(contains(outcome.out, "No GPU in use: its rates are left out")) << outcome.out;
    EXPECT_FALSE(contains(profile, "device_")) << profile;
    for (const char *variant :
         {"mxv:cpu/mxv_pull_rows", "mxv:cpu/mxv_push_spa", "reduce:cpu/reduce_rows"}) {
        EXPECT_TRUE(contains(profile, std::string("# ") + variant + " ")) << variant << profile;
        const size_t at = profile.find(std::string("\n") + variant + " ");
        ASSERT_NE(at, std::string::npos) << variant << profile;
        EXPECT_GT(std::stod(profile.substr(at + 2 + std::strlen(variant))), 0) << variant;
    }
    EXPECT_FALSE(contains(profile, "apply:")) << profile;
    EXPECT_TRUE(contains(profile, "within 2")) << profile;
    EXPECT_EQ(complaints(path("profile")), "");
    // A fit that is worse than the factor 1, as noise makes some, goes back to it.
    std::istringstream lines(profile);
    int fitted = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("mxv:", 0) != 0 && line.rfind("reduce:", 0) != 0) continue;
        fitted += std::stod(line.substr(line.find(' '))) != 1;
    }
    EXPECT_GT(fitted, 0) << profile;
    const Outcome missing = tool("tune --seconds -1 -o " + path("profile"));
    EXPECT_NE(missing.status, 0);
}

TEST_F(Tune, ProfilesMayNameRatesOfTheDevice) {
    const std::string good =
        write("good", "# rates\nstream_bytes 9e9\ndevice_stream_bytes 2e12 # bytes per second\n"
                      "device_cached_bytes 4e7\ndevice_gathers_cached 1e11\n"
                      "device_gathers_memory 3e10\ndevice_gathers_hub 1.5e11\n"
                      "device_upload_bytes 1e10\ndevice_download_bytes 1e10\n"
                      "device_launch_seconds 4e-6\ndevice_wait_seconds 1e-5\n");
    EXPECT_EQ(complaints(good), "");
    const std::string bad = write("bad", "device_stream_bytes -1\ndevice_gathers_cached 1e11\n"
                                         "device_wait_seconds soon\ndevice_no_such_rate 7\n");
    EXPECT_EQ(complaints(bad), "graphblast: " + bad + ":1: not a rate: device_stream_bytes\n" +
                                   "graphblast: " + bad + ":3: not a rate: device_wait_seconds\n" +
                                   "graphblast: " + bad + ":4: not a rate: device_no_such_rate\n");
}

} // namespace
