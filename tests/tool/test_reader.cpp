/// The Matrix Market reader and writer.

#include "io/input_error.h"
#include "io/matrix_market.h"
#include "io/random.h"
#include "scratch.hpp"

#include <cstdlib>
#include <sstream>

namespace {

using namespace grb::tool;
using Triples = std::vector<std::tuple<uint64_t, uint64_t, double>>;

Triples triples(const EdgeList &edges) {
    Triples list;
    for (uint64_t k = 0; k < edges.size(); ++k)
        list.emplace_back(edges.rows[k], edges.cols[k],
                          edges.is_pattern() ? 1.0 : edges.weights[k]);
    return list;
}

EdgeList parse(const std::string &text) {
    return parse_matrix_market(text, "test.mtx");
}

std::string complaint(const std::string &text) {
    try {
        parse(text);
    } catch (const InputError &error) {
        return error.what();
    }
    return "accepted";
}

TEST(Reader, CoordinateGeneral) {
    const EdgeList edges = parse("%%MatrixMarket matrix coordinate real general\n% words\n\n"
                                 "3 4 3\n3 1 -2.5e3\n1 4 +.5\n\n  1\t2 7  \r\n");
    EXPECT_EQ(edges.nrows, 3u);
    EXPECT_EQ(edges.ncols, 4u);
    EXPECT_EQ(edges.field, Field::real);
    EXPECT_FALSE(edges.is_undirected);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 7}, {0, 3, .5}, {2, 0, -2500}}));
}

TEST(Reader, FieldsAndCase) {
    const EdgeList whole = parse("%%matrixmarket MATRIX Coordinate Integer General\n2 2 1\n2 1 -9");
    EXPECT_EQ(whole.field, Field::integer);
    EXPECT_EQ(triples(whole), (Triples{{1, 0, -9}}));
    const EdgeList pattern =
        parse("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
    EXPECT_TRUE(pattern.is_pattern());
    EXPECT_TRUE(pattern.weights.empty());
    EXPECT_EQ(triples(pattern), (Triples{{0, 1, 1}}));
}

TEST(Reader, Symmetric) {
    const EdgeList edges =
        parse("%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 5\n3 3 6\n3 2 7\n");
    EXPECT_TRUE(edges.is_undirected);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 5}, {1, 0, 5}, {1, 2, 7}, {2, 1, 7}, {2, 2, 6}}));
}

TEST(Reader, SkewSymmetric) {
    const EdgeList edges =
        parse("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 5\n3 2 7\n");
    EXPECT_FALSE(edges.is_undirected);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, -5}, {1, 0, 5}, {1, 2, -7}, {2, 1, 7}}));
}

/// The reader follows SciPy: zeros on the diagonal, a banner with one percent sign, values without
/// sign.
TEST(Reader, VariantsOfTheFormat) {
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix coordinate real skew-symmetric\n"
                            "3 3 3\n1 1 0\n2 1 5\n3 2 -2\n")),
              (Triples{{0, 0, 0}, {0, 1, -5}, {1, 0, 5}, {1, 2, 2}, {2, 1, -2}}));
    EXPECT_EQ(triples(parse("%MatrixMarket matrix coordinate pattern symmetric\n"
                            "4 4 3\n2 1\n3 1\n4 3\n")),
              (Triples{{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {2, 0, 1}, {2, 3, 1}, {3, 2, 1}}));
    EXPECT_EQ(complaint("%%%MatrixMarket matrix coordinate pattern general\n1 1 0\n"),
              "test.mtx: line 1: not a Matrix Market file: it does not begin with "
              "'%%MatrixMarket'");
    const EdgeList whole = parse("%%MatrixMarket matrix coordinate unsigned-integer general\n%\n"
                                 "3 3 3\n1 2 5\n2 3 7\n1 3 20\n");
    EXPECT_EQ(whole.field, Field::integer);
    EXPECT_EQ(triples(whole), (Triples{{0, 1, 5}, {0, 2, 20}, {1, 2, 7}}));
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 5\n")),
              (Triples{{0, 1, 5}, {1, 0, 5}}));
}

