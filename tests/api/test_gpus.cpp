// Tests GxB_NGPUS and GxB_GPU_IDS of the library and of contexts, and the operators that
// SuiteSparse exports for its own use.
#include "api/gxb.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>

namespace api {
namespace {

std::int32_t number_of_library(GrB_Field field) {
    std::int32_t number = -9;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, field));
    return number;
}
std::int32_t gpus_of(GxB_Context context) {
    std::int32_t number = -9;
    REQUIRE(GxB_Context_get_INT(context, &number, GxB_NGPUS));
    return number;
}

using Ids = std::vector<std::int32_t>;

/// Returns as many GxB_GPU_IDS as the call wrote into a longer array.
Ids ids_read(const std::function<GrB_Info(std::int32_t *)> &get) {
    Ids ids(64, -7);
    REQUIRE(get(ids.data()));
    ids.erase(std::find(ids.begin(), ids.end(), -7), ids.end());
    return ids;
}
Ids ids_of_library() {
    return ids_read(
        [](std::int32_t *ids) { return GrB_Global_get_VOID(GrB_GLOBAL, ids, GxB_GPU_IDS); });
}
Ids ids_of(GxB_Context context) {
    return ids_read(
        [&](std::int32_t *ids) { return GxB_Context_get_VOID(context, ids, GxB_GPU_IDS); });
}

/// Returns the number of GPUs that the environment names, or 1. The test `gpus` names three of a
/// plugin without a GPU.
std::int32_t number_named() {
    const char *const named = std::getenv("GRAPHBLAST_CUDA_DEVICES");
    if (named == nullptr) return 1;
    return 1 + static_cast<std::int32_t>(std::count(named, named + std::strlen(named), ','));
}

struct Gpus : testing::Test {
    void SetUp() override {
        REQUIRE(GrX_Device_count(&devices));
        most = number_of_library(GxB_NGPUS_MAX);
        REQUIRE(GxB_Context_new(&context));
    }
    void TearDown() override {
        REQUIRE(GxB_Context_free(&context));
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, most, GxB_NGPUS));
    }
    GrB_Index devices = 0;
    std::int32_t most = 0;
    GxB_Context context = nullptr;
};

TEST_F(Gpus, AllAreUsedAtFirst) {
    EXPECT_EQ(most, devices == 0 ? 0 : number_named());
    EXPECT_EQ(number_of_library(GxB_NGPUS), most);
    EXPECT_EQ(gpus_of(context), most);
    EXPECT_EQ(gpus_of(GxB_CONTEXT_WORLD), most);
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, 1, GxB_NGPUS_MAX), GrB_INVALID_VALUE);
}

TEST_F(Gpus, MoreThanThereAre) {
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, most + 1, GxB_NGPUS), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Context_set_INT(context, most + 1, GxB_NGPUS), GrB_INVALID_VALUE);
    EXPECT_EQ(number_of_library(GxB_NGPUS), most);
    EXPECT_EQ(gpus_of(context), most);
}

/// The library and a context have independent numbers of GPUs.
TEST_F(Gpus, Fewer) {
    if (most == 0) GTEST_SKIP() << "no GPU";
    for (std::int32_t number = -1; number <= most; number++) {
        const std::int32_t set = std::max(number, 0);
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, number, GxB_NGPUS));
        EXPECT_EQ(number_of_library(GxB_NGPUS), set);
        EXPECT_EQ(gpus_of(GxB_CONTEXT_WORLD), set);
        EXPECT_EQ(ids_of_library().size(), static_cast<std::size_t>(set));
    }
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 0, GxB_NGPUS));
    EXPECT_EQ(gpus_of(context), most);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, most, GxB_NGPUS));
    REQUIRE(GxB_Context_set_Scalar(context, scalar_of(0).get(), GxB_NGPUS));
    EXPECT_EQ(gpus_of(context), 0);
    EXPECT_EQ(number_of_library(GxB_NGPUS), most);
    REQUIRE(GxB_Context_set_INT(context, most, GxB_NGPUS));
    EXPECT_EQ(gpus_of(context), most);
}

TEST_F(Gpus, SizesOfTheirNumbers) {
    std::size_t size = 0;
    REQUIRE(GrB_Global_get_SIZE(GrB_GLOBAL, &size, GxB_GPU_IDS));
    EXPECT_EQ(size, 256u);
    REQUIRE(GxB_Context_get_SIZE(context, &size, GxB_GPU_IDS));
    EXPECT_EQ(size, 256u);
    std::array<std::int32_t, 64> ids{};
    EXPECT_EQ(GrB_Global_set_VOID(GrB_GLOBAL, nullptr, GxB_GPU_IDS, 4), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Context_get_VOID(context, ids.data(), GxB_NGPUS), GrB_INVALID_VALUE);
}

