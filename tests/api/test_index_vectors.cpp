// Tests GxB_Vector_extract_Vector and GxB_Vector_build_Vector: codes, texts, every integer type,
// aliasing.
#include "api/codes.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace api {
namespace {

/// Makes a vector of `size` with the values at positions step, 2 step, ...
GrB_Vector listing(GrB_Type type, std::initializer_list<double> values, GrB_Index size,
                   GrB_Index step = 1) {
    GrB_Vector vector = nullptr;
    REQUIRE(GrB_Vector_new(&vector, type, size));
    GrB_Index at = 0;
    for (const double value : values) {
        REQUIRE(GrB_Vector_setElement_FP64(vector, value, at));
        at += step;
    }
    REQUIRE(GrB_Vector_wait(vector, GrB_MATERIALIZE));
    return vector;
}

struct Lists {
    GrB_Vector near{}, far{}, negative{}, twice{}, floats{}, flags{}, three{};
    GrB_Vector empty{}, small{};
    Lists()
        : near(listing(GrB_UINT64, {6, 0, 1, 2, 4}, 5)),
          far(listing(GrB_UINT64, {0, 1, 2, 3, 99}, 5)),
          negative(listing(GrB_INT8, {0, 1, 2, 3, -1}, 9, 2)),
          twice(listing(GrB_INT32, {0, 1, 2, 3, 1}, 5)),
          floats(listing(GrB_FP64, {0, 1, 2, 3, 4}, 5)),
          flags(listing(GrB_BOOL, {0, 1, 0, 1, 0}, 5)), three(listing(GrB_INT64, {0, 1, 2}, 3)),
          empty(listing(GrB_FP64, {}, 7)), small(listing(GrB_FP64, {}, 5)) {}
    ~Lists() {
        for (GrB_Vector *one :
             {&near, &far, &negative, &twice, &floats, &flags, &three, &empty, &small})
            GrB_Vector_free(one);
    }
    Lists(const Lists &) = delete;
    Lists &operator=(const Lists &) = delete;
};

void expect(GrB_Info code, GrB_Info got, GrB_Vector keeper,
            std::initializer_list<const char *> words) {
    EXPECT_EQ(code, got);
    const std::string text = error_text(keeper);
    for (const char *word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
}

TEST(IndexVectors, ExtractCodes) {
    World o;
    const Lists l;
    const std::string before = contents(o.w);
    const auto extract = [&](GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u,
                             GrB_Vector I) {
        return GxB_Vector_extract_Vector(w, mask, accum, u, I, nullptr);
    };
    expect(GrB_DIMENSION_MISMATCH, extract(o.w, nullptr, nullptr, o.u, l.three), o.w,
           {"GxB_Vector_extract_Vector", "w has size 5", "3"});
    expect(GrB_DIMENSION_MISMATCH, extract(o.w, o.mask_u, nullptr, o.u, l.near), o.w,
           {"mask has size 7"});
    expect(GrB_DOMAIN_MISMATCH, extract(o.w, nullptr, nullptr, o.u, l.floats), o.w, {"I_vector"});
    expect(GrB_DOMAIN_MISMATCH, extract(o.w, nullptr, nullptr, o.u, l.flags), o.w, {"I_vector"});
    expect(GrB_DOMAIN_MISMATCH, extract(o.w, nullptr, nullptr, o.pair_u, l.near), o.w, {"type"});
    expect(GrB_DOMAIN_MISMATCH, extract(o.w, nullptr, o.pair_plus, o.u, l.near), o.w,
           {"accumulator"});
    expect(GrB_INDEX_OUT_OF_BOUNDS, extract(o.w, nullptr, nullptr, o.u, l.far), o.w,
           {"[4] is 99", "u has 7"});
    expect(GrB_INDEX_OUT_OF_BOUNDS, extract(o.w, nullptr, nullptr, o.u, l.negative), o.w,
           {"[4] is 18446744073709551615"});
    EXPECT_EQ(GxB_Vector_extract_Vector(nullptr, nullptr, nullptr, o.u, l.near, nullptr),
              GrB_NULL_POINTER);
    EXPECT_EQ(extract(o.w, nullptr, nullptr, nullptr, l.near), GrB_NULL_POINTER);
    // NULL selects all of u.
    EXPECT_EQ(extract(o.w, nullptr, nullptr, o.u, nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(extract(o.w, nullptr, nullptr, o.u, fake<GrB_Vector>()), GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(contents(o.w), before);
}

using Entries = std::map<GrB_Index, double>;

Entries entries_of(GrB_Vector vector) {
    Entries entries;
    GrB_Index size = 0;
    REQUIRE(GrB_Vector_size(&size, vector));
    for (GrB_Index i = 0; i < size; i++) {
        double value = 0;
        if (GrB_Vector_extractElement_FP64(&value, vector, i) == GrB_SUCCESS) entries[i] = value;
    }
    return entries;
}

struct Mode {
    bool has_mask, adds;
    GrB_Descriptor desc;
};

/// Computes w<mask> += u(list) by definition.
Entries extracted(const World &o, const std::vector<GrB_Index> &list, const Entries &mask,
                  const Mode &mode) {
    const Entries w = entries_of(o.w), u = entries_of(o.u);
    const bool is_complemented = mode.desc == GrB_DESC_RC || mode.desc == GrB_DESC_C;
    const bool is_replaced = mode.desc == GrB_DESC_R || mode.desc == GrB_DESC_RC;
    Entries result;
    for (GrB_Index k = 0; k < list.size(); k++) {
        const auto old = w.find(k), got = u.find(list[k]);
        const bool is_true = !mode.has_mask || mask.count(k) != 0; // no entry of the mask is 0
        if (is_true == is_complemented) {
            if (old != w.end() && !is_replaced) result.insert(*old);
        } else {
            if (got != u.end()) result[k] = got->second;
            if (mode.adds && old != w.end()) result[k] += old->second;
        }
    }
    return result;
}

TEST(IndexVectors, ExtractIsExtract) {
    World o;
    GrB_Vector mask = listing(GrB_BOOL, {1, 1}, 5);
    std::vector<Mode> modes;
    for (GrB_Descriptor desc : {GrB_Descriptor{}, GrB_DESC_R, GrB_DESC_C, GrB_DESC_RC, GrB_DESC_T0})
        for (const int mode : {0, 1, 2, 3}) modes.push_back({mode % 2 == 1, mode / 2 == 1, desc});
    std::set<Entries> seen;
    for (GrB_Type type : {GrB_INT8, GrB_UINT8, GrB_INT16, GrB_UINT16, GrB_INT32, GrB_UINT32,
                          GrB_INT64, GrB_UINT64}) {
        // In lists with gaps only the entries count, not the positions.
        for (const GrB_Index step : {1, 3}) {
            GrB_Vector I = listing(type, {6, 0, 1, 2, 4}, 5 * step, step);
            for (const Mode &mode : modes) {
                const Entries expected = extracted(o, {6, 0, 1, 2, 4}, entries_of(mask), mode);
                GrB_Vector got = copy_of(o.w);
                REQUIRE(GxB_Vector_extract_Vector(got, mode.has_mask ? mask : nullptr,
                                                  mode.adds ? GrB_PLUS_FP64 : nullptr, o.u, I,
                                                  mode.desc));
                EXPECT_EQ(entries_of(got), expected);
                seen.insert(expected);
                GrB_Vector_free(&got);
            }
            GrB_Vector_free(&I);
        }
    }
    EXPECT_EQ(seen.size(), 12u); // the modes give different results
    GrB_Vector_free(&mask);
}

/// A full vector with value(i) at each position.
GrB_Vector full(GrB_Type type, GrB_Index n, const std::function<std::int64_t(GrB_Index)> &value) {
    GrB_Vector made = nullptr;
    REQUIRE(GrB_Vector_new(&made, type, n));
    for (GrB_Index i = 0; i < n; i++) REQUIRE(GrB_Vector_setElement_INT64(made, value(i), i));
    REQUIRE(GrB_Vector_wait(made, GrB_MATERIALIZE));
    return made;
}

TEST(IndexVectors, ExtractAtManyPositions) {
    constexpr GrB_Index n = 5000, count = 7001;
    const auto position = [](GrB_Index k) { return static_cast<std::int64_t>(k * 2741 % n); };
    GrB_Vector w = nullptr;
    REQUIRE(GrB_Vector_new(&w, GrB_FP64, count));
    for (GrB_Type values : {GrB_INT8, GrB_INT16, GrB_FP32, GrB_FP64}) {
        GrB_Vector u =
            full(values, n, [](GrB_Index i) { return static_cast<std::int64_t>(i % 100); });
        GrB_Vector got = nullptr;
        REQUIRE(GrB_Vector_new(&got, values, count));
        for (GrB_Type type : {GrB_INT32, GrB_UINT32, GrB_INT64}) {
            GrB_Vector I = full(type, count, position);
            REQUIRE(GxB_Vector_extract_Vector(got, nullptr, nullptr, u, I, nullptr));
            std::int64_t wrong = 0;
            for (GrB_Index k = 0; k < count; k++) {
                std::int64_t value = -1;
                REQUIRE(GrB_Vector_extractElement_INT64(&value, got, k));
                wrong += value != position(k) % 100;
            }
            EXPECT_EQ(wrong, 0);
            GrB_Vector_free(&I);
        }
        GrB_Vector_free(&got);
        GrB_Vector_free(&u);
    }
    GrB_Vector u = full(GrB_FP64, n, position);
    for (const std::int64_t bad : {std::int64_t{5000}, std::int64_t{-1}}) {
        for (GrB_Type type : {GrB_INT32, GrB_INT64}) {
            GrB_Vector I =
                full(type, count, [&](GrB_Index k) { return k == 3000 ? bad : position(k); });
            expect(GrB_INDEX_OUT_OF_BOUNDS,
                   GxB_Vector_extract_Vector(w, nullptr, nullptr, u, I, nullptr), w,
                   {bad < 0 ? "I[3000] is 18446744073709551615" : "I[3000] is 5000", "u has 5000"});
            GrB_Vector_free(&I);
        }
    }
    EXPECT_EQ(contents(w), "7001:");
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
}

TEST(IndexVectors, ExtractAliases) {
    // The call is w = w(w), with w also as the mask.
    for (const bool has_mask : {false, true}) {
        GrB_Vector w = listing(GrB_INT64, {3, 0, 1, 2, 4}, 5), apart = copy_of(w);
        GrB_Vector u = copy_of(w), I = copy_of(w), mask = copy_of(w);
        REQUIRE(
            GxB_Vector_extract_Vector(apart, has_mask ? mask : nullptr, nullptr, u, I, GrB_DESC_R));
        REQUIRE(GxB_Vector_extract_Vector(w, has_mask ? w : nullptr, nullptr, w, w, GrB_DESC_R));
        EXPECT_EQ(contents(w), contents(apart));
        for (GrB_Vector *one : {&w, &apart, &u, &I, &mask}) GrB_Vector_free(one);
    }
}

TEST(IndexVectors, BuildCodes) {
    World o;
    const Lists l;
    const auto build = [&](GrB_Vector w, GrB_Vector I, GrB_Vector X, GrB_BinaryOp dup) {
        return GxB_Vector_build_Vector(w, I, X, dup, nullptr);
    };
    expect(GrB_OUTPUT_NOT_EMPTY, build(o.w2, l.near, l.floats, nullptr), o.w2,
           {"GxB_Vector_build_Vector", "w has"});
    expect(GrB_INVALID_VALUE, build(l.empty, l.three, l.floats, nullptr), l.empty,
           {"I_vector has 3", "X_vector has 5"});
    expect(GrB_INVALID_VALUE, build(l.empty, l.twice, l.floats, nullptr), l.empty,
           {"tuple 4 repeats index 1"});
    expect(GrB_DOMAIN_MISMATCH, build(l.empty, l.floats, l.floats, nullptr), l.empty, {"I_vector"});
    expect(GrB_DOMAIN_MISMATCH, build(l.empty, l.near, l.floats, GrB_EQ_FP64), l.empty,
           {"the domains"});
    expect(GrB_DOMAIN_MISMATCH, build(l.empty, l.near, o.pair_w, nullptr), l.empty, {"values"});
    expect(GrB_INDEX_OUT_OF_BOUNDS, build(l.empty, l.far, l.floats, GrB_MIN_FP64), l.empty,
           {"[4] is 99", "w has 7"});
    expect(GrB_INDEX_OUT_OF_BOUNDS, build(l.empty, l.negative, l.floats, GrB_PLUS_FP64), l.empty,
           {"[4] is 18446744073709551615"});
    expect(GrB_INDEX_OUT_OF_BOUNDS, build(l.small, l.near, l.floats, nullptr), l.small,
           {"[0] is 6", "w has 5"});
    EXPECT_EQ(build(nullptr, l.near, l.floats, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(build(l.empty, nullptr, l.floats, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(build(l.empty, l.near, nullptr, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(build(l.empty, l.near, fake<GrB_Vector>(), nullptr), GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(contents(l.empty), "7:");
    EXPECT_EQ(contents(l.small), "5:");
}

TEST(IndexVectors, BuildIsBuild) {
    const GrB_Index list[] = {0, 1, 2, 3, 1};
    const double values[] = {0, 1, 2, 3, 4};
    const Lists l;
    for (GrB_BinaryOp dup : {GrB_MIN_FP64, GrB_PLUS_FP64, GrB_MINUS_FP64, GrB_SECOND_FP64,
                             GrB_MAX_INT32, GrB_TIMES_INT8, GrB_LOR, GrB_FIRST_UINT64}) {
        GrB_Vector expected = listing(GrB_FP32, {}, 7), got = copy_of(expected);
        REQUIRE(GrB_Vector_build_FP64(expected, list, values, 5, dup));
        REQUIRE(GxB_Vector_build_Vector(got, l.twice, l.floats, dup, GrB_DESC_RSC));
        EXPECT_EQ(contents(got), contents(expected));
        GrB_Vector_free(&expected);
        GrB_Vector_free(&got);
    }
    // One object gives the values and the positions.
    GrB_Vector w = listing(GrB_INT64, {}, 7);
    REQUIRE(GxB_Vector_build_Vector(w, l.near, l.near, nullptr, nullptr));
    GrB_Vector expected = listing(GrB_INT64, {}, 7);
    for (const GrB_Index i : {0, 1, 2, 4, 6}) REQUIRE(GrB_Vector_setElement_UINT64(expected, i, i));
    EXPECT_EQ(contents(w), contents(expected));
    GrB_Vector_free(&expected);
    GrB_Vector_free(&w);
    // An empty w builds from itself: all three arguments are w.
    w = listing(GrB_INT64, {}, 7);
    REQUIRE(GxB_Vector_build_Vector(w, w, w, nullptr, nullptr));
    EXPECT_EQ(contents(w), "7:");
    GrB_Vector_free(&w);
}

} // namespace
} // namespace api
