// Tests GrX_Matrix_maxk on results computed by hand, and the format of its result.
#include "api/exchange.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace api {
namespace {

template <class T>
struct TypedCalls;
#define TYPED_CALLS(T, type)                                                         \
    template <>                                                                      \
    struct TypedCalls<type> {                                                        \
        static GrB_Type handle() { return GrB_##T; }                                 \
        [[maybe_unused]] static constexpr auto set = &GrB_Matrix_setElement_##T;     \
        [[maybe_unused]] static constexpr auto get = &GrB_Matrix_extractElement_##T; \
    };
TYPED_CALLS(BOOL, bool)
TYPED_CALLS(INT8, std::int8_t)
TYPED_CALLS(UINT8, std::uint8_t)
TYPED_CALLS(INT16, std::int16_t)
TYPED_CALLS(UINT16, std::uint16_t)
TYPED_CALLS(INT32, std::int32_t)
TYPED_CALLS(UINT32, std::uint32_t)
TYPED_CALLS(INT64, std::int64_t)
TYPED_CALLS(UINT64, std::uint64_t)
TYPED_CALLS(FP32, float)
TYPED_CALLS(FP64, double)
#undef TYPED_CALLS

template <class T>
GrB_Matrix row_of(const std::vector<T> &values) {
    GrB_Matrix A = new_matrix(TypedCalls<T>::handle(), 1, values.size());
    for (GrB_Index j = 0; j < values.size(); j++) REQUIRE(TypedCalls<T>::set(A, values[j], 0, j));
    return A;
}

Positions columns_of(GrB_Matrix A) {
    GrB_Index count = 0;
    REQUIRE(GrB_Matrix_nvals(&count, A));
    Positions rows(count), columns(count);
    REQUIRE(GrB_Matrix_extractTuples_BOOL(rows.data(), columns.data(), nullptr, &count, A));
    return columns;
}

GrB_Descriptor by_magnitude() {
    GrB_Descriptor descriptor = nullptr;
    REQUIRE(GrB_Descriptor_new(&descriptor));
    REQUIRE(GrB_Descriptor_set(descriptor, GrX_MAXK, GrX_MAXK_ABS));
    return descriptor;
}

/// Expects, for each k, the columns of a row's k largest to be the first k of `order`, with the
/// row's values.
template <class T>
void expect_order(const std::vector<T> &values, const Positions &order, GrB_Descriptor desc) {
    GrB_Matrix A = row_of(values);
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL, GrX_BALANCED}) {
        set_field(A, GrX_FORMAT, format);
        ASSERT_EQ(field_of(A, GrX_FORMAT_STATUS), format);
        for (GrB_Index k = 1; k <= values.size(); k++) {
            GrB_Matrix C = new_matrix(TypedCalls<T>::handle(), 1, values.size());
            REQUIRE(GrX_Matrix_maxk(C, A, k, desc));
            EXPECT_EQ(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
            Positions wanted(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k));
            std::sort(wanted.begin(), wanted.end());
            EXPECT_EQ(columns_of(C), wanted) << "k = " << k << " from format " << format;
            for (const GrB_Index j : wanted) {
                T value{};
                REQUIRE(TypedCalls<T>::get(&value, C, 0, j));
                EXPECT_EQ(std::memcmp(&value, &values[j], sizeof value), 0) << "column " << j;
            }
            REQUIRE(GrB_Matrix_free(&C));
        }
    }
    REQUIRE(GrB_Matrix_free(&A));
}

template <class T>
class MaxkOfIntegers : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(MaxkOfIntegers, Integers);

TYPED_TEST(MaxkOfIntegers, ByValueAndMagnitude) {
    using Limits = std::numeric_limits<TypeParam>;
    GrB_Descriptor desc = by_magnitude();
    if constexpr (std::is_signed_v<TypeParam>) {
        const std::vector<TypeParam> values = {3, -5, Limits::min(), 3, Limits::max(), 0, 5};
        expect_order(values, {4, 6, 0, 3, 5, 1, 2}, nullptr);
        // The least has the largest magnitude; 5 and -5 have the same.
        expect_order(values, {2, 4, 1, 6, 0, 3, 5}, desc);
    } else {
        const std::vector<TypeParam> values = {3, Limits::max(), 0, 3, 7};
        expect_order(values, {1, 4, 0, 3, 2}, nullptr);
        expect_order(values, {1, 4, 0, 3, 2}, desc);
    }
    REQUIRE(GrB_Descriptor_free(&desc));
}

