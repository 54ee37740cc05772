/// The cache beside a graph file, and what is said of memory before a file is read.

#include "graph_reading.hpp"
#include "io/checksum.h"
#include "io/forecast.h"
#include "io/graph_cache.h"
#include "scratch.hpp"
#include "sealed.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace {

using namespace grb::tool;

class Cache : public Scratch {
protected:
    /// Reads with a cache, and keeps what is said meanwhile.
    EdgeList read_cached(const std::string &file, ReadOptions options = {}) {
        options.use_cache = true;
        said_.clear();
        options.say = [this](const std::string &text) { said_ += text + "\n"; };
        return read_graph(file, options);
    }
    static bool is_from_cache(const EdgeList &edges) {
        return edges.origin.find("; from ") != std::string::npos;
    }
    /// The cache is refused for this reason, and is good again afterwards.
    void expect_made_anew(const std::string &file, const std::string &reason) {
        const EdgeList plain = read_graph(file);
        const EdgeList edges = read_cached(file);
        EXPECT_FALSE(is_from_cache(edges));
        EXPECT_NE(said_.find(reason), std::string::npos) << said_ << " and not " << reason;
        EXPECT_EQ(triples(edges), triples(plain));
        EXPECT_TRUE(is_from_cache(read_cached(file)));
        EXPECT_EQ(said_, "");
    }
    std::string said_;
};

TEST_F(Cache, HoldsTheSameGraph) {
    const std::pair<const char *, const char *> files[] = {
        {"a.txt", "1 2\n2 3\n3 1\n"},
        {"b.txt", "1 2 0.5\n2 3 -7\n3 1 1e300\n"},
        {"c.txt", "ann bob\nbob cy\n"},
        {"d.txt", "10 2000000\n2000000 35\n"},
        {"e.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 3 1\n"},
        {"f.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 0\n"},
        {"h.mtx", "%%MatrixMarket matrix coordinate real general\n1000000 9 2\n7 2 0.5\n8 1 3\n"},
        {"i.txt", "1 2 -5000000000\n2 3 4\n"},
        {"g.csv", "from,to,weight\nä,ö,3\n\"b c\",ä,4\n"}};
    for (const auto &[name, text] : files) {
        SCOPED_TRACE(name);
        const std::string file = write(name, text);
        const EdgeList plain = read_graph(file);
        EXPECT_FALSE(is_from_cache(read_cached(file)));
        EXPECT_EQ(said_, "");
        const EdgeList again = read_cached(file);
        EXPECT_TRUE(is_from_cache(again)) << said_;
        EXPECT_EQ(triples(again), triples(plain));
        EXPECT_EQ(again.nrows, plain.nrows);
        EXPECT_EQ(again.ncols, plain.ncols);
        EXPECT_EQ(again.field, plain.field);
        EXPECT_EQ(again.is_undirected, plain.is_undirected);
        EXPECT_EQ(again.ids.describe(), plain.ids.describe());
        for (uint64_t v = 0; v < std::min<uint64_t>(plain.nrows, 10); ++v)
            EXPECT_EQ(again.ids.of(v), plain.ids.of(v));
        EXPECT_EQ(again.origin, plain.origin + "; from " + file + ".grb");
    }
}

/// Mapped entries can be changed and copied, and the file stays as it is.
TEST_F(Cache, ChangesStayInMemory) {
    const std::string file = write("a.txt", "1 2 3\n2 3 4\n");
    read_cached(file);
    const std::string before = read("a.txt.grb");
    EdgeList edges = read_cached(file);
    ASSERT_TRUE(is_from_cache(edges));
    const EdgeList copy = edges;
    edges.weights[0] = 9;
    edges.rows.push_back(7);
    edges.cols.resize(1);
    edges.cols.shrink_to_fit();
    EdgeList moved = std::move(edges);
    std::swap(moved, edges);
    EXPECT_EQ(edges.rows, (Buffer<uint64_t>{0, 1, 7}));
    EXPECT_EQ(edges.cols, (Buffer<uint64_t>{1}));
    EXPECT_EQ(edges.weights[0], 9);
    EXPECT_EQ(copy.weights[0], 3);
    EXPECT_EQ(copy.rows.size(), 2u);
    EXPECT_EQ(read("a.txt.grb"), before);
    EXPECT_EQ(triples(read_cached(file)), (Triples{{0, 1, 3}, {1, 2, 4}}));
}