/// Complex values have no order, and no weights are made of them.
TEST(Reader, ComplexValues) {
    const EdgeList edges = parse("%%MatrixMarket matrix coordinate complex general\n"
                                 "2 2 2\n1 2 1.5 -2\n2 1 0 3\n");
    EXPECT_TRUE(edges.is_pattern());
    EXPECT_TRUE(edges.has_lost_order);
    EXPECT_EQ(triples(edges), (Triples{{0, 1, 1}, {1, 0, 1}}));
    EXPECT_EQ(edges.origin, "Matrix Market, ids from 1, complex values left out");
    for (const std::string symmetry : {"hermitian", "skew-symmetric", "symmetric"}) {
        const EdgeList both =
            parse("%%MatrixMarket matrix coordinate complex " + symmetry + "\n2 2 1\n2 1 0 3\n");
        EXPECT_TRUE(both.is_undirected) << symmetry;
        EXPECT_EQ(triples(both), (Triples{{0, 1, 1}, {1, 0, 1}})) << symmetry;
    }
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix array complex general\n2 1\n0 0\n0 -1\n")),
              (Triples{{1, 0, 1}}));
}

/// A matrix that is called symmetric is symmetric, however many entries share a position and in
/// whichever triangle.
TEST(Reader, SymmetricWithSeveralAtOneDevice) {
    const std::string text = "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n"
                             "2 1 1e16\n1 2 1\n2 1 -1e16\n";
    for (const Duplicates rule :
         {Duplicates::sum, Duplicates::first, Duplicates::max, Duplicates::min}) {
        ReadOptions options;
        options.duplicates = rule;
        const EdgeList edges = parse_matrix_market(text, "test.mtx", {}, options);
        EXPECT_TRUE(edges.is_undirected);
        EXPECT_TRUE(is_symmetric(edges)) << edges.weights[0] << " and " << edges.weights[1];
    }
}

TEST(Reader, ArrayRunsDownTheColumnsAndZerosAreNoEntries) {
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix array real general\n2 3\n1\n0\n2\n3\n0\n4\n")),
              (Triples{{0, 0, 1}, {0, 1, 2}, {1, 1, 3}, {1, 2, 4}}));
    EXPECT_EQ(
        triples(parse("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")),
        (Triples{{0, 0, 1},
                 {0, 1, 2},
                 {0, 2, 3},
                 {1, 0, 2},
                 {1, 1, 4},
                 {1, 2, 5},
                 {2, 0, 3},
                 {2, 1, 5},
                 {2, 2, 6}}));
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n")),
              (Triples{{0, 1, -1}, {0, 2, -2}, {1, 0, 1}, {1, 2, -3}, {2, 0, 2}, {2, 1, 3}}));
}

TEST(Reader, EqualPositionsAreAddedAndExplicitZerosKept) {
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n2 2 0\n"
                            "1 1 2\n1 1 4\n")),
              (Triples{{0, 0, 7}, {1, 1, 0}}));
}

/// The nearest double, as strtod has it; there is none for a number beyond the largest.
TEST(Reader, TinyValues) {
    EXPECT_EQ(
        triples(parse("%%MatrixMarket matrix coordinate real general\n2 3 6\n1 1 1e-400\n"
                      "1 2 -1e-99999\n1 3 4e-324\n2 1 1e-310\n2 2 +2e-400\n2 3 1e-5 \n")),
        (Triples{{0, 0, 0}, {0, 1, 0}, {0, 2, 4e-324}, {1, 0, 1e-310}, {1, 1, 0}, {1, 2, 1e-5}}));
    EXPECT_EQ(triples(parse("%%MatrixMarket matrix array real general\n2 1\n1e-400\n3\n")),
              (Triples{{1, 0, 3}}));
    const std::string head = "%%MatrixMarket matrix coordinate real general\n2 2 1\n";
    EXPECT_EQ(complaint(head + "1 1 -1e400\n"),
              "test.mtx: line 3: '-1e400' is beyond the largest double");
    EXPECT_EQ(complaint(head + "1 1 1e-400x\n"), "test.mtx: line 3: '1e-400x' is not a real value");
}

