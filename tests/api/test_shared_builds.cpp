// Tests vectors that many threads build without sorting, by MIN: from eight threads on each owns
// positions, unless one of them would get most tuples.
#include "api/world.h"

#include <algorithm>

namespace api {
namespace {

constexpr GrB_Index size = 200000; // enough for the threads below
constexpr int threads = 9;

/// Nine threads and the variant, for one test.
class SharedBuilds : public testing::Test {
protected:
    void SetUp() override {
        REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &before_, static_cast<GrB_Field>(GxB_NTHREADS)));
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, threads, static_cast<GrB_Field>(GxB_NTHREADS)));
        force("build:cpu/build_scatter");
    }
    void TearDown() override {
        force("");
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, before_, static_cast<GrB_Field>(GxB_NTHREADS)));
    }

    /// Builds a vector of a tuple (position(k), value(k)) for each k, and compares it with a loop.
    template <class Position, class Value>
    void expect_minima(Position position, Value value) const {
        std::vector<GrB_Index> positions(size);
        std::vector<std::int32_t> values(size);
        std::vector<std::int32_t> least(size, INT32_MAX);
        for (GrB_Index k = 0; k < size; k++) {
            positions[k] = position(k);
            values[k] = value(k);
            least[positions[k]] = std::min(least[positions[k]], values[k]);
        }
        GrB_Vector w = new_vector(GrB_INT64, size);
        REQUIRE(GrB_Vector_build_INT32(w, positions.data(), values.data(), size, GrB_MIN_INT64));
        char variant[64] = {};
        REQUIRE(
            GrB_Global_get_String(GrB_GLOBAL, variant, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
        EXPECT_STREQ(variant, "cpu/build_scatter");
        GrB_Index count = size;
        std::vector<GrB_Index> found(size);
        std::vector<std::int64_t> minima(size);
        REQUIRE(GrB_Vector_extractTuples_INT64(found.data(), minima.data(), &count, w));
        GrB_Index next = 0;
        for (GrB_Index i = 0; i < size; i++) {
            if (least[i] == INT32_MAX) continue;
            ASSERT_LT(next, count);
            ASSERT_EQ(found[next], i);
            ASSERT_EQ(minima[next], least[i]) << "at " << i;
            next++;
        }
        EXPECT_EQ(next, count);
        REQUIRE(GrB_Vector_free(&w));
    }

private:
    static void force(const char *rule) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule, static_cast<GrB_Field>(GrX_FORCE)));
    }
    std::int32_t before_ = 0;
};

std::int32_t scrambled(GrB_Index k) {
    return static_cast<std::int32_t>(k * 40503 % 65521) - 30000;
}

TEST_F(SharedBuilds, OfPositionsEverywhere) {
    expect_minima([](GrB_Index k) { return k * 7919 % (size / 2); }, scrambled);
}

TEST_F(SharedBuilds, OfFewPositions) {
    expect_minima([](GrB_Index k) { return k % 3 == 0 ? k : k % 1009; }, scrambled);
}

TEST_F(SharedBuilds, OfOnePosition) {
    expect_minima([](GrB_Index) { return GrB_Index{12345}; }, scrambled);
}

} // namespace
} // namespace api
