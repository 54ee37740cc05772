// Tests casts and operators of the model against values computed by hand (docs/guide/numerics.md).
#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::model {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::nan("");

template <class T>
T binary(const char *name, T x, T y) {
    return binary_op(name, code_of<T>())(Value::of(x), Value::of(y)).template as<T>();
}

template <class T>
bool relation(const char *name, T x, T y) {
    return binary_op(name, code_of<T>())(Value::of(x), Value::of(y)).template as<bool>();
}

template <class T>
T unary(const char *name, T x) {
    return unary_op(name, code_of<T>())(Value::of(x)).template as<T>();
}

TEST(Numbers, FloatToInteger) {
    EXPECT_EQ((convert<std::int8_t>(127.9)), 127);
    EXPECT_EQ((convert<std::int8_t>(-128.9)), -128);
    EXPECT_EQ((convert<std::int8_t>(1e30)), 127);
    EXPECT_EQ((convert<std::int32_t>(-2.7)), -2);
    EXPECT_EQ((convert<std::int32_t>(-infinity)), INT32_MIN);
    EXPECT_EQ((convert<std::uint16_t>(-0.9)), 0);
    EXPECT_EQ((convert<std::uint16_t>(-5.0)), 0);
    EXPECT_EQ((convert<std::int64_t>(9223372036854775808.0)), INT64_MAX);
    EXPECT_EQ((convert<std::int64_t>(9223372036854774784.0)), 9223372036854774784);
    EXPECT_EQ((convert<std::uint64_t>(18446744073709551616.0)), UINT64_MAX);
    EXPECT_EQ((convert<std::uint64_t>(9223372036854775808.0)), 9223372036854775808u);
    EXPECT_EQ((convert<std::int64_t>(nan_value)), 0);
}

TEST(Numbers, OtherCasts) {
    EXPECT_EQ((convert<std::int8_t>(std::int32_t{300})), 44);
    EXPECT_EQ((convert<std::uint8_t>(std::int32_t{-1})), 255);
    EXPECT_EQ((convert<std::uint64_t>(std::int8_t{-1})), UINT64_MAX);
    EXPECT_EQ((convert<float>(std::int32_t{16777217})), 16777216.0f);
    EXPECT_TRUE((convert<bool>(nan_value)));
    EXPECT_TRUE((convert<bool>(0.25)));
    EXPECT_FALSE((convert<bool>(-0.0)));
    EXPECT_TRUE((convert<bool>(std::int8_t{-3})));
    EXPECT_EQ((convert<double>(true)), 1.0);
}

TEST(Numbers, NarrowCasts) {
    EXPECT_EQ((convert<Bf16>(1.0).bits), 0x3F80);
    EXPECT_EQ((convert<Bf16>(1 + 1 / 256.0).bits), 0x3F80); // ties to even
    EXPECT_EQ((convert<Bf16>(1 + 3 / 256.0).bits), 0x3F82);
    EXPECT_EQ((convert<Bf16>(1 + 1 / 256.0 + 1e-15).bits), 0x3F81); // rounded once
    const double too_large = std::ldexp(2 - 1 / 256.0, 127);        // a tie
    EXPECT_EQ((convert<Bf16>(too_large).bits), 0x7F80);
    EXPECT_EQ((convert<Bf16>(std::nextafter(too_large, 0)).bits), 0x7F7F);
    EXPECT_EQ((convert<Bf16>(std::int64_t{0x4040000000000001}).bits), 0x5E81);
    EXPECT_EQ((convert<Bf16>(-infinity).bits), 0xFF80);
    EXPECT_EQ((convert<Bf16>(std::ldexp(-1.0, -133)).bits), 0x8001);
    EXPECT_EQ((convert<Bf16>(std::ldexp(1.0, -134)).bits), 0x0000);
    EXPECT_TRUE(std::isnan(convert<Bf16>(nan_value).exact()));
    EXPECT_EQ((convert<Fp16>(65519.0).bits), 0x7BFF);
    EXPECT_EQ((convert<Fp16>(65520.0).bits), 0x7C00);
    EXPECT_EQ((convert<Fp16>(-0.0).bits), 0x8000);
    EXPECT_EQ((convert<Fp16>(std::int32_t{2049}).bits), 0x6800);
    EXPECT_EQ((convert<Fp16>(true).bits), 0x3C00);
    EXPECT_EQ((convert<double>(Fp16{0x0001})), std::ldexp(1.0, -24));
    EXPECT_EQ((convert<std::int8_t>(Fp16{0x5A40})), 127);  // 200
    EXPECT_EQ((convert<Fp16>(Bf16{0x3FC0}).bits), 0x3E00); // 1.5
    EXPECT_TRUE((convert<bool>(Bf16{0x0001})));
    EXPECT_FALSE((convert<bool>(Bf16{0x8000})));
}

