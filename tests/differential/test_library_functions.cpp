// Tests functions of the C library by every variant of apply, or of eWiseMult: within some ulp of
// the host's result, since libraries differ in the last bits; hypot within some ulp of the true
// value; sqrt, infinities and NaN exactly.
#include "differential/numerics.h"
#include "graphblast/gxb_objects.h"

#include <cmath>
#include <cstdlib>

namespace grb::fuzz {
namespace {

/// Numbers of T between x and y, neither of which is NaN.
template <class T>
std::uint64_t distance(T x, T y) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    const auto ordinal = [](T value) {
        Bits bits;
        std::memcpy(&bits, &value, sizeof bits);
        const auto magnitude = static_cast<std::int64_t>(bits & std::numeric_limits<Bits>::max());
        return bits < 0 ? -magnitude : magnitude;
    };
    return static_cast<std::uint64_t>(std::abs(ordinal(x) - ordinal(y)));
}

template <class T>
struct LibraryFunction {
    const char *name;
    GrB_UnaryOp op;
    T (*function)(T);
    std::uint64_t tolerance;
};

template <class T>
struct LibraryFunction2 {
    const char *name;
    GrB_BinaryOp op;
    T (*function)(T, T);
    bool may_overflow = false; // near the largest number, one library may return infinity
};

/// True near the roots of lgamma at negative numbers, where CUDA's loses digits.
bool is_near_roots(const std::string &function, double x) {
    return function == "lgamma" && x > -12 && x < -2;
}

template <class T>
T power(T x, T y) {
    return std::isnan(x) || std::isnan(y) ? std::numeric_limits<T>::quiet_NaN() : std::pow(x, y);
}

/// Computes in a wider format than FP64: right to the last bit of T, where hypot of C libraries may
/// be infinity.
template <class T>
T hypotenuse(T x, T y) {
    static_assert(std::numeric_limits<long double>::max_exponent >
                  2 * std::numeric_limits<double>::max_exponent);
    if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<T>::infinity();
    const long double a = x, b = y;
    return static_cast<T>(std::sqrt(a * a + b * b));
}

class LibraryFunctions : public Numerics {
protected:
    template <class T>
    std::vector<Value> arguments() {
        std::vector<Value> values = specials_;
        for (int k = 0; k < 200; ++k) {
            const auto unit = static_cast<double>(rng_.between(-1000000, 1000000)) / 1e6;
            values.push_back(Value::of(static_cast<T>(unit * std::ldexp(1.0, k % 12 - 2))));
        }
        return values;
    }

    template <class T>
    void check(const LibraryFunction<T> &f, const Matrix &a, const Matrix &actual) {
        ASSERT_EQ(actual.entries.size(), a.entries.size());
        for (const auto &[at, x] : a.entries) {
            const T expected = f.function(x.template as<T>()),
                    got = actual.entries.at(at).template as<T>();
            SCOPED_TRACE(std::string(f.name) + " of " + to_string(x));
            if (is_near_roots(f.name, x.template as<T>())) continue;
            ASSERT_NO_FATAL_FAILURE(compare(got, expected, f.tolerance));
        }
    }

    template <class T>
    void compare(T got, T expected, std::uint64_t tolerance) {
        if (!std::isfinite(expected) || !std::isfinite(got)) {
            ASSERT_TRUE(is_identical(Value::of(expected), Value::of(got)))
                << got << " instead of " << expected;
        } else {
            ASSERT_LE(distance(got, expected), tolerance) << got << " instead of " << expected;
        }
    }

    template <class T>
    void check_pairs(const std::vector<LibraryFunction2<T>> &functions) {
        const std::vector<Value> values = arguments<T>();
        for (const Storage &storage : storages) {
            SCOPED_TRACE(storage.name);
            Matrix a{type_, 24, 30, {}}, b = a;
            for (Index i = 0; i < a.nrows; ++i) {
                for (Index j = 0; j < a.ncols; ++j) {
                    if (storage.format != Format::Full && rng_.chance(40)) continue;
                    a.set(i, j, rng_.pick(values));
                    b.set(i, j, rng_.pick(values));
                }
            }
            const Held la(a, storage), lb(b, storage);
            for (const LibraryFunction2<T> &f : functions) {
                for_each_variant("ewise_mult", [&] {
                    const Held c(Matrix{type_, a.nrows, a.ncols, {}});
                    ASSERT_EQ(GrB_Matrix_eWiseMult_BinaryOp(c.matrix, nullptr, nullptr, f.op,
                                                            la.matrix, lb.matrix, nullptr),
                              GrB_SUCCESS);
                    const Matrix actual = content(c.matrix, type_);
                    ASSERT_EQ(actual.entries.size(), a.entries.size());
                    for (const auto &[at, x] : a.entries) {
                        const Value &y = b.entries.at(at);
                        SCOPED_TRACE(std::string(f.name) + " of " + to_string(x) + " and " +
                                     to_string(y));
                        const T left = x.template as<T>(), right = y.template as<T>(),
                                expected = f.function(left, right),
                                got = actual.entries.at(at).template as<T>();
                        // Treats infinity as the successor of the largest number.
                        if (f.may_overflow && std::isfinite(left) && std::isfinite(right)) {
                            ASSERT_LE(distance(got, expected), 12U) << got << " not " << expected;
                        } else {
                            ASSERT_NO_FATAL_FAILURE(compare(got, expected, 12));
                        }
                    }
                });
            }
        }
    }

