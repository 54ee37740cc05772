// The number of every enumeration constant: programs compiled elsewhere rely on them.
#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace {

#define HAS_NUMBER(type, constant, number)                    \
    static_assert(std::is_same_v<decltype(constant), type> && \
                  static_cast<int>(constant) == (number))

HAS_NUMBER(GrB_Mode, GrB_NONBLOCKING, 0);
HAS_NUMBER(GrB_Mode, GrB_BLOCKING, 1);

HAS_NUMBER(GrB_WaitMode, GrB_COMPLETE, 0);
HAS_NUMBER(GrB_WaitMode, GrB_MATERIALIZE, 1);

HAS_NUMBER(GrB_Type_Code, GrB_UDT_CODE, 0);
HAS_NUMBER(GrB_Type_Code, GrB_BOOL_CODE, 1);
HAS_NUMBER(GrB_Type_Code, GrB_INT8_CODE, 2);
HAS_NUMBER(GrB_Type_Code, GrB_UINT8_CODE, 3);
HAS_NUMBER(GrB_Type_Code, GrB_INT16_CODE, 4);
HAS_NUMBER(GrB_Type_Code, GrB_UINT16_CODE, 5);
HAS_NUMBER(GrB_Type_Code, GrB_INT32_CODE, 6);
HAS_NUMBER(GrB_Type_Code, GrB_UINT32_CODE, 7);
HAS_NUMBER(GrB_Type_Code, GrB_INT64_CODE, 8);
HAS_NUMBER(GrB_Type_Code, GrB_UINT64_CODE, 9);
HAS_NUMBER(GrB_Type_Code, GrB_FP32_CODE, 10);
HAS_NUMBER(GrB_Type_Code, GrB_FP64_CODE, 11);

HAS_NUMBER(GrB_Format, GrB_CSR_FORMAT, 0);
HAS_NUMBER(GrB_Format, GrB_CSC_FORMAT, 1);
HAS_NUMBER(GrB_Format, GrB_COO_FORMAT, 2);

HAS_NUMBER(GrB_Desc_Field, GrB_OUTP, 0);
HAS_NUMBER(GrB_Desc_Field, GrB_MASK, 1);
HAS_NUMBER(GrB_Desc_Field, GrB_INP0, 2);
HAS_NUMBER(GrB_Desc_Field, GrB_INP1, 3);

HAS_NUMBER(GrB_Desc_Value, GrB_DEFAULT, 0);
HAS_NUMBER(GrB_Desc_Value, GrB_REPLACE, 1);
HAS_NUMBER(GrB_Desc_Value, GrB_COMP, 2);
HAS_NUMBER(GrB_Desc_Value, GrB_TRAN, 3);
HAS_NUMBER(GrB_Desc_Value, GrB_STRUCTURE, 4);
HAS_NUMBER(GrB_Desc_Value, GrB_COMP_STRUCTURE, 6);

HAS_NUMBER(GrB_Field, GrB_OUTP_FIELD, 0);
HAS_NUMBER(GrB_Field, GrB_MASK_FIELD, 1);
HAS_NUMBER(GrB_Field, GrB_INP0_FIELD, 2);
HAS_NUMBER(GrB_Field, GrB_INP1_FIELD, 3);
HAS_NUMBER(GrB_Field, GrB_NAME, 10);
HAS_NUMBER(GrB_Field, GrB_LIBRARY_VER_MAJOR, 11);
HAS_NUMBER(GrB_Field, GrB_LIBRARY_VER_MINOR, 12);
HAS_NUMBER(GrB_Field, GrB_LIBRARY_VER_PATCH, 13);
HAS_NUMBER(GrB_Field, GrB_API_VER_MAJOR, 14);
HAS_NUMBER(GrB_Field, GrB_API_VER_MINOR, 15);
HAS_NUMBER(GrB_Field, GrB_API_VER_PATCH, 16);
HAS_NUMBER(GrB_Field, GrB_BLOCKING_MODE, 17);
HAS_NUMBER(GrB_Field, GrB_STORAGE_ORIENTATION_HINT, 100);
HAS_NUMBER(GrB_Field, GrB_EL_TYPE_CODE, 102);
HAS_NUMBER(GrB_Field, GrB_INP0_TYPE_CODE, 103);
HAS_NUMBER(GrB_Field, GrB_INP1_TYPE_CODE, 104);
HAS_NUMBER(GrB_Field, GrB_OUTP_TYPE_CODE, 105);
HAS_NUMBER(GrB_Field, GrB_EL_TYPE_STRING, 106);
HAS_NUMBER(GrB_Field, GrB_INP0_TYPE_STRING, 107);
HAS_NUMBER(GrB_Field, GrB_INP1_TYPE_STRING, 108);
HAS_NUMBER(GrB_Field, GrB_OUTP_TYPE_STRING, 109);
HAS_NUMBER(GrB_Field, GrB_SIZE, 110);

