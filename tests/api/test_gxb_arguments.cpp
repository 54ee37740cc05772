// SuiteSparse's functions without a library, with NULL for every pointer, and with handles to what was never
// initialised: a code each time.
#include "api/gxb.h"

namespace api {
namespace {

// clang-format off
#define FUNCTIONS(M) \
    M(GxB_Global_Option_set_CHAR) M(GxB_Global_Option_get_INT32) M(GxB_Global_Option_get_FP64) \
    M(GxB_Global_Option_get_INT64) M(GxB_Global_Option_get_CHAR) \
    M(GxB_Global_Option_get_FUNCTION) M(GxB_Matrix_Option_set_INT32) \
    M(GxB_Matrix_Option_set_FP64) M(GxB_Matrix_Option_get_INT32) M(GxB_Matrix_Option_get_FP64) \
    M(GxB_Vector_Option_set_INT32) M(GxB_Vector_Option_set_FP64) M(GxB_Vector_Option_get_INT32) \
    M(GxB_Vector_Option_get_FP64) M(GxB_Desc_set_INT32) M(GxB_Desc_get_INT32) \
    M(GxB_Desc_set_FP64) M(GxB_Desc_get_FP64) M(GxB_Descriptor_get) M(GxB_Context_new) \
    M(GxB_Context_engage) M(GxB_Context_wait) M(GxB_Context_error) M(GxB_Context_set_INT32) \
    M(GxB_Context_get_INT32) M(GxB_Context_set_FP64) M(GxB_Context_get_FP64) \
    M(GxB_Context_set_INT) M(GxB_Context_get_INT) M(GxB_Context_set_Scalar) \
    M(GxB_Context_get_Scalar) M(GxB_Context_set_String) M(GxB_Context_get_String) \
    M(GxB_Context_get_SIZE) M(GxB_Context_get_VOID) M(GxB_Context_set_VOID) M(GxB_Type_size) \
    M(GxB_Type_name) M(GxB_Type_from_name) M(GxB_Scalar_type) M(GxB_Vector_type) \
    M(GxB_Matrix_type) M(GxB_Scalar_type_name) M(GxB_Vector_type_name) M(GxB_Matrix_type_name) \
    M(GxB_UnaryOp_ztype) M(GxB_UnaryOp_xtype) M(GxB_UnaryOp_ztype_name) \
    M(GxB_UnaryOp_xtype_name) M(GxB_BinaryOp_ztype) M(GxB_BinaryOp_xtype) M(GxB_BinaryOp_ytype) \
    M(GxB_BinaryOp_ztype_name) M(GxB_BinaryOp_xtype_name) M(GxB_BinaryOp_ytype_name) \
    M(GxB_IndexUnaryOp_ztype_name) M(GxB_IndexUnaryOp_xtype_name) M(GxB_IndexUnaryOp_ytype_name) \
    M(GxB_Monoid_terminal_new_BOOL) M(GxB_Monoid_terminal_new_INT8) \
    M(GxB_Monoid_terminal_new_UINT8) M(GxB_Monoid_terminal_new_INT16) \
    M(GxB_Monoid_terminal_new_UINT16) M(GxB_Monoid_terminal_new_INT32) \
    M(GxB_Monoid_terminal_new_UINT32) M(GxB_Monoid_terminal_new_INT64) \
    M(GxB_Monoid_terminal_new_UINT64) M(GxB_Monoid_terminal_new_FP32) \
    M(GxB_Monoid_terminal_new_FP64) M(GxB_Monoid_terminal_new_FC32) \
    M(GxB_Monoid_terminal_new_FC64) M(GxB_Monoid_terminal_new_UDT) M(GxB_Monoid_operator) \
    M(GxB_Monoid_identity) M(GxB_Monoid_terminal) M(GxB_Semiring_add) M(GxB_Semiring_multiply) \
    M(GxB_Scalar_memoryUsage) M(GxB_Vector_memoryUsage) M(GxB_Matrix_memoryUsage) \
    M(GxB_Vector_iso) M(GxB_Matrix_iso) M(GxB_Vector_isStoredElement) \
    M(GxB_Matrix_isStoredElement) M(GxB_Scalar_new) M(GxB_Scalar_dup) M(GxB_Scalar_clear) \
    M(GxB_Scalar_nvals) M(GxB_Scalar_wait) M(GxB_Scalar_error) M(GxB_Scalar_setElement_BOOL) \
    M(GxB_Scalar_extractElement_BOOL) M(GxB_Scalar_setElement_INT8) \
    M(GxB_Scalar_extractElement_INT8) M(GxB_Scalar_setElement_UINT8) \
    M(GxB_Scalar_extractElement_UINT8) M(GxB_Scalar_setElement_INT16) \
    M(GxB_Scalar_extractElement_INT16) M(GxB_Scalar_setElement_UINT16) \
    M(GxB_Scalar_extractElement_UINT16) M(GxB_Scalar_setElement_INT32) \
    M(GxB_Scalar_extractElement_INT32) M(GxB_Scalar_setElement_UINT32) \
    M(GxB_Scalar_extractElement_UINT32) M(GxB_Scalar_setElement_INT64) \
    M(GxB_Scalar_extractElement_INT64) M(GxB_Scalar_setElement_UINT64) \
    M(GxB_Scalar_extractElement_UINT64) M(GxB_Scalar_setElement_FP32) \
    M(GxB_Scalar_extractElement_FP32) M(GxB_Scalar_setElement_FP64) \
    M(GxB_Scalar_extractElement_FP64) M(GxB_Scalar_setElement_UDT) \
    M(GxB_Scalar_extractElement_UDT) M(GxB_Vector_resize) M(GxB_Matrix_resize) M(GxB_kron) \
    M(GxB_Vector_apply_BinaryOp1st) M(GxB_Vector_apply_BinaryOp2nd) \
    M(GxB_Matrix_apply_BinaryOp1st) M(GxB_Matrix_apply_BinaryOp2nd) M(GxB_Vector_build_Scalar) \
    M(GxB_Matrix_build_Scalar) M(GxB_Vector_subassign) M(GxB_Matrix_subassign) \
    M(GxB_Col_subassign) M(GxB_Row_subassign) M(GxB_Vector_subassign_BOOL) \
    M(GxB_Matrix_subassign_BOOL) M(GxB_Vector_subassign_INT8) M(GxB_Matrix_subassign_INT8) \
    M(GxB_Vector_subassign_UINT8) M(GxB_Matrix_subassign_UINT8) M(GxB_Vector_subassign_INT16) \
    M(GxB_Matrix_subassign_INT16) M(GxB_Vector_subassign_UINT16) M(GxB_Matrix_subassign_UINT16) \
    M(GxB_Vector_subassign_INT32) M(GxB_Matrix_subassign_INT32) M(GxB_Vector_subassign_UINT32) \
    M(GxB_Matrix_subassign_UINT32) M(GxB_Vector_subassign_INT64) M(GxB_Matrix_subassign_INT64) \
    M(GxB_Vector_subassign_UINT64) M(GxB_Matrix_subassign_UINT64) M(GxB_Vector_subassign_FP32) \
    M(GxB_Matrix_subassign_FP32) M(GxB_Vector_subassign_FP64) M(GxB_Matrix_subassign_FP64) \
    M(GxB_Vector_subassign_FC32) M(GxB_Matrix_subassign_FC32) M(GxB_Vector_subassign_FC64) \
    M(GxB_Matrix_subassign_FC64) M(GxB_Vector_subassign_UDT) M(GxB_Matrix_subassign_UDT) M(GxB_Vector_subassign_Scalar) \
    M(GxB_Matrix_subassign_Scalar) M(GxB_Vector_eWiseUnion) M(GxB_Matrix_eWiseUnion) \
    M(GxB_Vector_sort) M(GxB_Matrix_sort) M(GxB_Matrix_concat) M(GxB_Matrix_split) \
    M(GxB_Matrix_diag) M(GxB_Vector_diag) M(GxB_Matrix_reshape) M(GxB_Matrix_reshapeDup) \
    M(GxB_Vector_select) M(GxB_Matrix_select) M(GxB_SelectOp_xtype) M(GxB_SelectOp_ttype) \
    M(GxB_Matrix_serialize) M(GxB_Vector_serialize) M(GxB_Matrix_deserialize) \
    M(GxB_Vector_deserialize) M(GxB_deserialize_type_name) M(GxB_Serialized_get_Scalar) \
    M(GxB_Serialized_get_String) M(GxB_Serialized_get_INT32) M(GxB_Serialized_get_SIZE) \
    M(GxB_Serialized_get_VOID) M(GxB_Type_fprint) M(GxB_UnaryOp_fprint) M(GxB_BinaryOp_fprint) \
    M(GxB_IndexUnaryOp_fprint) M(GxB_SelectOp_fprint) M(GxB_Monoid_fprint) \
    M(GxB_Semiring_fprint) M(GxB_Descriptor_fprint) M(GxB_Scalar_fprint) M(GxB_Vector_fprint) \
    M(GxB_Matrix_fprint) M(GxB_Context_fprint) M(GxB_Matrix_import_CSR) M(GxB_Matrix_export_CSR) \
    M(GxB_Matrix_pack_CSR) M(GxB_Matrix_unpack_CSR) M(GxB_Matrix_import_CSC) \
    M(GxB_Matrix_export_CSC) M(GxB_Matrix_pack_CSC) M(GxB_Matrix_unpack_CSC) \
    M(GxB_Matrix_import_HyperCSR) M(GxB_Matrix_export_HyperCSR) M(GxB_Matrix_pack_HyperCSR) \
    M(GxB_Matrix_unpack_HyperCSR) M(GxB_Matrix_import_HyperCSC) M(GxB_Matrix_export_HyperCSC) \
    M(GxB_Matrix_pack_HyperCSC) M(GxB_Matrix_unpack_HyperCSC) M(GxB_Matrix_import_BitmapR) \
    M(GxB_Matrix_export_BitmapR) M(GxB_Matrix_pack_BitmapR) M(GxB_Matrix_unpack_BitmapR) \
    M(GxB_Matrix_import_BitmapC) M(GxB_Matrix_export_BitmapC) M(GxB_Matrix_pack_BitmapC) \
    M(GxB_Matrix_unpack_BitmapC) M(GxB_Matrix_import_FullR) M(GxB_Matrix_export_FullR) \
    M(GxB_Matrix_pack_FullR) M(GxB_Matrix_unpack_FullR) M(GxB_Matrix_import_FullC) \
    M(GxB_Matrix_export_FullC) M(GxB_Matrix_pack_FullC) M(GxB_Matrix_unpack_FullC) \
    M(GxB_Vector_import_CSC) M(GxB_Vector_export_CSC) M(GxB_Vector_pack_CSC) \
    M(GxB_Vector_unpack_CSC) M(GxB_Vector_import_Bitmap) M(GxB_Vector_export_Bitmap) \
    M(GxB_Vector_pack_Bitmap) M(GxB_Vector_unpack_Bitmap) M(GxB_Vector_import_Full) \
    M(GxB_Vector_export_Full) M(GxB_Vector_pack_Full) M(GxB_Vector_unpack_Full) \
    M(GxB_unpack_HyperHash) M(GxB_pack_HyperHash) M(GxB_Iterator_new) M(GxB_rowIterator_attach) \
    M(GxB_rowIterator_seekRow) M(GxB_rowIterator_kseek) M(GxB_rowIterator_nextRow) \
    M(GxB_rowIterator_nextCol) M(GxB_colIterator_attach) M(GxB_colIterator_seekCol) \
    M(GxB_colIterator_kseek) M(GxB_colIterator_nextCol) M(GxB_colIterator_nextRow) \
    M(GxB_Matrix_Iterator_attach) M(GxB_Matrix_Iterator_seek) M(GxB_Matrix_Iterator_next) \
    M(GxB_Vector_Iterator_attach) M(GxB_Vector_Iterator_seek) M(GxB_Vector_Iterator_next) \
    M(GB_Iterator_attach) M(GB_Iterator_rc_seek) M(GB_Iterator_rc_bitmap_next)
// clang-format on

template <class T>
T zero() {
    return T{};
}
template <class T>
T fake_or_zero() {
    if constexpr (std::is_same_v<T, GrB_Matrix> || std::is_same_v<T, GrB_Vector> ||
                  std::is_same_v<T, GrB_Scalar> || std::is_same_v<T, GrB_Type> ||
                  std::is_same_v<T, GrB_BinaryOp> || std::is_same_v<T, GrB_UnaryOp> ||
                  std::is_same_v<T, GrB_Monoid> || std::is_same_v<T, GrB_Semiring> ||
                  std::is_same_v<T, GrB_IndexUnaryOp> || std::is_same_v<T, GrB_Descriptor> ||
                  std::is_same_v<T, GxB_SelectOp> || std::is_same_v<T, GxB_Context>) {
        return fake<T>();
    } else {
        return T{};
    }
}

template <class... Arguments>
GrB_Info with_zeros(GrB_Info (*function)(Arguments...)) {
    return function(zero<Arguments>()...);
}
template <class... Arguments>
GrB_Info with_fakes(GrB_Info (*function)(Arguments...)) {
    return function(fake_or_zero<Arguments>()...);
}

TEST(GxbArguments, NullIsSeen) {
#define CALL(name) EXPECT_EQ(with_zeros(name), GrB_NULL_POINTER) << #name;
    FUNCTIONS(CALL)
#undef CALL
    GxB_Context context = nullptr;
    GxB_Iterator iterator = nullptr;
    EXPECT_EQ(GxB_Context_free(nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_Context_free(&context), GrB_SUCCESS);
    EXPECT_EQ(GxB_Iterator_free(&iterator), GrB_SUCCESS);
    EXPECT_EQ(GxB_Scalar_free(nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_Context_disengage(nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_Global_Option_set_INT32(GxB_LIBRARY_NAME, 0), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FP64(GxB_BURBLE, 0), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FP64_ARRAY(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_INT64_ARRAY(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Global_Option_set_FUNCTION(GxB_BURBLE, nullptr), GrB_INVALID_VALUE);
}

TEST(GxbArguments, WhatWasNeverInitialisedIsSeen) {
#define CALL(name)                                                                \
    {                                                                             \
        const GrB_Info info = with_fakes(name);                                   \
        EXPECT_TRUE(info == GrB_NULL_POINTER || info == GrB_UNINITIALIZED_OBJECT) \
            << #name << ": " << info;                                             \
    }
    FUNCTIONS(CALL)
#undef CALL
    EXPECT_EQ(GxB_Matrix_resize(fake<GrB_Matrix>(), 1, 1), GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(GxB_Matrix_fprint(fake<GrB_Matrix>(), "A", GxB_SILENT, nullptr),
              GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(GxB_Context_engage(fake<GxB_Context>()), GrB_UNINITIALIZED_OBJECT);
}

/// Those that work at any time, and those that move an iterator, which knows no library.
bool needs_library(const std::string &name) {
    const bool moves = name.find("Iterator") != std::string::npos &&
                       name.find("attach") == std::string::npos && name != "GxB_Iterator_new";
    return !moves && name.find("_error") == std::string::npos && name != "GxB_Scalar_wait";
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
