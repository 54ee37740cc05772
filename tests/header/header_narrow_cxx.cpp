// The header of narrow domains before anything else, as C++: the numbers have the layout of other
// libraries' types.
#include "graphblast/grx_narrow.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace {

static_assert(sizeof(GrX_BF16_t) == 2 && alignof(GrX_BF16_t) == 2 &&
              std::is_trivially_copyable_v<GrX_BF16_t>);
static_assert(!std::is_same_v<GrX_BF16_t, GrX_FP16_t>);
static_assert(std::is_same_v<decltype(&GrX_FP16_to_FP32),
                             GrB_Info (*)(float *, const GrX_FP16_t *, GrB_Index)>);

TEST(HeaderNarrowCxx, NumbersAreTheirBits) {
    const GrX_FP16_t half = {0x3800};
    float wide = 0;
    ASSERT_EQ(GrX_FP16_to_FP32(&wide, &half, 1), GrB_SUCCESS);
    EXPECT_EQ(wide, 0.5F);
}

} // namespace
