// Tests SuiteSparse's predefined objects: every handle names its object, with the right domains and
// components.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace {

template <class T>
const grb::Type *type_of() {
    return grb::type_object<T>();
}

template <class Op>
void expect_named(const Op *op, const std::string &name) {
    ASSERT_NE(op, nullptr) << name;
    EXPECT_EQ(op->name, name);
    EXPECT_TRUE(op->header.is_predefined) << name;
}

#define EXPECT_OP(T, SUFFIX, NAME)                                  \
    expect_named(GxB_##NAME##_##SUFFIX, "GxB_" #NAME "_" #SUFFIX);  \
    EXPECT_EQ(GxB_##NAME##_##SUFFIX->xtype, type_of<T>()) << #NAME; \
    EXPECT_NE(GxB_##NAME##_##SUFFIX->batch, nullptr) << #NAME;
#define EXPECT_CODE(T, SUFFIX, op, NAME)                                      \
    EXPECT_EQ(GxB_##NAME##_##SUFFIX->code, grb::BinaryCode::op) << #NAME;     \
    EXPECT_EQ(grb::find_binary_op(grb::BinaryCode::op, grb::TypeOf<T>::code), \
              GxB_##NAME##_##SUFFIX);

TEST(AlgebraExtended, BinaryOpsOverAllDomains) {
#define EXPECT_ALL(op, Functor, NAME)      \
    GRB_FOR_ALL(EXPECT_OP, NAME)           \
    GRB_FOR_COMPLEX(EXPECT_OP, NAME)       \
    GRB_FOR_ALL(EXPECT_CODE, op, NAME)     \
    GRB_FOR_COMPLEX(EXPECT_CODE, op, NAME) \
    EXPECT_STREQ(grb::short_name(grb::BinaryCode::op), #NAME);
    GRB_EXTENDED_OVER_ALL(EXPECT_ALL)
#define EXPECT_COMPLEX(op, Functor, NAME) \
    GRB_FOR_COMPLEX(EXPECT_OP, NAME)      \
    GRB_FOR_COMPLEX(EXPECT_CODE, op, NAME)
    GRB_BINARY_OVER_ALL(EXPECT_COMPLEX)
}

TEST(AlgebraExtended, BinaryOpsOverSomeDomains) {
#define EXPECT_REAL(op, Functor, NAME) \
    GRB_FOR_ALL(EXPECT_OP, NAME)       \
    GRB_FOR_ALL(EXPECT_CODE, op, NAME)
    GRB_EXTENDED_OVER_REAL(EXPECT_REAL)
#define EXPECT_LOGICAL(op, Functor, NAME) \
    GRB_FOR_NUMBERS(EXPECT_OP, NAME)      \
    GRB_FOR_ALL(EXPECT_CODE, op, NAME)    \
    EXPECT_EQ(GxB_##NAME##_BOOL, GrB_##NAME);
    GRB_BINARY_LOGICAL(EXPECT_LOGICAL)
#define EXPECT_INTEGERS(op, Functor, NAME) \
    GRB_FOR_INTEGERS(EXPECT_OP, NAME)      \
    GRB_FOR_INTEGERS(EXPECT_CODE, op, NAME)
    GRB_EXTENDED_OVER_INTEGERS(EXPECT_INTEGERS)
#define EXPECT_FLOATS(op, Functor, NAME) \
    GRB_FOR_FLOATS(EXPECT_OP, NAME)      \
    GRB_FOR_FLOATS(EXPECT_CODE, op, NAME)
    GRB_EXTENDED_OVER_FLOATS(EXPECT_FLOATS)
    EXPECT_EQ(GxB_CMPLX_FP32->ztype, GxB_FC32);
    EXPECT_EQ(GxB_CMPLX_FP64->ztype, GxB_FC64);
    EXPECT_EQ(GxB_BSHIFT_UINT64->ytype, GrB_INT8);
    EXPECT_EQ(grb::find_binary_op(grb::BinaryCode::bget, grb::TypeCode::fc32), nullptr);
    EXPECT_EQ(grb::find_binary_op(grb::BinaryCode::min, grb::TypeCode::fc64), nullptr);
}

TEST(AlgebraExtended, PositionalOps) {
#define EXPECT_POSITIONAL(op, Functor, NAME)                  \
    expect_named(GxB_##NAME##_INT32, "GxB_" #NAME "_INT32");  \
    expect_named(GxB_##NAME##_INT64, "GxB_" #NAME "_INT64");  \
    EXPECT_EQ(GxB_##NAME##_INT32->ztype, GrB_INT32);          \
    EXPECT_EQ(GxB_##NAME##_INT64->ztype, GrB_INT64);          \
    EXPECT_EQ(GxB_##NAME##_INT64->code, grb::BinaryCode::op); \
    EXPECT_TRUE(grb::is_positional(GxB_##NAME##_INT32->code));
    GRB_POSITIONAL(EXPECT_POSITIONAL)
    EXPECT_FALSE(grb::is_positional(GxB_CMPLX_FP32->code));
    EXPECT_FALSE(grb::is_positional(GxB_IGNORE_DUP->code));
    EXPECT_TRUE(grb::is_positional(GxB_POSITIONI_INT32->code));
    EXPECT_TRUE(grb::is_positional(GxB_POSITIONJ1_INT64->code));
    EXPECT_FALSE(grb::is_positional(GxB_CARG_FC64->code));
}

TEST(AlgebraExtended, OtherNamesOfOneObject) {
#define EXPECT_SAME(T, SUFFIX, OTHER, NAME) EXPECT_EQ(GxB_##OTHER##_##SUFFIX, NAME##_##SUFFIX);
    GRB_FOR_ALL(EXPECT_SAME, PAIR, GrB_ONEB)
    GRB_FOR_COMPLEX(EXPECT_SAME, PAIR, GxB_ONEB)
    GRB_FOR_ALL(EXPECT_SAME, ABS, GrB_ABS)
    EXPECT_EQ(GxB_LNOT_BOOL, GrB_LNOT);
#define EXPECT_SAME_MONOID(T, SUFFIX, NAME) \
    EXPECT_EQ(GxB_##NAME##_##SUFFIX##_MONOID, GrB_##NAME##_MONOID_##SUFFIX);
    GRB_FOR_NUMBERS(EXPECT_SAME_MONOID, PLUS)
    GRB_FOR_NUMBERS(EXPECT_SAME_MONOID, TIMES)
    GRB_FOR_NUMBERS(EXPECT_SAME_MONOID, MIN)
    GRB_FOR_NUMBERS(EXPECT_SAME_MONOID, MAX)
    EXPECT_EQ(GxB_EQ_BOOL_MONOID, GrB_LXNOR_MONOID_BOOL);
}

TEST(AlgebraExtended, Monoids) {
#define EXPECT_MONOID(T, SUFFIX, NAME)                                                \
    expect_named(GxB_##NAME##_##SUFFIX##_MONOID, "GxB_" #NAME "_" #SUFFIX "_MONOID"); \
    EXPECT_EQ(GxB_##NAME##_##SUFFIX##_MONOID->type(), type_of<T>());
    GRB_FOR_ALL(EXPECT_MONOID, ANY)
    GRB_FOR_COMPLEX(EXPECT_MONOID, ANY)
    GRB_FOR_COMPLEX(EXPECT_MONOID, PLUS)
    GRB_FOR_COMPLEX(EXPECT_MONOID, TIMES)
    GRB_FOR_UNSIGNED(EXPECT_MONOID, BOR)
    GRB_FOR_UNSIGNED(EXPECT_MONOID, BAND)
    GRB_FOR_UNSIGNED(EXPECT_MONOID, BXOR)
    GRB_FOR_UNSIGNED(EXPECT_MONOID, BXNOR)
    const std::uint32_t sum = 7;
    EXPECT_TRUE(GxB_ANY_UINT32_MONOID->is_complete(&sum));
    EXPECT_FALSE(GxB_PLUS_UINT32_MONOID->is_complete(&sum));
    const std::uint32_t none = 0;
    EXPECT_TRUE(GxB_BAND_UINT32_MONOID->is_complete(&none));
    EXPECT_FALSE(GxB_BAND_UINT32_MONOID->is_complete(&sum));
}

/// Returns the name of a handle's operator: "GxB_PAIR_INT8" is an object named GrB_ONEB_INT8.
std::string stem_of(const std::string &name) {
    const std::string stem = name.substr(4);
    if (stem.rfind("ONEB", 0) == 0) return "PAIR" + stem.substr(4);
    return stem == "LOR" || stem == "LAND" || stem == "LXOR" ? stem + "_BOOL" : stem;
}

void expect_semiring(const grb::Semiring *semiring, const std::string &add,
                     const std::string &multiply, const std::string &suffix) {
    expect_named(semiring, "GxB_" + add + "_" + multiply + "_" + suffix);
    EXPECT_EQ(stem_of(semiring->multiply->name), multiply + "_" + suffix) << semiring->name;
    EXPECT_EQ(semiring->multiply->ztype, semiring->add->type()) << semiring->name;
    const std::string monoid = semiring->add->name;
    EXPECT_EQ(monoid.find((add == "EQ" ? "LXNOR" : add) + "_"), 4u) << semiring->name;
}

TEST(AlgebraExtended, Semirings) {
    int count = 0;
#define GXB_SEMIRING(add, multiply, T) \
    expect_semiring(GxB_##add##_##multiply##_##T, #add, #multiply, #T), count++;
#include "graphblast/gxb_semirings.def"
#undef GXB_SEMIRING
    EXPECT_EQ(count, 1553);
}

} // namespace
