/// `graphblast run gcn --infer` with random features and weights, and the arrays that it writes.

#include "io/npy.h"
#include "scratch.hpp"

#include <cmath>
#include <cstring>
#include <vector>

namespace {

using namespace grb::tool;

const std::string data = GRAPHBLAST_SOURCE_DIR "/tests/data/";
const std::string graph = "--graph " + data + "community.mtx";
const std::string random_start = "run gcn " + graph + " --infer --features random:20";

using Rows = std::vector<std::vector<double>>;

class GcnInference : public Scratch {
protected:
    std::vector<int64_t> integers(const std::string &name) const {
        const std::string bytes = read(name);
        constexpr size_t values_at = 128; // the header fits
        EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        EXPECT_NE(bytes.find("{'descr': '<i8', 'fortran_order': False, 'shape': ("), bytes.npos);
        std::vector<int64_t> values((bytes.size() - values_at) / sizeof(int64_t));
        EXPECT_NE(bytes.find("(" + std::to_string(values.size()) + ",), }"), bytes.npos);
        std::memcpy(values.data(), bytes.data() + values_at, values.size() * sizeof(int64_t));
        return values;
    }

    Rows matrix(const std::string &name) const {
        const DenseArray array = read_npy(path(name));
        Rows rows(array.nrows);
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i].assign(array.values.begin() + static_cast<int64_t>(i * array.ncols),
                           array.values.begin() + static_cast<int64_t>((i + 1) * array.ncols));
        return rows;
    }

    static Rows product(const Rows &left, const Rows &right) {
        Rows result(left.size(), std::vector<double>(right[0].size(), 0));
        for (size_t i = 0; i < left.size(); ++i)
            for (size_t k = 0; k < right.size(); ++k)
                for (size_t j = 0; j < right[k].size(); ++j)
                    result[i][j] += left[i][k] * right[k][j];
        return result;
    }

    /// A_hat as its arrays say; checks each value by the degrees.
    Rows adjacency() const {
        const std::vector<int64_t> offsets = integers("op-offsets.npy");
        const std::vector<int64_t> columns = integers("op-columns.npy");
        const Rows values = matrix("op-values.npy");
        const size_t n = offsets.size() - 1;
        EXPECT_EQ(n, 240u);
        EXPECT_EQ(static_cast<size_t>(offsets[n]), columns.size());
        EXPECT_EQ(values.size(), 1u);
        EXPECT_EQ(values[0].size(), columns.size());
        const auto degree = [&](size_t i) {
            return static_cast<double>(offsets[i + 1] - offsets[i]);
        };
        Rows A(n, std::vector<double>(n, 0));
        for (size_t i = 0; i < n; ++i)
            for (auto k = static_cast<size_t>(offsets[i]); k < static_cast<size_t>(offsets[i + 1]);
                 ++k) {
                const auto j = static_cast<size_t>(columns[k]);
                A[i][j] = values[0][k];
                EXPECT_NEAR(A[i][j], 1 / std::sqrt(degree(i) * degree(j)), 1e-6) << i << " " << j;
            }
        return A;
    }

    /// The files op-*.npy: the logits are what a plain computation makes of the rest.
    void operands_fit() const {
        const Rows A = adjacency();
        Rows hidden = product(A, product(matrix("op-features.npy"), matrix("op-0.npy")));
        for (std::vector<double> &row : hidden)
            for (double &value : row) value = std::max(value, 0.0);
        const Rows expected = product(A, product(hidden, matrix("op-1.npy")));
        const Rows logits = matrix("op-logits.npy");
        ASSERT_EQ(logits.size(), expected.size());
        double largest = 0;
        for (size_t i = 0; i < logits.size(); ++i) {
            ASSERT_EQ(logits[i].size(), expected[i].size());
            for (size_t j = 0; j < logits[i].size(); ++j) {
                EXPECT_NEAR(logits[i][j], expected[i][j], 1e-5) << i << " " << j;
                largest = std::max(largest, std::abs(expected[i][j]));
            }
        }
        EXPECT_GT(largest, 0.01);
    }

    void refused(int status, const std::string &arguments, const std::string &part) const {
        const size_t before = files();
        const Outcome outcome = tool(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
        EXPECT_EQ(files(), before) << arguments;
    }
};

TEST_F(GcnInference, RandomFeaturesAndWeights) {
    const std::string start = random_start + " --classes 5 --hidden 8 --operands " + path("op");
    const Outcome outcome = tool(start + " --repeat 4 --seed 3 --json " + path("r.json"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char *part : {"20 features, 5 classes", "inference: ", " ms, the median of 4"})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
    const std::string report = read("r.json");
    const size_t begin = report.find("\"inference_times\": [");
    ASSERT_NE(begin, std::string::npos) << report;
    const std::string times = report.substr(begin, report.find(']', begin) - begin);
    EXPECT_EQ(std::count(times.begin(), times.end(), ','), 3) << times;
    operands_fit();
    const Rows features = matrix("op-features.npy");
    EXPECT_EQ(features.size(), 240u);
    EXPECT_NE(features[0], features[1]);
    for (const std::vector<double> &row : features) {
        ASSERT_EQ(row.size(), 20u);
        double sum = 0;
        for (const double value : row) sum += value;
        EXPECT_NEAR(sum, 1, 1e-5);
    }
    const std::string first = read("op-features.npy"), weights = read("op-0.npy");
    ASSERT_EQ(tool(start + " --seed 3").status, 0);
    EXPECT_EQ(read("op-features.npy"), first);
    EXPECT_EQ(read("op-0.npy"), weights);
    ASSERT_EQ(tool(start + " --seed 4").status, 0);
    EXPECT_NE(read("op-features.npy"), first);
    EXPECT_NE(read("op-0.npy"), weights);
}

/// X is sparse here: its zeros are written too.
TEST_F(GcnInference, OperandsOfATrainedNetwork) {
    const std::string files_of = graph + " --features " + data +
                                 "community_features.mtx --labels " + data + "community_labels.tsv";
    ASSERT_EQ(tool("run gcn " + files_of + " --epochs 5 --save " + path("w")).status, 0);
    const Outcome outcome = tool("run gcn " + files_of + " --infer --weights " + path("w") +
                                 " --operands " + path("op"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(read("op-0.npy"), read("w-0.npy"));
    operands_fit();
}

TEST_F(GcnInference, TrainsOnRandomFeatures) {
    const Outcome outcome = tool("run gcn " + graph + " --features random:16 --labels " + data +
                                 "community_labels.tsv --epochs 2");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("16 features, 4 classes"), std::string::npos) << outcome.out;
}

TEST_F(GcnInference, UsageErrors) {
    const std::string labels = " --labels " + data + "community_labels.tsv";
    const std::string train = "run gcn " + graph + " --features random:20" + labels;
    refused(1, random_start, "needs --classes or --labels");
    refused(1, random_start + labels + " --classes 3", "--classes belongs to --infer");
    refused(1, train + " --classes 3", "--classes belongs to --infer");
    refused(1, train + " --repeat 2", "--repeat belongs to --infer");
    refused(1, train + " --operands " + path("op"), "--operands belongs to --infer");
    refused(1, random_start + " --classes 3 --seeds 2", "--seeds trains");
    for (const char *columns : {"", "0", "-1", "x", "5x", "9999999"})
        refused(2, "run gcn " + graph + " --infer --classes 3 --features random:" + columns,
                "COLUMNS of random:COLUMNS is a whole number from 1 to 1048576");
}

} // namespace
