/// The table from vertices to the ids of the file.

#include "io/matrix_market.h"
#include "io/vertex_ids.h"

#include <gtest/gtest.h>

namespace {

using grb::tool::VertexIds;

TEST(VertexIds, Shifted) {
    const VertexIds ids(1);
    EXPECT_TRUE(ids.is_plain());
    EXPECT_EQ(ids.of(0), "1");
    EXPECT_EQ(ids.of(41), "42");
    EXPECT_EQ(ids.find("42", 50), 41u);
    for (const char *id : {"0", "51", "-1", "4x", ""}) EXPECT_FALSE(ids.find(id, 50)) << id;
    EXPECT_EQ(ids.describe(), "from 1");
    EXPECT_EQ(grb::tool::parse_matrix_market(
                  "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", "a")
                  .ids.of(0),
              "1");
}

TEST(VertexIds, Numbers) {
    const VertexIds ids = VertexIds::of_numbers({3, 70, 1'000'000'000'000});
    EXPECT_FALSE(ids.is_plain());
    EXPECT_EQ(ids.of(2), "1000000000000");
    EXPECT_EQ(ids.find("70", 3), 1u);
    EXPECT_FALSE(ids.find("71", 3));
    EXPECT_FALSE(ids.find("1000000000001", 3));
    EXPECT_EQ(ids.describe(), "between 3 and 1000000000000");
}

TEST(VertexIds, Words) {
    const VertexIds ids = VertexIds::of_words({"b", "", "New York", "a"});
    EXPECT_TRUE(ids.are_words());
    EXPECT_EQ(ids.of(0), "b");
    EXPECT_EQ(ids.of(1), "");
    EXPECT_EQ(ids.of(2), "New York");
    EXPECT_EQ(ids.find("a", 4), 3u);
    EXPECT_FALSE(ids.find("a", 3));
    EXPECT_FALSE(ids.find("New", 4));
}

TEST(VertexIds, OfKeptVertices) {
    EXPECT_EQ(VertexIds(1).of_kept({0, 4}).of(1), "5");
    EXPECT_EQ(VertexIds::of_numbers({3, 70, 99}).of_kept({1, 2}).of(0), "70");
    EXPECT_EQ(VertexIds::of_words({"x", "y", "z"}).of_kept({0, 2}).of(1), "z");
}

} // namespace