TEST(Numbers, IntegerDivision) {
    EXPECT_EQ(binary<std::int32_t>("DIV", 7, -2), -3);
    EXPECT_EQ(binary<std::int32_t>("DIV", 5, 0), INT32_MAX);
    EXPECT_EQ(binary<std::int32_t>("DIV", -7, 0), INT32_MIN);
    EXPECT_EQ(binary<std::int32_t>("DIV", 0, 0), 0);
    EXPECT_EQ(binary<std::int32_t>("DIV", INT32_MIN, -1), INT32_MIN);
    EXPECT_EQ(binary<std::int8_t>("DIV", -128, -1), -128);
    EXPECT_EQ(binary<std::uint8_t>("DIV", 9, 0), 255);
    EXPECT_EQ(binary<std::uint8_t>("DIV", 0, 0), 0);
    EXPECT_EQ(unary<std::int16_t>("MINV", 0), INT16_MAX);
    EXPECT_EQ(unary<std::int16_t>("MINV", -1), -1);
    EXPECT_EQ(unary<std::int16_t>("MINV", 2), 0);
}

TEST(Numbers, IntegersWrap) {
    EXPECT_EQ(binary<std::int8_t>("PLUS", 127, 1), -128);
    EXPECT_EQ(binary<std::int8_t>("TIMES", 100, 3), 44);
    EXPECT_EQ(binary<std::int64_t>("MINUS", INT64_MIN, 1), INT64_MAX);
    EXPECT_EQ(binary<std::uint16_t>("TIMES", 65535, 65535), 1);
    EXPECT_EQ(binary<std::uint8_t>("MINUS", 1, 2), 255);
    EXPECT_EQ(unary<std::int32_t>("ABS", INT32_MIN), INT32_MIN);
    EXPECT_EQ(unary<std::int32_t>("ABS", -5), 5);
    EXPECT_EQ(unary<std::uint8_t>("AINV", 1), 255);
    EXPECT_EQ(unary<std::uint8_t>("BNOT", 1), 254);
    EXPECT_EQ(binary<std::uint8_t>("BXNOR", 12, 10), 249);
}

TEST(Numbers, FloatMinMax) {
    EXPECT_EQ(binary<double>("MIN", nan_value, 3), 3);
    EXPECT_EQ(binary<double>("MAX", 3, nan_value), 3);
    EXPECT_TRUE(std::isnan(binary<double>("MIN", nan_value, nan_value)));
    EXPECT_TRUE(std::signbit(binary<double>("MIN", 0.0, -0.0)));
    EXPECT_TRUE(std::signbit(binary<double>("MIN", -0.0, 0.0)));
    EXPECT_FALSE(std::signbit(binary<double>("MAX", -0.0, 0.0)));
    EXPECT_FALSE(std::signbit(binary<double>("MAX", 0.0, -0.0)));
    EXPECT_EQ(binary<double>("DIV", -1, 0), -infinity);
    EXPECT_EQ(unary<double>("MINV", 0.0), infinity);
    EXPECT_FALSE(relation<double>("EQ", nan_value, nan_value));
    EXPECT_TRUE(relation<double>("NE", nan_value, nan_value));
}