TEST(Reader, EmptyMatrices) {
    EXPECT_EQ(parse("%%MatrixMarket matrix coordinate real general\n5 5 0\n").size(), 0u);
    EXPECT_EQ(parse("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n").size(), 0u);
    EXPECT_EQ(parse("%%MatrixMarket matrix array real general\n0 4\n").size(), 0u);
}

TEST(Reader, HugeDimensionsCostNothing) {
    const std::string limit = std::to_string(uint64_t{1} << 60);
    const EdgeList edges = parse("%%MatrixMarket matrix coordinate real general\n" + limit + " " +
                                 limit + " 2\n" + limit + " 1 3\n1 " + limit + " 4\n");
    const uint64_t last = (uint64_t{1} << 60) - 1;
    EXPECT_EQ(triples(edges), (Triples{{0, last, 4}, {last, 0, 3}}));
}

TEST(Reader, ComplaintsSayWhatAndWhere) {
    const std::string head = "%%MatrixMarket matrix coordinate real general\n";
    EXPECT_EQ(complaint(""), "test.mtx: the file is empty");
    EXPECT_EQ(complaint("1 2 3\n"), "test.mtx: line 1: not a Matrix Market file: it does not begin "
                                    "with '%%MatrixMarket'");
    EXPECT_EQ(complaint(head), "test.mtx: line 1: the file ends before its size line");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate quaternion general\n1 1 1\n1 1 1 0\n"),
              "test.mtx: line 1: field 'quaternion' is not supported");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate real mirrored\n1 1 1\n1 1 1\n"),
              "test.mtx: line 1: symmetry 'mirrored' is not supported");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1\n"),
              "test.mtx: line 3: the value is missing");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 i\n"),
              "test.mtx: line 3: 'i' is not a real value");
    EXPECT_EQ(complaint(head + "2 2\n"),
              "test.mtx: line 2: the size line needs 3 numbers, there are 2");
    EXPECT_EQ(complaint(head + "2 -2 1\n"), "test.mtx: line 2: '-2' is not a count");
    EXPECT_EQ(complaint(head + "2 99999999999999999999 1\n"),
              "test.mtx: line 2: '99999999999999999999' is not a count");
    EXPECT_EQ(complaint(head + "2 2 5\n1 1 1\n"),
              "test.mtx: line 2: 5 entries do not fit into a 2 x 2 matrix");
    EXPECT_EQ(complaint(head + "99999999 99999999 4000000000000\n1 1 1\n"),
              "test.mtx: line 2: 4000000000000 entries announced, the file has 1: wrong count or "
              "truncated file");
    EXPECT_EQ(complaint(head + "2 2 1\n1 1 1\n\n% more\n2 2 2\n"),
              "test.mtx: line 6: entry 2 where line 2 announces 1");
    EXPECT_EQ(complaint(head + "2 3 2\n1 1 1\n3 1 1\n"),
              "test.mtx: line 4: row index 3 is out of range 1..2");
    EXPECT_EQ(complaint(head + "2 3 2\n1 4 1\n2 1 1\n"),
              "test.mtx: line 3: column index 4 is out of range 1..3");
    EXPECT_EQ(complaint(head + "2 2 1\n0 1 1\n"),
              "test.mtx: line 3: row index 0 is out of range 1..2");
    EXPECT_EQ(complaint(head + "2 2 1\n-1 1 1\n"), "test.mtx: line 3: '-1' is not a row index");
    EXPECT_EQ(complaint(head + "2 2 1\n1 1.5 1\n"),
              "test.mtx: line 3: '1.5' is not a column index");
    EXPECT_EQ(complaint(head + "2 2 1\n1\n"), "test.mtx: line 3: the column index is missing");
    EXPECT_EQ(complaint(head + "2 2 1\n1 1\n"), "test.mtx: line 3: the value is missing");
    EXPECT_EQ(complaint(head + "2 2 1\n1 1 x7\n"), "test.mtx: line 3: 'x7' is not a real value");
    for (const std::string value : {"nan", "-nan", "inf", "-inf", "1.0D2"})
        EXPECT_EQ(complaint(head + "2 2 1\n1 1 " + value + "\n"),
                  "test.mtx: line 3: '" + value + "' is not a real value");
    EXPECT_EQ(complaint(head + "2 2 1\n1 1 1 1\n"), "test.mtx: line 3: '1' follows the entry");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1.5\n"),
              "test.mtx: line 3: '1.5' is not an integer value");
    const std::string unsigned_head = "%%MatrixMarket matrix coordinate unsigned-integer general\n";
    EXPECT_EQ(complaint(unsigned_head + "2 2 1\n1 1 -1\n"),
              "test.mtx: line 3: '-1' is not an unsigned integer value");
    for (const std::string value : {"9007199254740993", "18446744073709551615"})
        EXPECT_EQ(complaint(unsigned_head + "2 2 1\n1 1 " + value + "\n"),
                  "test.mtx: line 3: integer " + value + " is beyond 2^53");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n"),
              "test.mtx: line 2: a symmetric matrix must be square, this one is 2 x 3");
    EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n"),
              "test.mtx: line 3: (1, 1) is on the diagonal of a skew-symmetric matrix");
    EXPECT_EQ(complaint("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n"),
              "test.mtx: line 2: 4 entries announced, the file has 3: wrong count or truncated "
              "file");
    EXPECT_EQ(complaint("%%MatrixMarket matrix array pattern general\n2 2\n"),
              "test.mtx: line 1: an array needs values, field is 'pattern'");
}

