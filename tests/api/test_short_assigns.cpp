// Tests w⟨m⟩ = s with few positions in the mask, which has a fast path (assign_in_place.cpp),
// against a model, below and above its limits.
#include "api/vector_entries.h"

#include <map>
#include <random>

namespace api {
namespace {

constexpr GrB_Index size = 5000;
/// Makes so many random positions with differing values, or all with `value`.
VectorPointer vector_of(std::mt19937 &random, GrB_Index count, GrB_Type type, bool is_iso,
                        double value, GrB_Index length = size) {
    VectorPointer v(new_vector(type, length));
    std::map<GrB_Index, double> chosen;
    while (chosen.size() < count)
        chosen[random() % length] = is_iso ? value : static_cast<double>(random() % 100);
    std::vector<GrB_Index> positions;
    std::vector<double> values;
    for (const auto &[position, own] : chosen) {
        positions.push_back(position);
        values.push_back(own);
    }
    REQUIRE(GrB_Vector_build_FP64(v.get(), positions.data(), values.data(), positions.size(),
                                  GrB_FIRST_FP64));
    return v;
}

TEST(ShortAssigns, AreThoseOfTheModel) {
    std::mt19937 random(8);
    const GrB_Type types[] = {GrB_FP64, GrB_INT32, GrB_INT8, GrB_BOOL};
    for (int round = 0; round < 400; round++) {
        const GrB_Index counts[] = {0, 1, 7, 200, 256, 257, 2000, size};
        const GrB_Index entries = counts[random() % 8], positions = counts[random() % 7];
        const GrB_Type type = types[random() % 4];
        const double value = random() % 2 == 0 ? 1 : 0;
        const VectorPointer w = vector_of(random, entries, type, random() % 2 == 0, 1),
                            m = vector_of(random, positions, GrB_INT16, false, 0);
        GrB_Vector before = nullptr;
        if (random() % 3 == 0) REQUIRE(GrB_Vector_dup(&before, w.get())); // shares w's arrays
        Entries expected = map_of(w.get());
        const Entries old = expected;
        for (const auto &[position, one] : map_of(m.get())) expected[position] = value;
        for (int turn = 0; turn < 2; turn++) { // in the second turn every entry exists
            ASSERT_EQ(
                GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, value, GrB_ALL, size, GrB_DESC_S),
                GrB_SUCCESS)
                << error_text(w.get());
            ASSERT_EQ(map_of(w.get()), expected) << entries << " entries, " << positions
                                                 << " positions, " << value << ", turn " << turn;
        }
        if (before == nullptr) continue;
        ASSERT_EQ(map_of(before), old);
        REQUIRE(GrB_Vector_free(&before));
    }
}

TEST(ShortAssigns, OnBothSidesOfTheLimit) {
    std::mt19937 random(11);
    constexpr GrB_Index limit = 1 << 14, length = 3 * limit;
    for (const GrB_Index positions : {limit - 1, limit, limit + 1}) {
        for (const GrB_Index entries : {GrB_Index{1}, limit - 1, limit + 1, 2 * limit}) {
            const VectorPointer w = vector_of(random, entries, GrB_INT32, true, 1, length),
                                m = vector_of(random, positions, GrB_INT16, false, 0, length);
            Entries expected = map_of(w.get());
            for (const auto &[position, one] : map_of(m.get())) expected[position] = 1;
            REQUIRE(
                GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 1, GrB_ALL, length, GrB_DESC_S));
            ASSERT_EQ(map_of(w.get()), expected) << entries << " and " << positions;
        }
    }
}

/// Masks by value, in place where the output is dense; accumulators and others go to the variants.
TEST(ShortAssigns, MasksByValueAndAccumulators) {
    std::mt19937 random(9);
    const GrB_Type types[] = {GrB_FP64, GrB_INT8, GrB_UINT16, GrB_BOOL};
    for (int round = 0; round < 80; round++) {
        const GrB_Index counts[] = {20, size, 3000};
        const VectorPointer w = vector_of(random, counts[round % 3], GrB_FP64, false, 0),
                            m = vector_of(random, round % 2 == 0 ? 30 : 600, types[round % 4],
                                          round % 5 == 0, round % 10);
        REQUIRE(GrB_Vector_setElement_FP64(m.get(), 0, 17)); // is false as a mask value
        const Entries old = map_of(w.get()), mask = map_of(m.get());
        Entries by_value = old;
        for (const auto &[position, one] : mask)
            if (one != 0) by_value[position] = 3;
        ASSERT_EQ(GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 3, GrB_ALL, size, nullptr),
                  GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), by_value);
        Entries sums = by_value;
        for (const auto &[position, one] : mask) sums[position] += 2;
        ASSERT_EQ(
            GrB_Vector_assign_FP64(w.get(), m.get(), GrB_PLUS_FP64, 2, GrB_ALL, size, GrB_DESC_S),
            GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), sums);
        Entries replaced;
        for (const auto &[position, one] : mask) replaced[position] = 5;
        ASSERT_EQ(GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 5, GrB_ALL, size, GrB_DESC_RS),
                  GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), replaced);
        Entries others = replaced;
        for (GrB_Index i = 0; i < size; i++)
            if (mask.count(i) == 0) others[i] = 6;
        ASSERT_EQ(GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 6, GrB_ALL, size, GrB_DESC_SC),
                  GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), others);
    }
}

TEST(ShortAssigns, SayWhatTheyAre) {
    GrB_Index gpus = 0;
    REQUIRE(GrX_Device_count(&gpus));
    if (gpus > 0) GTEST_SKIP() << "a GPU may be open: calls write in place where none is";
    std::mt19937 random(10);
    const VectorPointer w = vector_of(random, size, GrB_FP64, false, 0),
                        m = vector_of(random, 9, GrB_FP64, false, 0);
    REQUIRE(GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 3, GrB_ALL, size, GrB_DESC_S));
    char name[256] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    EXPECT_STREQ(name, "cpu/assign_mask_in_place");
}

} // namespace
} // namespace api