template <class T>
class MaxkOfFloats : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(MaxkOfFloats, Floats);

TYPED_TEST(MaxkOfFloats, NaNIsLastAndZerosAreEqual) {
    using Limits = std::numeric_limits<TypeParam>;
    const TypeParam nan = Limits::quiet_NaN(), infinity = Limits::infinity();
    const std::vector<TypeParam> values = {
        nan,       -1,   -TypeParam{0},       0, 1, infinity, -Limits::denorm_min(),
        -infinity, -nan, Limits::denorm_min()};
    expect_order(values, {5, 4, 9, 2, 3, 6, 1, 7, 0, 8}, nullptr);
    GrB_Descriptor desc = by_magnitude();
    expect_order(values, {5, 7, 1, 4, 6, 9, 2, 3, 0, 8}, desc);
    REQUIRE(GrB_Descriptor_free(&desc));
}

TEST(Maxk, OfBool) {
    const std::vector<bool> truths = {false, true, false, true};
    GrB_Matrix A = new_matrix(GrB_BOOL, 1, 4), C = new_matrix(GrB_BOOL, 1, 4);
    for (GrB_Index j = 0; j < 4; j++) REQUIRE(GrB_Matrix_setElement_BOOL(A, truths[j], 0, j));
    REQUIRE(GrX_Matrix_maxk(C, A, 1, nullptr));
    EXPECT_EQ(columns_of(C), (Positions{1}));
    REQUIRE(GrX_Matrix_maxk(C, A, 3, nullptr));
    EXPECT_EQ(columns_of(C), (Positions{0, 1, 3}));
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&C));
}

TEST(Maxk, ARuleForItDoesNotUnpackTheResult) {
    const auto set = [](int field, const char *text) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)));
    };
    GrB_Matrix A = row_of<float>({3, 1, 4, 1, 5, 9}), C = new_matrix(GrB_FP32, 1, 6);
    set_field(A, GrX_FORMAT, GrX_FULL);
    set(GrX_FORCE, "maxk:cpu/maxk_rows");
    set(GrX_PICKS, "");
    REQUIRE(GrX_Matrix_maxk(C, A, 2, nullptr));
    char picks[4096] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, picks, static_cast<GrB_Field>(GrX_PICKS)));
    set(GrX_FORCE, "");
    EXPECT_NE(std::strstr(picks, "maxk:cpu/maxk_rows=1"), nullptr) << picks;
    EXPECT_NE(std::strstr(picks, "commit:cpu/commit_store=1"), nullptr) << picks;
    EXPECT_EQ(std::strstr(picks, "convert:"), nullptr) << picks;
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&C));
}

