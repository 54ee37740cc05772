// Calls that are recorded: when they run, whose errors they report, and what they need not touch.
#include "api/gxb.h"

#include <thread>

namespace api {
namespace {

constexpr GrB_Index size = 40, huge = GrB_INDEX_MAX;

class Recorded : public testing::Test {
protected:
    void SetUp() override {
        u_ = new_vector(GrB_INT64, size);
        w_ = new_vector(GrB_INT64, size);
        for (GrB_Index i = 0; i < size; i += 3)
            REQUIRE(GrB_Vector_setElement_INT64(u_, static_cast<std::int64_t>(i), i));
        large_ = new_vector(GrB_INT64, huge);
        REQUIRE(GrB_Vector_setElement_INT64(large_, 5, 7));
    }
    void TearDown() override {
        for (GrB_Vector *vector : {&u_, &w_, &large_}) REQUIRE(GrB_Vector_free(vector));
    }
    /// Records a call that runs out of memory.
    void fail_later(GrB_Vector w) {
        REQUIRE(GrB_Vector_assign_INT64(w, nullptr, nullptr, 1, GrB_ALL, huge, nullptr));
    }
    static std::string text(GrB_Vector v) {
        const char *text = nullptr;
        REQUIRE(GrB_Vector_error(&text, v));
        return text;
    }

    GrB_Vector u_ = nullptr, w_ = nullptr, large_ = nullptr;
};

/// Tests that need recorded calls.
class WhereRecorded : public Recorded {
protected:
    void SetUp() override {
        Recorded::SetUp();
        if (const char *const reason = why_nothing_is_recorded(); reason != nullptr)
            GTEST_SKIP() << reason;
    }
};

TEST_F(Recorded, ReadsTheOperandsOfItsTime) {
    REQUIRE(GrB_Vector_apply(w_, nullptr, nullptr, GrB_AINV_INT64, u_, nullptr));
    REQUIRE(GrB_Vector_setElement_INT64(u_, 100, 3));
    REQUIRE(GrB_Vector_clear(u_));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, w_, 3));
    EXPECT_EQ(value, -3);
}

TEST_F(Recorded, OutlivesItsOperands) {
    REQUIRE(GrB_Vector_apply(w_, nullptr, nullptr, GrB_AINV_INT64, u_, nullptr));
    REQUIRE(GrB_Vector_free(&u_));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, w_, 6));
    EXPECT_EQ(value, -6);
}

TEST_F(Recorded, IsSeenByOtherThreads) {
    REQUIRE(GrB_Vector_assign_INT64(w_, nullptr, nullptr, 4, GrB_ALL, size, nullptr));
    REQUIRE(GrB_Vector_apply(w_, u_, nullptr, GrB_AINV_INT64, w_, GrB_DESC_S));
    std::int64_t sum = 0;
    std::thread([&] {
        REQUIRE(GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, w_, nullptr));
    }).join();
    EXPECT_EQ(sum, 4 * 40 - 2 * 4 * 14);
}

TEST_F(Recorded, OutlivesItsThread) {
    std::thread([&] {
        REQUIRE(GrB_Vector_assign_INT64(w_, nullptr, nullptr, 4, GrB_ALL, size, nullptr));
    }).join();
    // A new thread takes the queue over, with the call.
    std::thread([&] {
        REQUIRE(GrB_Vector_apply(w_, nullptr, nullptr, GrB_AINV_INT64, w_, nullptr));
    }).join();
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, w_, 9));
    EXPECT_EQ(value, -4);
}

TEST_F(Recorded, MoreCallsThanTheQueueHolds) {
    for (int k = 0; k < 300; k++)
        REQUIRE(GrB_Vector_assign_INT64(w_, u_, GrB_PLUS_INT64, 1, GrB_ALL, size, GrB_DESC_S));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, w_, 3));
    EXPECT_EQ(value, 300);
}

TEST_F(Recorded, WrongArgumentsAreReportedAtOnce) {
    EXPECT_EQ(GrB_Vector_apply(w_, nullptr, nullptr, GrB_AINV_INT64, large_, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GrB_Vector_assign_INT64(w_, nullptr, nullptr, 1, GrB_ALL, size + 1, nullptr),
              GrB_SUCCESS)
        << "the count of GrB_ALL is not read";
}

std::string global_text(int field) {
    std::size_t length = 0;
    REQUIRE(GrB_Global_get_SIZE(GrB_GLOBAL, &length, static_cast<GrB_Field>(field)));
    std::string text(length, ' ');
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, text.data(), static_cast<GrB_Field>(field)));
    return text.c_str();
}

