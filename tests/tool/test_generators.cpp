/// The generators: the same graph for every thread count, and the promised shape.

#include "io/generate.h"
#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <omp.h>

namespace {

using namespace grb::tool;

EdgeList graph(const std::string &spec) {
    return load_graph(spec);
}

uint64_t digest(const EdgeList &edges) {
    uint64_t sum = mix(edges.nrows);
    for (uint64_t k = 0; k < edges.size(); ++k) {
        const double weight = edges.is_pattern() ? 0.0 : edges.weights[k];
        sum = mix(sum ^ mix(edges.rows[k] + 1) ^
                  mix(edges.cols[k] * 3 + static_cast<uint64_t>(weight + 1000)));
    }
    return sum;
}

std::vector<uint64_t> degrees(const EdgeList &edges) {
    std::vector<uint64_t> degree(edges.nrows, 0);
    for (const uint64_t row : edges.rows) ++degree[row];
    return degree;
}

uint64_t largest(const std::vector<uint64_t> &numbers) {
    return *std::max_element(numbers.begin(), numbers.end());
}

class Generator : public testing::TestWithParam<const char *> {};

TEST_P(Generator, DoesNotDependOnThreads) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    const uint64_t one = digest(graph(GetParam()));
    omp_set_num_threads(5);
    const uint64_t five = digest(graph(GetParam()));
    omp_set_num_threads(before);
    EXPECT_EQ(one, five);
}

TEST_P(Generator, SortedSquareLoopFreeAndSymmetricUnlessDirected) {
    const EdgeList edges = graph(GetParam());
    EXPECT_EQ(edges.nrows, edges.ncols);
    for (uint64_t k = 0; k < edges.size(); ++k) {
        ASSERT_LT(edges.rows[k], edges.nrows);
        ASSERT_LT(edges.cols[k], edges.ncols);
        ASSERT_NE(edges.rows[k], edges.cols[k]);
        if (k > 0) {
            ASSERT_LT(std::pair(edges.rows[k - 1], edges.cols[k - 1]),
                      std::pair(edges.rows[k], edges.cols[k]));
        }
    }
    const bool directed = std::string(GetParam()).find("directed") != std::string::npos;
    EXPECT_EQ(is_symmetric(edges, row_offsets(edges)), !directed);
    EXPECT_EQ(edges.is_undirected, !directed);
}

INSTANTIATE_TEST_SUITE_P(Io, Generator,
                         testing::Values("kron:10", "kron:9,directed", "kron:8:4,w=1..255,seed=9",
                                         "rmat:10:8:0.4:0.3:0.2", "grid:17x9",
                                         "grid:5x40,directed,w=2..3", "rgg:2000",
                                         "rgg:1500:0.05,directed", "er:1000:9000", "er:1001:9000",
                                         "er:500:3000,directed,w=-4..4", "path:100",
                                         "path:77,directed", "star:64", "star:33,directed",
                                         "like:1000:8000:200", "like:900:5000:99,directed,w=1..9"));

/// Pinned results: a graph is the same on every machine and in every version.
TEST(Generators, AreTheSameEverywhere) {
    EXPECT_EQ(digest(graph("kron:10,w=1..255")), 6639019009892696912u);
    EXPECT_EQ(digest(graph("er:1000:9000")), 5411905710668461565u);
    EXPECT_EQ(digest(graph("rgg:2000")), 74383502781531242u);
    EXPECT_EQ(digest(graph("like:1000:8000:200")), 7605429846800941096u);
}

TEST(Generators, SeedsDiffer) {
    EXPECT_NE(digest(graph("kron:8,seed=1")), digest(graph("kron:8,seed=2")));
    EXPECT_NE(digest(graph("er:100:1000,seed=1")), digest(graph("er:100:1000,seed=2")));
    EXPECT_NE(digest(graph("path:100,w=1..9,seed=1")), digest(graph("path:100,w=1..9,seed=2")));
}

