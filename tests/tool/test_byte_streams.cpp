/// The layers before a format: the encoding of texts, archives, and files that only other programs
/// read.

#include "graph_reading.hpp"
#include "io/zip.h"
#include "scratch.hpp"

#include <fmt/format.h>

namespace {

using namespace grb::tool;

class ByteStreams : public Scratch {
protected:
    /// Returns the error that a file causes, without its folder, or the file's entries.
    std::string outcome(const std::string &name, const std::string &bytes) const {
        const std::string file = write(name, bytes);
        try {
            std::string text;
            for (const auto &[row, col, weight] : triples(read_graph(file)))
                text += fmt::format("{}-{} ", row, col);
            return text;
        } catch (const InputError &error) {
            std::string text = error.what();
            for (size_t at; (at = text.find(path(""))) != std::string::npos;)
                text.erase(at, path("").size());
            return text;
        }
    }
};

std::string utf16(const std::u16string &text, bool is_big) {
    std::string bytes;
    for (const char16_t unit : text) {
        const char low = static_cast<char>(unit & 0xff);
        const char high = static_cast<char>(unit >> 8);
        bytes += is_big ? high : low;
        bytes += is_big ? low : high;
    }
    return bytes;
}

TEST_F(ByteStreams, MarksOfUtf8) {
    const std::string mark = "\xef\xbb\xbf";
    const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
    EXPECT_EQ(outcome("a.mtx", mark + matrix), "0-1 ");
    EXPECT_EQ(outcome("a.csv", mark + "src,dst\n1,2\n2,3\n"), "0-1 1-2 ");
    EXPECT_EQ(outcome("a.txt", mark + "1 2\n2 3\n"), "0-1 1-2 ");
    EXPECT_EQ(outcome("a.graph", mark + "2 1\n2\n1\n"), "0-1 1-0 ");
    EXPECT_EQ(outcome("a.gr", mark + "p sp 2 1\na 1 2 5\n"), "0-1 ");
    // A large file is read by several threads.
    std::string large = mark;
    while (large.size() <= size_t{1} << 24) large += "1 2\n2 3\n";
    EXPECT_EQ(outcome("large.txt", large), "0-1 1-2 ");
}

TEST_F(ByteStreams, Utf16) {
    const std::u16string table = u"src,dst\r\n1,2\r\n2,3\r\n";
    for (const bool is_big : {false, true}) {
        EXPECT_EQ(outcome("a.csv", utf16(u"\xfeff" + table, is_big)), "0-1 1-2 ");
        EXPECT_EQ(outcome("a.csv", utf16(table, is_big)), "0-1 1-2 ") << "without a mark";
        EXPECT_EQ(outcome("a.mtx", utf16(u"\xfeff%%MatrixMarket matrix coordinate pattern general\n"
                                         u"2 2 1\n1 2\n",
                                         is_big)),
                  "0-1 ");
    }
    const std::string words = write("w.csv", utf16(u"\xfeff"
                                                   u"from,to\nä,€\n€,\xd83d\xde00\n",
                                                   false));
    const EdgeList edges = read_graph(words);
    EXPECT_EQ(edges.ids.of(0), "ä");
    EXPECT_EQ(edges.ids.of(1), "€");
    EXPECT_EQ(edges.ids.of(2), "\xf0\x9f\x98\x80");
    EXPECT_EQ(outcome("a.csv", utf16(u"\xfeff"
                                     u"1,2\n",
                                     false) +
                                   "x"),
              "a.csv: byte 10: no UTF-16: the file ends inside a character");
    EXPECT_EQ(outcome("a.csv", utf16(u"\xfeff"
                                     u"1,\xd83d\n",
                                     false)),
              "a.csv: byte 6: no UTF-16: the first half of a pair alone");
    EXPECT_EQ(outcome("a.csv", utf16(u"\xfeff"
                                     u"1,\xde00\n",
                                     false)),
              "a.csv: byte 6: no UTF-16: the second half of a pair alone");
    EXPECT_EQ(outcome("a.csv", std::string("\xff\xfe\0\0"
                                           "1\0\0\0",
                                           8)),
              "a.csv: a text in UTF-32: 'iconv -f UTF-32 -t UTF-8' makes one that can be read");
}

/// A header of a tar archive and the file behind it.
std::string tar_file(const std::string &name, const std::string &bytes, char kind = '0') {
    std::string header(512, '\0');
    const auto put_at = [&](size_t at, const std::string &text) {
        header.replace(at, text.size(), text);
    };
    put_at(0, name);
    put_at(100, "0000644");
    put_at(124, fmt::format("{:011o}", bytes.size()));
    put_at(148, "        ");
    header[156] = kind;
    put_at(257, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    put_at(148, fmt::format("{:06o}", sum) + '\0');
    std::string padded = bytes;
    padded.resize((bytes.size() + 511) / 512 * 512);
    return header + padded;
}

const std::string end_of_tar(1024, '\0');
const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";

TEST_F(ByteStreams, TarArchives) {
    const std::string one = tar_file("m/", "", '5') + tar_file("m/m.mtx", matrix) +
                            tar_file("m/m_names.txt", "ann\nbob\n") + end_of_tar;
    EXPECT_EQ(outcome("a.tar", one), "0-1 ");
    EXPECT_EQ(read_graph(path("a.tar")).origin, "Matrix Market, ids from 1; of m/m.mtx");
    const std::string packed = path("a.tar");
    ASSERT_EQ(command("gzip -k " + packed).status, 0);
    EXPECT_EQ(triples(read_graph(packed + ".gz")), (Triples{{0, 1, 1}}));
    EXPECT_EQ(command("(cat " + packed + ".gz | " GRAPHBLAST_TOOL " convert - -)").out.substr(0, 2),
              "%%");
    const std::string several = tar_file("a.mtx", matrix) + tar_file("b.mtx", matrix) + end_of_tar;
    EXPECT_EQ(outcome("s.tar", several),
              "s.tar: a tar archive of 2 graphs: a.mtx, b.mtx: take one out of it: tar -xOf s.tar "
              "a.mtx | graphblast ... --graph -");
    EXPECT_EQ(outcome("n.tar", tar_file("a.png", "x") + tar_file("b.png", "y") + end_of_tar),
              "n.tar: a tar archive without a graph among its files: a.png, b.png");
    // KONECT's, which has no ending.
    EXPECT_EQ(outcome("k.tar", tar_file("k/README.k", "x") + tar_file("k/meta.k", "x") +
                                   tar_file("k/out.k", "% asym\n1 2\n2 3\n") + end_of_tar),
              "0-1 1-2 ");
    EXPECT_EQ(outcome("d.tar", tar_file("m.mtx", matrix + "1 1\n") + end_of_tar),
              "d.tar: m.mtx: line 4: entry 2 where line 2 announces 1");
    const std::string long_name = std::string(200, 'x') + ".mtx";
    const std::string record = fmt::format("216 path={}\n", long_name);
    EXPECT_EQ(outcome("l.tar", tar_file("@LongLink", long_name + '\0', 'L') +
                                   tar_file("xxx", matrix) + end_of_tar),
              "0-1 ");
    EXPECT_EQ(outcome("p.tar", tar_file("pax", record, 'x') + tar_file("xxx", matrix) +
                                   tar_file("other.png", "x") + end_of_tar),
              "0-1 ");
}

TEST_F(ByteStreams, DamagedTarArchives) {
    const std::string whole = tar_file("m.mtx", matrix) + end_of_tar;
    std::string damaged = whole;
    damaged[3] ^= 1;
    EXPECT_EQ(outcome("a.tar", damaged),
              "a.tar: corrupt tar data near byte 0: the checksum is wrong");
    EXPECT_EQ(outcome("a.tar", whole.substr(0, 540)),
              "a.tar: truncated tar data: 59 bytes from byte 512 on are not there");
    for (size_t at = 0; at < 512; at += 7) {
        damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x91);
        EXPECT_NE(outcome("a.tar", damaged), "0-1 ") << at;
    }
}

TEST_F(ByteStreams, ZipArchives) {
    const auto zip = [&](const std::vector<std::string> &names) {
        OutputFile file(path("made.zip"));
        ZipWriter writer(file);
        for (const std::string &name : names) writer.add(name, {matrix});
        writer.finish();
        file.finish();
        return read("made.zip");
    };
    EXPECT_EQ(outcome("a.zip", zip({"readme.html", "__MACOSX/._g.mtx", "g.mtx"})), "0-1 ");
    EXPECT_EQ(outcome("b.zip", zip({"g.mtx", "h.mtx"})),
              "b.zip: a zip archive of 2 graphs: g.mtx, h.mtx: take one out of it: unzip -p b.zip "
              "g.mtx | graphblast ... --graph -");
    EXPECT_EQ(outcome("c.xlsx", zip({"[Content_Types].xml", "xl/workbook.xml"})),
              "c.xlsx: a zip archive without a graph among its files: [Content_Types].xml, "
              "xl/workbook.xml");
}

/// Binary data that others read: the message says what they are, and the way out.
TEST_F(ByteStreams, KindsOfOthers) {
    const std::string rest(100, '\0');
    EXPECT_EQ(outcome("a.mtx.xz", "\xfd"
                                  "7zXZ" +
                                      rest)
                  .substr(0, 44),
              "a.mtx.xz: no graph that is read, but xz data");
    EXPECT_EQ(outcome("a.npy", "\x93NUMPY\1" + rest),
              "a.npy: no graph that is read, but an array of NumPy: scipy.sparse.save_npz writes "
              "matrices that are read");
    EXPECT_NE(outcome("a.db", "SQLite format 3" + rest).find("a database of SQLite"),
              std::string::npos);
    EXPECT_NE(outcome("a", "\x04\x22\x4d\x18" + rest).find("lz4 -dc FILE"), std::string::npos);
}

} // namespace
