// Tests that a loop whose calls alternate between operators that only the host can call and calls
// that the GPU may run comes to rest on the host. The test needs a GPU.
#include "api/world.h"

#include <gtest/gtest.h>

#include <vector>

namespace api {
namespace {

constexpr auto device_field = static_cast<GrB_Field>(GrX_DEVICE);
constexpr GrB_Index n = 1 << 21, changed = 1000;

std::uint64_t moved() {
    std::uint64_t in = 0, out = 0;
    EXPECT_EQ(GrX_Device_counter(&in, GrX_DEVICE_BYTES_IN), GrB_SUCCESS);
    EXPECT_EQ(GrX_Device_counter(&out, GrX_DEVICE_BYTES_OUT), GrB_SUCCESS);
    return in + out;
}

void successor(void *z, const void *x) {
    *static_cast<std::int64_t *>(z) = *static_cast<const std::int64_t *>(x) + 1;
}

class HostReadersDevice : public testing::Test {
protected:
    void SetUp() override {
        GrB_Index devices = 0;
        ASSERT_EQ(GrX_Device_count(&devices), GrB_SUCCESS);
        if (devices == 0) GTEST_SKIP() << "no GPU";
        ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &use_before_, device_field), GrB_SUCCESS);
        ASSERT_EQ(GrB_UnaryOp_new(&without_source_, successor, GrB_INT64, GrB_INT64), GrB_SUCCESS);
        for (GrB_Vector *const one : {&d_, &t_, &next_})
            ASSERT_EQ(GrB_Vector_new(one, GrB_INT64, n), GrB_SUCCESS);
        std::vector<GrB_Index> positions;
        for (GrB_Index k = 0; k < changed; k++) positions.push_back(k * (n / changed));
        const std::vector<std::int64_t> values(changed, -1);
        ASSERT_EQ(GrB_Vector_build_INT64(t_, positions.data(), values.data(), changed, nullptr),
                  GrB_SUCCESS);
        // d(i) = i on the GPU, where calls have a choice from then on.
        set_use(GrX_DEVICE_ALWAYS);
        ASSERT_EQ(GrB_Vector_assign_INT64(next_, nullptr, nullptr, 1, GrB_ALL, n, nullptr),
                  GrB_SUCCESS);
        ASSERT_EQ(GrB_Vector_apply_IndexOp_INT64(d_, nullptr, nullptr, GrB_ROWINDEX_INT64, next_, 0,
                                                 nullptr),
                  GrB_SUCCESS);
        ASSERT_EQ(GrB_Vector_wait(d_, GrB_MATERIALIZE), GrB_SUCCESS);
        set_use(GrX_DEVICE_AUTO);
    }
    void TearDown() override {
        for (GrB_Vector *const one : {&d_, &t_, &next_})
            EXPECT_EQ(GrB_Vector_free(one), GrB_SUCCESS);
        EXPECT_EQ(GrB_UnaryOp_free(&without_source_), GrB_SUCCESS);
        if (use_before_ >= 0) set_use(use_before_);
    }
    static void set_use(std::int32_t use) {
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, use, device_field), GrB_SUCCESS);
    }
    /// next = d + 1 by the host, and d⟨t⟩ = t where the choice says. Returns the bytes that moved.
    std::uint64_t turn() {
        const std::uint64_t before = moved();
        EXPECT_EQ(GrB_Vector_apply(next_, nullptr, nullptr, without_source_, d_, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(GrB_Vector_assign(d_, t_, nullptr, t_, GrB_ALL, n, GrB_DESC_S), GrB_SUCCESS);
        EXPECT_EQ(GrB_Vector_wait(d_, GrB_MATERIALIZE), GrB_SUCCESS);
        return moved() - before;
    }
    std::int64_t next(GrB_Index position) const {
        std::int64_t value = 0;
        EXPECT_EQ(GrB_Vector_extractElement_INT64(&value, next_, position), GrB_SUCCESS);
        return value;
    }

private:
    std::int32_t use_before_ = -1;
    GrB_UnaryOp without_source_ = nullptr;
    GrB_Vector d_ = nullptr, t_ = nullptr, next_ = nullptr;
};

TEST_F(HostReadersDevice, NothingMovesAfterSomeTurns) {
    EXPECT_GE(turn(), n * 8) << "the GPU alone had d";
    EXPECT_EQ(next(n - 1), static_cast<std::int64_t>(n));
    EXPECT_EQ(next(0), 1);
    std::uint64_t bytes = 0;
    for (int k = 0; k < 12; k++) bytes += turn();
    std::printf("turns 2 to 13 moved %llu bytes\n", static_cast<unsigned long long>(bytes));
    for (int k = 0; k < 20; k++) EXPECT_EQ(turn(), 0U) << "turn " << 14 + k;
    EXPECT_EQ(next(n - 1), static_cast<std::int64_t>(n));
    EXPECT_EQ(next(0), 0) << "d(0) is t(0) = -1";
}

} // namespace
} // namespace api
