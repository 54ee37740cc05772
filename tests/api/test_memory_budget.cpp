// Tests the memory budget itself.
#include "api/gxb.h"
#include "api/memory_budget.h"

namespace api {
namespace {

constexpr auto device_field = static_cast<GrB_Field>(GrX_DEVICE);

std::int32_t device_use() {
    std::int32_t use = -1;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &use, device_field));
    return use;
}

/// The budget limits the host: no device is used, whatever the environment or the program sets.
TEST(MemoryBudget, LeavesTheDeviceOut) {
    const std::int32_t before = device_use();
    for (const std::int32_t use : {GrX_DEVICE_AUTO, GrX_DEVICE_ALWAYS}) {
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, use, device_field));
        {
            const MemoryBudget memory{1 << 20};
            EXPECT_EQ(device_use(), GrX_DEVICE_OFF);
        }
        EXPECT_EQ(device_use(), use);
    }
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, before, device_field));
}

/// The budget refuses larger blocks and allows those that fit.
TEST(MemoryBudget, Refuses) {
    const MemoryBudget memory{1 << 20};
    for (const GrB_Index n : {GrB_Index{1} << 16, GrB_Index{1} << 18}) {
        const VectorPointer u(new_vector(GrB_FP64, n));
        REQUIRE(GrB_Vector_setElement_FP64(u.get(), 1, 0));
        REQUIRE(GrB_Vector_setElement_FP64(u.get(), 2, 1)); // else the vector would be iso
        EXPECT_EQ(GrB_Vector_set_INT32(u.get(), GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)),
                  n * 8 < 1 << 20 ? GrB_SUCCESS : GrB_OUT_OF_MEMORY);
    }
}

} // namespace
} // namespace api