TEST_F(Cache, FileThatChanged) {
    const std::string file = write("a.txt", "1 2\n2 3\n");
    read_cached(file);
    write("a.txt", "1 2\n2 3\n3 4\n");
    expect_made_anew(file, "the file had 8 bytes then, now 12");
    const auto time = std::filesystem::last_write_time(file);
    write("a.txt", "1 2\n2 3\n3 5\n");
    std::filesystem::last_write_time(file, time + std::chrono::seconds(2));
    expect_made_anew(file, "the file was written to since");
    // The size and the time stay, the bytes change.
    const auto second = std::filesystem::last_write_time(file);
    write("a.txt", "1 2\n2 3\n3 6\n");
    std::filesystem::last_write_time(file, second);
    expect_made_anew(file, "the file has other bytes since");
}

TEST_F(Cache, OtherOptions) {
    const std::string file = write("a.txt", "1 2\n2 3\n");
    read_cached(file);
    ReadOptions options;
    options.symmetrize = true;
    EXPECT_EQ(read_cached(file, options).size(), 4u);
    EXPECT_NE(said_.find("made with other options"), std::string::npos) << said_;
    EXPECT_EQ(read_cached(file).size(), 2u);
}

/// Whatever byte is wrong, and wherever the file ends: the graph is read anew.
TEST_F(Cache, Damage) {
    const std::string file = write("a.txt", "ann bob 1\nbob cy 2\n");
    read_cached(file);
    const std::string whole = read("a.txt.grb");
    const EdgeList plain = read_graph(file);
    for (size_t at = 0; at < whole.size(); at += at < 144 ? 3 : 17) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
        write("a.txt.grb", bytes);
        const EdgeList edges = read_cached(file);
        EXPECT_FALSE(is_from_cache(edges)) << at;
        EXPECT_NE(said_.find("not used, and made anew: "), std::string::npos) << at;
        EXPECT_EQ(triples(edges), triples(plain)) << at;
    }
    for (size_t size = 0; size < whole.size(); size += 41) {
        write("a.txt.grb", whole.substr(0, size));
        EXPECT_FALSE(is_from_cache(read_cached(file))) << size;
    }
    write("a.txt.grb", whole + "x");
    expect_made_anew(file, "a.txt.grb: not used, and made anew: it has ");
}

