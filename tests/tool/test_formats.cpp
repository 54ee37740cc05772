/// Graph files other than Matrix Market and tables: METIS, DIMACS, GAP, SciPy; and how formats are told apart.

#include "graph_reading.hpp"
#include "io/parquet.h"

#include "io/zip.h"
#include "scratch.hpp"

#include <cstring>
#include <zlib.h>

namespace {

using namespace grb::tool;

const std::string metis = "% comment\n4 3\n2\n1 3 4\n2\n2\n";
const std::string dimacs = "c comment\np sp 3 2\na 1 2 5\nc more\na 3 1 -7\n";

template <class T>
void put(std::string &out, std::initializer_list<T> numbers) {
    for (const T number : numbers) out.append(reinterpret_cast<const char *>(&number), sizeof(T));
}

std::string gap(bool is_directed, std::initializer_list<int64_t> head,
                std::initializer_list<int32_t> tail) {
    std::string bytes(1, static_cast<char>(is_directed));
    put(bytes, head);
    put(bytes, tail);
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
    // A line without neighbours, weights of edges, and weights and sizes of vertices, which are passed over.
    EXPECT_EQ(triples(parse_graph("3 1 001\n2 7\n1 7\n\n", "g")), (Triples{{0, 1, 7}, {1, 0, 7}}));
    EXPECT_EQ(triples(parse_graph("3 1 111 2\n9 8 8 2 7\n9 8 8 1 7\n9 8 8\n", "g")),
              (Triples{{0, 1, 7}, {1, 0, 7}}));
    EXPECT_EQ(parse_graph("3 1 010\n8 2\n8 1\n8\n\n\n", "g", as("metis")).size(), 2u);
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
                          "gr, sg, wsg, npz, grb") +
                  (has_parquet() ? ", parquet" : ""));
    EXPECT_EQ(complaint(std::string("1 2\0", 4), "g"),
              "g: byte 3: no graph: 0x00 stands in no text, and the file is none of the binary "
              "formats (npz, sg, wsg, grb)");
    EXPECT_EQ(complaint("", "g"), "g: the file is empty");
}

struct Damaged {
    std::string name, text, part;
};

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
        {"g.gr", "c x\n", "g.gr: line 1: the file ends before its line 'p sp N M'"},
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
        {"g.wsg", gap_undirected, "g.wsg: byte 1: 4 entries of 3 vertices were announced"}};
    for (const Damaged &damaged : all) {
        const std::string found = complaint(damaged.text, damaged.name);
        EXPECT_EQ(found.substr(0, damaged.part.size()), damaged.part) << found;
    }
}

std::string npy(const std::string &type, const std::string &shape, const std::string &values) {
    const std::string text =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
    return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size()) + '\0' + text + values;
}

template <class T>
std::string array(const std::string &type, std::initializer_list<T> numbers) {
    std::string values;
    put(values, numbers);
    return npy(type, std::to_string(numbers.size()) + ",", values);
}

class Npz : public Scratch {
protected:
    using Members = std::vector<std::pair<std::string, std::string>>;

    std::string zip(const Members &members) const {
        OutputFile file(path("a.npz"));
        ZipWriter writer(file);
        for (const auto &[name, bytes] : members) writer.add(name + ".npy", {bytes});
        writer.finish();
        file.finish();
        return read("a.npz");
    }

    /// A matrix of 2 x 3, with one member changed.
    std::string csr(const std::string &changed = "", const std::string &bytes = "") const {
        Members members = {{"format", npy("|S3", "", "csr")},
                           {"shape", array<int64_t>("<i8", {2, 3})},
                           {"indptr", array<int32_t>("<i4", {0, 1, 3})},
                           {"indices", array<int32_t>("<i4", {2, 0, 1})},
                           {"data", array<float>("<f4", {1.5, 2, 3})}};
        for (auto &[name, value] : members)
            if (name == changed) value = bytes;
        return zip(members);
    }
};

