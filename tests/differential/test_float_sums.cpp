// Sums of arbitrary floats, where the order of addition shows: within 4 ε · terms · Σ|terms|.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

double random_real(Rng &rng) {
    const double unit = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    return (2 * unit - 1) * std::pow(10.0, static_cast<double>(rng.between(-2, 2)));
}

Matrix random_reals(Rng &rng, const Type &type, Index m, Index n, int percent) {
    Matrix a{type, m, n, {}};
    for (Index i = 0; i < m; ++i) {
        for (Index j = 0; j < n; ++j) {
            if (rng.chance(percent)) a.set(i, j, Value::of(random_real(rng)));
        }
    }
    return a;
}

Matrix magnitudes(const Matrix &a) {
    Matrix result = a;
    for (auto &[at, x] : result.entries)
        x = cast(Value::of(std::fabs(model::cast_to<double>(x))), a.type);
    return result;
}

/// Same pattern, and every value within the bound that `magnitude`, the sums of |terms|, gives.
void expect_close(const Matrix &expected, const Matrix &actual, const Matrix &magnitude,
                  Index terms) {
    ASSERT_EQ(expected.entries.size(), actual.entries.size());
    const double epsilon = expected.type.code == TypeCode::Fp32
                               ? static_cast<double>(std::numeric_limits<float>::epsilon())
                               : std::numeric_limits<double>::epsilon();
    for (const auto &[at, x] : expected.entries) {
        const auto found = actual.entries.find(at);
        ASSERT_TRUE(found != actual.entries.end());
        const double bound = 4 * epsilon * static_cast<double>(terms) *
                             model::cast_to<double>(magnitude.entries.at(at));
        EXPECT_NEAR(model::cast_to<double>(x), model::cast_to<double>(found->second), bound);
    }
}

class FloatSums : public ::testing::TestWithParam<TypeCode> {
protected:
    Type type_ = model::type_of(GetParam());
    Rng rng_{static_cast<std::uint64_t>(GetParam())};
    std::string broken_;
};

TEST_P(FloatSums, Mxm) {
    struct Percents {
        int of_a, of_b;
    };
    for (const auto [of_a, of_b] : {Percents{5, 5}, {30, 30}, {100, 100}, {5, 100}, {30, 100}}) {
        const Semiring &s = model::semiring("PLUS_TIMES", GetParam());
        const Matrix a = random_reals(rng_, type_, 40, 60, of_a);
        const Matrix b = random_reals(rng_, type_, 60, 30, of_b);
        const Matrix expected = model::product(s, a, b);
        const Matrix bound = model::product(s, magnitudes(a), magnitudes(b));
        GrB_Matrix la = model::to_library(a), lb = model::to_library(b);
        for_each_variant("mxm", [&] {
            GrB_Matrix c = model::to_library(Matrix{type_, 40, 30, {}});
            ASSERT_EQ(GrB_mxm(c, GrB_NULL, GrB_NULL, s.handle, la, lb, GrB_NULL), GrB_SUCCESS);
            expect_close(expected, model::from_library(c, type_, &broken_), bound, 60);
            GrB_Matrix_free(&c);
        });
        GrB_Matrix_free(&la);
        GrB_Matrix_free(&lb);
    }
}

TEST_P(FloatSums, Mxv) {
    for (int percent : {5, 30, 100}) {
        const Semiring &s = model::semiring("PLUS_TIMES", GetParam());
        const Matrix a = random_reals(rng_, type_, 50, 300, percent);
        const Matrix u = random_reals(rng_, type_, 300, 1, percent);
        const Matrix expected = model::product(s, a, u);
        const Matrix bound = model::product(s, magnitudes(a), magnitudes(u));
        GrB_Matrix la = model::to_library(a);
        GrB_Vector lu = model::to_library_vector(u);
        for_each_variant("mxv", [&] {
            GrB_Vector w = model::to_library_vector(Matrix{type_, 50, 1, {}});
            ASSERT_EQ(GrB_mxv(w, GrB_NULL, GrB_NULL, s.handle, la, lu, GrB_NULL), GrB_SUCCESS);
            expect_close(expected, model::from_library(w, type_, &broken_), bound, 300);
            GrB_Vector_free(&w);
        });
        GrB_Matrix_free(&la);
        GrB_Vector_free(&lu);
    }
}

TEST_P(FloatSums, Reduce) {
    for (int percent : {5, 100}) {
        const Monoid &m = model::monoid("PLUS", GetParam());
        const Matrix a = random_reals(rng_, type_, 30, 400, percent);
        const Matrix expected = model::row_reduction(m, a);
        const Matrix bound = model::row_reduction(m, magnitudes(a));
        GrB_Matrix la = model::to_library(a);
        for_each_variant("reduce", [&] {
            GrB_Vector w = model::to_library_vector(Matrix{type_, 30, 1, {}});
            ASSERT_EQ(GrB_Matrix_reduce_Monoid(w, GrB_NULL, GrB_NULL, m.handle, la, GrB_NULL),
                      GrB_SUCCESS);
            expect_close(expected, model::from_library(w, type_, &broken_), bound, 400);
            GrB_Vector_free(&w);
        });
        GrB_Matrix_free(&la);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, FloatSums, ::testing::Values(TypeCode::Fp32, TypeCode::Fp64),
                         [](const auto &info) {
                             return std::string(model::type_of(info.param).name);
                         });

} // namespace
} // namespace grb::fuzz
