// Tests the arenas of objects of every kind, and that their memory goes back there.
#include "api/arena_makers.h"

namespace api {
namespace {

void no_binary(void *, const void *, const void *) {}

class ArenaObjects : public Arenas {
protected:
    void SetUp() override {
        Arenas::SetUp();
        sources.make();
    }
    void TearDown() override {
        sources.free();
        Arenas::TearDown();
    }
};

TEST_F(ArenaObjects, AreWhereTheyWereAskedToBe) {
    for (const Maker &maker : makers()) {
        seen = {};
        ASSERT_EQ(maker.make(1, 2), GrB_SUCCESS) << maker.name;
        EXPECT_EQ(seen.header, 1) << maker.name;
        EXPECT_GT(seen.in_header, 0) << maker.name;
        if (maker.has_data) {
            EXPECT_EQ(seen.data, 2) << maker.name;
            EXPECT_GT(seen.in_data, 0) << maker.name;
        }
        EXPECT_EQ(live_in(1), 0) << maker.name;
        EXPECT_EQ(live_in(2), 0) << maker.name;
    }
}

TEST_F(ArenaObjects, OfArenasThatAreNotThere) {
    for (const Maker &maker : makers()) {
        for (const int arena : {4, 8, 99, -1}) {
            EXPECT_EQ(maker.make(arena, 0), GrB_INVALID_VALUE) << maker.name;
            if (!maker.has_data) continue;
            EXPECT_EQ(maker.make(1, arena), GrB_INVALID_VALUE) << maker.name;
        }
        EXPECT_EQ(live_in(1), 0) << maker.name;
    }
    void *blob = nullptr;
    GrB_Index size = 0;
    EXPECT_EQ(GxB_Matrix_serialize_arena(&blob, &size, sources.A, 5, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_serialize_arena(&blob, &size, sources.u, 5, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(blob, nullptr);
}

TEST_F(ArenaObjects, WithoutMemory) {
    for (const Maker &maker : makers()) {
        allow(1, 0);
        EXPECT_EQ(maker.make(1, 2), GrB_OUT_OF_MEMORY) << maker.name;
        allow(1, -1);
        if (maker.has_data) {
            allow(2, 0);
            EXPECT_EQ(maker.make(1, 2), GrB_OUT_OF_MEMORY) << maker.name;
            allow(2, -1);
        }
        EXPECT_EQ(live_in(1), 0) << maker.name;
        EXPECT_EQ(live_in(2), 0) << maker.name;
    }
}

/// Objects made without a named arena are in arena 0.
TEST_F(ArenaObjects, TheUsualOnesAreInArenaZero) {
    std::int32_t arena = -1;
    for (const GrB_Field field : {GxB_ARENA_HEADER, GxB_ARENA_DATA}) {
        REQUIRE(GrB_Matrix_get_INT32(sources.A, &arena, field));
        EXPECT_EQ(arena, 0);
        REQUIRE(GrB_Vector_get_INT32(sources.u, &arena, field));
        EXPECT_EQ(arena, 0);
        REQUIRE(GrB_Scalar_get_INT32(sources.three, &arena, field));
        EXPECT_EQ(arena, 0);
    }
    EXPECT_EQ(GrB_Type_get_INT32(GrB_FP64, &arena, GxB_ARENA_HEADER), GrB_SUCCESS);
    EXPECT_EQ(arena, 0);
    EXPECT_EQ(GrB_Type_get_INT32(GrB_FP64, &arena, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_BinaryOp_get_INT32(GrB_PLUS_FP64, &arena, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_set_INT32(sources.A, 1, GxB_ARENA_HEADER), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Scalar_set_INT32(sources.three, 1, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_set_INT32(sources.A, 5, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_set_INT32(sources.A, -1, GxB_ARENA_DATA), GrB_INVALID_VALUE);
}

/// The last owner frees the memory, whichever arenas the operands of an object are in.
TEST_F(ArenaObjects, PartsOutliveTheirHandles) {
    GrB_BinaryOp op = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    REQUIRE(
        GxB_BinaryOp_new_arena(&op, no_binary, GrB_FP64, GrB_FP64, GrB_FP64, "own", "source", 1));
    REQUIRE(GrB_BinaryOp_set_String(op, "given", GrB_NAME));
    REQUIRE(GxB_Monoid_new_arena_FP64(&monoid, op, 0, 2));
    REQUIRE(GxB_Semiring_new_arena(&semiring, monoid, op, 3));
    REQUIRE(GrB_BinaryOp_free(&op));
    REQUIRE(GrB_Monoid_free(&monoid));
    for (const int arena : {1, 2, 3}) EXPECT_GT(live_in(arena), 0) << arena;
    REQUIRE(GrB_Semiring_free(&semiring));
}

TEST_F(ArenaObjects, NamesAreInTheHeadersArena) {
    GrB_Matrix A = nullptr;
    REQUIRE(GxB_Matrix_new_arena(&A, GrB_FP64, 2, 2, 1, 0));
    EXPECT_EQ(live_in(1), 1);
    REQUIRE(GrB_Matrix_set_String(A, "some name", GrB_NAME));
    EXPECT_EQ(live_in(1), 2);
    REQUIRE(GxB_Matrix_set_arenas(&A, 2, 3));
    EXPECT_EQ(live_in(1), 0);
    EXPECT_EQ(live_in(2), 2);
    char name[32] = "";
    REQUIRE(GrB_Matrix_get_String(A, name, GrB_NAME));
    EXPECT_STREQ(name, "some name");
    REQUIRE(GrB_Matrix_free(&A));
}

TEST_F(ArenaObjects, InitTellsWhatIsWrong) {
    const auto functions = [](int arena, bool has_malloc, bool has_free) {
        return GxB_arena_init(arena, has_malloc ? std::malloc : nullptr, std::calloc, std::realloc,
                              has_free ? std::free : nullptr);
    };
    EXPECT_EQ(functions(4, false, true), GrB_NULL_POINTER);
    EXPECT_EQ(functions(4, true, false), GrB_NULL_POINTER);
    EXPECT_EQ(functions(99, false, false), GrB_NULL_POINTER);
    for (const int arena : {-1, 0, 1, 8, 99})
        EXPECT_EQ(functions(arena, true, true), GrB_INVALID_VALUE) << arena;
    int flag = 9;
    for (const int arena : {0, 1, 2, 3}) {
        EXPECT_EQ(GxB_arena_initialized(&flag, arena), GrB_SUCCESS);
        EXPECT_EQ(flag, 1);
    }
    EXPECT_EQ(GxB_arena_initialized(&flag, 7), GrB_SUCCESS);
    EXPECT_EQ(flag, 0);
    for (const int arena : {-1, 8, 99}) {
        flag = 9;
        EXPECT_EQ(GxB_arena_initialized(&flag, arena), GrB_INVALID_VALUE);
        EXPECT_EQ(flag, 0);
    }
    EXPECT_EQ(GxB_arena_initialized(nullptr, 1), GrB_NULL_POINTER);
}

TEST_F(ArenaObjects, FunctionsOfAnArena) {
    const auto function = [](int field) {
        void *found = nullptr;
        EXPECT_EQ(GrB_Global_get_VOID(GrB_GLOBAL, &found, enumerator<GrB_Field>(field)),
                  GrB_SUCCESS)
            << field;
        return found;
    };
    auto *const give = reinterpret_cast<void *(*)(std::size_t)>(function(GxB_ARENA_MALLOC + 1));
    auto *const take = reinterpret_cast<void (*)(void *)>(function(GxB_ARENA_FREE + 1));
    void *const block = give(10);
    EXPECT_EQ(arena_of(block), 1);
    take(block);
    EXPECT_EQ(function(GxB_ARENA_CALLOC + 1), nullptr);
    EXPECT_NE(function(GxB_ARENA_REALLOC + 1), nullptr);
    EXPECT_EQ(function(GxB_ARENA_REALLOC + 2), nullptr);
    EXPECT_EQ(function(GxB_ARENA_MALLOC), function(GxB_MALLOC_FUNCTION));
    EXPECT_EQ(function(GxB_ARENA_FREE), function(GxB_FREE_FUNCTION));
    void *found = &found;
    for (const int arena : {5, 8, 99}) {
        EXPECT_EQ(GrB_Global_get_VOID(GrB_GLOBAL, &found,
                                      enumerator<GrB_Field>(GxB_ARENA_MALLOC + arena)),
                  GrB_INVALID_VALUE);
        EXPECT_EQ(found, &found);
    }
}

/// Functions without `_arena` in their name use the context's arenas.
TEST_F(ArenaObjects, OfTheLibraryAndOfAContext) {
    const auto expect_arenas = [](int header, int data) {
        MatrixPointer A(new_matrix(GrB_FP64, 3, 3));
        std::int32_t arena = -1;
        REQUIRE(GrB_Matrix_get_INT32(A.get(), &arena, GxB_ARENA_HEADER));
        EXPECT_EQ(arena, header);
        REQUIRE(GrB_Matrix_get_INT32(A.get(), &arena, GxB_ARENA_DATA));
        EXPECT_EQ(arena, data);
        if (header != 0) {
            EXPECT_EQ(arena_of(A.get()), header);
        }
    };
    expect_arenas(0, 0);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_ARENA_HEADER));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 1, GxB_ARENA_DATA));
    for (const int arena : {5, 8, -1})
        EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, arena, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    std::int32_t number = -1;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, GxB_ARENA_DATA));
    EXPECT_EQ(number, 1);
    REQUIRE(GxB_Context_get_INT(GxB_CONTEXT_WORLD, &number, GxB_ARENA_HEADER));
    EXPECT_EQ(number, 2);
    expect_arenas(2, 1);

    GxB_Context context = nullptr;
    REQUIRE(GxB_Context_new(&context));
    EXPECT_EQ(arena_of(context), 2);
    REQUIRE(GxB_Context_get_INT(context, &number, GxB_ARENA_DATA));
    EXPECT_EQ(number, 0);
    REQUIRE(GxB_Context_set_INT(context, 3, GxB_ARENA_DATA));
    EXPECT_EQ(GxB_Context_set_INT(context, 5, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    REQUIRE(GxB_Context_engage(context));
    expect_arenas(0, 3);
    void *blob = nullptr;
    GrB_Index size = 0;
    REQUIRE(GxB_Matrix_serialize(&blob, &size, sources.A, nullptr));
    EXPECT_EQ(arena_of(blob), 3);
    free_in(3, blob);
    REQUIRE(GxB_Context_disengage(context));
    expect_arenas(2, 1);
    REQUIRE(GxB_Context_free(&context));
}

TEST_F(ArenaObjects, EveryKindInTheArenaOfTheLibrary) {
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 1, GxB_ARENA_HEADER));
    const World world;
    std::int32_t arena = -1;
    for (const void *object :
         {static_cast<const void *>(world.pair), static_cast<const void *>(world.negate),
          static_cast<const void *>(world.minus), static_cast<const void *>(world.shifted),
          static_cast<const void *>(world.monoid), static_cast<const void *>(world.semiring),
          static_cast<const void *>(world.desc), static_cast<const void *>(world.s),
          static_cast<const void *>(world.u), static_cast<const void *>(world.A)})
        EXPECT_EQ(arena_of(object), 1);
    REQUIRE(GrB_Semiring_get_INT32(world.semiring, &arena, GxB_ARENA_HEADER));
    EXPECT_EQ(arena, 1);
}

/// GrB_finalize ends the arenas, and blocks left in them still go back.
TEST_F(ArenaObjects, FinalizeEndsThem) {
    GrB_Matrix left = nullptr;
    REQUIRE(GxB_Matrix_dup_arena(&left, sources.A, 1, 2));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 1, GxB_ARENA_HEADER));
    REQUIRE(GrB_finalize());
    REQUIRE(GrB_init(GrB_NONBLOCKING));
    int flag = 9;
    REQUIRE(GxB_arena_initialized(&flag, 1));
    EXPECT_EQ(flag, 0);
    std::int32_t arena = -1;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &arena, GxB_ARENA_HEADER));
    EXPECT_EQ(arena, 0);
    EXPECT_EQ(GrB_Matrix_set_INT32(sources.A, 1, GxB_ARENA_DATA), GrB_INVALID_VALUE);
    REQUIRE(GrB_Matrix_free(&left));
    EXPECT_EQ(live_in(1), 0);
    EXPECT_EQ(live_in(2), 0);
}

} // namespace
} // namespace api
