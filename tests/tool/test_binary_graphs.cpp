/// Graphs in binary that say what they are not, and files that change while they are used.

#include "graph_reading.hpp"
#include "io/file_memory.h"
#include "io/graph_cache.h"
#include "scratch.hpp"
#include "sealed.hpp"

#include <csignal>
#include <fmt/format.h>
#include <limits>

namespace {

using namespace grb::tool;

constexpr size_t undirected_at = 84, symmetric_at = 140;
const double nan = std::numeric_limits<double>::quiet_NaN();

class BinaryGraphs : public Scratch {
protected:
    /// The graph of a text, in binary.
    std::string binary(const std::string &text, const std::string &name = "g") const {
        OutputFile file(path("made.grb"));
        write_binary_graph(file, parse_graph(text, name), {}, {});
        file.finish();
        return read("made.grb");
    }

    /// Returns the error that bytes cause, as a file and in memory.
    std::string complaint_of(const std::string &bytes) const {
        const std::string file = write("g.grb", bytes);
        const std::string in_memory = complaint(bytes, file);
        try {
            map_binary_graph(file);
        } catch (const InputError &error) {
            EXPECT_EQ(error.what(), in_memory);
            const std::string start = file + ": no graph can be taken from it: ";
            EXPECT_EQ(in_memory.substr(0, start.size()), start);
            return in_memory.substr(std::min(in_memory.size(), start.size()));
        }
        EXPECT_EQ(in_memory, "accepted");
        return in_memory;
    }
};

/// A path 1 - 2 - 3 - 4 with weights that are no integers: five offsets of 4 bytes, padded, and
/// three columns, too.
const std::string real_path = "1 2 0.5\n2 3 1.5\n3 4 2.5\n";
constexpr size_t columns_at = header_bytes + 24, weights_at = columns_at + 16;

TEST_F(BinaryGraphs, WeightsThatAreNoNumbers) {
    const std::string good = binary(real_path);
    EXPECT_EQ(complaint_of(good), "accepted");
    EXPECT_EQ(complaint_of(forged(good, weights_at + 8, 7.0)), "accepted");
    EXPECT_EQ(complaint_of(forged(good, weights_at + 8, nan)),
              "the weight of the edge from 2 to 3 is nan, which is no finite number");
    EXPECT_EQ(complaint_of(forged(good, weights_at, -HUGE_VAL)),
              "the weight of the edge from 1 to 2 is -inf, which is no finite number");
    const Outcome run =
        tool("run sssp --verify --graph " + write("n.grb", forged(good, weights_at + 8, nan)));
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("the weight of the edge from 2 to 3 is nan"), std::string::npos)
        << run.err;
    // A list, of a matrix with most rows empty.
    const std::string list = binary("%%MatrixMarket matrix coordinate real general\n"
                                    "1000000 1000000 2\n1 2 0.5\n7 9 1.5\n");
    EXPECT_EQ(complaint_of(forged(list, header_bytes + 32 + 8, nan)),
              "the weight of the edge from 7 to 9 is nan, which is no finite number");
    // Doubles that are called integers.
    const std::string whole = binary("%%MatrixMarket matrix coordinate integer general\n"
                                     "1000000 1000000 2\n1 2 5\n7 9 6\n");
    for (const double weight : {1.5, 0x1p54, nan})
        EXPECT_NE(complaint_of(forged(whole, header_bytes + 32 + 8, weight)).find("no integer"),
                  std::string::npos)
            << weight;
}

/// Sums of weights along a path must fit into the type that the file has.
TEST_F(BinaryGraphs, WeightsTooLargeForTheirType) {
    const std::string good = binary("1 2 5\n2 3 6\n3 4 7\n");
    const std::string wide =
        "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 5000000000\n";
    const int32_t largest = std::numeric_limits<int32_t>::max() / 4;
    EXPECT_EQ(complaint_of(forged(good, weights_at, largest)), "accepted");
    EXPECT_EQ(complaint_of(forged(good, weights_at, largest + 1)),
              "it is damaged: a weight of 536870912 is too large for its type");
    EXPECT_EQ(complaint_of(forged(good, weights_at + 4, std::numeric_limits<int32_t>::min())),
              "it is damaged: a weight of 2147483648 is too large for its type");
    EXPECT_EQ(
        complaint_of(
            forged(binary(wide), header_bytes + 16 + 8, std::numeric_limits<int64_t>::max())),
        "the weight of the edge from 1 to 2 is 9.223372036854776e+18, which is no integer up to "
        "2^53");
}

TEST_F(BinaryGraphs, FlagsOfSymmetry) {
    const std::string no_mirror = "1 2\n2 3\n3 1\n", other_weight = "1 2 0.5\n2 1 0.25\n",
                      list = "%%MatrixMarket matrix coordinate real general\n"
                             "1000000 1000000 2\n1 2 0.5\n2 1 0.25\n";
    for (const std::string &text : {no_mirror, other_weight, list})
        for (const size_t flag : {undirected_at, symmetric_at}) {
            const std::string good = binary(text);
            EXPECT_EQ(complaint_of(good), "accepted");
            EXPECT_EQ(complaint_of(forged(good, flag, uint32_t{1})),
                      "it is damaged: it is not symmetric, as it says")
                << text << flag;
        }
    for (const std::string text : {"1 2\n2 1\n2 2\n", "1 2 0\n2 1 -0.0\n3 3 0.5\n",
                                   "1 2 3\n2 1 3\n", "1 2 5000000000.5\n2 1 5000000000.5\n"}) {
        const std::string good = binary(text);
        EXPECT_EQ(complaint_of(forged(good, undirected_at, uint32_t{1})), "accepted") << text;
        EXPECT_EQ(good[symmetric_at], 1) << text;
    }
}

