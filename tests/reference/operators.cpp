// Implements the predefined operators (docs/guide/numerics.md). Integers wrap: arithmetic uses
// std::uint64_t and truncates to the type, which is the same for signed and unsigned.
#include "reference/operators.h"

#include <cstdio>
#include <cstdlib>

namespace grb::model {
namespace {

[[noreturn]] void no_such(const char *kind, const std::string &name, const Type &type) {
    std::fprintf(stderr, "the model has no %s %s_%s\n", kind, name.c_str(), type.name);
    std::abort();
}

template <class T>
std::uint64_t bits(T x) {
    return static_cast<std::uint64_t>(x);
}

template <class T>
T divide_integers(T x, T y) {
    using Limits = std::numeric_limits<T>;
    if (y == 0) return x == 0 ? T{0} : x > 0 ? Limits::max() : Limits::min();
    if constexpr (std::is_signed_v<T>) {
        if (y == -1) return static_cast<T>(0 - bits(x)); // min / -1 = min
    }
    return static_cast<T>(x / y);
}

/// Returns the smaller of two floats: NaN is ignored, -0 is below +0.
template <class T>
T float_min(T x, T y) {
    if (std::isnan(x)) return y;
    if (std::isnan(y)) return x;
    if (x == y) return std::signbit(x) ? x : y;
    return x < y ? x : y;
}

template <class T>
T float_max(T x, T y) {
    if (std::isnan(x)) return y;
    if (std::isnan(y)) return x;
    if (x == y) return std::signbit(x) ? y : x;
    return x > y ? x : y;
}

/// Computes C's pow of doubles, but returns NaN for any NaN.
double power(double x, double y) {
    return std::isnan(x) || std::isnan(y) ? std::numeric_limits<double>::quiet_NaN()
                                          : std::pow(x, y);
}

/// Bit k of x, the lowest being number 1, as in "BGET", "BSET" and "BCLR".
template <class T>
T bit_operation(const std::string &name, T x, T k) {
    const bool is_bit = k >= 1 && bits(k) <= 8 * sizeof(T);
    if (!is_bit) return name == "BGET" ? T{0} : x;
    const std::uint64_t bit = std::uint64_t{1} << (bits(k) - 1);
    if (name == "BGET") return static_cast<T>((bits(x) & bit) != 0);
    return static_cast<T>(name == "BSET" ? bits(x) | bit : bits(x) & ~bit);
}

/// Computes x · 2^k, a bit at a time.
template <class T>
T shifted(T x, int k) {
    for (; k > 0; --k) x = static_cast<T>(bits(x) * 2);
    for (; k < 0; ++k) x = static_cast<T>(x >> 1);
    return x;
}

bool bool_arithmetic(const std::string &name, bool x, bool y) {
    if (name == "RMINUS") return x != y;
    if (name == "RDIV") return y;
    if (name == "POW") return x || !y;
    if (name == "PLUS" || name == "MAX") return x || y;
    if (name == "TIMES" || name == "MIN") return x && y;
    if (name == "MINUS") return x != y;
    if (name == "DIV") return x;
    no_such("BinaryOp", name, type_of(TypeCode::Bool));
}

template <class T>
T integer_arithmetic(const std::string &name, T x, T y) {
    if (name == "PLUS") return static_cast<T>(bits(x) + bits(y));
    if (name == "MINUS") return static_cast<T>(bits(x) - bits(y));
    if (name == "TIMES") return static_cast<T>(bits(x) * bits(y));
    if (name == "DIV") return divide_integers(x, y);
    if (name == "MIN") return x < y ? x : y;
    if (name == "MAX") return x > y ? x : y;
    if (name == "BOR") return static_cast<T>(x | y);
    if (name == "BAND") return static_cast<T>(x & y);
    if (name == "BXOR") return static_cast<T>(x ^ y);
    if (name == "BXNOR") return static_cast<T>(~(x ^ y));
    if (name == "RMINUS") return static_cast<T>(bits(y) - bits(x));
    if (name == "RDIV") return divide_integers(y, x);
    if (name == "POW") return convert<T>(power(static_cast<double>(x), static_cast<double>(y)));
    if (name == "BGET" || name == "BSET" || name == "BCLR") return bit_operation(name, x, y);
    no_such("BinaryOp", name, type_of(code_of<T>()));
}

template <class T>
T float_arithmetic(const std::string &name, T x, T y) {
    if (name == "PLUS") return x + y;
    if (name == "MINUS") return x - y;
    if (name == "TIMES") return x * y;
    if (name == "DIV") return x / y;
    if (name == "MIN") return float_min(x, y);
    if (name == "MAX") return float_max(x, y);
    if (name == "RMINUS") return y - x;
    if (name == "RDIV") return y / x;
    if (name == "FMOD") return std::fmod(x, y);
    if (name == "REMAINDER") return std::remainder(x, y);
    if (name == "LDEXP") return std::ldexp(x, convert<std::int32_t>(y));
    no_such("BinaryOp", name, type_of(code_of<T>()));
}

template <class T>
T arithmetic(const std::string &name, T x, T y) {
    if (name == "FIRST") return x;
    if (name == "SECOND") return y;
    if (name == "ONEB") return T{1};
    if constexpr (std::is_same_v<T, bool>)
        return bool_arithmetic(name, x, y);
    else if constexpr (std::is_integral_v<T>)
        return integer_arithmetic(name, x, y);
    else
        return float_arithmetic(name, x, y);
}

bool is_comparison(const std::string &name) {
    return name == "EQ" || name == "NE" || name == "GT" || name == "LT" || name == "GE" ||
           name == "LE";
}

template <class T>
bool comparison(const std::string &name, T x, T y) {
    if (name == "EQ") return x == y;
    if (name == "NE") return x != y;
    if (name == "GT") return x > y;
    if (name == "LT") return x < y;
    if (name == "GE") return x >= y;
    return x <= y;
}

/// True for "ISEQ" ..., which return the comparison as 0 or 1.
bool is_valued_comparison(const std::string &name) {
    return name.size() == 4 && name.rfind("IS", 0) == 0 && is_comparison(name.substr(2));
}

bool logic(const std::string &name, bool x, bool y) {
    if (name == "LOR") return x || y;
    if (name == "LAND") return x && y;
    if (name == "LXOR") return x != y;
    return x == y; // LXNOR
}

template <class T>
T unary_arithmetic(const std::string &name, T x) {
    if (name == "IDENTITY") return x;
    if (name == "ONE") return T{1};
    if (name == "LNOT") return static_cast<T>(x == T{0});
    if constexpr (std::is_same_v<T, bool>) {
        if (name == "AINV" || name == "ABS") return x;
        if (name == "MINV") return true;
    } else if constexpr (std::is_integral_v<T>) {
        if (name == "AINV") return static_cast<T>(0 - bits(x));
        if (name == "ABS") return x < T{0} ? static_cast<T>(0 - bits(x)) : x;
        if (name == "MINV") return divide_integers(T{1}, x);
        if (name == "BNOT") return static_cast<T>(~x);
    } else {
        if (name == "AINV") return -x;
        if (name == "ABS") return std::fabs(x);
        if (name == "MINV") return T{1} / x;
        if (name == "CEIL") return std::ceil(x);
        if (name == "FLOOR") return std::floor(x);
        if (name == "ROUND") return std::round(x);
        if (name == "TRUNC") return std::trunc(x);
        if (name == "SIGNUM") return std::isnan(x) || x == 0 ? x + T{0} : x > 0 ? T{1} : T{-1};
        int exponent = 0;
        const T fraction = std::isfinite(x) ? std::frexp(x, &exponent) : x;
        if (name == "FREXPX") return fraction;
        if (name == "FREXPE") return static_cast<T>(exponent);
    }
    no_such("UnaryOp", name, type_of(code_of<T>()));
}

/// Index arithmetic works in Z (objects.tex, table of index unary operators): here in 128 bits.
__extension__ using Integer = __int128;

bool index_condition(const std::string &name, Integer i, Integer j, Integer s) {
    if (name == "TRIL") return j <= i + s;
    if (name == "TRIU") return j >= i + s;
    if (name == "DIAG") return j == i + s;
    if (name == "OFFDIAG") return j != i + s;
    if (name == "COLLE") return j <= s;
    if (name == "COLGT") return j > s;
    if (name == "ROWLE") return i <= s;
    return i > s; // ROWGT
}

Integer index_result(const std::string &name, Integer i, Integer j, Integer s) {
    if (name == "ROWINDEX") return i + s;
    if (name == "COLINDEX") return j + s;
    return j - i + s; // DIAGINDEX
}

} // namespace

UnaryOp unary_meaning(const std::string &name, const Type &type) {
    if (name == "ISINF" || name == "ISNAN" || name == "ISFINITE") {
        return {name, type_of(TypeCode::Bool), type, nullptr, [name](const Value &x) {
                    const double value = cast_to<double>(x);
                    return Value::of(name == "ISINF"   ? std::isinf(value)
                                     : name == "ISNAN" ? std::isnan(value)
                                                       : std::isfinite(value));
                }};
    }
    auto meaning = [name, type](const Value &x) {
        return visit_type(type.code, [&](auto zero) {
            return Value::of(unary_arithmetic(name, x.as<decltype(zero)>()));
        });
    };
    return {name, type, type, nullptr, meaning};
}

BinaryOp binary_meaning(const std::string &name, const Type &type) {
    const Type boolean = type_of(TypeCode::Bool);
    if (name == "LOR" || name == "LAND" || name == "LXOR" || name == "LXNOR") {
        return {name, type, type, type, nullptr, [name, type](const Value &x, const Value &y) {
                    return cast(Value::of(logic(name, is_true(x), is_true(y))), type);
                }};
    }
    if (name == "BSHIFT") {
        const Type shift = type_of(TypeCode::Int8);
        return {name, type, type, shift, nullptr, [type](const Value &x, const Value &y) {
                    return visit_type(type.code, [&](auto zero) {
                        using T = decltype(zero);
                        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
                            return Value::of(shifted(x.as<T>(), y.as<std::int8_t>()));
                        }
                        return Value::of(T{});
                    });
                }};
    }
    if (is_valued_comparison(name)) {
        return {name, type, type, type, nullptr, [name, type](const Value &x, const Value &y) {
                    return visit_type(type.code, [&](auto zero) {
                        using T = decltype(zero);
                        const bool holds = comparison(name.substr(2), x.as<T>(), y.as<T>());
                        return Value::of(static_cast<T>(holds));
                    });
                }};
    }
    if (is_comparison(name)) {
        return {name, boolean, type, type, nullptr, [name, type](const Value &x, const Value &y) {
                    return visit_type(type.code, [&](auto zero) {
                        using T = decltype(zero);
                        return Value::of(comparison(name, x.as<T>(), y.as<T>()));
                    });
                }};
    }
    return {name, type, type, type, nullptr, [name, type](const Value &x, const Value &y) {
                return visit_type(type.code, [&](auto zero) {
                    using T = decltype(zero);
                    return Value::of(arithmetic(name, x.as<T>(), y.as<T>()));
                });
            }};
}

