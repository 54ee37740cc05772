/// `graphblast run gcn` as a program: results, files, messages; the citation graphs where they are.

#include "io/input_error.h"
#include "io/labels.h"
#include "io/npy.h"
#include "scratch.hpp"
#include "test_data.h"

#include <cmath>
#include <regex>
#include <sstream>

namespace {

using namespace grb::tool;

const std::string data = GRAPHBLAST_SOURCE_DIR "/tests/data/";
const std::string graph = "--graph " + data + "community.mtx";
const std::string features = " --features " + data + "community_features.mtx";
const std::string labels = " --labels " + data + "community_labels.tsv";
const std::string community = "run gcn " + graph + features + labels;

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

class GcnCommand : public Scratch {
protected:
    /// The number before the % that follows `words`; -1 where there is none.
    static double percent(const std::string &out, const std::string &words) {
        std::smatch match;
        const std::regex pattern(words + " ([0-9.]+)%");
        return std::regex_search(out, match, pattern) ? std::stod(match[1]) : -1;
    }

    /// Per cent of the test's nodes that a table of predictions puts into their class.
    static double share_right(const std::string &predictions) {
        const Labels known = read_labels(data + "community_labels.tsv", 240);
        std::istringstream lines(predictions);
        std::string header;
        std::getline(lines, header);
        EXPECT_EQ(header, "node\tlabel");
        double right = 0;
        double all = 0;
        for (size_t v = 0; v < 240; ++v) {
            size_t node = 0;
            int32_t label = -1;
            lines >> node >> label;
            EXPECT_EQ(node, v + 1);
            if (known.splits[v] != Split::test) continue;
            ++all;
            right += label == known.classes[v];
        }
        return 100 * right / all;
    }

