// Tests that every predefined handle names its object.
#include "algebra/predefined.hpp"
#include "objects/descriptor.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

namespace {

using grb::Magic;

std::set<const void *> seen;

template <class Object>
void expect_object(Object *object, const char *name, Magic magic) {
    ASSERT_NE(object, nullptr) << name;
    EXPECT_STREQ(object->name, name);
    EXPECT_EQ(object->header.magic, magic) << name;
    EXPECT_TRUE(object->header.is_predefined) << name;
    EXPECT_TRUE(seen.insert(object).second) << name << " shares its object";
}

#define EXPECT_TYPED(T, SUFFIX, NAME, magic) \
    expect_object(GrB_##NAME##_##SUFFIX, "GrB_" #NAME "_" #SUFFIX, magic);

template <class T, class Op>
void expect_type(const Op *op) {
    EXPECT_EQ(op->xtype->code, grb::TypeOf<T>::code) << op->name;
}
#define EXPECT_XTYPE(T, SUFFIX, NAME) expect_type<T>(GrB_##NAME##_##SUFFIX);

TEST(AlgebraPredefined, UnaryOps) {
    seen.clear();
    GRB_FOR_ALL(EXPECT_TYPED, IDENTITY, Magic::unary_op)
    GRB_FOR_ALL(EXPECT_TYPED, ABS, Magic::unary_op)
    GRB_FOR_ALL(EXPECT_TYPED, AINV, Magic::unary_op)
    GRB_FOR_ALL(EXPECT_TYPED, MINV, Magic::unary_op)
    GRB_FOR_INTEGERS(EXPECT_TYPED, BNOT, Magic::unary_op)
    expect_object(GrB_LNOT, "GrB_LNOT", Magic::unary_op);
    EXPECT_EQ(seen.size(), 53u);
    GRB_FOR_ALL(EXPECT_XTYPE, IDENTITY)
    GRB_FOR_ALL(EXPECT_XTYPE, ABS)
    GRB_FOR_ALL(EXPECT_XTYPE, AINV)
    GRB_FOR_ALL(EXPECT_XTYPE, MINV)
    GRB_FOR_INTEGERS(EXPECT_XTYPE, BNOT)
}

TEST(AlgebraPredefined, BinaryOps) {
    seen.clear();
#define EXPECT_ALL(code, Functor, NAME)               \
    GRB_FOR_ALL(EXPECT_TYPED, NAME, Magic::binary_op) \
    GRB_FOR_ALL(EXPECT_XTYPE, NAME) EXPECT_STREQ(grb::short_name(grb::BinaryCode::code), #NAME);
#define EXPECT_INTEGERS(code, Functor, NAME) \
    GRB_FOR_INTEGERS(EXPECT_TYPED, NAME, Magic::binary_op) GRB_FOR_INTEGERS(EXPECT_XTYPE, NAME)
#define EXPECT_BOOLEAN(code, Functor, NAME)                    \
    expect_object(GrB_##NAME, "GrB_" #NAME, Magic::binary_op); \
    EXPECT_EQ(GrB_##NAME->xtype, GrB_BOOL);
    GRB_BINARY_OVER_ALL(EXPECT_ALL)
    GRB_BINARY_OVER_REAL(EXPECT_ALL)
    GRB_BINARY_OVER_INTEGERS(EXPECT_INTEGERS)
    GRB_BINARY_LOGICAL(EXPECT_BOOLEAN)
    EXPECT_BOOLEAN(lxnor, Lxnor, LXNOR)
    EXPECT_EQ(seen.size(), 201u);
    EXPECT_STREQ(grb::short_name(grb::BinaryCode::user), "user");
}

TEST(AlgebraPredefined, IndexUnaryOps) {
    seen.clear();
#define EXPECT_POSITION(NAME) expect_object(GrB_##NAME, "GrB_" #NAME, Magic::index_unary_op);
    EXPECT_POSITION(ROWINDEX_INT32)
    EXPECT_POSITION(ROWINDEX_INT64)
    EXPECT_POSITION(COLINDEX_INT32)
    EXPECT_POSITION(COLINDEX_INT64)
    EXPECT_POSITION(DIAGINDEX_INT32)
    EXPECT_POSITION(DIAGINDEX_INT64)
    EXPECT_POSITION(TRIL)
    EXPECT_POSITION(TRIU)
    EXPECT_POSITION(DIAG)
    EXPECT_POSITION(OFFDIAG)
    EXPECT_POSITION(COLLE)
    EXPECT_POSITION(COLGT)
    EXPECT_POSITION(ROWLE)
    EXPECT_POSITION(ROWGT)
#define EXPECT_VALUE(NAME) \
    GRB_FOR_ALL(EXPECT_TYPED, NAME, Magic::index_unary_op) GRB_FOR_ALL(EXPECT_XTYPE, NAME)
    EXPECT_VALUE(VALUEEQ)
    EXPECT_VALUE(VALUENE)
    EXPECT_VALUE(VALUELT)
    EXPECT_VALUE(VALUELE)
    EXPECT_VALUE(VALUEGT)
    EXPECT_VALUE(VALUEGE)
    EXPECT_EQ(seen.size(), 80u);
}

TEST(AlgebraPredefined, Monoids) {
    seen.clear();
#define EXPECT_MONOID(T, SUFFIX, NAME)                                                           \
    expect_object(GrB_##NAME##_MONOID_##SUFFIX, "GrB_" #NAME "_MONOID_" #SUFFIX, Magic::monoid); \
    EXPECT_EQ(GrB_##NAME##_MONOID_##SUFFIX->op, GrB_##NAME##_##SUFFIX);
    GRB_FOR_NUMBERS(EXPECT_MONOID, PLUS)
    GRB_FOR_NUMBERS(EXPECT_MONOID, TIMES)
    GRB_FOR_NUMBERS(EXPECT_MONOID, MIN)
    GRB_FOR_NUMBERS(EXPECT_MONOID, MAX)
#define EXPECT_LOGICAL(code, Functor, NAME)                                              \
    expect_object(GrB_##NAME##_MONOID_BOOL, "GrB_" #NAME "_MONOID_BOOL", Magic::monoid); \
    EXPECT_EQ(GrB_##NAME##_MONOID_BOOL->op, GrB_##NAME);
    GRB_BINARY_LOGICAL(EXPECT_LOGICAL)
    EXPECT_LOGICAL(lxnor, Lxnor, LXNOR)
    EXPECT_EQ(seen.size(), 44u);
}

TEST(AlgebraPredefined, Semirings) {
    seen.clear();
#define EXPECT_SEMIRING(T, SUFFIX, ADD, MULTIPLY)                                            \
    expect_object(GrB_##ADD##_##MULTIPLY##_SEMIRING_##SUFFIX,                                \
                  "GrB_" #ADD "_" #MULTIPLY "_SEMIRING_" #SUFFIX, Magic::semiring);          \
    EXPECT_EQ(GrB_##ADD##_##MULTIPLY##_SEMIRING_##SUFFIX->add, GrB_##ADD##_MONOID_##SUFFIX); \
    EXPECT_EQ(GrB_##ADD##_##MULTIPLY##_SEMIRING_##SUFFIX->multiply, GrB_##MULTIPLY##_##SUFFIX);
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, PLUS, TIMES)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, PLUS, MIN)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MIN, PLUS)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MIN, TIMES)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MIN, FIRST)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MIN, SECOND)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MIN, MAX)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MAX, PLUS)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MAX, TIMES)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MAX, FIRST)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MAX, SECOND)
    GRB_FOR_NUMBERS(EXPECT_SEMIRING, MAX, MIN)
#define EXPECT_LOGICAL_SEMIRING(ADD, MULTIPLY)                                       \
    expect_object(GrB_##ADD##_##MULTIPLY##_SEMIRING_BOOL,                            \
                  "GrB_" #ADD "_" #MULTIPLY "_SEMIRING_BOOL", Magic::semiring);      \
    EXPECT_EQ(GrB_##ADD##_##MULTIPLY##_SEMIRING_BOOL->add, GrB_##ADD##_MONOID_BOOL); \
    EXPECT_EQ(GrB_##ADD##_##MULTIPLY##_SEMIRING_BOOL->multiply, GrB_##MULTIPLY);
    EXPECT_LOGICAL_SEMIRING(LOR, LAND)
    EXPECT_LOGICAL_SEMIRING(LAND, LOR)
    EXPECT_LOGICAL_SEMIRING(LXOR, LAND)
    EXPECT_LOGICAL_SEMIRING(LXNOR, LOR)
    EXPECT_EQ(seen.size(), 124u);
}

TEST(AlgebraPredefined, Types) {
    const std::pair<GrB_Type, std::size_t> types[] = {
        {GrB_BOOL, 1},   {GrB_INT8, 1},  {GrB_UINT8, 1},  {GrB_INT16, 2},
        {GrB_UINT16, 2}, {GrB_INT32, 4}, {GrB_UINT32, 4}, {GrB_INT64, 8},
        {GrB_UINT64, 8}, {GrB_FP32, 4},  {GrB_FP64, 8}};
    const char *names[] = {"BOOL",   "INT8",  "UINT8",  "INT16", "UINT16", "INT32",
                           "UINT32", "INT64", "UINT64", "FP32",  "FP64"};
    const char *c_names[] = {"bool",     "int8_t",  "uint8_t",  "int16_t", "uint16_t", "int32_t",
                             "uint32_t", "int64_t", "uint64_t", "float",   "double"};
    for (int k = 0; k < 11; k++) {
        const grb::Type *type = types[k].first;
        EXPECT_EQ(static_cast<int>(type->code), k + 1);
        EXPECT_EQ(type->size, types[k].second);
        EXPECT_STREQ(grb::short_name(type->code), names[k]);
        EXPECT_STREQ(type->name, c_names[k]);
        EXPECT_EQ(grb::builtin_type(type->code), type);
        EXPECT_TRUE(type->header.is_predefined);
    }
    EXPECT_STREQ(grb::short_name(grb::TypeCode::user), "UDT");
}

TEST(AlgebraPredefined, Descriptors) {
    seen.clear();
    const auto expect_descriptor = [](const grb::Descriptor *d, const char *name, bool replace,
                                      bool structure, bool complement, bool t0, bool t1) {
        expect_object(d, name, Magic::descriptor);
        EXPECT_EQ(d->replace, replace) << name;
        EXPECT_EQ(d->mask_structure, structure) << name;
        EXPECT_EQ(d->mask_complement, complement) << name;
        EXPECT_EQ(d->transpose0, t0) << name;
        EXPECT_EQ(d->transpose1, t1) << name;
    };
#define EXPECT_DESCRIPTOR(NAME, r, s, c, t0, t1) \
    expect_descriptor(GrB_DESC_##NAME, "GrB_DESC_" #NAME, r, s, c, t0, t1);
#define EXPECT_TRANSPOSED(NAME, r, s, c)              \
    EXPECT_DESCRIPTOR(NAME, r, s, c, false, false)    \
    EXPECT_DESCRIPTOR(NAME##T0, r, s, c, true, false) \
    EXPECT_DESCRIPTOR(NAME##T1, r, s, c, false, true) \
    EXPECT_DESCRIPTOR(NAME##T0T1, r, s, c, true, true)
    EXPECT_DESCRIPTOR(T0, false, false, false, true, false)
    EXPECT_DESCRIPTOR(T1, false, false, false, false, true)
    EXPECT_DESCRIPTOR(T0T1, false, false, false, true, true)
    EXPECT_TRANSPOSED(C, false, false, true)
    EXPECT_TRANSPOSED(S, false, true, false)
    EXPECT_TRANSPOSED(SC, false, true, true)
    EXPECT_TRANSPOSED(R, true, false, false)
    EXPECT_TRANSPOSED(RC, true, false, true)
    EXPECT_TRANSPOSED(RS, true, true, false)
    EXPECT_TRANSPOSED(RSC, true, true, true)
    EXPECT_EQ(seen.size(), 31u);
    EXPECT_NE(GrB_ALL, nullptr);
}

} // namespace