/// By several threads, and of many entries one alone.
TEST_F(BinaryGraphs, OneEntryOfMany) {
    ASSERT_EQ(tool("generate kron:12,w=1..9 -o " + path("k.grb")).status, 0);
    const std::string good = read("k.grb");
    EXPECT_EQ(complaint_of(good), "accepted");
    const EdgeList edges = read_graph(path("k.grb"));
    const size_t values = header_bytes + 4 * (edges.nrows + 2) + (edges.size() + 1) / 2 * 8;
    for (const uint64_t k : {uint64_t{0}, edges.size() / 2, edges.size() - 1}) {
        const auto other = static_cast<int32_t>(edges.weights[k]) + 1;
        EXPECT_EQ(complaint_of(forged(good, values + 4 * k, other)),
                  "it is damaged: it is not symmetric, as it says");
    }
}

TEST_F(BinaryGraphs, IndicesOfRowsWithWeights) {
    const std::string good = binary("1 2 0.5\n1 3 1.5\n1 4 2.5\n");
    const std::string wrong = "it is damaged: its indices are not those of a matrix";
    EXPECT_EQ(complaint_of(good), "accepted");
    EXPECT_EQ(complaint_of(forged(good, columns_at, uint64_t{1} << 32 | 2)), wrong) << "jumbled";
    EXPECT_EQ(complaint_of(forged(good, columns_at, uint64_t{2} << 32 | 2)), wrong) << "twice";
    EXPECT_EQ(complaint_of(forged(good, columns_at + 8, uint32_t{4})), wrong) << "beyond";
    EXPECT_EQ(complaint_of(forged(good, header_bytes + 4, uint32_t{4})), wrong) << "an offset";
}

/// A cache is no more trusted: it is made anew.
TEST_F(BinaryGraphs, Cache) {
    const std::string file = write("a.txt", real_path);
    ReadOptions options;
    options.use_cache = true;
    std::string said;
    options.say = [&](const std::string &text) { said += text; };
    read_graph(file, options);
    write("a.txt.grb", forged(read("a.txt.grb"), weights_at, nan));
    EXPECT_EQ(triples(read_graph(file, options)), triples(read_graph(file)));
    EXPECT_NE(said.find("made anew: the weight of the edge from 1 to 2 is nan"), std::string::npos)
        << said;
}

/// Tests of a graph's file that is mapped, whatever its size.
class MappedGraphs : public BinaryGraphs {
protected:
    void SetUp() override {
        BinaryGraphs::SetUp();
        ASSERT_EQ(tool("generate path:20000 -o " + path("p.grb")).status, 0);
        bytes_ = read("p.grb");
    }
    EdgeList mapped() const { return *map_binary_graph(path("p.grb"), 0); }
    /// In place, as `cp` does it.
    void change(size_t at, char byte) const {
        std::fstream file(path("p.grb"), std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(at)).put(byte);
        file.close();
        std::filesystem::last_write_time(
            path("p.grb"), std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    }
    static uint64_t sum_of_columns(const EdgeList &edges) {
        uint64_t sum = 0;
        for (uint64_t k = 0; k < edges.packed->entries; ++k) sum += edges.packed->columns[k];
        return sum;
    }
    std::string bytes_;
};

TEST_F(MappedGraphs, CopiesDoNotDependOnTheFile) {
    EdgeList edges = *map_binary_graph(path("p.grb"));
    const uint64_t sum = sum_of_columns(edges);
    std::filesystem::resize_file(path("p.grb"), 100);
    EXPECT_EQ(sum_of_columns(edges), sum);
    EXPECT_NO_THROW(require_unchanged_files());
    EXPECT_NO_THROW(unpack_entries(edges));
}

TEST_F(MappedGraphs, ShortenedFile) {
    const EdgeList edges = mapped();
    const std::string said = "p.grb: the file changed while it was used, there is no result";
    EXPECT_EXIT(
        {
            std::filesystem::resize_file(path("p.grb"), 8192);
            std::_Exit(sum_of_columns(edges) == 0);
        },
        testing::ExitedWithCode(2), said);
}

TEST_F(MappedGraphs, ChangedFile) {
    EdgeList edges = mapped();
    EXPECT_NO_THROW(require_unchanged_files());
    change(bytes_.size() - 1, 'x');
    try {
        require_unchanged_files();
        FAIL() << "a changed file was not noticed";
    } catch (const InputError &error) {
        EXPECT_EQ(error.what(), path("p.grb") + ": the file changed while it was used");
    }
    EXPECT_EXIT(raise(SIGSEGV), testing::ExitedWithCode(2), "p.grb: the file changed while");
    EXPECT_THROW(unpack_entries(edges), InputError);
}

/// Our own writer puts a new file in place of the old one, which stays as long as it is mapped.
TEST_F(MappedGraphs, ReplacedFile) {
    EdgeList edges = mapped();
    const uint64_t sum = sum_of_columns(edges);
    ASSERT_EQ(tool("generate star:50 -o " + path("p.grb")).status, 0);
    EXPECT_EQ(sum_of_columns(edges), sum);
    EXPECT_NO_THROW(unpack_entries(edges));
    EXPECT_EQ(edges.size(), 39998u);
}

TEST_F(MappedGraphs, OtherCrashesStayWhatTheyAre) {
    const EdgeList edges = mapped();
    EXPECT_EXIT(raise(SIGSEGV), testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(MappedGraphs, ManyAtOnce) {
    std::vector<EdgeList> all;
    for (int k = 0; k < 16; ++k) all.push_back(mapped());
    EXPECT_THROW(mapped(), InputError);
    all.pop_back();
    EXPECT_NO_THROW(mapped());
}

} // namespace