    void refused(int status, const std::string &arguments, const std::string &part) {
        const size_t before = files();
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
};

TEST_F(GcnCommand, TrainsWithALinePerEpoch) {
    const Outcome outcome = tool(community + " --json " + path("r.json"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char *part : {"240 vertices", "64 features, 4 classes", "epoch   1  loss 1.3",
                             "epoch 200  loss ", "inference: "})
        EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
    EXPECT_GE(percent(outcome.out, "test"), 95) << outcome.out;
    const std::string report = read("r.json");
    for (const char *part : {"\"hidden\": 16", "\"epoch_seconds\"", "\"test_accuracy\"",
                             "\"inference_seconds\"", "\"variants\"", "\"validation\""})
        EXPECT_TRUE(contains(report, part)) << part;
}

/// Within half a per cent of FP32's accuracy, in the mean of ten networks.
TEST_F(GcnCommand, NarrowNumbersTrainAsWell) {
    const auto accuracy = [this](const std::string &options) {
        const Outcome outcome = tool(community + " --seeds 10 --device cpu" + options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return percent(outcome.out, "test accuracy:");
    };
    const double wide = accuracy("");
    EXPECT_GE(wide, 95);
    for (const std::string type : {" --type bf16", " --type fp16"})
        EXPECT_GE(accuracy(type), wide - 0.5) << type;
    const Outcome outcome = tool(community + " --type bf16 --maxk 4 --seeds 3 --device cpu");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GE(percent(outcome.out, "test accuracy:"), 95) << outcome.out;
}

TEST_F(GcnCommand, TrainsWithMaxKAndSeveralSeeds) {
    const Outcome outcome = tool(community + " --maxk 4 --seeds 3 --epochs 150 --device cpu");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GE(percent(outcome.out, "test accuracy:"), 95) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "in the mean of 3 seeds")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "epoch   1")) << outcome.out;
}

/// A network, saved and loaded, gives the same predictions for every node, without training and
/// without labels.
TEST_F(GcnCommand, WeightsComeBack) {
    for (const std::string maxk : {"", " --maxk 5"}) {
        Outcome outcome = tool(community + maxk + " --hidden 12 --epochs 40 --save " + path("w") +
                               " --predictions " + path("trained.tsv"));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const double accuracy = percent(outcome.out, "test");
        const DenseArray first = read_npy(path("w-0.npy"));
        EXPECT_EQ(first.nrows, 64u);
        EXPECT_EQ(first.ncols, 12u);
        EXPECT_EQ(read_npy(path("w-1.npy")).ncols, 4u);
        const std::string infer = " --infer --weights " + path("w") + maxk;
        outcome = tool(community + infer + " --predictions " + path("again.tsv"));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(percent(outcome.out, "test"), accuracy) << outcome.out;
        EXPECT_FALSE(contains(outcome.out, "epoch")) << outcome.out;
        EXPECT_EQ(read("again.tsv"), read("trained.tsv"));
        outcome =
            tool("run gcn " + graph + features + infer + " --predictions " + path("bare.tsv"));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_FALSE(contains(outcome.out, "accuracy")) << outcome.out;
        EXPECT_EQ(read("bare.tsv"), read("trained.tsv"));
        EXPECT_NEAR(accuracy, share_right(read("bare.tsv")), 0.051);
    }
}

TEST_F(GcnCommand, TrainingGoesOnFromWeights) {
    ASSERT_EQ(tool(community + " --epochs 100 --save " + path("w")).status, 0);
    const Outcome outcome = tool(community + " --epochs 1 --weights " + path("w"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GE(percent(outcome.out, "test"), 90) << outcome.out;
}

TEST_F(GcnCommand, UsageErrors) {
    refused(1, "run gcn " + graph, "needs --features");
    refused(1, "run gcn " + graph + features, "needs --labels to train");
    refused(1, community + " --infer", "--infer needs --weights");
    refused(1, community + " --infer --weights a --save b", "no weights to --save");
    refused(1, community + " --seeds 2 --save a", "belong to one");
    refused(1, community + " --verify", "--verify is no option of run gcn");
    refused(1, community + " --source 3", "--source is no option of run gcn");
    refused(1, community + " --device tpu", "tpu");
    refused(1, community + " --dropout 1", "--dropout");
    refused(1, community + " --maxk 0", "--maxk");
    refused(1, community + " --type fp8", "--type");
    refused(1, "run bfs " + graph + labels, "--labels is an option of run gcn");
    refused(1, "run gcn,bfs " + graph, "'gcn' is no algorithm");
}

TEST_F(GcnCommand, InputsThatDoNotFit) {
    const std::string small = GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx";
    refused(2, "run gcn --graph " + small + features + labels, "240 rows of features");
    refused(2, "run gcn --graph " + path("none.mtx") + features + labels, "cannot open");
    refused(2, "run gcn " + graph + " --features " + path("none.mtx") + labels, "cannot open");
    refused(2, "run gcn " + graph + features + " --labels " + path("none.tsv"), "cannot open");
    const std::string empty =
        write("empty.mtx", "%%MatrixMarket matrix coordinate pattern general\n240 3 0\n");
    refused(2, "run gcn " + graph + " --features " + empty + labels, "there are no features");
    refused(2, community + " --maxk 17", "--maxk 17: there are 16 hidden values");
    std::ifstream table(data + "community_labels.tsv");
    const std::string all{std::istreambuf_iterator<char>(table), {}};
    const std::string untested = std::regex_replace(all, std::regex("\ttest"), "\tnone");
    const std::string few = write("untested.tsv", untested);
    refused(2, "run gcn " + graph + features + " --labels " + few,
            "untested.tsv: no node is in the split 'test'");
}

TEST_F(GcnCommand, WeightsThatDoNotFit) {
    const std::string start = community + " --infer --weights " + path("w");
    refused(2, start, "w-0.npy: cannot open");
    write_npy(path("w-0.npy"), {64, 2, std::vector<float>(128, 1)});
    write_npy(path("w-1.npy"), {3, 4, std::vector<float>(12, 1)});
    refused(2, start, "64 x 2 and 3 x 4 are no weights of two layers");
    write_npy(path("w-1.npy"), {2, 3, std::vector<float>(6, 1)});
    refused(2, start, "weights of 3 classes, ");
    write_npy(path("w-0.npy"), {63, 2, std::vector<float>(126, 1)});
    refused(2, start, "weights of 63 features, ");
}

/// A GPU trains the same network, in its own order of sums; its kernels accept the source of the
/// random numbers.
TEST_F(GcnCommand, Device) {
    ASSERT_EQ(setenv("GRAPHBLAST_LOG", "pick", 1), 0);
    const Outcome outcome = tool(community + " --device gpu --json " + path("r.json"));
    unsetenv("GRAPHBLAST_LOG");
    if (contains(outcome.err, "there is no GPU")) {
        EXPECT_EQ(outcome.status, 2);
        GTEST_SKIP() << "no GPU: " << outcome.err;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GE(percent(outcome.out, "test"), 95) << outcome.out;
    EXPECT_FALSE(contains(outcome.err, "source refused")) << outcome.err;
    EXPECT_TRUE(contains(read("r.json"), "apply:cuda/apply")) << read("r.json");
    const Outcome several = tool(community + " --device gpu --seeds 3");
    ASSERT_EQ(several.status, 0) << several.err;
    EXPECT_TRUE(contains(several.out, "in the mean of 3 seeds")) << several.out;
    EXPECT_GE(percent(several.out, "test accuracy:"), 95) << several.out;
}

class Citations : public GcnCommand {
protected:
    /// Two seeds; ten are the measure, see docs/guide/gcn.md.
    void reaches(const std::string &name, const std::string &options, double least) {
        const std::string start = test_data() / name;
        if (!std::filesystem::exists(start + "_labels.tsv.zst"))
            GTEST_SKIP() << start << "* are not there; GRAPHBLAST_TEST_DATA names their folder";
        const Outcome outcome =
            tool("run gcn --graph " + start + ".mtx.zst --features " + start +
                 "_features.mtx.zst --labels " + start + "_labels.tsv.zst --seeds 2" + options);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        std::cout << name << options << ": " << percent(outcome.out, "test accuracy:") << "%\n";
        EXPECT_GE(percent(outcome.out, "test accuracy:"), least) << outcome.out;
    }
};

TEST_F(Citations, Cora) {
    reaches("cora", "", 79);
}
TEST_F(Citations, CoraMaxK) {
    reaches("cora", " --maxk 8", 78);
}
TEST_F(Citations, Citeseer) {
    reaches("citeseer", "", 68);
}
TEST_F(Citations, CiteseerMaxK) {
    reaches("citeseer", " --maxk 8", 67);
}

/// The text of what `call` throws.
template <class Call>
std::string complaint(const Call &call) {
    try {
        call();
    } catch (const InputError &error) {
        return error.what();
    }
    return "";
}

TEST(LabelTable, IsRead) {
    const Labels got = parse_labels("node\tlabel\tsplit\r\n3\t2\ttest\n\n1\t0\ttrain\n4\t1\tval\n"
                                    "5\t-1\tnone",
                                    "t", 6);
    EXPECT_EQ(got.classes, (std::vector<int32_t>{0, -1, 2, 1, -1, -1}));
    EXPECT_EQ(got.splits, (std::vector<Split>{Split::train, Split::none, Split::test,
                                              Split::validation, Split::none, Split::none}));
    EXPECT_EQ(got.n_classes, 3);
}

TEST(LabelTable, SaysWhatIsWrong) {
    const std::string head = "node\tlabel\tsplit\n";
    const auto refused = [&](const std::string &text) {
        return complaint([&] { parse_labels(text, "t", 6); });
    };
    EXPECT_EQ(refused(""), "t: the file is empty");
    EXPECT_EQ(refused("a\tb\n"),
              "t: line 1: the columns must be node, label and split, with tabs between");
    EXPECT_EQ(refused(head + "1\t2\n"),
              "t: line 2: there must be three columns, with tabs between");
    EXPECT_EQ(refused(head + "1\t2\ttest\tx\n"),
              "t: line 2: there must be three columns, with tabs between");
    EXPECT_EQ(refused(head + "7\t2\ttest\n"), "t: line 2: node 7 is out of range 1..6");
    EXPECT_EQ(refused(head + "0\t2\ttest\n"), "t: line 2: node 0 is out of range 1..6");
    EXPECT_EQ(refused(head + "1\tred\ttest\n"), "t: line 2: label 'red' is not a whole number");
    EXPECT_EQ(refused(head + "1\t6\ttest\n"), "t: line 2: label 6 is out of range -1..5");
    EXPECT_EQ(refused(head + "1\t2\tTest\n"),
              "t: line 2: split 'Test' is none of train, val, test, none");
    EXPECT_EQ(refused(head + "1\t-1\ttest\n"), "t: line 2: node 1 is in a split, but has no label");
    EXPECT_EQ(refused(head + "1\t2\ttest\n1\t2\tval\n"), "t: line 3: node 1 is given twice");
}

using NumpyFile = Scratch;

TEST_F(NumpyFile, RoundTrip) {
    const DenseArray array{2, 3, {1.5f, -0.0f, 3e-40f, INFINITY, 1e30f, 7}};
    write_npy(path("a.npy"), array);
    const std::string bytes = read("a.npy");
    EXPECT_EQ((bytes.size() - 24) % 64, 0u);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_TRUE(contains(bytes, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
    const DenseArray again = read_npy(path("a.npy"));
    EXPECT_EQ(again.nrows, 2u);
    EXPECT_EQ(again.ncols, 3u);
    EXPECT_EQ(again.values, array.values);
    EXPECT_TRUE(std::signbit(again.values[1]));
}

std::string npy(const std::string &header, const std::string &values) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    return bytes + header + values;
}

template <class T>
std::string bytes_of(const std::vector<T> &values) {
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

TEST_F(NumpyFile, DoublesByColumns) {
    const DenseArray array =
        parse_npy(npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n",
                      bytes_of<double>({1, 4, 2, 5, 3, 6})),
                  "t");
    EXPECT_EQ(array.values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(NumpyFile, SaysWhatIsWrong) {
    const auto refused = [&](const std::string &bytes) {
        return complaint([&] { parse_npy(bytes, "t"); });
    };
    const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
    const std::string values = bytes_of<float>({1, 2});
    EXPECT_EQ(refused(npy(good, values)), "");
    EXPECT_EQ(refused(""), "t: not a .npy file: its first bytes are wrong");
    EXPECT_EQ(refused("hello world, hello"), "t: not a .npy file: its first bytes are wrong");
    EXPECT_EQ(refused(npy(good, values).substr(0, 30)),
              "t: truncated: the file ends inside its header");
    EXPECT_EQ(refused(npy(good, values + "x")),
              "t: a matrix of 1 x 2 was announced, 9 bytes of values follow");
    EXPECT_EQ(refused(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2), }", values)),
              "t: its values are neither float32 nor float64, little-endian");
    EXPECT_EQ(refused(npy("{'descr': '<f4', 'shape': (1, 2), }", values)),
              "t: its header has no 'fortran_order'");
    for (const char *shape :
         {"(2,)", "()", "(1, 2, 1)", "(a, b)", "(-1, 2)", "(99999999999999999999, 1)"})
        EXPECT_EQ(refused(npy(std::string("{'descr': '<f4', 'fortran_order': False, 'shape': ") +
                                  shape + ", }",
                              values)),
                  "t: its shape is not that of a matrix")
            << shape;
    EXPECT_EQ(refused(npy("{'descr': '<f4', 'fortran_order': False, "
                          "'shape': (4611686018427387904, 4), }",
                          "")),
              "t: a matrix of 4611686018427387904 x 4 was announced, 0 bytes of values follow");
    std::string version = npy(good, values);
    version[6] = 9;
    EXPECT_EQ(refused(version), "t: version 9 is not known");
}

} // namespace
