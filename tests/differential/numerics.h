// Special values of the float types in every format, and bitwise comparison.
#pragma once

#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {

template <class T>
std::vector<Value> special_values() {
    using Limits = std::numeric_limits<T>;
    const T normal = Limits::min(), denormal = Limits::denorm_min();
    std::vector<Value> values;
    for (const T x : {Limits::quiet_NaN(), Limits::infinity(), T(0), denormal, normal - denormal,
                      normal, Limits::max(), T(1), T(2.5), T(127.5), T(1e10), T(3e19)}) {
        values.push_back(Value::of(x));
        values.push_back(Value::of(-x));
    }
    return values;
}

/// Values whose sum is the same in any order: NaN, infinities, zeros and multiples of the least
/// denormal.
template <class T>
std::vector<Value> summable_values() {
    using Limits = std::numeric_limits<T>;
    std::vector<Value> values;
    for (const T x : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), T(0), -T(0),
                      Limits::denorm_min(), -3 * Limits::denorm_min(), 5 * Limits::denorm_min()})
        values.push_back(Value::of(x));
    return values;
}

struct Storage {
    Format format;
    int width;
    const char *name;
};
inline constexpr Storage storages[] = {{Format::Sparse, 32, "sparse"},
                                       {Format::Sparse, 64, "sparse, wide"},
                                       {Format::Hypersparse, 0, "hypersparse"},
                                       {Format::Bitmap, 0, "bitmap"},
                                       {Format::Full, 0, "full"}};

class Numerics : public ::testing::TestWithParam<TypeCode> {
protected:
    Type type_ = model::type_of(GetParam());
    Rng rng_{1000 + static_cast<std::uint64_t>(GetParam())};
    std::vector<Value> specials_ =
        GetParam() == TypeCode::Fp32 ? special_values<float>() : special_values<double>();
    std::vector<Value> summables_ =
        GetParam() == TypeCode::Fp32 ? summable_values<float>() : summable_values<double>();

    void TearDown() override { force_variant(""); }

    /// Makes rows of NaN alone, of one value, of two values and of all values: each tests another
    /// case.
    Matrix special_rows(const std::vector<Value> &values, Index m, Index n, int percent) {
        Matrix a{type_, m, n, {}};
        for (Index i = 0; i < m; ++i) {
            const std::vector<Value> of_row = {values[0], rng_.pick(values), rng_.pick(values)};
            for (Index j = 0; j < n; ++j) {
                if (!rng_.chance(percent)) continue;
                a.set(i, j, i % 4 == 3 ? rng_.pick(values) : of_row[rng_.below(i % 4 + 1)]);
            }
        }
        return a;
    }
    Matrix all_nan(Index m, Index n) {
        Matrix a{type_, m, n, {}};
        for (Index i = 0; i < m; ++i) {
            for (Index j = 0; j < n; ++j) a.set(i, j, specials_[0]);
        }
        return a;
    }
};

/// Compares bit for bit, except which NaN a NaN is.
inline void expect_identical(const Matrix &expected, const Matrix &actual) {
    ASSERT_EQ(expected.entries.size(), actual.entries.size());
    for (const auto &[at, x] : expected.entries) {
        const auto found = actual.entries.find(at);
        ASSERT_TRUE(found != actual.entries.end()) << at.first << ", " << at.second;
        ASSERT_TRUE(is_identical(x, found->second))
            << "at " << at.first << ", " << at.second << ": " << to_string(found->second)
            << " instead of " << to_string(x);
    }
}

struct Held {
    GrB_Matrix matrix = nullptr;
    GrB_Vector vector = nullptr;
    Held(const Matrix &a, const Storage &storage) : matrix(model::to_library(a)) {
        pin(matrix, storage.format, storage.width);
    }
    explicit Held(const Matrix &a) : matrix(model::to_library(a)) {}
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    ~Held() {
        GrB_Matrix_free(&matrix);
        GrB_Vector_free(&vector);
    }
};

struct HeldVector : Held {
    HeldVector(const Matrix &u, const Storage &storage) : Held(Matrix{u.type, 1, 1, {}}) {
        vector = model::to_library_vector(u);
        if (storage.format != Format::Hypersparse) pin(vector, storage.format, storage.width);
    }
};

inline Matrix content(GrB_Matrix c, const Type &type) {
    std::string broken;
    Matrix a = model::from_library(c, type, &broken);
    EXPECT_EQ(broken, "");
    return a;
}
inline Matrix content(GrB_Vector w, const Type &type) {
    std::string broken;
    Matrix a = model::from_library(w, type, &broken);
    EXPECT_EQ(broken, "");
    return a;
}

/// Runs `call` on a new matrix in every variant of the operation and compares.
template <class Call>
void check_matrix(const std::string &operation, const Matrix &expected, Call call) {
    for_each_variant(operation, [&] {
        const Held c(Matrix{expected.type, expected.nrows, expected.ncols, {}});
        ASSERT_EQ(call(c.matrix), GrB_SUCCESS);
        expect_identical(expected, content(c.matrix, expected.type));
    });
}
template <class Call>
void check_vector(const std::string &operation, const Matrix &expected, Call call) {
    for_each_variant(operation, [&] {
        const HeldVector w(Matrix{expected.type, expected.nrows, 1, {}}, storages[0]);
        ASSERT_EQ(call(w.vector), GrB_SUCCESS);
        expect_identical(expected, content(w.vector, expected.type));
    });
}

} // namespace grb::fuzz
