// Tests the API's view of the GPU, with and without one.
#include "api/world.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

namespace api {
namespace {

constexpr auto device_field = static_cast<GrB_Field>(GrX_DEVICE);

std::uint64_t counter(GrX_Device_Counter which) {
    std::uint64_t value = ~std::uint64_t{0};
    EXPECT_EQ(GrX_Device_counter(&value, which), GrB_SUCCESS);
    return value;
}

TEST(Devices, CountAndNameAgree) {
    GrB_Index count = 99;
    ASSERT_EQ(GrX_Device_count(&count), GrB_SUCCESS);
    EXPECT_LE(count, 1U);
    char name[256] = "?";
    ASSERT_EQ(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_DEVICE_NAME)),
              GrB_SUCCESS);
    EXPECT_EQ(count == 0, std::string(name).empty());
    EXPECT_EQ(GrX_Device_count(nullptr), GrB_NULL_POINTER);
}

TEST(Devices, CountersAreWritten) {
    for (int which = GrX_DEVICE_BYTES_IN; which <= GrX_DEVICE_BYTES_PEAK; which++)
        EXPECT_NE(counter(static_cast<GrX_Device_Counter>(which)), ~std::uint64_t{0});
    EXPECT_LE(counter(GrX_DEVICE_BYTES_HELD), counter(GrX_DEVICE_BYTES_PEAK));
}

TEST(Devices, CountersThatAreNone) {
    EXPECT_EQ(GrX_Device_counter(nullptr, GrX_DEVICE_LAUNCHES), GrB_NULL_POINTER);
    std::uint64_t value = 7;
    EXPECT_EQ(GrX_Device_counter(&value, static_cast<GrX_Device_Counter>(99)), GrB_INVALID_VALUE);
    EXPECT_EQ(value, 7U);
}

TEST(Devices, SwitchedOffNothingRunsThere) {
    World world;
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, device_field), GrB_SUCCESS);
    GrB_Index count = 99;
    ASSERT_EQ(GrX_Device_count(&count), GrB_SUCCESS);
    EXPECT_EQ(count, 0U);
    const std::uint64_t before = counter(GrX_DEVICE_LAUNCHES);
    ASSERT_EQ(
        GrB_mxv(world.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.A, world.u, nullptr),
        GrB_SUCCESS);
    EXPECT_EQ(counter(GrX_DEVICE_LAUNCHES), before);
    char variant[256] = "";
    ASSERT_EQ(GrB_Global_get_String(GrB_GLOBAL, variant, static_cast<GrB_Field>(GrX_LAST_VARIANT)),
              GrB_SUCCESS);
    EXPECT_EQ(std::string(variant).rfind("cpu/", 0), 0U) << variant;
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_AUTO, device_field), GrB_SUCCESS);
}

TEST(Devices, WrongUseIsRefused) {
    std::int32_t before = -1, after = -2;
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &before, device_field), GrB_SUCCESS);
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, 3, device_field), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, -1, device_field), GrB_INVALID_VALUE);
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &after, device_field), GrB_SUCCESS);
    EXPECT_EQ(before, after);
}

/// Every operation with a GPU variant runs there; skipped without a GPU.
class DeviceInUse : public testing::Test {
protected:
    void SetUp() override {
        GrB_Index count = 0;
        ASSERT_EQ(GrX_Device_count(&count), GrB_SUCCESS);
        if (count == 0) GTEST_SKIP() << "no GPU";
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_ALWAYS, device_field), GrB_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_AUTO, device_field), GrB_SUCCESS);
    }
    static std::string last_variant() {
        char variant[256] = "";
        EXPECT_EQ(
            GrB_Global_get_String(GrB_GLOBAL, variant, static_cast<GrB_Field>(GrX_LAST_VARIANT)),
            GrB_SUCCESS);
        return variant;
    }
};

