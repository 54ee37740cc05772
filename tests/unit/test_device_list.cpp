// Tests how users select the devices.
#include "base/error.hpp"
#include "cuda/library/device_list.hpp"

#include <gtest/gtest.h>

namespace grb::device {
namespace {

TEST(DeviceList, FirstOneUnlessOthersAreNamed) {
    const DeviceList list;
    EXPECT_EQ(list.count, 1);
    EXPECT_EQ(list.ordinals[0], 0);
    EXPECT_FALSE(list.is_given || list.is_all || list.is_group);
    EXPECT_EQ(list.text(), "0");
}

TEST(DeviceList, NumbersAndAll) {
    const DeviceList two = DeviceList::parsed("3,0");
    EXPECT_EQ(two.count, 2);
    EXPECT_EQ(two.ordinals[0], 3);
    EXPECT_EQ(two.ordinals[1], 0);
    EXPECT_TRUE(two.is_given);
    EXPECT_FALSE(two.is_all);
    EXPECT_EQ(two.text(), "3,0");
    EXPECT_EQ(DeviceList::parsed("7").text(), "7");
    EXPECT_EQ(DeviceList::parsed("0,0").count, 2); // one device twice
    const DeviceList all = DeviceList::parsed("all");
    EXPECT_TRUE(all.is_all && all.is_given);
    EXPECT_GT(all.count, 1);
    for (int k = 0; k < all.count; k++) EXPECT_EQ(all.ordinals[k], k);
    EXPECT_EQ(all.text(), "all");
}

TEST(DeviceList, WhatIsNoList) {
    for (const char *const text : {"", "x", "0,", ",1", "0,x", "-1", "1.5", "all,0", "99999999999"})
        EXPECT_THROW(DeviceList::parsed(text), Error) << text;
    std::string many = "0";
    for (int k = 0; k < most_devices_at_once; k++) many += ",0";
    EXPECT_THROW(DeviceList::parsed(many.c_str()), Error);
}

} // namespace
} // namespace grb::device