/// The line of an error deep inside a large file, which many threads read.
TEST(Reader, LineNumberInALargeFile) {
    std::ostringstream text;
    text << "%%MatrixMarket matrix coordinate pattern general\n% comment\n1000 1000 300000\n";
    for (int k = 0; k < 300000; ++k)
        text << (k == 234567 ? 1001 : k % 1000 + 1) << ' ' << k / 1000 + 1 << '\n';
    EXPECT_EQ(complaint(text.str()),
              "test.mtx: line 234571: row index 1001 is out of range 1..1000");
}

/// Any change to the bytes of a file gives a matrix or a complaint of one line.
TEST(Reader, SurvivesRandomBytes) {
    const std::string files[] = {
        "%%MatrixMarket matrix coordinate real symmetric\n% c\n4 4 4\n1 1 1.5\n2 1 -3e2\n4 3 7\n"
        "4 4 .5\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n9 9 2\n2 1 5\n9 8 -12\n",
        "%%MatrixMarket matrix coordinate pattern general\n3 5 3\n1 5\n2 2\n3 1\n",
        "%%MatrixMarket matrix array real general\n2 2\n1\n2.5\n-3\n4\n"};
    int accepted = 0;
    int refused = 0;
    for (uint64_t round = 0; round < 20000; ++round) {
        const RandomStream random(1, round);
        std::string text = files[random.below(0, 4)];
        const uint64_t changes = 1 + random.below(1, 6);
        for (uint64_t change = 0; change < changes && !text.empty(); ++change) {
            const uint64_t at = random.below(10 + 4 * change, text.size());
            constexpr char likely[] = "0123456789 \n\t-+.e%";
            switch (random.below(11 + 4 * change, 4)) {
            case 0:
                text[at] = static_cast<char>(random.below(12 + 4 * change, 256));
                break;
            case 1:
                text[at] = likely[random.below(12 + 4 * change, sizeof likely - 1)];
                break;
            case 2:
                text.insert(at, 1, likely[random.below(12 + 4 * change, sizeof likely - 1)]);
                break;
            default:
                text.erase(at, 1 + random.below(12 + 4 * change, 8));
            }
        }
        try {
            const EdgeList edges = parse(text);
            for (uint64_t k = 0; k < edges.size(); ++k)
                ASSERT_TRUE(edges.rows[k] < edges.nrows && edges.cols[k] < edges.ncols) << text;
            ++accepted;
        } catch (const InputError &error) {
            ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
            ++refused;
        }
    }
    EXPECT_GT(accepted, 100);
    EXPECT_GT(refused, 100);
}

