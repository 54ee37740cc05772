// Tests the reuse and release of spare memory blocks.
#include "base/array.hpp"
#include "base/memory.hpp"
#include "base/spare_blocks.hpp"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

using namespace grb;

namespace {

constexpr std::size_t large = std::size_t{1} << 23, huge = std::size_t{1} << 27;

struct SpareBlocks : testing::Test {
    void SetUp() override { release_spare_blocks(); }
    void TearDown() override { release_spare_blocks(); }
};

TEST_F(SpareBlocks, a_large_array_gets_the_block_of_the_one_before) {
    const void *before = nullptr;
    {
        Array first(large);
        before = first.data();
    }
    Array second(large - 100);
    EXPECT_EQ(second.data(), before);
    EXPECT_EQ(second.bytes(), large - 100);
    EXPECT_EQ(second.capacity(), large);
    EXPECT_FALSE(release_spare_blocks());
}

TEST_F(SpareBlocks, a_zeroed_array_gets_a_block_and_clears_it) {
    const void *before = nullptr;
    {
        Array first(large);
        before = first.data();
        std::memset(first.data(), 7, large);
    }
    const Array second = Array::zeroed(large - 8);
    EXPECT_EQ(second.data(), before);
    EXPECT_EQ(second.bytes(), large - 8);
    const auto *bytes = second.as<unsigned char>();
    EXPECT_TRUE(std::all_of(bytes, bytes + large - 8, [](unsigned char b) { return b == 0; }));
}

TEST_F(SpareBlocks, a_huge_block_of_another_size_is_freed_and_not_used) {
    { Array first(huge); }
    Array second(huge / 2);
    EXPECT_FALSE(release_spare_blocks());
    std::size_t bytes = huge;
    EXPECT_EQ(take_spare_block(bytes), nullptr);
}

TEST_F(SpareBlocks, smaller_blocks_stay_for_later) {
    { Array first(large); }
    { Array second(huge); }
    { Array third(huge / 2); } // finds none of its size
    std::size_t bytes = large;
    void *const block = take_spare_block(bytes);
    EXPECT_NE(block, nullptr);
    release(block);
}

TEST_F(SpareBlocks, a_far_larger_block_is_not_used) {
    { Array first(4 * large); }
    std::size_t bytes = large;
    EXPECT_EQ(take_spare_block(bytes), nullptr);
    EXPECT_EQ(bytes, large);
}

TEST_F(SpareBlocks, huge_blocks_that_nobody_takes_are_freed) {
    { Array first(huge); }
    constexpr std::size_t other = std::size_t{1} << 19;
    for (int k = 0; k < 4; k++) const Array small(4096);
    std::size_t bytes = huge;
    void *const block = take_spare_block(bytes);
    ASSERT_NE(block, nullptr) << "small arrays tell nothing";
    ASSERT_TRUE(keep_spare_block(block, bytes));
    Array others[4];
    for (Array &one : others) one = Array(other);
    bytes = huge;
    EXPECT_EQ(take_spare_block(bytes), nullptr);
    EXPECT_FALSE(release_spare_blocks());
}

TEST_F(SpareBlocks, an_array_below_a_mebibyte_gets_a_block_that_is_little_larger) {
    for (const std::size_t size : {65537U, 81920U, 100000U, 300000U, 917504U}) {
        const void *before = nullptr;
        {
            Array first(size);
            before = first.data();
            std::memset(first.data(), 7, first.capacity());
            EXPECT_GE(first.capacity(), size);
            EXPECT_LE(first.capacity(), size + size / 4 + 1);
        }
        Array second(size - 64);
        if (size != 65537) {
            EXPECT_EQ(second.data(), before);
        }
        release_spare_blocks();
    }
}

TEST_F(SpareBlocks, four_small_blocks_of_a_size_are_kept) {
    constexpr std::size_t small = 100000;
    std::size_t bytes = roomy_size(small);
    void *blocks[5];
    for (void *&block : blocks) block = allocate(bytes);
    for (int k = 0; k < 5; k++) EXPECT_EQ(keep_spare_block(blocks[k], bytes), k < 4);
    release(blocks[4]);
    for (int k = 3; k >= 0; k--) {
        bytes = small;
        void *const block = take_spare_block(bytes);
        EXPECT_EQ(block, blocks[k]);
        EXPECT_EQ(bytes, roomy_size(small));
        release(block);
    }
    EXPECT_EQ(take_spare_block(bytes), nullptr);
}

TEST_F(SpareBlocks, small_and_huge_blocks_are_not_kept) {
    int anything = 0;
    EXPECT_FALSE(keep_spare_block(&anything, 4096));
    EXPECT_FALSE(keep_spare_block(&anything, std::size_t{1} << 40));
    EXPECT_FALSE(keep_spare_block(nullptr, 0));
}

TEST_F(SpareBlocks, the_latest_few_are_kept) {
    void *blocks[14];
    for (void *&block : blocks) block = allocate(large);
    for (void *const block : blocks) ASSERT_TRUE(keep_spare_block(block, large));
    std::size_t bytes = large;
    for (int k = 13; k >= 2; k--) {
        void *const block = take_spare_block(bytes);
        EXPECT_EQ(block, blocks[k]);
        release(block);
    }
    EXPECT_EQ(take_spare_block(bytes), nullptr);
}

TEST_F(SpareBlocks, release_says_whether_there_were_some) {
    EXPECT_FALSE(release_spare_blocks());
    { Array first(large); }
    EXPECT_TRUE(release_spare_blocks());
    EXPECT_FALSE(release_spare_blocks());
}

} // namespace
