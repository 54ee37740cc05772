// Tests the library's fields that are bytes, and its name for programs of suitesparse/GraphBLAS.h.
#include "api/gxb.h"

#include <cstdio>
#include <cstdlib>

namespace api {
namespace {

class GxbLibraryFields : public testing::Test {
protected:
    void TearDown() override {
        // The other tests need the library as it was.
        REQUIRE(GrB_finalize());
        REQUIRE(GrB_init(GrB_NONBLOCKING));
    }
};

TEST_F(GxbLibraryFields, BytesOfTheLibrary) {
    void *function = nullptr;
    std::size_t size = 0;
    const std::pair<GrB_Field, void *> functions[] = {
        {GxB_MALLOC_FUNCTION, reinterpret_cast<void *>(&std::malloc)},
        {GxB_CALLOC_FUNCTION, reinterpret_cast<void *>(&std::calloc)},
        {GxB_REALLOC_FUNCTION, reinterpret_cast<void *>(&std::realloc)},
        {GxB_FREE_FUNCTION, reinterpret_cast<void *>(&std::free)}};
    for (const auto &[field, wanted] : functions) {
        REQUIRE(GrB_Global_get_VOID(GrB_GLOBAL, &function, field));
        EXPECT_EQ(function, wanted);
        REQUIRE(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field));
        EXPECT_EQ(size, sizeof(void *));
        EXPECT_EQ(GrB_Global_set_VOID(GrB_GLOBAL, &function, field, sizeof function),
                  GrB_INVALID_VALUE);
    }
    double switches[GxB_NBITMAP_SWITCH] = {};
    EXPECT_EQ(GrB_Global_set_VOID(GrB_GLOBAL, switches, GxB_BITMAP_SWITCH, 8), GrB_INVALID_VALUE);
}

TEST_F(GxbLibraryFields, BytesThatAreSet) {
    double switches[GxB_NBITMAP_SWITCH] = {}, found[GxB_NBITMAP_SWITCH] = {};
    switches[3] = 0.75;
    REQUIRE(GrB_Global_set_VOID(GrB_GLOBAL, switches, GxB_BITMAP_SWITCH, sizeof switches));
    REQUIRE(GrB_Global_get_VOID(GrB_GLOBAL, found, GxB_BITMAP_SWITCH));
    EXPECT_EQ(found[3], 0.75);
    REQUIRE(GrB_Global_set_VOID(GrB_GLOBAL, nullptr, GxB_BITMAP_SWITCH, sizeof switches));
    REQUIRE(GrB_Global_get_VOID(GrB_GLOBAL, found, GxB_BITMAP_SWITCH));
    EXPECT_EQ(found[3], 0.08);
    int (*const print)(const char *, ...) = std::printf;
    void *function = nullptr;
    REQUIRE(GrB_Global_set_VOID(GrB_GLOBAL, reinterpret_cast<void *>(print), GxB_PRINTF,
                                sizeof(void *)));
    REQUIRE(GxB_Global_Option_get_FUNCTION(GxB_PRINTF, &function));
    EXPECT_EQ(function, reinterpret_cast<void *>(print));
}

// The program's header decides the interface's version; without it the library names itself.
TEST_F(GxbLibraryFields, NameAndVersionAreThoseOfTheHeader) {
    std::int32_t number = -7;
    char name[64] = "";
    std::size_t size = 0;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, GrB_LIBRARY_VER_MAJOR));
    EXPECT_EQ(number, GxB_IMPLEMENTATION_MAJOR);
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, GrB_LIBRARY_VER_MINOR));
    EXPECT_EQ(number, GxB_IMPLEMENTATION_MINOR);
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, GrB_LIBRARY_VER_PATCH));
    EXPECT_EQ(number, GxB_IMPLEMENTATION_SUB);
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, GrB_NAME));
    EXPECT_STREQ(name, "SuiteSparse:GraphBLAS");
    REQUIRE(GrB_Global_get_SIZE(GrB_GLOBAL, &size, GrB_NAME));
    EXPECT_EQ(size, sizeof "SuiteSparse:GraphBLAS");
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &number, GrB_API_VER_MAJOR));
    EXPECT_EQ(number, 2);
    EXPECT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, nullptr, GrB_LIBRARY_VER_MAJOR), GrB_NULL_POINTER);
}

} // namespace
} // namespace api