using ReaderFiles = Scratch;

TEST_F(ReaderFiles, RoundTripPlainAndCompressed) {
    const EdgeList edges =
        parse("%%MatrixMarket matrix coordinate real general\n70000 5 4\n70000 1 0.1\n"
              "1 2 -1e300\n3 5 3\n2 2 0\n");
    for (const char *name : {"a.mtx", "a.mtx.gz", "a.mtx.zst", "a.mtx.bz2"}) {
        SCOPED_TRACE(name);
        write_matrix_market(path(name), edges, "made by a test");
        const EdgeList again = read_matrix_market(path(name));
        EXPECT_EQ(triples(again), triples(edges));
        EXPECT_EQ(again.field, Field::real);
        EXPECT_EQ(again.nrows, 70000u);
    }
    EXPECT_EQ(files(), 4u);
    EXPECT_EQ(read("a.mtx.gz").substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(read("a.mtx.zst").substr(0, 4), "\x28\xb5\x2f\xfd");
    // The content of the file counts, not its name.
    std::filesystem::rename(path("a.mtx.gz"), path("b.mtx"));
    EXPECT_EQ(triples(read_matrix_market(path("b.mtx"))), triples(edges));
}

/// A command that needs the order of weights refuses complex values and computes with no others;
/// the tool makes no cache without them.
TEST_F(ReaderFiles, ComplexValuesOfACommand) {
    const std::string file =
        write("c.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 1 3\n");
    const Outcome sssp = tool("run sssp --graph " + file);
    EXPECT_EQ(sssp.status, 2);
    EXPECT_EQ(sssp.err, "graphblast: sssp: " + file +
                            ": the file has complex values: no weight is "
                            "less than another\n");
    const Outcome bfs = tool("run bfs --verify --cache --graph " + file);
    EXPECT_EQ(bfs.status, 0) << bfs.err;
    EXPECT_NE(bfs.out.find("complex values left out"), std::string::npos) << bfs.out;
    EXPECT_NE(
        bfs.err.find("there will be no cache: " + file + ": its complex values would be lost"),
        std::string::npos)
        << bfs.err;
    EXPECT_EQ(files(), 1u);
}

TEST_F(ReaderFiles, SymmetricIsWrittenAsItsLowerTriangle) {
    const EdgeList edges =
        parse("%%MatrixMarket matrix coordinate integer general\n2 2 3\n1 1 4\n1 2 5\n2 1 5\n");
    write_matrix_market(path("s.mtx"), edges, "");
    EXPECT_EQ(read("s.mtx"),
              "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 5\n");
}

TEST_F(ReaderFiles, DamagedArchivesAreRefused) {
    const EdgeList edges = parse("%%MatrixMarket matrix coordinate real general\n9 9 3\n9 1 0.1\n"
                                 "1 2 -1e300\n3 5 3\n");
    for (const std::string name : {"a.mtx.gz", "a.mtx.zst", "a.mtx.bz2"}) {
        write_matrix_market(path(name), edges, std::string(5000, 'x'));
        const std::string whole = read(name);
        for (size_t size = 1; size < whole.size(); ++size) {
            write("cut-" + name, whole.substr(0, size));
            EXPECT_THROW(read_matrix_market(path("cut-" + name)), InputError) << size;
        }
        write("tail-" + name, whole + "junk");
        EXPECT_THROW(read_matrix_market(path("tail-" + name)), InputError);
        std::string flipped = whole;
        flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 0x55);
        write("flip-" + name, flipped);
        EXPECT_THROW(read_matrix_market(path("flip-" + name)), InputError);
    }
}

} // namespace
