/// SciPy's sparse matrices in NumPy's archives.

#include "graph_reading.hpp"
#include "io/zip.h"
#include "scratch.hpp"

#include <zlib.h>

namespace {

using namespace grb::tool;

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
        {"data", array<float>("<c32", {1, 2}),
         "a: data.npy: numbers of type '<c32' are not supported"},
        {"data", npy("<f16", "3,", std::string(48, '\0')),
         "a: data.npy: numbers of type '<f16' are not supported"},
        {"indices", array<float>("<f4", {2, 0, 1}), "a: indices.npy: its type '<f4' is no integer"},
        {"data", array<uint16_t>("<f2", {0x3c00, 0x7c00, 0}),
         "a: data.npy: number 1: inf is not a real value"},
        {"data", array<float>("<f4", {1, 0.f / 0.f, 2}), "a: data.npy: number 1: "},
        {"data", "", "a: data.npy: not a .npy file"}};
    for (const Damaged &damaged : all) {
        const std::string found = complaint(csr(damaged.name, damaged.text), "a");
        EXPECT_EQ(found.substr(0, damaged.part.size()), damaged.part) << found;
    }
    EXPECT_EQ(complaint(zip({{"format", npy("|S3", "", "csr")}}), "a"),
              "a: it has no member shape.npy");
    EXPECT_EQ(complaint(zip({{"row", ""}, {"col", ""}}), "a"),
              "a: no sparse matrix of scipy.sparse.save_npz: its arrays are col.npy, row.npy");
}

/// Integers that a double would round are refused, as in a Matrix Market file.
TEST_F(Npz, LargeIntegers) {
    const auto last_of = [&](const std::string &type, auto number) {
        return parse_graph(csr("data", array<decltype(number)>(type, {1, 2, number})), "a")
            .weights[2];
    };
    const auto refusal_of = [&](const std::string &type, auto number) {
        return complaint(csr("data", array<decltype(number)>(type, {1, 2, number})), "a");
    };
    constexpr int64_t limit = int64_t{1} << 53;
    EXPECT_EQ(last_of("<i8", limit), 0x1p53);
    EXPECT_EQ(last_of("<i8", -limit), -0x1p53);
    EXPECT_EQ(last_of("<u8", uint64_t{1} << 53), 0x1p53);
    const std::string advice = " is beyond 2^53: save float64 if the nearest double will do";
    for (const int64_t number : {limit + 1, -limit - 1, int64_t{1152921504606846977}, INT64_MIN})
        EXPECT_EQ(refusal_of("<i8", number),
                  "a: data.npy: number 2: integer " + std::to_string(number) + advice);
    EXPECT_EQ(refusal_of("<u8", UINT64_MAX),
              "a: data.npy: number 2: integer 18446744073709551615" + advice);
}

/// Numbers whose highest byte comes first, of 16 bits, and complex ones.
TEST_F(Npz, OtherNumbers) {
    const Triples wanted = {{0, 2, 1.5}, {1, 0, 2}, {1, 1, 3}};
    const auto swapped = [](const std::string &type, auto numbers) {
        std::string values;
        for (const auto number : numbers) {
            std::string bytes;
            put(bytes, {number});
            values.append(bytes.rbegin(), bytes.rend());
        }
        return npy(type, std::to_string(numbers.size()) + ",", values);
    };
    const std::vector<std::pair<std::string, std::string>> swapped_members = {
        {"format", npy(">U3", "", std::string("\0\0\0c\0\0\0s\0\0\0r", 12))},
        {"shape", swapped(">i8", std::vector<int64_t>{2, 3})},
        {"indptr", swapped(">i4", std::vector<int32_t>{0, 1, 3})},
        {"indices", swapped(">u2", std::vector<uint16_t>{2, 0, 1})},
        {"data", swapped(">f4", std::vector<float>{1.5, 2, 3})}};
    EXPECT_EQ(triples(parse_graph(zip(swapped_members), "a")), wanted);
    EXPECT_EQ(
        triples(parse_graph(csr("data", swapped(">f8", std::vector<double>{1.5, 2, 3})), "a")),
        wanted);
    // 1.5, the least number, and -65504, the largest.
    const std::string halves = array<uint16_t>("<f2", {0x3e00, 0x0001, 0xfbff});
    EXPECT_EQ(triples(parse_graph(csr("data", halves), "a")),
              (Triples{{0, 2, 1.5}, {1, 0, 0x1p-24}, {1, 1, -65504}}));
    const std::string complex = npy("<c8", "3,", std::string(24, '\1'));
    const EdgeList pattern = parse_graph(csr("data", complex), "a");
    EXPECT_TRUE(pattern.is_pattern());
    EXPECT_TRUE(pattern.has_lost_order);
    EXPECT_EQ(pattern.size(), 3u);
    EXPECT_EQ(pattern.origin, "SciPy csr, ids from 0, complex values left out");
}

/// Makes an archive as SciPy does: each member deflated, and announced with `more` bytes than it
/// has.
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
    const auto offset = static_cast<uint32_t>(archive.size());
    const auto count = static_cast<uint16_t>(members.size());
    archive += list;
    put<uint32_t>(archive, {0x06054b50, 0});
    put<uint16_t>(archive, {count, count});
    put<uint32_t>(archive, {static_cast<uint32_t>(list.size()), offset});
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
    // Some bytes mean nothing to a reader: dates, say. Whatever is taken is the matrix.
    const Triples right = triples(parse_graph(whole, "a"));
    size_t refused = 0;
    for (size_t at = 4; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
        const std::string text = complaint(flipped, "a");
        if (text == "accepted") {
            EXPECT_EQ(triples(parse_graph(flipped, "a")), right) << at;
        } else {
            EXPECT_EQ(text.rfind("a: ", 0), 0U) << at << ": " << text;
            ++refused;
        }
    }
    EXPECT_GT(refused, whole.size() / 2);
    // A checksum covers every byte of an array, whether or not the bytes read instead would be a
    // matrix.
    for (const std::string name :
         {"format.npy", "shape.npy", "indptr.npy", "indices.npy", "data.npy"}) {
        const size_t begin = whole.find("\x93NUMPY", whole.find(name));
        const size_t end = whole.find("PK", begin);
        ASSERT_LT(begin, end);
        ASSERT_NE(end, std::string::npos);
        for (size_t at = begin; at < end; ++at) {
            std::string flipped = whole;
            flipped[at] = static_cast<char>(flipped[at] ^ 1);
            ASSERT_EQ(complaint(flipped, "a"),
                      "a: " + name + ": corrupt zip data: size or checksum is wrong")
                << at;
        }
    }
}

} // namespace