TEST(Maxk, ShortAndEmptyRowsKeepWhatTheyHave) {
    const Domain domain = domain_fp64();
    const Entries entries = some_entries(domain);
    GrB_Matrix A = matrix_of(domain, entries, 4, 5), C = new_matrix(GrB_FP64, 4, 5);
    REQUIRE(GrX_Matrix_maxk(C, A, 5, nullptr));
    EXPECT_EQ(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
    EXPECT_EQ(entries_of(domain, C), entries);
    GrB_Matrix empty = new_matrix(GrB_FP64, 4, 5);
    REQUIRE(GrX_Matrix_maxk(C, empty, 2, nullptr));
    EXPECT_EQ(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
    EXPECT_TRUE(entries_of(domain, C).empty());
    for (GrB_Matrix *object : {&A, &C, &empty}) REQUIRE(GrB_Matrix_free(object));
}

/// 1000 rows of 300 columns need indices of two bytes, and each slot has an entry.
TEST(Maxk, OfAFullMatrixInPlace) {
    constexpr GrB_Index m = 1000, n = 300, k = 7;
    std::vector<GrB_Index> rows(m * n), columns(m * n);
    std::vector<float> values(m * n);
    for (GrB_Index p = 0; p < m * n; p++) {
        rows[p] = p / n;
        columns[p] = p % n;
        values[p] = static_cast<float>(p * 2654435761U % 1009);
    }
    GrB_Matrix A = new_matrix(GrB_FP32, m, n);
    REQUIRE(GrB_Matrix_build_FP32(A, rows.data(), columns.data(), values.data(), m * n, nullptr));
    ASSERT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_FULL);
    REQUIRE(GrX_Matrix_maxk(A, A, k, nullptr));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
    GrB_Index count = m * n;
    std::vector<float> kept(count);
    REQUIRE(GrB_Matrix_extractTuples_FP32(rows.data(), columns.data(), kept.data(), &count, A));
    ASSERT_EQ(count, m * k);
    for (GrB_Index i = 0; i < m; i++) {
        std::vector<std::pair<float, GrB_Index>> row;
        for (GrB_Index j = 0; j < n; j++) row.push_back({-values[i * n + j], j});
        std::sort(row.begin(), row.end());
        row.resize(k);
        std::sort(row.begin(), row.end(),
                  [](const auto &x, const auto &y) { return x.second < y.second; });
        for (GrB_Index slot = 0; slot < k; slot++) {
            ASSERT_EQ(rows[i * k + slot], i);
            ASSERT_EQ(columns[i * k + slot], row[slot].second);
            ASSERT_EQ(kept[i * k + slot], -row[slot].first);
        }
    }
    REQUIRE(GrB_Matrix_free(&A));
}

/// Few entries in 2^60 rows get no slots.
TEST(Maxk, OfAHugeMatrixIsSparse) {
    constexpr GrB_Index huge = GrB_INDEX_MAX + 1;
    GrB_Matrix A = new_matrix(GrB_INT32, huge, huge);
    for (GrB_Index j = 0; j < 10; j++)
        REQUIRE(
            GrB_Matrix_setElement_INT32(A, static_cast<int>(j * 7 % 10), huge / 2, huge - 10 + j));
    REQUIRE(GrX_Matrix_maxk(A, A, 2, nullptr));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
    EXPECT_EQ(columns_of(A), (Positions{huge - 6, huge - 3})); // 8 and 9
    REQUIRE(GrX_Matrix_maxk(A, A, huge, nullptr));
    EXPECT_EQ(columns_of(A).size(), 2U);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Maxk, CastsToTheTypeOfC) {
    GrB_Matrix A = row_of<double>({-2.5, 1.5, 0.25, 9}), C = new_matrix(GrB_INT8, 1, 4);
    REQUIRE(GrX_Matrix_maxk(C, A, 2, nullptr));
    EXPECT_EQ(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
    std::int8_t value = 0;
    REQUIRE(GrB_Matrix_extractElement_INT8(&value, C, 0, 1));
    EXPECT_EQ(value, 1);
    REQUIRE(GrB_Matrix_extractElement_INT8(&value, C, 0, 3));
    EXPECT_EQ(value, 9);
    EXPECT_EQ(GrB_Matrix_extractElement_INT8(&value, C, 0, 2), GrB_NO_VALUE);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&C));
}

