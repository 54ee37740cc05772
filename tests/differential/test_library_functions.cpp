// GxB_EXP, GxB_LOG and GxB_SQRT by every variant of apply: within 4 ulp of the C library's, which no two libraries
// share to the bit; sqrt, infinities and NaN exactly.
#include "differential/numerics.h"

#include <cmath>
#include <cstdlib>

namespace grb::fuzz {
namespace {

/// Numbers of T between x and y, which are none of NaN and infinity.
template <class T>
std::uint64_t distance(T x, T y) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    const auto place = [](T value) {
        Bits bits;
        std::memcpy(&bits, &value, sizeof bits);
        const auto magnitude = static_cast<std::int64_t>(bits & std::numeric_limits<Bits>::max());
        return bits < 0 ? -magnitude : magnitude;
    };
    return static_cast<std::uint64_t>(std::abs(place(x) - place(y)));
}

template <class T>
struct LibraryFunction {
    const char *name;
    GrB_UnaryOp op;
    T (*function)(T);
    std::uint64_t tolerance;
};

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
            if (!std::isfinite(expected) || !std::isfinite(got)) {
                ASSERT_TRUE(is_identical(Value::of(expected), Value::of(got)))
                    << got << " instead of " << expected;
            } else {
                ASSERT_LE(distance(got, expected), f.tolerance)
                    << got << " instead of " << expected;
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
    if (GetParam() == TypeCode::Fp32) {
        check_all<float>({{"exp", GxB_EXP_FP32, std::exp, 4},
                          {"log", GxB_LOG_FP32, std::log, 4},
                          {"sqrt", GxB_SQRT_FP32, std::sqrt, 0}});
    } else {
        check_all<double>({{"exp", GxB_EXP_FP64, std::exp, 4},
                           {"log", GxB_LOG_FP64, std::log, 4},
                           {"sqrt", GxB_SQRT_FP64, std::sqrt, 0}});
    }
}

INSTANTIATE_TEST_SUITE_P(Types, LibraryFunctions, ::testing::Values(TypeCode::Fp32, TypeCode::Fp64),
                         [](const auto &info) {
                             return std::string(model::type_of(info.param).name);
                         });

} // namespace
} // namespace grb::fuzz
