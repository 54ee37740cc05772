/// Graphs that several processes read in shares: together they have what one process has. Threads
/// stand for the processes.

#include "graph_reading.hpp"
#include "scratch.hpp"

#include "io/assemble.h"
#include "io/graph_share.h"
#include "io/graph_spec.h"

#include <barrier>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <optional>
#include <thread>

namespace {

using namespace grb::tool;

/// Another thread has failed.
struct OtherThreadFailed {};

/// The memory that the threads share.
struct Meeting {
    explicit Meeting(uint64_t size)
        : messages(size), failures(size), barrier(static_cast<std::ptrdiff_t>(size)) {}

    std::vector<std::string> messages;
    std::vector<std::optional<std::string>> failures;
    std::barrier<> barrier;
};

class ThreadProcesses final : public Processes {
public:
    ThreadProcesses(Meeting &meeting, uint64_t rank) : meeting_(meeting), rank_(rank) {}

    uint64_t rank() const override { return rank_; }
    uint64_t size() const override { return meeting_.messages.size(); }

    std::vector<std::string> gather(std::string_view own) override {
        meeting_.messages[rank_] = own;
        meeting_.barrier.arrive_and_wait();
        const std::vector<std::string> all = meeting_.messages;
        for (const auto &failure : meeting_.failures)
            if (failure) throw OtherThreadFailed();
        meeting_.barrier.arrive_and_wait();
        return all;
    }