    template <class T>
    void check_all(const std::vector<LibraryFunction<T>> &functions) {
        const std::vector<Value> values = arguments<T>();
        for (const Storage &storage : storages) {
            SCOPED_TRACE(storage.name);
            Matrix a{type_, 24, 30, {}};
            for (Index i = 0; i < a.nrows; ++i) {
                for (Index j = 0; j < a.ncols; ++j)
                    if (storage.format == Format::Full || rng_.chance(60))
                        a.set(i, j, rng_.pick(values));
            }
            const Held la(a, storage);
            for (const LibraryFunction<T> &f : functions) {
                for_each_variant("apply", [&] {
                    const Held c(Matrix{type_, a.nrows, a.ncols, {}});
                    ASSERT_EQ(
                        GrB_Matrix_apply(c.matrix, nullptr, nullptr, f.op, la.matrix, nullptr),
                        GrB_SUCCESS);
                    check(f, a, content(c.matrix, type_));
                });
            }
        }
    }
};

TEST_P(LibraryFunctions, OfAllFormats) {
#define FUNCTION(name, NAME, T, tolerance) \
    { #name, GxB_##NAME##_##T, std::name, tolerance }
#define FUNCTIONS(T)                                                                               \
    {                                                                                              \
        FUNCTION(exp, EXP, T, 4), FUNCTION(log, LOG, T, 4), FUNCTION(sqrt, SQRT, T, 0),            \
            FUNCTION(exp2, EXP2, T, 12), FUNCTION(expm1, EXPM1, T, 12),                            \
            FUNCTION(log2, LOG2, T, 12), FUNCTION(log10, LOG10, T, 12),                            \
            FUNCTION(log1p, LOG1P, T, 12), FUNCTION(sin, SIN, T, 12), FUNCTION(cos, COS, T, 12),   \
            FUNCTION(tan, TAN, T, 12), FUNCTION(asin, ASIN, T, 12), FUNCTION(acos, ACOS, T, 12),   \
            FUNCTION(atan, ATAN, T, 12), FUNCTION(sinh, SINH, T, 12), FUNCTION(cosh, COSH, T, 12), \
            FUNCTION(tanh, TANH, T, 12), FUNCTION(asinh, ASINH, T, 12),                            \
            FUNCTION(acosh, ACOSH, T, 12), FUNCTION(atanh, ATANH, T, 12),                          \
            FUNCTION(cbrt, CBRT, T, 12), FUNCTION(erf, ERF, T, 12), FUNCTION(erfc, ERFC, T, 12),   \
            FUNCTION(tgamma, TGAMMA, T, 24), FUNCTION(lgamma, LGAMMA, T, 12)                       \
    }
    if (GetParam() == TypeCode::Fp32) {
        check_all<float>(FUNCTIONS(FP32));
    } else {
        check_all<double>(FUNCTIONS(FP64));
    }
#undef FUNCTIONS
#undef FUNCTION
}

TEST_P(LibraryFunctions, OfTwoValues) {
    if (GetParam() == TypeCode::Fp32) {
        check_pairs<float>({{"pow", GxB_POW_FP32, power<float>},
                            {"atan2", GxB_ATAN2_FP32, std::atan2},
                            {"hypot", GxB_HYPOT_FP32, hypotenuse<float>, true}});
    } else {
        check_pairs<double>({{"pow", GxB_POW_FP64, power<double>},
                             {"atan2", GxB_ATAN2_FP64, std::atan2},
                             {"hypot", GxB_HYPOT_FP64, hypotenuse<double>, true}});
    }
}

/// pow in FP64, cast: equal below 2^53, where FP64 holds each whole number, else within 12 ulp of
/// FP64.
template <class T>
void check_integer_powers(GrB_BinaryOp op, const Type &type) {
    constexpr double exact = 9007199254740992.0;
    const std::vector<T> values = {0, 1, 2, 3, 5, 7, 10, 19, 62, 63, 1000, 2083};
    const Index n = values.size();
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        Matrix a{type, n, n, {}}, b = a;
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < n; ++j) {
                if (storage.format != Format::Full && (i + 2 * j) % 5 == 0) continue;
                a.set(i, j, Value::of(values[i]));
                b.set(i, j, Value::of(values[j]));
            }
        }
        const Held la(a, storage), lb(b, storage);
        for_each_variant("ewise_mult", [&] {
            const Held c(Matrix{type, n, n, {}});
            ASSERT_EQ(GrB_Matrix_eWiseMult_BinaryOp(c.matrix, nullptr, nullptr, op, la.matrix,
                                                    lb.matrix, nullptr),
                      GrB_SUCCESS);
            const Matrix actual = content(c.matrix, type);
            ASSERT_EQ(actual.entries.size(), a.entries.size());
            for (const auto &[at, x] : a.entries) {
                const T base = values[at.first], exponent = values[at.second],
                        got = actual.entries.at(at).template as<T>();
                const double power =
                    std::pow(static_cast<double>(base), static_cast<double>(exponent));
                SCOPED_TRACE(to_string(x) + " to the power of " + std::to_string(exponent));
                if (power < exact || power >= static_cast<double>(std::numeric_limits<T>::max())) {
                    ASSERT_EQ(got, model::convert<T>(power));
                } else {
                    ASSERT_LE(distance(static_cast<double>(got), power), 12U);
                }
            }
        });
    }
}

TEST(IntegerPowers, AreThoseOfTheLibrary) {
    check_integer_powers<std::int64_t>(GxB_POW_INT64, model::type_of(TypeCode::Int64));
    check_integer_powers<std::uint64_t>(GxB_POW_UINT64, model::type_of(TypeCode::Uint64));
    force_variant("");
}

INSTANTIATE_TEST_SUITE_P(Types, LibraryFunctions, ::testing::Values(TypeCode::Fp32, TypeCode::Fp64),
                         [](const auto &info) {
                             return std::string(model::type_of(info.param).name);
                         });

} // namespace
} // namespace grb::fuzz