TEST(Maxk, OneValueEverywhereIsStoredOnce) {
    GrB_Matrix A = new_matrix(GrB_FP64, 400, 300);
    REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 3, GrB_ALL, 400, GrB_ALL, 300, nullptr));
    REQUIRE(GrX_Matrix_maxk(A, A, 100, nullptr));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
    std::size_t bytes = 0;
    REQUIRE(GrB_Matrix_get_SIZE(A, &bytes, GrX_BYTES));
    EXPECT_LT(bytes, 400 * 100 * 2 + 10000U); // indices of two bytes, and no values
    const Positions columns = columns_of(A);
    ASSERT_EQ(columns.size(), 40000U);
    for (GrB_Index p = 0; p < columns.size(); p++) ASSERT_EQ(columns[p], p % 100);
    double sum = 0;
    REQUIRE(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    EXPECT_EQ(sum, 120000);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Balanced, EntriesChangeInPlaceAndThePinnedFormatStays) {
    for (const Domain &domain : all_domains(nullptr)) {
        // Row-balanced storage excludes user-defined, complex and narrow types.
        if (domain.type == nullptr || domain.name.rfind("FC", 0) == 0 || is_narrow(domain))
            continue;
        SCOPED_TRACE(domain.name);
        Entries entries = some_entries(domain);
        GrB_Matrix A = matrix_of(domain, entries, 4, 5);
        set_field(A, GrX_FORMAT, GrX_BALANCED);
        ASSERT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
        EXPECT_EQ(entries_of(domain, A), entries); // rows are made beside it
        const auto set = [&](GrB_Index i, GrB_Index j, int k) {
            entries[{i, j}] = domain.value(k);
            REQUIRE(domain.set(A, domain.value(k).data(), i, j));
        };
        set(0, 2, 7);
        EXPECT_EQ(entries_of(domain, A), entries);
        const Bytes blob = serialized(A); // of the slots, while tuples are read from rows
        GrB_Matrix again = nullptr;
        REQUIRE(GrB_Matrix_deserialize(&again, nullptr, blob.data(), blob.size()));
        EXPECT_EQ(field_of(again, GrX_FORMAT_STATUS), GrX_BALANCED);
        EXPECT_EQ(entries_of(domain, again), entries);
        REQUIRE(GrB_Matrix_free(&again));
        set(1, 1, 5); // a row without entries before
        set(0, 3, 4); // one more than the slots
        EXPECT_EQ(entries_of(domain, A), entries);
        EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
        entries.erase({3, 2});
        REQUIRE(GrB_Matrix_removeElement(A, 3, 2));
        GrB_Matrix B = copy_of(A);
        set(3, 0, 9);
        EXPECT_EQ(entries_of(domain, A), entries);
        EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
        entries[{3, 0}] = entries_of(domain, B).at({3, 0});
        EXPECT_EQ(entries_of(domain, B), entries); // the copy is unchanged
        REQUIRE(GrB_Matrix_free(&B));
        REQUIRE(GrB_Matrix_free(&A));
    }
}

/// Reads take elements from the slots, tuples from rows made of them, sums from either.
TEST(Balanced, EveryReaderSeesAChange) {
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 4);
    for (GrB_Index i = 0; i < 3; i++) {
        REQUIRE(GrB_Matrix_setElement_FP64(A, 1, i, i));
        if (i != 1) REQUIRE(GrB_Matrix_setElement_FP64(A, 2, i, i + 1));
    }
    set_field(A, GrX_FORMAT, GrX_BALANCED);
    double expected = 7;
    for (const GrB_Index i : {0, 2, 1, 0}) {
        double value = 0, sum = 0;
        REQUIRE(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
        EXPECT_EQ(sum, expected);
        REQUIRE(GrB_Matrix_extractElement_FP64(&value, A, i, i));
        REQUIRE(GrB_Matrix_setElement_FP64(A, value + 10, i, i));
        expected += 10;
        double changed = 0;
        REQUIRE(GrB_Matrix_extractElement_FP64(&changed, A, i, i));
        EXPECT_EQ(changed, value + 10);
        REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
    }
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Balanced, WhatDoesNotFitIsStoredAsIfNotPinned) {
    World world;
    const std::int32_t chosen = field_of(world.pair_A, GrX_FORMAT_STATUS);
    set_field(world.pair_A, GrX_FORMAT, GrX_BALANCED);
    EXPECT_EQ(field_of(world.pair_A, GrX_FORMAT), GrX_BALANCED);
    EXPECT_EQ(field_of(world.pair_A, GrX_FORMAT_STATUS), chosen); // of a user-defined type
    EXPECT_NE(chosen, GrX_BALANCED);
    // One of 1000 rows has 100 entries: 4·199 + 1024 slots are fewer than 100,000.
    GrB_Matrix A = new_matrix(GrB_INT16, 1000, 100);
    for (GrB_Index k = 0; k < 100; k++) {
        REQUIRE(GrB_Matrix_setElement_INT16(A, 1, 5, k));
        REQUIRE(GrB_Matrix_setElement_INT16(A, 1, k, 0));
    }
    set_field(A, GrX_FORMAT, GrX_BALANCED);
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
    // Without the long row each has at most one.
    for (GrB_Index k = 1; k < 100; k++) REQUIRE(GrB_Matrix_removeElement(A, 5, k));
    REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
    REQUIRE(GrB_Matrix_free(&A));
    for (const auto &[m, n] : {std::pair<GrB_Index, GrB_Index>{0, 5}, {5, 0}, {0, 0}}) {
        A = new_matrix(GrB_INT16, m, n);
        set_field(A, GrX_FORMAT, GrX_BALANCED);
        EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_SPARSE);
        REQUIRE(GrB_Matrix_free(&A));
    }
    // Offsets for 2^31 rows would take gigabytes.
    A = new_matrix(GrB_INT16, GrB_Index{1} << 31, 3);
    set_field(A, GrX_FORMAT, GrX_BALANCED);
    REQUIRE(GrB_Matrix_setElement_INT16(A, 1, 77, 1));
    REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
    REQUIRE(GrB_Matrix_free(&A));
    EXPECT_EQ(GrB_Vector_set_INT32(world.u, GrX_BALANCED, GrX_FORMAT), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_set_INT32(world.A, GrX_BALANCED + 1, GrX_FORMAT), GrB_INVALID_VALUE);
}