    void fail(const std::string &text) {
        meeting_.failures[rank_] = text;
        meeting_.barrier.arrive_and_wait();
    }

private:
    Meeting &meeting_;
    uint64_t rank_;
};

/// The whole graph of all shares, or the error of the lowest process that fails.
struct Reading {
    EdgeList edges;
    std::string error;
};

/// Joins the shares as the matrix of all processes does.
EdgeList joined(std::vector<GraphShare> shares) {
    EdgeList edges = shares.front().edges;
    RawEntries raw;
    for (const GraphShare &share : shares) {
        EXPECT_EQ(share.edges.nrows, edges.nrows);
        EXPECT_EQ(share.all_entries, shares.front().all_entries);
        raw.rows.insert(raw.rows.end(), share.edges.rows.begin(), share.edges.rows.end());
        raw.cols.insert(raw.cols.end(), share.edges.cols.begin(), share.edges.cols.end());
        raw.weights.insert(raw.weights.end(), share.edges.weights.begin(),
                           share.edges.weights.end());
    }
    EXPECT_EQ(raw.rows.size(), shares.front().all_entries);
    assemble(edges, raw, shares.front().duplicates);
    if (shares.front().tells_repeated)
        edges.origin += text_of_repeated(shares.front().all_entries - edges.size());
    edges.origin += shares.front().origin_end;
    ReadOptions rest;
    rest.drop_self_loops = shares.front().drop_self_loops;
    rest.symmetrize = shares.front().symmetrize;
    rest.duplicates = shares.front().mirrored;
    transform(edges, "", rest);
    return edges;
}

Reading read_by(uint64_t processes, const std::string &graph, const ReadOptions &options) {
    Meeting meeting(processes);
    std::vector<GraphShare> shares(processes);
    std::vector<std::thread> threads;
    for (uint64_t p = 0; p < processes; ++p)
        threads.emplace_back([&, p] {
            ThreadProcesses group(meeting, p);
            try {
                shares[p] = load_share(graph, {}, options, group);
                group.agree();
            } catch (const InputError &error) {
                group.fail(error.what());
            } catch (const OtherThreadFailed &) {
            }
        });
    for (std::thread &thread : threads) thread.join();
    for (const auto &failure : meeting.failures)
        if (failure) return {EdgeList(), *failure};
    return {joined(std::move(shares)), {}};
}

Reading read_alone(const std::string &graph, const ReadOptions &options) {
    try {
        return {load_graph(graph, {}, options), {}};
    } catch (const InputError &error) {
        return {EdgeList(), error.what()};
    }
}

void expect_same(const std::string &graph, const ReadOptions &options = {}) {
    const Reading wanted = read_alone(graph, options);
    for (const uint64_t processes : {2, 3, 5}) {
        SCOPED_TRACE(graph + " by " + std::to_string(processes));
        const Reading found = read_by(processes, graph, options);
        EXPECT_EQ(found.error, wanted.error);
        EXPECT_EQ(triples(found.edges), triples(wanted.edges));
        EXPECT_EQ(named(found.edges), named(wanted.edges));
        EXPECT_EQ(found.edges.nrows, wanted.edges.nrows);
        EXPECT_EQ(found.edges.ncols, wanted.edges.ncols);
        EXPECT_EQ(found.edges.origin, wanted.edges.origin);
    }
}

class Shares : public Scratch {
protected:
    /// Reads the text with several options.
    void expect_same_table(const std::string &name, const std::string &text) {
        const std::string graph = write(name, text);
        expect_same(graph);
        ReadOptions options;
        options.symmetrize = options.drop_self_loops = true;
        for (const Duplicates rule :
             {Duplicates::sum, Duplicates::first, Duplicates::max, Duplicates::min}) {
            options.duplicates = rule;
            expect_same(graph, options);
        }
        ReadOptions based;
        based.base = 0;
        expect_same(graph, based);
        based.base = 1;
        expect_same(graph, based);
        ReadOptions largest;
        largest.largest_component = true;
        expect_same(graph, largest);
    }
};

/// Lines of random entries; the sums of their weights depend on the order.
std::string lines(const std::string &separator, uint64_t factor, bool has_weights) {
    const RandomStream random(7, 0);
    std::string text;
    for (uint64_t k = 0; k < 300; ++k) {
        text += std::to_string(factor * random.below(3 * k, 23) + 1) + separator +
                std::to_string(factor * random.below(3 * k + 1, 23) + 1);
        if (has_weights)
            text += separator + "0." + std::to_string(random.below(3 * k + 2, 100000) + 1);
        text += "\n";
        if (k % 50 == 20) text += "\n# a comment\n";
    }
    return text;
}

TEST_F(Shares, HaveTheEntriesOfEdgeLists) {
    expect_same_table("dense.txt", lines(" ", 1, true));
    expect_same_table("pattern.el", lines(" ", 1, false));
    expect_same_table("sparse.tsv", lines("\t", 1000003, false));
    expect_same_table("wide.csv", lines(",", uint64_t{1} << 40, true));
    expect_same_table("header.csv", "from,to,weight\n" + lines(",", 3, true));
    expect_same_table("short.txt", "1 2\n");
    expect_same_table("marked.txt", "\xef\xbb\xbf" + lines(" ", 2, true));
    expect_same_table("konect.txt", "% sym weighted\n% 300 23 23\n" + lines(" ", 1, true));
}

TEST_F(Shares, HaveTheEntriesOfTablesThatAreReadWhole) {
    expect_same_table("words.txt", "ann bob 1\nbob cy 2\ncy ann 3\nann bob 4\n");
    expect_same_table("later.csv", "1,2\n3,4\n05,6\n");
    expect_same_table("quoted.csv", "from,to\n\"a\nb\",c\nd,\"a\nb\"\n");
    expect_same_table("two_sides.txt", "% bip unweighted\n1 1\n1 2\n2 1\n");
    expect_same_table("old.txt", "1 2\r2 3\r3 1\r");
    expect_same_table("graph.metis", "3 2\n2\n1 3\n2\n");
    expect_same_table("lists.adjlist", "1 2 3\n2 3\n3 1\n");
}

TEST_F(Shares, HaveTheListedVertices) {
    write("set.v", "1\n2\n3\n9\n12\n");
    expect_same(write("set.e", "1 2 5\n3 1 7\n2 9 1\n"));
}

TEST_F(Shares, HaveTheEntriesOfMatrixMarket) {
    const std::string banner = "%%MatrixMarket matrix coordinate ";
    expect_same_table("general.mtx", banner +
                                         "real general\n% a comment\n7 7 5\n1 1 2.5\n2 7 1e300\n"
                                         "\n7 1 -3\n4 4 0\n2 7 0.1\n");
    expect_same_table("symmetric.mtx",
                      banner + "integer symmetric\n5 5 4\n2 1 3\n5 5 1\n4 2 -7\n2 1 9\n");
    expect_same_table("skew.mtx", banner + "real skew-symmetric\n4 4 2\n2 1 3\n4 2 -7\n");
    expect_same_table("pattern.mtx", banner + "pattern general\n3 3 3\n1 2\n2 3\n3 1\n");
    expect_same_table("complex.mtx", banner + "complex general\n3 3 2\n1 2 0 1\n2 3 1 1\n");
    expect_same_table("array.mtx",
                      "%%MatrixMarket matrix array real general\n3 3\n1\n0\n2\n0\n5\n6\n"
                      "7\n8\n9\n");
    expect_same_table("lower.mtx",
                      "%%MatrixMarket matrix array real symmetric\n3 3\n1\n0\n2\n4\n5\n6\n");
}

TEST_F(Shares, FailWithTheTextOfOneProcess) {
    const std::string banner = "%%MatrixMarket matrix coordinate real general\n9 9 ";
    const std::string good = "1 2 3\n4 5 6\n7 8 9\n1 9 1\n2 9 2\n3 9 3\n";
    for (const auto &[name, text] : std::vector<std::pair<std::string, std::string>>{
             {"bad.mtx", banner + "8\n" + good + "1 x 1\n2 y 2\n"},
             {"few.mtx", banner + "8\n" + good},
             {"many.mtx", banner + "3\n" + good},
             {"large.mtx", banner + "2\n1 1 1e308\n1 10 1\n"},
             {"head.mtx", "%%MatrixMarket matrix coordinate real odd\n1 1 0\n"},
             {"bad.txt", good + "5 z 1\n" + good + "6 q 1\n"},
             {"columns.csv", "1,2,3\n4,5,6\n7,8\n1,2,3\n"},
             {"empty.txt", ""},
             {"beyond.txt", "% asym unweighted\n% 3 4 4\n1 2\n3 4\n4 7\n"}}) {
        const std::string graph = write(name, text);
        EXPECT_NE(read_alone(graph, {}).error, "") << name;
        expect_same(graph);
    }
    ReadOptions based;
    based.base = 1;
    expect_same(write("zero.txt", "1 2\n2 3\n0 1\n"), based);
    expect_same(path("missing.txt"));
    expect_same("kron:x");
}

TEST_F(Shares, HaveTheEntriesOfBinaryGraphs) {
    for (const char *const spec : {"kron:7", "er:300:2000,w=1..9", "er:70000:20"}) {
        const std::string graph = path("graph.grb");
        OutputFile output(graph);
        write_graph(output, load_graph(spec), format_named("grb"), graph, "");
        output.finish();
        expect_same(graph);
        ReadOptions options;
        options.symmetrize = options.drop_self_loops = true;
        expect_same(graph, options);
        options = {};
        options.base = 1;
        expect_same(graph, options);
        std::fstream damaged(graph, std::ios::in | std::ios::out | std::ios::binary);
        damaged.seekp(400);
        damaged.put('\x55');
        damaged.close();
        EXPECT_NE(read_alone(graph, {}).error, "") << spec;
        expect_same(graph);
    }
}

TEST_F(Shares, HaveTheEntriesOfCompressedFiles) {
    for (const char *const ending : {".gz", ".zst", ".bz2"}) {
        const std::string graph = path(std::string("graph.mtx") + ending);
        OutputFile output(graph);
        write_graph(output, load_graph("kron:6,w=1..5"), format_named("mtx"), graph, "");
        output.finish();
        expect_same(graph);
    }
    expect_same(write("broken.mtx.gz", "\x1f\x8b\x08 broken"));
}

TEST_F(Shares, MakeTheCacheOnce) {
    ReadOptions options;
    options.use_cache = true;
    const std::string graph = write("cached.txt", lines(" ", 1, true));
    const Reading first = read_by(3, graph, options);
    EXPECT_EQ(triples(first.edges), triples(read_alone(graph, {}).edges));
    expect_same(graph, options);
}

TEST_F(Shares, HaveTheEntriesOfGenerators) {
    for (const char *const spec :
         {"kron:8", "kron:7:3,directed,seed=5", "kron:6,w=-4..9", "rmat:7:5:0.4:0.2:0.2",
          "grid:7x9", "grid:1x1", "grid:4x5,directed,w=1..3", "er:100:700",
          "er:101:700,directed,w=1..9", "er:1:0", "path:17", "star:1", "star:23,directed",
          "star:23", "rgg:200", "rgg:150:0.2,directed", "like:100:600:20"}) {
        expect_same(spec);
        ReadOptions options;
        options.symmetrize = true;
        expect_same(spec, options);
    }
}

} // namespace
