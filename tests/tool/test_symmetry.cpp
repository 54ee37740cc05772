/// Whether a matrix equals its transpose: the sweep and the search, by any number of threads.

#include "io/edge_list.h"
#include "io/random.h"

#include <gtest/gtest.h>
#include <map>
#include <omp.h>

namespace {

using namespace grb::tool;

using EntryMap = std::map<std::pair<uint64_t, uint64_t>, double>;

EdgeList edges_of(uint64_t n, const EntryMap &entries, bool has_weights) {
    EdgeList edges;
    edges.nrows = edges.ncols = n;
    edges.field = has_weights ? Field::real : Field::pattern;
    for (const auto &[position, weight] : entries) {
        edges.rows.push_back(position.first);
        edges.cols.push_back(position.second);
        if (has_weights) edges.weights.push_back(weight);
    }
    return edges;
}

bool equals_transpose(const EntryMap &entries, bool has_weights) {
    for (const auto &[position, weight] : entries) {
        const auto other = entries.find({position.second, position.first});
        if (other == entries.end() || (has_weights && other->second != weight)) return false;
    }
    return true;
}

class Symmetry : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        before_ = omp_get_max_threads();
        omp_set_num_threads(GetParam());
    }
    void TearDown() override { omp_set_num_threads(before_); }

private:
    int before_ = 1;
};

/// Random symmetric matrices, and the same with one entry moved, taken away, added or changed.
TEST_P(Symmetry, AgreesWithTheDefinition) {
    int symmetric = 0;
    int others = 0;
    for (uint64_t round = 0; round < 60; ++round) {
        const RandomStream random(7, round);
        const uint64_t n = 1 + random.below(0, 40);
        const uint64_t count = random.below(1, round % 3 == 0 ? 4 : 4 * n);
        const bool has_weights = round % 2 == 0;
        EntryMap entries;
        for (uint64_t k = 0; k < count; ++k) {
            const uint64_t i = random.below(10 + 3 * k, n);
            const uint64_t j = random.below(11 + 3 * k, n);
            entries[{i, j}] = entries[{j, i}] = static_cast<double>(random.below(12 + 3 * k, 5));
        }
        const auto check = [&](const char *what) {
            const EdgeList edges = edges_of(n, entries, has_weights);
            const bool expected = equals_transpose(entries, has_weights);
            EXPECT_EQ(is_symmetric(edges), expected) << what << ", round " << round;
            EXPECT_EQ(is_symmetric(edges, row_offsets(edges)), expected) << what << " " << round;
            (expected ? symmetric : others)++;
        };
        check("symmetric");
        if (entries.empty()) continue;
        auto victim = entries.begin();
        std::advance(victim, static_cast<int64_t>(random.below(2, entries.size())));
        const auto [position, weight] = *victim;
        entries[position] = weight + 1;
        check("changed");
        entries.erase(position);
        check("taken away");
        entries[{position.first, (position.second + 1) % n}] = weight;
        check("moved");
        entries[position] = weight;
        check("added");
    }
    EXPECT_GE(symmetric, 60);
    EXPECT_GT(others, 60);
}

INSTANTIATE_TEST_SUITE_P(Threads, Symmetry, testing::Values(1, 2, 5));

TEST(SymmetryShapes, NotSquare) {
    EdgeList edges = edges_of(3, {}, false);
    EXPECT_TRUE(is_symmetric(edges));
    edges.ncols = 4;
    EXPECT_FALSE(is_symmetric(edges));
    EXPECT_FALSE(is_symmetric(edges, row_offsets(edges)));
}

} // namespace
