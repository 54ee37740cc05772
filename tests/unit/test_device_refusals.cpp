// What the device has no code for is refused with a reason, before anything is sent there.
#include "cuda/library/operands.hpp"
#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using grb::device::Failure;
using grb::device::name_of;
using grb::device::refusal_of;

std::string reason(const char *text) {
    return text != nullptr ? text : "";
}

TEST(DeviceRefusals, ComplexNumbers) {
    for (const char *text :
         {refusal_of(GxB_FC32), refusal_of(GxB_FC64), refusal_of(*GxB_PLUS_FC64),
          refusal_of(*GxB_EQ_FC32), refusal_of(*GxB_CMPLX_FP32), refusal_of(*GxB_ABS_FC64),
          refusal_of(*GxB_VALUEEQ_FC32), refusal_of(*GxB_PLUS_FC64_MONOID),
          refusal_of(*GxB_ANY_FC32), refusal_of(*GxB_EXP_FC64)})
        EXPECT_EQ(reason(text), "complex numbers");
    EXPECT_FALSE(grb::device::is_builtin(GxB_FC32));
    EXPECT_TRUE(grb::device::is_builtin(GrB_FP64));
}

TEST(DeviceRefusals, OperatorsWithoutAName) {
    for (const char *text :
         {refusal_of(*GxB_POW_FP64), refusal_of(*GxB_ISEQ_INT8), refusal_of(*GxB_RDIV_FP32),
          refusal_of(*GxB_BGET_UINT16), refusal_of(*GxB_LOR_INT32), refusal_of(*GxB_LAND_FP64),
          refusal_of(*GxB_LXOR_UINT8), refusal_of(*GxB_LNOT_INT64), refusal_of(*GxB_ONE_BOOL),
          refusal_of(*GxB_SIN_FP32), refusal_of(*GxB_FIRSTI_INT64)})
        EXPECT_EQ(reason(text), "an operator that GPUs do not have");
    EXPECT_THROW(name_of(*GxB_POW_FP64), Failure);
    EXPECT_THROW(name_of(*GxB_SIN_FP32), Failure);
}

TEST(DeviceRefusals, OfWhatItHas) {
    EXPECT_EQ(refusal_of(*GrB_LOR), nullptr);
    EXPECT_EQ(refusal_of(*GrB_LNOT), nullptr);
    EXPECT_EQ(refusal_of(*GrB_PLUS_FP64), nullptr);
    EXPECT_EQ(refusal_of(*GxB_PAIR_INT32), nullptr);
    EXPECT_EQ(refusal_of(*GxB_SQRT_FP32), nullptr);
    EXPECT_EQ(refusal_of(*GrB_VALUEGT_FP64), nullptr);
    EXPECT_EQ(refusal_of(*GrB_TRIL), nullptr);
    // Any of some values: their minimum will do.
    EXPECT_EQ(refusal_of(*GxB_ANY_INT32_MONOID), nullptr);
    EXPECT_STREQ(name_of(*GxB_ANY_INT32).functor, "Min");
    EXPECT_STREQ(name_of(*GxB_ANY_BOOL).functor, "Lor");
    EXPECT_EQ(refusal_of(*GxB_BOR_UINT8_MONOID), nullptr);
}

} // namespace