/// A result with all bits set behaves like any other.
TEST_F(DeviceInUse, SumsWithAllBitsSet) {
    GrB_Vector u = nullptr;
    ASSERT_EQ(GrB_Vector_new(&u, GrB_INT64, 5), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_setElement_INT64(u, -3, 1), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_setElement_INT64(u, 2, 4), GrB_SUCCESS);
    for (int turn = 0; turn < 2; turn++) { // the second turn shows that the GPU is still in use
        std::int64_t sum = 0;
        ASSERT_EQ(GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(sum, -1);
        EXPECT_EQ(last_variant(), "cuda/reduce_scalar") << turn;
    }
    ASSERT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
}

/// A bitmap with all bits set counts as full where a product requires that.
TEST_F(DeviceInUse, ProductWithAFullBitmap) {
    GrB_Matrix A = nullptr;
    GrB_Vector u = nullptr, w = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 3, 3), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 2, 0, 1), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 3, 0, 2), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 4, 2, 0), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_new(&u, GrB_FP64, 3), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_new(&w, GrB_FP64, 3), GrB_SUCCESS);
    for (GrB_Index k = 0; k < 3; k++)
        ASSERT_EQ(GrB_Vector_setElement_FP64(u, static_cast<double>(k + 1), k), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_set_INT32(u, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)), GrB_SUCCESS);
    const auto force = [](const char *rule) {
        return GrB_Global_set_String(GrB_GLOBAL, rule, static_cast<GrB_Field>(GrX_FORCE));
    };
    ASSERT_EQ(force("mxv:cuda/mxv_segmented"), GrB_SUCCESS);
    EXPECT_EQ(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(last_variant(), "cuda/mxv_segmented");
    EXPECT_EQ(force(""), GrB_SUCCESS);
    GrB_Index nvals = 0;
    double first = 0, last = 0;
    ASSERT_EQ(GrB_Vector_nvals(&nvals, w), GrB_SUCCESS);
    EXPECT_EQ(nvals, 2U);
    ASSERT_EQ(GrB_Vector_extractElement_FP64(&first, w, 0), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_extractElement_FP64(&last, w, 2), GrB_SUCCESS);
    EXPECT_EQ(first, 13);
    EXPECT_EQ(last, 4);
    ASSERT_EQ(GrB_Matrix_free(&A), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_free(&u), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_free(&w), GrB_SUCCESS);
}

/// A product by one column uses mxv's variants, unless those are skipped.
TEST_F(DeviceInUse, ProductByAColumnSkipsVariantsOfMxv) {
    std::string variants_of_mxv;
    GrB_Index count = 0;
    REQUIRE(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation = nullptr, *name = nullptr;
        REQUIRE(GrX_Variant_get(k, &operation, &name));
        const std::string variant = std::string(operation) + ":" + name;
        if (variant.rfind("mxv:cuda/", 0) != 0) continue;
        variants_of_mxv += variants_of_mxv.empty() ? variant : "," + variant;
    }
    const auto set = [](const std::string &rule, int field) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(field)));
    };
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 4), B = new_matrix(GrB_FP64, 4, 1);
    GrB_Matrix C = new_matrix(GrB_FP64, 3, 1);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 2, 0, 1));
    REQUIRE(GrB_Matrix_setElement_FP64(A, 3, 2, 3));
    for (GrB_Index k = 0; k < 4; k++)
        REQUIRE(GrB_Matrix_setElement_FP64(B, static_cast<double>(k + 1), k, 0));
    REQUIRE(GrB_Matrix_set_INT32(B, GrX_FULL, static_cast<GrB_Field>(GrX_FORMAT)));
    set("mxm:cuda/spmm_mxv", GrX_FORCE);
    for (const bool is_skipped : {false, true}) {
        set(is_skipped ? variants_of_mxv : "", GrX_SKIP);
        REQUIRE(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, nullptr));
        EXPECT_EQ(last_variant() == "cuda/spmm_mxv", !is_skipped) << last_variant();
        double first = 0, last = 0;
        REQUIRE(GrB_Matrix_extractElement_FP64(&first, C, 0, 0));
        REQUIRE(GrB_Matrix_extractElement_FP64(&last, C, 2, 0));
        EXPECT_EQ(first, 4);
        EXPECT_EQ(last, 12);
    }
    set("", GrX_SKIP);
    set("", GrX_FORCE);
    for (GrB_Matrix *one : {&A, &B, &C}) REQUIRE(GrB_Matrix_free(one));
}

} // namespace
} // namespace api