TEST(Generators, ExactSizes) {
    EXPECT_EQ(graph("er:1000:9000").size(), 9000u);
    EXPECT_EQ(graph("er:1000:9001,directed").size(), 9001u);
    EXPECT_EQ(graph("er:30:870").size(), 870u);
    EXPECT_EQ(graph("er:31:930").size(), 930u);
    EXPECT_EQ(graph("grid:7x11").size(), 2u * (6 * 11 + 7 * 10));
    EXPECT_EQ(graph("grid:7x11,directed").size(), 6u * 11 + 7 * 10);
    EXPECT_EQ(graph("path:50").size(), 98u);
    EXPECT_EQ(graph("path:1").size(), 0u);
    EXPECT_EQ(graph("star:50").size(), 98u);
    EXPECT_EQ(graph("kron:7").nrows, 128u);
}

TEST(Generators, DegreesHaveTheirShape) {
    const std::vector<uint64_t> kron = degrees(graph("kron:12"));
    const std::vector<uint64_t> uniform = degrees(graph("er:4096:100000"));
    EXPECT_GT(largest(kron), 400u);
    EXPECT_LT(largest(uniform), 80u);
    EXPECT_GT(std::count(kron.begin(), kron.end(), 0u), 100);
    EXPECT_EQ(largest(degrees(graph("grid:20x20"))), 4u);
    EXPECT_EQ(largest(degrees(graph("star:100"))), 99u);
    // The second has vertices that most others are joined to.
    for (const std::string spec :
         {"like:10000:80000:500", "like:2000:500000:1500", "like:10000:80000:500,directed"}) {
        const std::vector<uint64_t> like = degrees(graph(spec));
        const GraphSpec parsed = parse_graph_spec(spec);
        const uint64_t entries = std::stoul(parsed.arguments[1]);
        const uint64_t most = std::stoul(parsed.arguments[2]);
        const uint64_t sum = std::accumulate(like.begin(), like.end(), uint64_t{0});
        EXPECT_LE(largest(like), most) << spec;
        EXPECT_GE(largest(like), most - most / 100) << spec;
        EXPECT_LE(sum, entries) << spec;
        EXPECT_GE(sum, entries - entries / 1000) << spec;
    }
    // 16 neighbours on average, fewer at the border.
    const double mean = static_cast<double>(graph("rgg:10000").size()) / 10000;
    EXPECT_GT(mean, 14);
    EXPECT_LT(mean, 16.5);
}

TEST(Generators, VerticesAreShuffled) {
    const std::vector<uint64_t> degree = degrees(graph("kron:12"));
    const auto half = degree.begin() + 2048;
    const auto front = static_cast<double>(std::accumulate(degree.begin(), half, uint64_t{0}));
    const auto back = static_cast<double>(std::accumulate(half, degree.end(), uint64_t{0}));
    EXPECT_LT(std::max(front, back) / std::min(front, back), 1.5);
}

TEST(Generators, WeightsCoverTheirRange) {
    const EdgeList edges = graph("er:1000:20000,w=-2..5");
    const auto [least, most] = std::minmax_element(edges.weights.begin(), edges.weights.end());
    EXPECT_EQ(*least, -2);
    EXPECT_EQ(*most, 5);
    EXPECT_EQ(edges.field, Field::integer);
}

TEST(Permutation, IsOne) {
    for (const uint64_t n : {1, 2, 3, 10, 1000, 4096}) {
        const Permutation permute(n, 5, 6);
        std::vector<bool> hit(n, false);
        for (uint64_t x = 0; x < n; ++x) {
            ASSERT_LT(permute(x), n);
            ASSERT_FALSE(hit[permute(x)]);
            hit[permute(x)] = true;
        }
    }
}

class BadSpec : public testing::TestWithParam<const char *> {};

TEST_P(BadSpec, IsRefused) {
    EXPECT_THROW(graph(GetParam()), InputError);
}

INSTANTIATE_TEST_SUITE_P(
    Io, BadSpec,
    testing::Values("kron:", "kron:abc", "kron:99", "kron:5:0", "kron:5:5:5", "rmat:5:5:.5",
                    "rmat:5:5:.5:.5:.5", "rmat:5:5:a:0:0", "grid:10", "grid:0x5", "grid:5x",
                    "grid:99999x99999", "rgg:10:-1", "rgg:10:nan", "er:10", "er:10:91", "er:0:0",
                    "path:0", "path:-5", "path:99999999999", "star:", "like:10:50:20",
                    "like:10:101:9", "like:10:5", "kron:5,w=5", "kron:5,w=9..1", "kron:5,weight=1",
                    "kron:5,seed=", "kron:5,seed=-1", "kron:5,", "er:10:20,directed=yes"));

} // namespace