TEST_F(Npz, Forms) {
    const Triples wanted = {{0, 2, 1.5}, {1, 0, 2}, {1, 1, 3}};
    const EdgeList edges = parse_graph(csr(), "a");
    EXPECT_EQ(triples(edges), wanted);
    EXPECT_EQ(edges.nrows, 2u);
    EXPECT_EQ(edges.ncols, 3u);
    EXPECT_EQ(edges.field, Field::real);
    EXPECT_EQ(edges.origin, "SciPy csr, ids from 0");
    const std::string values = array<double>("<f8", {2, 3, 1.5});
    const std::string shape = array<int64_t>("<i8", {2, 3});
    const EdgeList csc =
        parse_graph(zip({{"format", npy("<U3", "", std::string("c\0\0\0s\0\0\0c\0\0\0", 12))},
                         {"shape", shape},
                         {"indptr", array<int64_t>("<i8", {0, 1, 2, 3})},
                         {"indices", array<uint8_t>("|u1", {1, 1, 0})},
                         {"data", values}}),
                    "a");
    EXPECT_EQ(triples(csc), wanted);
    const EdgeList coo = parse_graph(zip({{"format", npy("|S3", "", "coo")},
                                          {"shape", shape},
                                          {"row", array<int16_t>("<i2", {1, 1, 0})},
                                          {"col", array<int16_t>("<i2", {0, 1, 2})},
                                          {"data", values}}),
                                     "a");
    EXPECT_EQ(triples(coo), wanted);
    EXPECT_TRUE(parse_graph(csr("data", array<char>("|b1", {1, 0, 1})), "a").is_pattern());
    EXPECT_EQ(parse_graph(csr("data", array<char>("|b1", {1, 0, 1})), "a").size(), 2u);
    EXPECT_EQ(parse_graph(csr("data", array<int64_t>("<i8", {1, 0, 1})), "a").field,
              Field::integer);
}

TEST_F(Npz, Complaints) {
    const std::vector<Damaged> all = {
        {"format", npy("|S3", "", "bsr"), "a: format.npy: 'bsr' is none of csr, csc, coo"},
        {"format", npy("|O", "", "csr"), "a: format.npy: its type is not known"},
        {"shape", array<int64_t>("<i8", {2}), "a: shape.npy: 1 dimensions are no matrix"},
        {"shape", array<int64_t>("<i8", {2, -1}), "a: shape.npy: 2 x -1 is no matrix"},
        {"shape", array<int64_t>("<i8", {int64_t{1} << 60, 3}),
         "a: indptr.npy: 3 offsets where 1152921504606846977 are needed"},
        {"shape", npy("<i8", "1152921504606846976,", "12345678"),
         "a: shape.npy: 1152921504606846976 numbers were announced, 8 bytes follow"},
        {"shape", npy("<i8", "4294967296, 4294967296", ""), "a: shape.npy: its shape is too large"},
        {"shape", array<double>("<f8", {2, 3}), "a: shape.npy: its type '<f8' is no integer"},
        {"indptr", array<int32_t>("<i4", {0, 3, 2}), "a: indptr.npy: the offsets run from 0 to 2"},
        {"indptr", array<int32_t>("<i4", {0, 9, 3}),
         "a: indptr.npy: offset 1 is 9, the next one is 3"},
        {"indices", array<int32_t>("<i4", {2, 3, 1}),
         "a: indices.npy: number 1: index 3 is out of range 0..2"},
        {"indices", array<int32_t>("<i4", {2, -1, 1}), "a: indices.npy: number 1: index -1 is out"},
        {"data", array<float>("<f4", {1, 2}), "a: data.npy: 3 rows, 3 columns and 2 values do not"},
        {"data", array<float>("<c8", {1, 2}),
         "a: data.npy: numbers of type '<c8' are not supported"},
        {"data", array<float>(">f4", {1, 2}), "a: data.npy: its numbers are big-endian"},
        {"data", array<float>("<f4", {1, 0.f / 0.f, 2}), "a: data.npy: number 1: "},
        {"data", "", "a: data.npy: not a .npy file"}};
    for (const Damaged &damaged : all) {
        const std::string found = complaint(csr(damaged.name, damaged.text), "a");
        EXPECT_EQ(found.substr(0, damaged.part.size()), damaged.part) << found;
    }
    EXPECT_EQ(complaint(zip({{"format", npy("|S3", "", "csr")}}), "a"),
              "a: it has no member shape.npy");
}

