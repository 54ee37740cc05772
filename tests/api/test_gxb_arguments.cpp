// Tests SuiteSparse's functions without handles, or with an iterator: NULL for every pointer, and
// no library, give a code. test_misuse.cpp tests their handles.
#include "api/gxb.h"

namespace api {
namespace {

// clang-format off
#define FUNCTIONS(M) \
    M(GxB_Global_Option_set_CHAR) M(GxB_Global_Option_get_INT32) M(GxB_Global_Option_get_FP64) \
    M(GxB_Global_Option_get_INT64) M(GxB_Global_Option_get_CHAR) M(GxB_Global_Option_get_FUNCTION) \
    M(GxB_deserialize_type_name) M(GxB_Serialized_get_String) M(GxB_Serialized_get_INT32) \
    M(GxB_Serialized_get_SIZE) M(GxB_Serialized_get_VOID) M(GxB_Iterator_new) \
    M(GxB_rowIterator_attach) M(GxB_rowIterator_seekRow) M(GxB_rowIterator_kseek) \
    M(GxB_rowIterator_nextRow) M(GxB_rowIterator_nextCol) M(GxB_colIterator_attach) \
    M(GxB_colIterator_seekCol) M(GxB_colIterator_kseek) M(GxB_colIterator_nextCol) \
    M(GxB_colIterator_nextRow) M(GxB_Matrix_Iterator_attach) M(GxB_Matrix_Iterator_seek) \
    M(GxB_Matrix_Iterator_next) M(GxB_Vector_Iterator_attach) M(GxB_Vector_Iterator_seek) \
    M(GxB_Vector_Iterator_next) M(GB_Iterator_attach) M(GB_Iterator_rc_seek) \
    M(GB_Iterator_rc_bitmap_next)
// clang-format on

template <class... Arguments>
GrB_Info with_zeros(GrB_Info (*function)(Arguments...)) {
    return function(Arguments{}...);
}

TEST(GxbArguments, NullIsSeen) {
#define CALL(name) EXPECT_EQ(with_zeros(name), GrB_NULL_POINTER) << #name;
    FUNCTIONS(CALL)
#undef CALL
    EXPECT_EQ(GxB_Context_disengage(nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_Global_Option_set_INT32(GxB_LIBRARY_NAME, 0), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FP64(GxB_BURBLE, 0), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FP64_ARRAY(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_INT64_ARRAY(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FUNCTION(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
}

/// Functions that move an iterator need no library.
bool needs_library(const std::string &name) {
    return name.find("Iterator") == std::string::npos || name.find("attach") != std::string::npos ||
           name == "GxB_Iterator_new";
}

TEST(GxbArguments, WithoutALibraryIsPanic) {
    REQUIRE(GrB_finalize());
#define CALL(name) \
    EXPECT_EQ(with_zeros(name), needs_library(#name) ? GrB_PANIC : GrB_NULL_POINTER) << #name;
    FUNCTIONS(CALL)
#undef CALL
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

} // namespace
} // namespace api
