// The GPU as the API shows it; everything here holds with and without one.
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

} // namespace
} // namespace api