/// The calls of a turn of LAGraph's shortest paths after its product.
TEST_F(WhereRecorded, ATurnOfShortestPathsIsTwoChains) {
    constexpr GrB_Index n = 1000;
    const GrB_Vector t = new_vector(GrB_INT32, n), reach = new_vector(GrB_BOOL, n),
                     request = new_vector(GrB_INT32, n), less = new_vector(GrB_BOOL, n),
                     next = new_vector(GrB_INT32, n);
    REQUIRE(GrB_Vector_assign_INT32(t, nullptr, nullptr, 50, GrB_ALL, n, nullptr));
    REQUIRE(GrB_Vector_assign_BOOL(reach, nullptr, nullptr, true, GrB_ALL, n, nullptr));
    REQUIRE(GrB_Vector_setElement_INT32(t, 0, 0));
    REQUIRE(GrB_Vector_setElement_BOOL(reach, false, 0));
    for (GrB_Index i = 0; i < 20; i++)
        REQUIRE(GrB_Vector_setElement_INT32(request, static_cast<std::int32_t>(10 * i), 40 * i));
    for (const GrB_Vector v : {t, reach, request}) REQUIRE(GrB_Vector_wait(v, GrB_MATERIALIZE));
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_PICKS)));

    GrB_Index nvals = 0;
    REQUIRE(
        GrB_Vector_eWiseMult_BinaryOp(less, nullptr, nullptr, GrB_LT_INT32, request, t, nullptr));
    REQUIRE(GrB_Vector_select_BOOL(less, nullptr, nullptr, GrB_VALUENE_BOOL, less, false, nullptr));
    REQUIRE(GrB_Vector_nvals(&nvals, less));
    EXPECT_EQ(nvals, 4U) << "10 to 40: t(0) is 0";
    REQUIRE(GrB_Vector_assign_BOOL(reach, less, nullptr, true, GrB_ALL, n, GrB_DESC_S));
    REQUIRE(
        GrB_Vector_select_INT32(next, less, nullptr, GrB_VALUELT_INT32, request, 25, GrB_DESC_S));
    REQUIRE(GrB_Vector_assign(t, less, nullptr, request, GrB_ALL, n, GrB_DESC_S));
    REQUIRE(GrB_Vector_nvals(&nvals, next));
    EXPECT_EQ(nvals, 2U);

    // On a GPU, the assignment to a full vector runs alone: it is not known to delete nothing.
    const std::string picks = global_text(GrX_PICKS);
    if (picks.find("cuda/") == std::string::npos)
        EXPECT_EQ(picks, "chain:cpu/chain_entries=2");
    else
        EXPECT_NE(picks.find("chain:cuda/chain_entries="), std::string::npos) << picks;
    std::int32_t distance = 0;
    REQUIRE(GrB_Vector_extractElement_INT32(&distance, t, 160));
    EXPECT_EQ(distance, 40);
    REQUIRE(GrB_Vector_extractElement_INT32(&distance, t, 200));
    EXPECT_EQ(distance, 50);
    for (GrB_Vector v : {t, reach, request, less, next}) REQUIRE(GrB_Vector_free(&v));
}

/// A selection that keeps nothing, read beside its source.
TEST_F(WhereRecorded, AnEmptyResultInAChain) {
    const GrB_Vector none = new_vector(GrB_INT64, size);
    REQUIRE(GrB_Vector_select_INT64(none, nullptr, nullptr, GrB_VALUEGT_INT64, u_, 1000, nullptr));
    REQUIRE(GrB_Vector_eWiseMult_BinaryOp(w_, nullptr, nullptr, GrB_PLUS_INT64, u_, none, nullptr));
    GrB_Index nvals = 1;
    REQUIRE(GrB_Vector_nvals(&nvals, w_));
    EXPECT_EQ(nvals, 0U);
    GrB_Vector freed = none;
    REQUIRE(GrB_Vector_free(&freed));
}