/// Indices have 1, 2 or 4 bytes, at the limits.
TEST(Balanced, EveryWidthOfAnIndex) {
    const Domain domain = domain_fp64();
    for (const GrB_Index n :
         {GrB_Index{256}, GrB_Index{257}, GrB_Index{65536}, GrB_Index{65537}, GrB_Index{1} << 32}) {
        const Entries entries = {{{0, 0}, domain.value(2)},
                                 {{0, n - 1}, domain.value(1)},
                                 {{2, n / 2}, domain.value(3)}};
        GrB_Matrix A = matrix_of(domain, entries, 3, n);
        set_field(A, GrX_FORMAT, GrX_BALANCED);
        EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED) << n;
        EXPECT_EQ(entries_of(domain, A), entries) << n;
        const Bytes blob = serialized(A);
        GrB_Matrix B = nullptr;
        REQUIRE(GrB_Matrix_deserialize(&B, nullptr, blob.data(), blob.size()));
        EXPECT_EQ(field_of(B, GrX_FORMAT_STATUS), GrX_BALANCED) << n;
        EXPECT_EQ(entries_of(domain, B), entries) << n;
        REQUIRE(GrX_Matrix_maxk(B, A, 1, nullptr));
        EXPECT_EQ(field_of(B, GrX_FORMAT_STATUS), GrX_BALANCED) << n;
        EXPECT_EQ(columns_of(B), (Positions{n - 1, n / 2})) << n;
        REQUIRE(GrB_Matrix_free(&A));
        REQUIRE(GrB_Matrix_free(&B));
    }
    GrB_Matrix A = new_matrix(GrB_FP64, 3, (GrB_Index{1} << 32) + 1);
    set_field(A, GrX_FORMAT, GrX_BALANCED);
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_SPARSE);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Maxk, FieldOfADescriptor) {
    GrB_Descriptor desc = nullptr;
    REQUIRE(GrB_Descriptor_new(&desc));
    std::int32_t value = -1;
    REQUIRE(GrB_Descriptor_get_INT32(desc, &value, GrX_MAXK_FIELD));
    EXPECT_EQ(value, GrB_DEFAULT);
    REQUIRE(GrB_Descriptor_set_INT32(desc, GrX_MAXK_ABS, GrX_MAXK_FIELD));
    REQUIRE(GrB_Descriptor_get_INT32(desc, &value, GrX_MAXK_FIELD));
    EXPECT_EQ(value, GrX_MAXK_ABS);
    REQUIRE(GrB_Descriptor_set(desc, GrX_MAXK, GrB_DEFAULT));
    REQUIRE(GrB_Descriptor_get_INT32(desc, &value, GrX_MAXK_FIELD));
    EXPECT_EQ(value, GrB_DEFAULT);
    EXPECT_EQ(GrB_Descriptor_set(desc, GrX_MAXK, GrB_TRAN), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Descriptor_set(desc, GrB_INP0, GrX_MAXK_ABS), GrB_INVALID_VALUE);
    REQUIRE(GrB_Descriptor_free(&desc));
}

} // namespace
} // namespace api
