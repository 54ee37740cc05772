// Tests types, operators, descriptors and the library's settings while memory runs short.
#include "faults/sweep.h"

#include <cstring>

namespace faults {
namespace {

void identity(void *z, const void *x) {
    *static_cast<double *>(z) = *static_cast<const double *>(x);
}
void first(void *z, const void *x, const void *) {
    *static_cast<double *>(z) = *static_cast<const double *>(x);
}
void row(void *z, const void *, GrB_Index i, GrB_Index, const void *) {
    *static_cast<double *>(z) = static_cast<double>(i);
}

/// Sweeps in one format, since these calls read no entries.
void sweep_some(std::initializer_list<Case> cases) {
    for (const Case &a_case : cases) {
        sweep(a_case, Storage::as_made, Failing::once);
        sweep(a_case, Storage::as_made, Failing::from_then_on);
    }
}

TEST(FaultsObjects, Making) {
    sweep_some({
        CALL(GrB_Type_new, &o.made_type, 24),
        CALL(GrB_UnaryOp_new, &o.made_unary, identity, GrB_FP64, GrB_FP64),
        CALL(GrB_BinaryOp_new, &o.made_binary, first, GrB_FP64, GrB_FP64, GrB_FP64),
        CALL(GrB_IndexUnaryOp_new, &o.made_index, row, GrB_FP64, GrB_FP64, GrB_FP64),
        CALL(GrB_Monoid_new_FP64, &o.made_monoid, GrB_PLUS_FP64, 0),
        CALL(GrB_Monoid_new_UDT, &o.made_monoid, o.big_plus, &o.big_number),
        CALL(GrB_Semiring_new, &o.made_semiring, o.big_monoid, o.big_times),
        CALL(GrB_Descriptor_new, &o.made_descriptor),
        CALL(GrB_Descriptor_set, o.desc, GrB_INP0, GrB_TRAN),
        CALL(GxB_Type_new, &o.made_type, 24, "three",
             "typedef struct { double a, b, c ; } three ;"),
        CALL(GxB_UnaryOp_new, &o.made_unary, identity, GrB_FP64, GrB_FP64, "identity",
             "void identity (double *z, const double *x) { *z = *x ; }"),
        CALL(GxB_BinaryOp_new, &o.made_binary, first, GrB_FP64, GrB_FP64, GrB_FP64, "first",
             "void first (double *z, const double *x, const double *y) { *z = *x ; }"),
        CALL(GxB_IndexUnaryOp_new, &o.made_index, row, GrB_FP64, GrB_FP64, GrB_FP64, "row",
             "void row (double *z, const double *x, GrB_Index i, GrB_Index j, const double *y) "
             "{ *z = i ; }"),
    });
}

TEST(FaultsObjects, Names) {
    sweep_some({
        CALL(GrB_Type_set_String, o.big, "struct big", GrB_NAME),
        CALL(GrB_Descriptor_set_String, o.desc, "mine", GrB_NAME),
        CALL(GrB_Matrix_set_String, o.A, "adjacency", GrB_NAME),
        CALL(GrB_Vector_set_String, o.u, "frontier of the search", GrB_NAME),
        CALL(GrB_Scalar_set_String, o.s, "damping", GrB_NAME),
        CALL(GrB_Matrix_get_String, o.A, o.text, GrB_EL_TYPE_STRING),
        CALL(GrB_UnaryOp_get_String, GrB_IDENTITY_UINT32, o.text, GrB_NAME),
        CALL(GrB_Semiring_get_String, GrB_MAX_SECOND_SEMIRING_UINT32, o.text, GrB_NAME),
        CALL(GrB_Semiring_get_SIZE, GrB_MAX_SECOND_SEMIRING_UINT32, &o.size, GrB_NAME),
        CALL(GrB_Matrix_get_Scalar, o.A, o.none, GrB_EL_TYPE_CODE),
        CALL(GrB_Global_get_String, GrB_GLOBAL, o.text, GrB_NAME),
    });
}

GrB_Info force_a_variant(World &) {
    return GrB_Global_set_String(GrB_GLOBAL, "mxm:cpu/mxm_gustavson_hash",
                                 static_cast<GrB_Field>(GrX_FORCE));
}
GrB_Info pick_a_variant(World &o) {
    require(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_PICKS)));
    return GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr);
}
template <int field>
GrB_Info get_of_library(World &o) {
    return GrB_Global_get_String(GrB_GLOBAL, o.text, static_cast<GrB_Field>(field));
}

/// Returns the counts of the product alone, since reading an object's contents counts too.
GrB_Info get_of_picks(World &o) {
    const GrB_Info info = get_of_library<GrX_PICKS>(o);
    if (info == GrB_SUCCESS) o.text[std::strcspn(o.text, " ")] = '\0';
    return info;
}

TEST(FaultsObjects, Settings) {
    sweep_some({
        {"get of GrX_FORCE", get_of_library<GrX_FORCE>, force_a_variant},
        {"get of GrX_PICKS", get_of_picks, pick_a_variant},
        {"get of GrX_LAST_VARIANT", get_of_library<GrX_LAST_VARIANT>, pick_a_variant},
        CALL(GrB_Global_set_String, GrB_GLOBAL, "mxm:cpu/mxm_gustavson_hash",
             static_cast<GrB_Field>(GrX_SKIP)),
        CALL(GrB_Global_get_String, GrB_GLOBAL, o.text, static_cast<GrB_Field>(GrX_LOG)),
    });
}

/// The text of a failure for lack of memory needs no memory.
TEST(FaultsObjects, TextOfTheFailure) {
    const Session session;
    World o(Storage::as_made);
    fail_at(1, Failing::from_then_on);
    EXPECT_EQ(GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
              GrB_OUT_OF_MEMORY);
    const char *text = nullptr;
    EXPECT_EQ(GrB_Matrix_error(&text, o.C), GrB_SUCCESS);
    EXPECT_STREQ(text, "out of memory");
    // An API error cannot keep its text either, and says so.
    EXPECT_EQ(GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.A, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GrB_Matrix_error(&text, o.C), GrB_SUCCESS);
    EXPECT_STREQ(text, "out of memory");
    EXPECT_TRUE(stop_failing());
    EXPECT_EQ(GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.A, nullptr),
              GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GrB_Matrix_error(&text, o.C), GrB_SUCCESS);
    EXPECT_NE(std::strstr(text, "GrB_mxm: "), nullptr) << text;
    // With an existing buffer, its text is exact.
    fail_at(1, Failing::from_then_on);
    EXPECT_EQ(GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
              GrB_OUT_OF_MEMORY);
    stop_failing();
    EXPECT_EQ(GrB_Matrix_error(&text, o.C), GrB_SUCCESS);
    EXPECT_STREQ(text, "GrB_mxm: out of memory");
}

/// GrB_free never asks for memory.
TEST(FaultsObjects, Freeing) {
    for (const Storage storage : all_storages) {
        const Session session;
        const auto world = std::make_unique<World>(storage);
        const long before = requests();
        GrB_Matrix A = world->A;
        world->A = nullptr;
        fail_at(1, Failing::from_then_on);
        EXPECT_EQ(GrB_Matrix_free(&A), GrB_SUCCESS);
        EXPECT_FALSE(stop_failing());
        EXPECT_EQ(requests(), before);
        require(GrB_Matrix_new(&world->A, GrB_FP64, 12, 14));
    }
}

} // namespace
} // namespace faults