TEST(Numbers, Booleans) {
    for (bool x : {false, true}) {
        for (bool y : {false, true}) {
            EXPECT_EQ(binary("PLUS", x, y), x || y);
            EXPECT_EQ(binary("MAX", x, y), x || y);
            EXPECT_EQ(binary("TIMES", x, y), x && y);
            EXPECT_EQ(binary("MIN", x, y), x && y);
            EXPECT_EQ(binary("MINUS", x, y), x != y);
            EXPECT_EQ(binary("LXNOR", x, y), x == y);
            EXPECT_EQ(binary("DIV", x, y), x);
            EXPECT_EQ(binary("ONEB", x, y), true);
            EXPECT_EQ(relation("GT", x, y), x && !y);
            EXPECT_EQ(relation("LE", x, y), !x || y);
        }
        EXPECT_EQ(unary("ABS", x), x);
        EXPECT_EQ(unary("AINV", x), x);
        EXPECT_EQ(unary("MINV", x), true);
        EXPECT_EQ(unary("LNOT", x), !x);
    }
}

TEST(Numbers, IndexArithmetic) {
    const Value none = Value::of(false), max = Value::of(INT64_MAX), three = Value::of(INT64_C(3));
    const auto holds = [&](const char *name, Index i, Index j, const Value &s) {
        return index_op(name, TypeCode::Int64)(none, i, j, s).as<bool>();
    };
    EXPECT_TRUE(holds("TRIL", 2, 5, three));
    EXPECT_FALSE(holds("TRIL", 2, 6, three));
    EXPECT_TRUE(holds("TRIL", 2, 6, max)); // i + s does not wrap
    EXPECT_FALSE(holds("TRIU", 2, 6, max));
    EXPECT_TRUE(holds("DIAG", 2, 5, three));
    EXPECT_TRUE(holds("COLGT", 0, 4, three));
    EXPECT_FALSE(holds("ROWGT", 3, 4, three));
    const Value row = index_op("ROWINDEX", TypeCode::Int32)(none, Index{1} << 33, 0, Value::of(-4));
    EXPECT_EQ(row.as<std::int32_t>(), -4); // modulo 2^32
    EXPECT_EQ(index_op("DIAGINDEX", TypeCode::Int64)(none, 7, 5, three).as<std::int64_t>(), 1);
}

TEST(Numbers, Identities) {
    for (const Monoid &m : {monoid("PLUS", TypeCode::Int8), monoid("TIMES", TypeCode::Fp32),
                            monoid("MIN", TypeCode::Uint16), monoid("MAX", TypeCode::Int64),
                            monoid("MAX", TypeCode::Fp64), monoid("LXNOR", TypeCode::Bool)}) {
        const Value x = cast(Value::of(std::int8_t{1}), m.op.z);
        EXPECT_EQ(m.op(m.identity, x), x) << m.name;
        EXPECT_EQ(m.op(x, m.identity), x) << m.name;
    }
    EXPECT_EQ(identity_meaning("MIN", type_of(TypeCode::Fp64)), Value::of(infinity));
    EXPECT_EQ(identity_meaning("MAX", type_of(TypeCode::Fp32)),
              Value::of(-std::numeric_limits<float>::infinity()));
    EXPECT_EQ(identity_meaning("MAX", type_of(TypeCode::Int16)),
              Value::of(std::int16_t{INT16_MIN}));
}

TEST(Numbers, TheCatalogueIsComplete) {
    EXPECT_EQ(unary_ops().size(), 94u);
    EXPECT_EQ(binary_ops().size(), 366u);
    EXPECT_EQ(index_ops().size(), 80u);
    EXPECT_EQ(monoids().size(), 44u);
    EXPECT_EQ(semirings().size(), 124u);
}

} // namespace
} // namespace grb::model
