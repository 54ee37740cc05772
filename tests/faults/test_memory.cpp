// Tests GxB_init: the rules for its arguments, and that all memory comes from its functions and
// goes back.
#include "faults/sweep.h"

#include <cstdlib>

namespace faults {
namespace {

TEST(FaultsMemory, ArgumentsOfInit) {
    EXPECT_EQ(GxB_init(GrB_NONBLOCKING, nullptr, allocate_zeroed, reallocate, release),
              GrB_NULL_POINTER);
    EXPECT_EQ(GxB_init(GrB_NONBLOCKING, allocate, allocate_zeroed, reallocate, nullptr),
              GrB_NULL_POINTER);
    int wrong = 77;
    GrB_Mode mode;
    std::memcpy(&mode, &wrong, sizeof mode);
    EXPECT_EQ(GxB_init(mode, allocate, allocate_zeroed, reallocate, release), GrB_INVALID_VALUE);
    // None of these calls has begun the session.
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&A, GrB_FP64, 2, 2), GrB_PANIC);
    EXPECT_EQ(A, nullptr);

    const Session session(GrB_BLOCKING);
    std::int32_t answer = -1;
    require(GrB_Global_get_INT32(GrB_GLOBAL, &answer, GrB_BLOCKING_MODE));
    EXPECT_EQ(answer, GrB_BLOCKING);
    // A second call changes nothing, least of all the functions.
    EXPECT_EQ(GxB_init(GrB_NONBLOCKING, std::malloc, nullptr, nullptr, std::free),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_init(GrB_NONBLOCKING), GrB_INVALID_VALUE);
    const long before = live_blocks();
    require(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    EXPECT_GT(live_blocks(), before);
    require(GrB_Matrix_free(&A));
    EXPECT_EQ(live_blocks(), before);
}

TEST(FaultsMemory, WithoutCallocAndRealloc) {
    EXPECT_EQ(live_blocks(), 0);
    require(GxB_init(GrB_NONBLOCKING, allocate, nullptr, nullptr, release));
    std::string expected;
    {
        World world(Storage::pending);
        require(GrB_mxm(world.C, world.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.A,
                        world.B, nullptr));
        expected = world.contents();
        EXPECT_GT(live_bytes(), 0);
    }
    require(GrB_finalize());
    EXPECT_EQ(live_bytes(), 0);
    const Session session;
    World world(Storage::pending);
    require(GrB_mxm(world.C, world.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.A, world.B,
                    nullptr));
    EXPECT_EQ(world.contents() == expected, true);
}

TEST(FaultsMemory, InitTakesTheFunctionsOfCBack) {
    {
        const Session session;
        World world(Storage::as_made);
    }
    const long before = requests();
    require(GrB_init(GrB_NONBLOCKING));
    {
        World world(Storage::as_made);
        EXPECT_EQ(GrB_Matrix_wait(world.A, GrB_MATERIALIZE), GrB_SUCCESS);
    }
    require(GrB_finalize());
    EXPECT_EQ(requests(), before);
}

TEST(FaultsMemory, ObjectsThatOutliveTheSession) {
    require(initialise());
    GrB_Matrix A = nullptr;
    GrB_Type type = nullptr;
    require(GrB_Matrix_new(&A, GrB_FP64, 20, 20));
    require(GrB_Matrix_setElement_FP64(A, 1, 2, 3));
    require(GxB_Type_new(&type, 8, "eight", "typedef struct { char c [8] ; } eight ;"));
    require(GrB_finalize());
    EXPECT_GT(live_blocks(), 0); // the user's
    require(GrB_Matrix_free(&A));
    require(GrB_Type_free(&type));
    EXPECT_EQ(live_blocks(), 0);
}

/// Failed calls leave texts on objects, which are freed with them.
TEST(FaultsMemory, TextsOfErrors) {
    const Session session;
    World o(Storage::as_made);
    EXPECT_EQ(GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.w, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.B, o.w, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GrB_Scalar_setElement_UDT(o.s, &o.big_number), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Type_set_String(o.big, "a name", GrB_EL_TYPE_STRING), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Descriptor_set_INT32(o.desc, 99, GrB_OUTP_FIELD), GrB_INVALID_VALUE);
}

} // namespace
} // namespace faults
