// The header alone, before anything else, and twice; as C++, which sees the functions only.
#include "GraphBLAS.h"

#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <type_traits>

#if defined(GrB_apply) || defined(GrB_assign) || defined(GrB_free) || defined(GrB_set)
#error "C++ has no polymorphic names"
#endif

namespace {

static_assert(std::is_same_v<GrB_Index, std::uint64_t>);
static_assert(GrB_INDEX_MAX == 0x0fffffffffffffff);
static_assert(
    std::is_same_v<decltype(&GrB_Matrix_nvals), GrB_Info (*)(GrB_Index *, const GrB_Matrix)>);
static_assert(
    std::is_same_v<decltype(&GrB_Vector_error), GrB_Info (*)(const char **, const GrB_Vector)>);
static_assert(std::is_same_v<decltype(&GrB_Global_set_String),
                             GrB_Info (*)(GrB_Global, const char *, GrB_Field)>);
static_assert(std::is_same_v<decltype(GrB_ALL), const GrB_Index *>);
static_assert(std::is_same_v<decltype(GrB_GLOBAL), const GrB_Global>);
static_assert(std::is_same_v<decltype(GrB_INT32), GrB_Type>);

TEST(HeaderCxx, VersionOfLibraryIsVersionOfHeader) {
    unsigned int version = 0;
    unsigned int subversion = 0;
    ASSERT_EQ(GrB_getVersion(&version, &subversion), GrB_SUCCESS);
    EXPECT_EQ(version, unsigned{GRB_VERSION});
    EXPECT_EQ(subversion, unsigned{GRB_SUBVERSION});
}

} // namespace
