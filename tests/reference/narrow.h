// Narrow numbers of the model: their bits, read and rounded by arithmetic on long doubles, which
// hold every value of every built-in type.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace grb::model {

/// A type with `fraction` bits behind the leading one; exponents of normal numbers are at least 1 -
/// bias.
template <int fraction, int bias>
struct Narrow {
    std::uint16_t bits;

    static constexpr int infinite = 0x7FFF >> fraction << fraction;

    long double exact() const {
        const int size = bits & 0x7FFF, exponent = size >> fraction;
        const int digits = size & ((1 << fraction) - 1);
        long double x = std::numeric_limits<long double>::infinity();
        if (size > infinite) x = std::numeric_limits<long double>::quiet_NaN();
        if (size < infinite && exponent == 0) x = std::ldexp(1.0L * digits, 1 - bias - fraction);
        if (size < infinite && exponent != 0)
            x = std::ldexp(1.0L * (digits + (1 << fraction)), exponent - bias - fraction);
        return bits & 0x8000 ? -x : x;
    }
    operator float() const { return static_cast<float>(exact()); }

    /// Rounds to the nearest number, ties to even.
    static Narrow of(long double x) {
        const int sign = std::signbit(x) ? 0x8000 : 0;
        const auto made = [sign](long double size) {
            return Narrow{static_cast<std::uint16_t>(sign | static_cast<int>(size))};
        };
        if (std::isnan(x)) return made(infinite + (1 << (fraction - 1)));
        if (std::isinf(x)) return made(infinite);
        if (x == 0) return made(0);
        const int exponent = std::max(std::ilogb(x), 1 - bias);
        // Counts units of the last place; one beyond the maximum begins the next exponent.
        const long double units = std::nearbyint(std::ldexp(std::fabs(x), fraction - exponent));
        const long double size = std::ldexp(1.0L * (exponent + bias - 1), fraction) + units;
        return made(std::fmin(size, 1.0L * infinite));
    }
};

using Bf16 = Narrow<7, 127>;
using Fp16 = Narrow<10, 15>;

template <class T>
inline constexpr bool is_narrow = std::is_same_v<T, Bf16> || std::is_same_v<T, Fp16>;

} // namespace grb::model
