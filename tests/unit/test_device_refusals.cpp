// Tests that the device refuses operations without device code, with a reason, before it sends
// data.
#include "algebra/indexed.hpp"
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
          refusal_of(*GxB_ANY_FC32), refusal_of(*GxB_EXP_FC64), refusal_of(*GxB_CONJ_FC32)})
        EXPECT_EQ(reason(text), "");
    EXPECT_STREQ(name_of(*GxB_ANY_FC32).functor, "Any");
    EXPECT_STREQ(name_of(*GxB_TIMES_FC64).type, "grb::Complex<double>");
    EXPECT_STREQ(name_of(*GxB_CARG_FC32).functor, "Carg");
    // 1 · inf has a NaN: sums begin with their first term.
    EXPECT_FALSE(grb::device::has_identity(*GxB_TIMES_FC64));
    EXPECT_TRUE(grb::device::is_builtin(GxB_FC32));
    EXPECT_TRUE(grb::device::is_builtin(GrB_FP64));
}

TEST(DeviceRefusals, OperatorsWithoutAName) {
    for (const char *text : {refusal_of(*GxB_FIRSTI_INT64), refusal_of(*GxB_SECONDJ1_INT32),
                             refusal_of(*GxB_POSITIONI_INT64), refusal_of(*GxB_IGNORE_DUP)})
        EXPECT_EQ(reason(text), "an operator that GPUs do not have");
    EXPECT_THROW(name_of(*GxB_FIRSTI_INT64), Failure);
    EXPECT_THROW(name_of(*GxB_POSITIONI_INT64), Failure);
}

TEST(DeviceRefusals, OperatorsOfSuiteSparse) {
    for (const char *text :
         {refusal_of(*GxB_POW_FP64), refusal_of(*GxB_ISEQ_INT8), refusal_of(*GxB_RDIV_FP32),
          refusal_of(*GxB_BGET_UINT16), refusal_of(*GxB_LOR_INT32), refusal_of(*GxB_LAND_FP64),
          refusal_of(*GxB_LXOR_UINT8), refusal_of(*GxB_LNOT_INT64), refusal_of(*GxB_ONE_BOOL),
          refusal_of(*GxB_SIN_FP32), refusal_of(*GxB_ISINF_FP64)})
        EXPECT_EQ(reason(text), "");
    EXPECT_STREQ(name_of(*GxB_POW_FP64).functor, "Pow");
    EXPECT_STREQ(name_of(*GxB_LOR_UINT64).functor, "Lor");
    EXPECT_STREQ(name_of(*GxB_LOR_UINT64).type, "unsigned long");
    EXPECT_STREQ(name_of(*GxB_BSHIFT_INT8).functor, "Bshift");
    EXPECT_STREQ(name_of(*GxB_FREXPE_FP32).functor, "Frexpe");
}

/// Over numbers 0 ∨ 5 is 1: LOR has no identity, so sums must not begin with one.
TEST(DeviceRefusals, LogicalMonoidsOverNumbers) {
    for (GrB_BinaryOp op : {GxB_LOR_UINT64, GxB_LAND_FP32, GxB_LXOR_INT8}) {
        EXPECT_FALSE(grb::device::has_identity(*op));
        grb::Monoid monoid{};
        monoid.op = op;
        EXPECT_EQ(refusal_of(monoid), nullptr);
    }
    for (GrB_BinaryOp op : {GrB_LOR, GrB_LAND, GrB_LXOR})
        EXPECT_TRUE(grb::device::has_identity(*op));
    grb::Monoid monoid{};
    monoid.op = GxB_RMINUS_INT32;
    EXPECT_EQ(reason(refusal_of(monoid)), "no monoid of the catalogue");
}

TEST(DeviceRefusals, OfWhatItHas) {
    EXPECT_EQ(refusal_of(*GrB_LOR), nullptr);
    EXPECT_EQ(refusal_of(*GrB_LNOT), nullptr);
    EXPECT_EQ(refusal_of(*GrB_PLUS_FP64), nullptr);
    EXPECT_EQ(refusal_of(*GxB_PAIR_INT32), nullptr);
    EXPECT_EQ(refusal_of(*GxB_SQRT_FP32), nullptr);
    EXPECT_EQ(refusal_of(*GrB_VALUEGT_FP64), nullptr);
    EXPECT_EQ(refusal_of(*GrB_TRIL), nullptr);
    // ANY may return the minimum of the values.
    EXPECT_EQ(refusal_of(*GxB_ANY_INT32_MONOID), nullptr);
    EXPECT_STREQ(name_of(*GxB_ANY_INT32).functor, "Min");
    EXPECT_STREQ(name_of(*GxB_ANY_BOOL).functor, "Lor");
    EXPECT_EQ(refusal_of(*GxB_BOR_UINT8_MONOID), nullptr);
}

/// Finds the device code of an operator on values and positions.
class DeviceRefusalsOfPositions : public testing::Test {
protected:
    /// Returns the refusals of the operator and of the one that attaches positions to the first
    /// operand's entries.
    static std::string of(const grb::IndexBinaryOp &source) {
        const unsigned char theta[128] = {};
        const auto op = grb::Held<grb::BinaryOp>::adopt(grb::make_indexed(source, theta));
        return reason(refusal_of(*op->binding->carried)) + '/' +
               reason(refusal_of(op->binding->carry_left));
    }
    static grb::IndexBinaryOp operator_on(const grb::Type *x, const grb::Type *theta) {
        return {{},       {grb::Magic::index_binary_op, true},
                GrB_FP64, x,
                GrB_INT8, theta,
                nullptr,  "gap",
                source_};
    }
    static grb::Type user_type(std::size_t size, char *source) {
        grb::Type type(grb::TypeCode::user, size, "Block", true);
        type.definition = source;
        return type;
    }

    static inline char source_[] = "void gap (void) {}", type_source_[] = "typedef int Block ;";
};

TEST_F(DeviceRefusalsOfPositions, OfWhatItHas) {
    EXPECT_EQ(of(operator_on(GrB_FP32, GrB_INT64)), "/");
    const grb::Type block = user_type(48, type_source_);
    EXPECT_EQ(of(operator_on(&block, &block)), "/");
}

TEST_F(DeviceRefusalsOfPositions, WithoutSource) {
    grb::IndexBinaryOp op = operator_on(GrB_FP32, GrB_INT64);
    op.definition = nullptr;
    EXPECT_EQ(of(op), "no source for the GPU/");
    op.definition = source_;
    op.name = "a gap";
    EXPECT_EQ(of(op), "no source for the GPU/");
    const grb::Type block = user_type(16, nullptr);
    EXPECT_EQ(of(operator_on(&block, GrB_INT64)), "no source for the GPU/no source for the GPU");
    EXPECT_EQ(of(operator_on(GrB_FP32, &block)), "no source for the GPU/");
}

TEST_F(DeviceRefusalsOfPositions, OfTypes) {
    EXPECT_EQ(of(operator_on(GxB_FC32, GrB_INT64)),
              "a source over complex numbers/a source over complex numbers");
    EXPECT_EQ(of(operator_on(GrB_FP32, GxB_FC64)), "a source over complex numbers/");
    const grb::Type block = user_type(56, type_source_);
    EXPECT_EQ(of(operator_on(&block, GrB_INT64)),
              "type of more than 64 bytes/type of more than 64 bytes");
    const grb::Type long_theta = user_type(72, type_source_);
    EXPECT_EQ(of(operator_on(GrB_FP32, &long_theta)), "theta of more than 64 bytes/");
}

} // namespace