/// Indices are forged under a right checksum: offsets and columns of a matrix, rows of a list.
TEST_F(Cache, ForgedEntries) {
    const std::string matrix = write("a.txt", "1 2\n1 3\n2 3\n3 1\n");
    const std::string list = write("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                                            "1000000 1000000 3\n1 2\n2 3\n3 1\n");
    const auto refuses = [&](const std::string &file, size_t at, auto number) {
        read_cached(file);
        const std::string cache = file.substr(file.rfind('/') + 1) + ".grb";
        const std::string whole = read(cache);
        std::string bytes = whole;
        std::memcpy(&bytes[header_bytes + at], &number, sizeof number);
        write(cache, sealed(bytes));
        expect_made_anew(file, "it is damaged");
        // The cache with true indices is taken: the reader accepts these checksums.
        write(cache, sealed(whole));
        EXPECT_TRUE(is_from_cache(read_cached(file)));
    };
    for (const uint32_t offset : {1U, UINT32_MAX}) refuses(matrix, 0, offset);
    for (const uint32_t offset : {4U, 1U << 30, UINT32_MAX}) refuses(matrix, 4, offset);
    refuses(matrix, 12, uint32_t{5});
    constexpr size_t columns_at = 16;
    refuses(matrix, columns_at, uint32_t{2});
    refuses(matrix, columns_at + 4, uint32_t{3});
    refuses(matrix, columns_at + 12, UINT32_MAX);
    for (const uint64_t row : {uint64_t{1000000}, uint64_t{2}, UINT64_MAX}) refuses(list, 0, row);
}

/// A matrix's cache has 4 bytes for each column index and 0, 4 or 8 for each weight; reading it
/// gives the same entries.
TEST_F(Cache, BytesOfAnEntry) {
    std::string path, weighted, halves;
    for (int k = 1; k <= 1000; ++k) {
        path += fmt::format("{} {}\n", k, k + 1);
        weighted += fmt::format("{} {} {}\n", k, k + 1, 1000 - k);
        halves += fmt::format("{} {} {}.5\n", k, k + 1, k);
    }
    const auto bytes_of = [&](const char *name, const std::string &text) {
        const std::string file = write(name, text);
        read_cached(file);
        EXPECT_EQ(triples(read_cached(file)), triples(read_graph(file))) << name;
        const EdgeList plain = read_graph(file);
        return std::filesystem::file_size(file + ".grb") - header_bytes - plain.origin.size() -
               4 * 1002;
    };
    const uint64_t options = bytes_of("a.txt", path) - 4 * 1000;
    EXPECT_LT(options, 100u);
    EXPECT_EQ(bytes_of("b.txt", weighted), 8 * 1000 + options);
    EXPECT_EQ(bytes_of("c.txt", halves), 12 * 1000 + options);
}

/// A reader that knows packed entries gets those, and the list later.
TEST_F(Cache, PackedEntries) {
    const std::string file = write("a.txt", "1 2 -3\n2 1 -3\n2 3 4\n3 2 4\n");
    const EdgeList plain = read_cached(file);
    ReadOptions options;
    options.may_be_packed = true;
    EdgeList edges = read_cached(file, options);
    ASSERT_NE(edges.packed, nullptr);
    EXPECT_EQ(edges.size(), 4u);
    EXPECT_TRUE(edges.rows.empty());
    EXPECT_TRUE(is_symmetric(edges));
    EXPECT_TRUE(has_negative_weight(edges));
    EXPECT_EQ(row_offsets(edges), row_offsets(plain));
    const Buffer<uint64_t> offsets = row_offsets(edges);
    unpack_entries(edges);
    EXPECT_EQ(edges.packed, nullptr);
    EXPECT_EQ(triples(edges), triples(plain));
    EXPECT_EQ(offsets, row_offsets(plain)) << "they outlive what they were taken from";
}

/// A graph in binary as a file of its own.
TEST_F(Cache, FormatOfItsOwn) {
    const std::string file = write("a.csv", "from,to,weight\nann,bob,3\nbob,cy,4\n");
    ASSERT_EQ(tool("convert " + file + " " + path("b.grb")).status, 0);
    ASSERT_EQ(tool("convert " + file + " " + path("c.grb.gz")).status, 0);
    ASSERT_EQ(tool("convert " + path("b.grb") + " " + path("d.csv")).status, 0);
    const EdgeList plain = read_graph(file);
    for (const char *const name : {"b.grb", "c.grb.gz", "d.csv"}) {
        const EdgeList edges = read_graph(path(name));
        EXPECT_EQ(triples(edges), triples(plain)) << name;
        for (uint64_t v = 0; v < 3; ++v) EXPECT_EQ(edges.ids.of(v), plain.ids.of(v)) << name;
    }
    ReadOptions symmetric;
    symmetric.symmetrize = true;
    EXPECT_EQ(read_graph(path("b.grb"), symmetric).size(), 4u);
    const Outcome run = tool("run bfs,sssp --source ann --verify --graph " + path("b.grb"));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("3 reached in levels 0..2"), std::string::npos) << run.out;
    const std::string whole = read("b.grb");
    for (const size_t size : {whole.size() - 1, header_bytes, size_t{20}}) {
        write("e.grb", whole.substr(0, size));
        const Outcome outcome = tool("info --graph " + path("e.grb"));
        EXPECT_EQ(outcome.status, 2);
        EXPECT_NE(outcome.err.find("e.grb: no graph can be taken from it: it "), std::string::npos)
            << outcome.err;
    }
    EXPECT_EQ(tool("info --base 0 --graph " + path("b.grb")).status, 2);
    write("f.grb", "1 2\n");
    EXPECT_NE(tool("info --graph " + path("f.grb")).err.find("it is no cache of a graph"),
              std::string::npos);
}