TEST_F(Gpus, TheirNumbers) {
    if (most == 0) GTEST_SKIP() << "no GPU";
    Ids in_order(static_cast<std::size_t>(most));
    std::iota(in_order.begin(), in_order.end(), 0);
    EXPECT_EQ(ids_of_library(), in_order);
    EXPECT_EQ(ids_of(context), in_order);

    Ids other(in_order.rbegin(), in_order.rend());
    const std::size_t bytes = other.size() * sizeof other[0];
    REQUIRE(GxB_Context_set_VOID(context, other.data(), GxB_GPU_IDS, bytes));
    EXPECT_EQ(ids_of(context), other);
    EXPECT_EQ(ids_of_library(), in_order);
    REQUIRE(GrB_Global_set_VOID(GrB_GLOBAL, other.data(), GxB_GPU_IDS, bytes));
    EXPECT_EQ(ids_of_library(), other);

    EXPECT_EQ(GrB_Global_set_VOID(GrB_GLOBAL, in_order.data(), GxB_GPU_IDS, bytes - 1),
              GrB_INVALID_VALUE);
    for (const std::int32_t none : {-1, most}) {
        Ids wrong = in_order;
        wrong.back() = none;
        EXPECT_EQ(GrB_Global_set_VOID(GrB_GLOBAL, wrong.data(), GxB_GPU_IDS, bytes),
                  GrB_INVALID_VALUE);
    }
    EXPECT_EQ(ids_of_library(), other);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, most, GxB_NGPUS));
    EXPECT_EQ(ids_of_library(), in_order);
}

TEST(SuiteSparseSettings, ReadonlyStatistics) {
    EXPECT_EQ(number_of_library(GxB_INCLUDE_READONLY_STATISTICS), 0);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 7, GxB_INCLUDE_READONLY_STATISTICS));
    EXPECT_EQ(number_of_library(GxB_INCLUDE_READONLY_STATISTICS), 1);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 0, GxB_INCLUDE_READONLY_STATISTICS));
}

TEST(SuiteSparseOperators, OfPositions) {
    const MatrixPointer A = matrix_of(3, 4, {{{0, 0}, 7}, {{0, 3}, 7}, {{1, 2}, 7}, {{2, 1}, 7}});
    for (const GrB_IndexUnaryOp op : {GxB_FLIPDIAGINDEX_INT64, GxB_FLIPDIAGINDEX_INT32}) {
        const MatrixPointer C = matrix_of(3, 4, {}, GrB_INT64);
        REQUIRE(
            GrB_Matrix_apply_IndexOp_INT64(C.get(), nullptr, nullptr, op, A.get(), 10, nullptr));
        const EntryMap expected = {{{0, 0}, -10}, {{0, 3}, -7}, {{1, 2}, -9}, {{2, 1}, -11}};
        EXPECT_EQ(entries_of(C), expected);
        REQUIRE(GrB_Matrix_select_INT64(C.get(), nullptr, nullptr, op, A.get(), -1, nullptr));
        EXPECT_EQ(entries_of(C).count({2, 1}), 0u); // 1 - 2 + 1
        EXPECT_EQ(entries_of(C).size(), 3u);
    }
    const MatrixPointer C = matrix_of(3, 4, {}, GrB_BOOL);
    REQUIRE(GrB_Matrix_apply_IndexOp_INT64(C.get(), nullptr, nullptr, GxB_NONZOMBIE, A.get(), 0,
                                           nullptr));
    EXPECT_EQ(entries_of(C), EntryMap({{{0, 0}, 1}, {{0, 3}, 1}, {{1, 2}, 1}, {{2, 1}, 1}}));
    char name[GxB_MAX_NAME_LEN];
    REQUIRE(GrB_IndexUnaryOp_get_String(GxB_FLIPDIAGINDEX_INT32, name, GrB_NAME));
    EXPECT_STREQ(name, "GxB_FLIPDIAGINDEX_INT32");
    std::int32_t code = -1;
    EXPECT_EQ(GrB_IndexUnaryOp_get_INT32(GxB_NONZOMBIE, &code, GrB_INP0_TYPE_CODE), GrB_NO_VALUE);
    REQUIRE(GrB_IndexUnaryOp_get_INT32(GxB_NONZOMBIE, &code, GrB_OUTP_TYPE_CODE));
    EXPECT_EQ(code, GrB_BOOL_CODE);
}

} // namespace
} // namespace api