/// Two assignments to one bitmap, then calls that read what the first of them has set.
TEST_F(WhereRecorded, AnOutputThatAChainChangesTwice) {
    constexpr GrB_Index n = 2000, step = 50, count = n / step;
    const GrB_Vector mask = new_vector(GrB_BOOL, n), bitmap = new_vector(GrB_INT32, n),
                     result = new_vector(GrB_INT32, n);
    REQUIRE(GrB_Vector_set_INT32(bitmap, GxB_BITMAP, static_cast<GrB_Field>(GxB_SPARSITY_CONTROL)));
    for (GrB_Index i = 0; i < n; i += step)
        REQUIRE(GrB_Vector_setElement_BOOL(mask, i % 100 == 0, i));
    for (const GrB_Vector v : {mask, bitmap}) REQUIRE(GrB_Vector_wait(v, GrB_MATERIALIZE));
    for (const std::int32_t value : {1, 2})
        REQUIRE(GrB_Vector_assign_INT32(bitmap, mask, nullptr, value, GrB_ALL, n, GrB_DESC_S));
    REQUIRE(GrB_Vector_apply(result, mask, nullptr, GrB_AINV_INT32, bitmap, GrB_DESC_R));
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, bitmap));
    EXPECT_EQ(nvals, count);
    REQUIRE(GrB_Vector_nvals(&nvals, result));
    EXPECT_EQ(nvals, count / 2) << "the true entries of the mask";
    std::int32_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT32(&value, result, 100));
    EXPECT_EQ(value, -2);
    for (GrB_Vector v : {mask, bitmap, result}) REQUIRE(GrB_Vector_free(&v));
}

/// An assignment that deletes elements of a vector that a later call assigns.
TEST_F(WhereRecorded, ADeletionReachesTheNextAssignment) {
    constexpr GrB_Index n = 2000, step = 50, count = n / step;
    const GrB_Vector mask = new_vector(GrB_BOOL, n), few = new_vector(GrB_INT32, n),
                     first = new_vector(GrB_INT32, n), second = new_vector(GrB_INT32, n);
    REQUIRE(GrB_Vector_set_INT32(first, GxB_BITMAP, static_cast<GrB_Field>(GxB_SPARSITY_CONTROL)));
    for (const GrB_Vector v : {first, second}) {
        REQUIRE(GrB_Vector_assign_INT32(v, nullptr, nullptr, 5, GrB_ALL, n, nullptr));
        REQUIRE(GrB_Vector_setElement_INT32(v, 6, 1));
    }
    for (GrB_Index i = 0; i < n; i += step) REQUIRE(GrB_Vector_setElement_BOOL(mask, true, i));
    REQUIRE(GrB_Vector_setElement_INT32(few, 9, 100));
    for (const GrB_Vector v : {mask, few, first, second})
        REQUIRE(GrB_Vector_wait(v, GrB_MATERIALIZE));
    REQUIRE(GrB_Vector_assign(first, mask, nullptr, few, GrB_ALL, n, GrB_DESC_S));
    REQUIRE(GrB_Vector_assign(second, mask, nullptr, first, GrB_ALL, n, GrB_DESC_S));
    for (const GrB_Vector v : {first, second}) {
        GrB_Index nvals = 0;
        REQUIRE(GrB_Vector_nvals(&nvals, v));
        EXPECT_EQ(nvals, n - count + 1);
        std::int32_t value = 0;
        EXPECT_EQ(GrB_Vector_extractElement_INT32(&value, v, 150), GrB_NO_VALUE);
        REQUIRE(GrB_Vector_extractElement_INT32(&value, v, 100));
        EXPECT_EQ(value, 9);
    }
    for (GrB_Vector v : {mask, few, first, second}) REQUIRE(GrB_Vector_free(&v));
}

/// Comparing variants for the log does not write a second time.
TEST_F(WhereRecorded, AComparisonLeavesElementsInPlace) {
    const GrB_Vector dense = new_vector(GrB_INT64, size);
    REQUIRE(GrB_Vector_assign_INT64(dense, nullptr, nullptr, 100, GrB_ALL, size, nullptr));
    REQUIRE(GrB_Vector_setElement_INT64(dense, 7, 1));
    REQUIRE(GrB_Vector_wait(dense, GrB_MATERIALIZE));
    const auto log = static_cast<GrB_Field>(GrX_LOG);
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "compare", log));
    testing::internal::CaptureStderr();
    REQUIRE(
        GrB_Vector_eWiseMult_BinaryOp(w_, nullptr, nullptr, GrB_PLUS_INT64, u_, dense, nullptr));
    REQUIRE(GrB_Vector_assign(dense, w_, nullptr, w_, GrB_ALL, size, GrB_DESC_S));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, dense, 3));
    testing::internal::GetCapturedStderr();
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", log));
    EXPECT_EQ(value, 103);
    GrB_Vector freed = dense;
    REQUIRE(GrB_Vector_free(&freed));
}

