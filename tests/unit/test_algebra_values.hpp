// Interesting values for operators, and bitwise comparison of results.
#pragma once

#include "base/type.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace algebra_test {

inline const grb::TypeCode all_types[] = {
    grb::TypeCode::boolean, grb::TypeCode::int8,  grb::TypeCode::uint8,  grb::TypeCode::int16,
    grb::TypeCode::uint16,  grb::TypeCode::int32, grb::TypeCode::uint32, grb::TypeCode::int64,
    grb::TypeCode::uint64,  grb::TypeCode::fp32,  grb::TypeCode::fp64};

/// Holds contiguous values, also of bool.
template <class T>
class Values {
public:
    Values() = default;
    explicit Values(std::size_t n) : bytes_(n * sizeof(T) + 1), size_(n) {}
    void push_back(T value) {
        size_++;
        bytes_.resize(size_ * sizeof(T) + 1);
        (*this)[size_ - 1] = value;
    }
    T *data() { return reinterpret_cast<T *>(bytes_.data()); }
    const T *data() const { return reinterpret_cast<const T *>(bytes_.data()); }
    std::size_t size() const { return size_; }
    T &operator[](std::size_t k) { return data()[k]; }
    const T &operator[](std::size_t k) const { return data()[k]; }
    const T *begin() const { return data(); }
    const T *end() const { return data() + size_; }

private:
    std::vector<unsigned char> bytes_ = std::vector<unsigned char>(1);
    std::size_t size_ = 0;
};

template <class T>
Values<T> interesting_values() {
    using Limits = std::numeric_limits<T>;
    Values<T> values;
    std::mt19937_64 random(17);
    if constexpr (std::is_same_v<T, bool>) {
        values.push_back(false);
        values.push_back(true);
    } else if constexpr (std::is_integral_v<T>) {
        for (int k : {0, 1, 2, 3, 5, 7, 11, 64, 100, -1, -2, -7, -100}) {
            values.push_back(static_cast<T>(k));
        }
        for (int k : {0, 1, 2}) {
            values.push_back(static_cast<T>(Limits::max() - k));
            values.push_back(static_cast<T>(Limits::min() + k));
        }
        values.push_back(static_cast<T>(Limits::max() / 2));
        values.push_back(static_cast<T>(Limits::max() / 2 + 1));
        for (int k = 0; k < 12; k++) values.push_back(static_cast<T>(random()));
    } else {
        const T infinity = Limits::infinity();
        for (T magnitude : {T(0),
                            T(1),
                            T(0.5),
                            T(1.5),
                            T(2),
                            T(126.75),
                            T(127.5),
                            T(128),
                            T(255.5),
                            T(256),
                            T(32768),
                            T(65535.5),
                            T(2147483520),
                            T(2147483647),
                            T(2147483648.0),
                            T(4294967040.0),
                            T(4294967295.5),
                            T(4294967296.0),
                            T(9223371487098961920.0),
                            T(9223372036854775808.0),
                            T(18446742974197923840.0),
                            T(18446744073709551616.0),
                            T(1e30),
                            Limits::max(),
                            Limits::min(),
                            Limits::denorm_min(),
                            infinity}) {
            values.push_back(magnitude);
            values.push_back(-magnitude);
        }
        values.push_back(Limits::quiet_NaN());
        for (int k = 0; k < 8; k++) {
            values.push_back(static_cast<T>(static_cast<std::int64_t>(random())) / T(1e15));
        }
    }
    return values;
}

/// Draws few distinct values from a small range, so that overflow and terminal values occur.
template <class T>
Values<T> random_values(std::size_t n, std::mt19937_64 &random) {
    const Values<T> pool = interesting_values<T>();
    Values<T> values(n);
    for (std::size_t k = 0; k < n; k++) {
        values[k] = random() % 8 == 0 ? pool[random() % pool.size()] : static_cast<T>(random() % 5);
    }
    return values;
}

template <class T>
bool is_same_value(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
        return a == b && std::signbit(a) == std::signbit(b);
    } else {
        return a == b;
    }
}

template <class T>
double shown(T value) {
    return static_cast<double>(value);
}

/// Runs f<T>(type_tag<T>) for all built-in types.
template <class F>
void for_each_type(F &&f) {
    for (grb::TypeCode type : all_types) grb::dispatch_type(type, f);
}

} // namespace algebra_test