TEST_F(Cache, PathThatCannotBeWritten) {
    const std::string file = write("a.txt", "1 2\n2 3\n");
    std::filesystem::create_directory(file + ".grb");
    EXPECT_EQ(read_cached(file).size(), 2u);
    EXPECT_NE(said_.find("there will be no cache: "), std::string::npos) << said_;
}

TEST_F(Cache, Command) {
    const std::string file = write("a.txt", "1 2\n2 3\n");
    const std::string command = "run bfs --graph " + file + " --verify";
    ASSERT_EQ(tool(command).status, 0);
    EXPECT_EQ(files(), 1u) << "without --cache there is none";
    ASSERT_EQ(tool(command + " --cache").status, 0);
    EXPECT_EQ(files(), 2u);
    const Outcome second = tool(command + " --cache");
    EXPECT_NE(second.out.find("; from " + file + ".grb"), std::string::npos) << second.out;
    write("a.txt.grb", "no cache");
    const Outcome third = tool(command + " --cache");
    EXPECT_EQ(third.status, 0);
    EXPECT_NE(third.err.find("a.txt.grb: not used, and made anew: it is no cache of a graph"),
              std::string::npos)
        << third.err;
    EXPECT_EQ(tool("run bfs --graph path:3 --cache").status, 2);
}

TEST(Checksum, DoesNotDependOnChunks) {
    std::string bytes(300001, 'a');
    for (size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * k % 251);
    for (const size_t chunk : {size_t{1000}, size_t{65536}, size_t{70001}, bytes.size()}) {
        Checksum sum;
        for (size_t at = 0; at < bytes.size(); at += chunk)
            sum.add(bytes.data() + at, std::min(chunk, bytes.size() - at));
        EXPECT_EQ(sum.value(), checksum(bytes.data(), bytes.size())) << chunk;
    }
    EXPECT_NE(checksum("", 0), checksum("\0", 1));
    EXPECT_NE(checksum("ab", 2), checksum("ba", 2));
}

TEST(Forecast, CountsLines) {
    const std::string lines = "a line that says what it is\n0 1\n0 2\n0 3\n";
    EXPECT_EQ(bytes_to_read(lines, 4000), 4000 + 2 * 1000 * 24);
    const std::string symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n2 1\n3 1\n";
    EXPECT_EQ(bytes_to_read(symmetric, 4000), 4000 + 2 * 2000 * 24);
    EXPECT_EQ(bytes_to_read("no lines", 4000), 4000u);
    // GAP's: undirected, 800 entries, 90 vertices, the first offset.
    const uint64_t head[] = {800, 90, 0};
    std::string gap(1, '\0');
    gap.append(reinterpret_cast<const char *>(head), sizeof head);
    EXPECT_EQ(bytes_to_read(gap, 4000), 4000 + 800 * 24);
    EXPECT_EQ(bytes_to_read(gap, 400), 400 + 100 * 24) << "more entries than there is room for";
}

TEST(Forecast, SpeaksOfMuch) {
    EXPECT_EQ(shown_forecast("g", 1 << 20, uint64_t{8} << 30), "");
    EXPECT_EQ(shown_forecast("g", 1 << 20, 0), "");
    EXPECT_EQ(shown_forecast("g", 1500000000, 2000000000),
              "g: reading takes about 1.5 GB of memory; 2.0 GB are free");
    EXPECT_EQ(shown_forecast("g", 5000000000, 0), "g: reading takes about 5.0 GB of memory");
}

} // namespace