IndexUnaryOp index_meaning(const std::string &name, const Type &type) {
    const Type boolean = type_of(TypeCode::Bool), int64 = type_of(TypeCode::Int64);
    if (name.rfind("VALUE", 0) == 0) {
        const std::string relation = name.substr(5);
        return {name,
                boolean,
                type,
                type,
                true,
                nullptr,
                [relation, type](const Value &x, Index, Index, const Value &s) {
                    return visit_type(type.code, [&](auto zero) {
                        using T = decltype(zero);
                        return Value::of(comparison(relation, x.as<T>(), s.as<T>()));
                    });
                }};
    }
    if (name.size() > 5 && name.substr(name.size() - 5) == "INDEX") {
        return {name,
                type,
                type,
                type,
                false,
                nullptr,
                [name, type](const Value &, Index i, Index j, const Value &s) {
                    const auto z = static_cast<std::int64_t>(
                        index_result(name, i, j, cast_to<std::int64_t>(s)));
                    return cast(Value::of(z), type);
                }};
    }
    return {name,
            boolean,
            int64,
            int64,
            false,
            nullptr,
            [name](const Value &, Index i, Index j, const Value &s) {
                return Value::of(index_condition(name, i, j, s.as<std::int64_t>()));
            }};
}

Value identity_meaning(const std::string &name, const Type &type) {
    return visit_type(type.code, [&](auto zero) {
        using T = decltype(zero);
        using Limits = std::numeric_limits<T>;
        const bool is_float = std::is_floating_point_v<T>;
        if (name == "TIMES" || name == "LAND" || name == "LXNOR" || name == "EQ") {
            return Value::of(T{1});
        }
        if (name == "MIN") return Value::of(is_float ? Limits::infinity() : Limits::max());
        if (name == "MAX") {
            return Value::of(is_float ? convert<T>(-static_cast<double>(Limits::infinity()))
                                      : Limits::lowest());
        }
        if (name == "BAND" || name == "BXNOR") return Value::of(convert<T>(T(-1)));
        return Value::of(T{0}); // PLUS, LOR, LXOR, BOR, BXOR
    });
}

} // namespace grb::model