TEST_F(WhereRecorded, AFailureIsReportedOnceWithTheNameOfItsCall) {
    fail_later(large_);
    GrB_Index nvals = 0;
    EXPECT_EQ(GrB_Vector_nvals(&nvals, large_), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(text(large_), "GrB_Vector_assign_INT64: out of memory");
    REQUIRE(GrB_Vector_nvals(&nvals, large_));
    EXPECT_EQ(nvals, 1U) << "the entries from before the call";
}

TEST_F(WhereRecorded, AFailureReachesTheCallsThatReadItsResult) {
    const GrB_Vector other = new_vector(GrB_INT64, huge);
    fail_later(large_);
    REQUIRE(GrB_Vector_apply(other, nullptr, nullptr, GrB_AINV_INT64, large_, nullptr));
    REQUIRE(GrB_Vector_assign_INT64(w_, nullptr, nullptr, 3, GrB_ALL, size, nullptr));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, w_, 2));
    EXPECT_EQ(value, 3) << "a call apart from the failed one";
    EXPECT_EQ(GrB_Vector_wait(other, GrB_MATERIALIZE), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(text(other), "GrB_Vector_assign_INT64: out of memory");
    GrB_Index nvals = 9;
    REQUIRE(GrB_Vector_nvals(&nvals, other));
    EXPECT_EQ(nvals, 0U);
    EXPECT_EQ(GrB_Vector_setElement_INT64(large_, 1, 1), GrB_OUT_OF_MEMORY);
    REQUIRE(GrB_Vector_setElement_INT64(large_, 1, 1));
    GrB_Vector freed = other;
    REQUIRE(GrB_Vector_free(&freed));
}

TEST_F(WhereRecorded, AFailedOutputReportsAtTheNextCallWithIt) {
    fail_later(large_);
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_assign_INT64(w_, nullptr, nullptr, 3, GrB_ALL, size, nullptr));
    REQUIRE(GrB_Vector_nvals(&nvals, w_)); // runs both
    EXPECT_EQ(GrB_Vector_apply(large_, nullptr, nullptr, GrB_AINV_INT64, large_, nullptr),
              GrB_OUT_OF_MEMORY);
    REQUIRE(GrB_Vector_apply(large_, nullptr, nullptr, GrB_AINV_INT64, large_, nullptr));
    std::int64_t value = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&value, large_, 7));
    EXPECT_EQ(value, -5);
}

TEST_F(WhereRecorded, AClearedObjectReportsItsFailure) {
    fail_later(large_);
    EXPECT_EQ(GrB_Vector_clear(large_), GrB_OUT_OF_MEMORY);
    REQUIRE(GrB_Vector_clear(large_));
}

/// A structural mask, and an operand whose positions are read, may have a type that is freed next.
TEST_F(Recorded, ReadsUserTypesAtOnce) {
    GrB_Type pair = nullptr;
    REQUIRE(GrB_Type_new(&pair, 12));
    GrB_Vector odd = new_vector(pair, size);
    const char value[12] = "";
    REQUIRE(GrB_Vector_setElement_UDT(odd, value, 5));
    REQUIRE(
        GrB_Vector_apply_IndexOp_INT64(w_, nullptr, nullptr, GrB_ROWINDEX_INT64, odd, 2, nullptr));
    REQUIRE(GrB_Vector_assign_INT64(u_, odd, nullptr, 9, GrB_ALL, size, GrB_DESC_S));
    REQUIRE(GrB_Vector_clear(odd));
    REQUIRE(GrB_Vector_free(&odd));
    REQUIRE(GrB_Type_free(&pair));
    std::int64_t position = 0, assigned = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&position, w_, 5));
    REQUIRE(GrB_Vector_extractElement_INT64(&assigned, u_, 5));
    EXPECT_EQ(position, 7);
    EXPECT_EQ(assigned, 9);
}

TEST_F(WhereRecorded, AFailedObjectCanBeFreed) {
    fail_later(large_);
    REQUIRE(GrB_Vector_free(&large_));
}

TEST_F(Recorded, RunsBeforeASettingChanges) {
    std::int32_t before = 0;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &before, static_cast<GrB_Field>(GxB_NTHREADS)));
    REQUIRE(GrB_Vector_apply(w_, nullptr, nullptr, GrB_AINV_INT64, u_, nullptr));
    char name[64] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    EXPECT_NE(std::string(name).find("apply"), std::string::npos) << name;
}

} // namespace
} // namespace api