/// As SciPy makes them: each member deflated, and announced with `more` bytes than it has.
std::string deflated(const std::vector<std::pair<std::string, std::string>> &members,
                     uint32_t more = 0) {
    std::string archive;
    std::string list;
    for (const auto &[name, bytes] : members) {
        std::string packed(bytes.size() + 64, '\0');
        z_stream stream{};
        EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef *>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
        packed.resize(stream.total_out);
        deflateEnd(&stream);
        const auto crc = static_cast<uint32_t>(crc32(
            0, reinterpret_cast<const Bytef *>(bytes.data()), static_cast<uInt>(bytes.size())));
        const std::string file = name + ".npy";
        std::string common;
        put<uint16_t>(common, {20, 0, 8, 0, 0x21});
        put<uint32_t>(common, {crc, static_cast<uint32_t>(packed.size()),
                               static_cast<uint32_t>(bytes.size()) + more});
        put<uint16_t>(common, {static_cast<uint16_t>(file.size()), 0});
        put<uint32_t>(list, {0x02014b50});
        put<uint16_t>(list, {20});
        list += common + std::string(10, '\0');
        put<uint32_t>(list, {static_cast<uint32_t>(archive.size())});
        list += file;
        put<uint32_t>(archive, {0x04034b50});
        archive += common + file + packed;
    }
    const auto place = static_cast<uint32_t>(archive.size());
    const auto count = static_cast<uint16_t>(members.size());
    archive += list;
    put<uint32_t>(archive, {0x06054b50, 0});
    put<uint16_t>(archive, {count, count});
    put<uint32_t>(archive, {static_cast<uint32_t>(list.size()), place});
    put<uint16_t>(archive, {0});
    return archive;
}

TEST_F(Npz, Deflated) {
    // Longer than a piece of a checksum; in order, so that nothing is sorted.
    constexpr uint64_t n = 900'000;
    std::string offsets;
    std::string indices;
    std::string values;
    for (uint64_t k = 0; k <= n; ++k) put<int64_t>(offsets, {static_cast<int64_t>(k)});
    for (uint64_t k = 0; k < n; ++k) put<int64_t>(indices, {static_cast<int64_t>(n - 1 - k)});
    for (uint64_t k = 0; k < n; ++k) put<double>(values, {0.5 * static_cast<double>(k)});
    const std::string count = std::to_string(n);
    const std::vector<std::pair<std::string, std::string>> members = {
        {"format", npy("|S3", "", "csr")},
        {"shape", array<int64_t>("<i8", {n, n})},
        {"indptr", npy("<i8", std::to_string(n + 1) + ",", offsets)},
        {"indices", npy("<i8", count + ",", indices)},
        {"data", npy("<f8", count + ",", values)}};
    for (const std::string &archive : {zip(members), deflated(members)}) {
        const EdgeList edges = parse_graph(archive, "a");
        ASSERT_EQ(edges.size(), n);
        for (uint64_t k = 0; k < n; k += 1013) {
            ASSERT_EQ(edges.rows[k], k);
            ASSERT_EQ(edges.cols[k], n - 1 - k);
            ASSERT_EQ(edges.weights[k], 0.5 * static_cast<double>(k));
        }
    }
    std::string damaged = zip(members);
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    EXPECT_NE(complaint(damaged, "a").find("corrupt zip data: size or checksum is wrong"),
              std::string::npos);
    EXPECT_EQ(complaint(deflated(members, 1), "a"),
              "a: format.npy: corrupt zip data: size or checksum is wrong");
    EXPECT_NE(complaint(deflated(members, UINT32_MAX - 900), "a").find("expand to more than"),
              std::string::npos);
    const EdgeList jumbled = parse_graph(deflated({{"format", npy("|S3", "", "coo")},
                                                   {"shape", array<int64_t>("<i8", {2, 3})},
                                                   {"row", array<int32_t>("<i4", {1, 0, 1})},
                                                   {"col", array<int32_t>("<i4", {1, 2, 1})},
                                                   {"data", array<float>("<f4", {1, 2, 3})}}),
                                         "a");
    EXPECT_EQ(triples(jumbled), (Triples{{0, 2, 2}, {1, 1, 4}}));
}

TEST_F(Npz, DamagedArchives) {
    const std::string whole = csr();
    for (size_t size = 4; size < whole.size(); size += 3)
        EXPECT_NE(complaint(whole.substr(0, size), "a"), "accepted") << size;
    for (size_t at = 4; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
        complaint(flipped, "a"); // a matrix or a complaint
    }
    const size_t value = whole.rfind(std::string("\0\0\xc0\x3f", 4));
    ASSERT_NE(value, std::string::npos);
    std::string flipped = whole;
    flipped[value] = 1;
    EXPECT_EQ(complaint(flipped, "a"), "a: data.npy: corrupt zip data: size or checksum is wrong");
}

} // namespace
