// Tests how much memory the accumulators keep for later calls.
#include "cpu/common/workspace.hpp"

#include <gtest/gtest.h>

using namespace grb;

namespace {

void borrow(std::uint64_t positions) {
    BorrowedAccumulator accumulator;
    accumulator->reserve(positions, positions * 8, 0);
    accumulator.set_clean();
}

TEST(Accumulators, OneLongVectorDoesNotHoldItsMemoryForGood) {
    constexpr std::size_t many = std::size_t{1} << 22;
    {
        BorrowedAccumulator first, second; // two kept ones, one below the other
        for (BorrowedAccumulator *one : {&first, &second}) {
            (*one)->reserve(many, many * 8, 0);
            one->set_clean();
        }
    }
    ASSERT_GE(kept_accumulator_bytes(), 2 * many * 8);
    for (int k = 0; k < 512; k++) borrow(many / 2); // they are useful
    EXPECT_GE(kept_accumulator_bytes(), 2 * many * 8);
    for (int k = 0; k < 512; k++) borrow(1000);
    EXPECT_LT(kept_accumulator_bytes(), std::size_t{4} << 20);
}

} // namespace