HAS_NUMBER(GrB_Orientation, GrB_ROWMAJOR, 0);
HAS_NUMBER(GrB_Orientation, GrB_COLMAJOR, 1);
HAS_NUMBER(GrB_Orientation, GrB_BOTH, 2);
HAS_NUMBER(GrB_Orientation, GrB_UNKNOWN, 3);

HAS_NUMBER(GrB_Info, GrB_SUCCESS, 0);
HAS_NUMBER(GrB_Info, GrB_NO_VALUE, 1);
HAS_NUMBER(GrB_Info, GrB_UNINITIALIZED_OBJECT, -1);
HAS_NUMBER(GrB_Info, GrB_NULL_POINTER, -2);
HAS_NUMBER(GrB_Info, GrB_INVALID_VALUE, -3);
HAS_NUMBER(GrB_Info, GrB_INVALID_INDEX, -4);
HAS_NUMBER(GrB_Info, GrB_DOMAIN_MISMATCH, -5);
HAS_NUMBER(GrB_Info, GrB_DIMENSION_MISMATCH, -6);
HAS_NUMBER(GrB_Info, GrB_OUTPUT_NOT_EMPTY, -7);
HAS_NUMBER(GrB_Info, GrB_NOT_IMPLEMENTED, -8);
HAS_NUMBER(GrB_Info, GrB_ALREADY_SET, -9);
HAS_NUMBER(GrB_Info, GrB_PANIC, -101);
HAS_NUMBER(GrB_Info, GrB_OUT_OF_MEMORY, -102);
HAS_NUMBER(GrB_Info, GrB_INSUFFICIENT_SPACE, -103);
HAS_NUMBER(GrB_Info, GrB_INVALID_OBJECT, -104);
HAS_NUMBER(GrB_Info, GrB_INDEX_OUT_OF_BOUNDS, -105);
HAS_NUMBER(GrB_Info, GrB_EMPTY_OBJECT, -106);

HAS_NUMBER(GrB_Field, GxB_JIT_C_NAME, 7041);
HAS_NUMBER(GrB_Field, GxB_JIT_C_DEFINITION, 7042);
HAS_NUMBER(GrB_Field, GxB_GLOBAL_NTHREADS, 7086);
HAS_NUMBER(GrB_Field, GxB_NTHREADS, 7086);
HAS_NUMBER(GrB_Field, GrX_FORMAT, 8000);
HAS_NUMBER(GrB_Field, GrX_FORMAT_STATUS, 8001);
HAS_NUMBER(GrB_Field, GrX_INDEX_WIDTH, 8002);
HAS_NUMBER(GrB_Field, GrX_FORCE, 8003);
HAS_NUMBER(GrB_Field, GrX_SKIP, 8004);
HAS_NUMBER(GrB_Field, GrX_LOG, 8005);
HAS_NUMBER(GrB_Field, GrX_DETERMINISTIC, 8006);
HAS_NUMBER(GrB_Field, GrX_ORIENTATIONS, 8007);
HAS_NUMBER(GrB_Field, GrX_LAST_VARIANT, 8008);
HAS_NUMBER(GrB_Field, GrX_DEVICE, 8012);
HAS_NUMBER(GrB_Field, GrX_DEVICE_NAME, 8013);
HAS_NUMBER(GrB_Field, GrX_TF32, 8020);
HAS_NUMBER(GrB_Field, GrX_PICKS, 8009);
HAS_NUMBER(GrB_Field, GrX_BYTES, 8010);

HAS_NUMBER(GrX_Format, GrX_AUTO, 0);
HAS_NUMBER(GrX_Format, GrX_SPARSE, 1);
HAS_NUMBER(GrX_Format, GrX_HYPERSPARSE, 2);
HAS_NUMBER(GrX_Format, GrX_BITMAP, 3);
HAS_NUMBER(GrX_Format, GrX_FULL, 4);

#undef HAS_NUMBER

TEST(EnumValues, EnumerationsAreAsWideAsInt) {
    EXPECT_EQ(sizeof(GrB_Info), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Mode), sizeof(int));
    EXPECT_EQ(sizeof(GrB_WaitMode), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Desc_Field), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Desc_Value), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Field), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Format), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Type_Code), sizeof(int));
    EXPECT_EQ(sizeof(GrB_Orientation), sizeof(int));
    EXPECT_EQ(sizeof(GrX_Format), sizeof(int));
}

} // namespace
