// Tests sums of arbitrary floats, which depend on the order: within 4 ε · terms · Σ|terms|.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

double random_real(Rng &rng) {
    const double unit = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    return (2 * unit - 1) * std::pow(10.0, static_cast<double>(rng.between(-2, 2)));
}

constexpr int iso = 101; // percent: all entries, one value

Matrix random_reals(Rng &rng, const Type &type, Index m, Index n, int percent) {
    Matrix a{type, m, n, {}};
    const double only = random_real(rng);
    for (Index i = 0; i < m; ++i) {
        for (Index j = 0; j < n; ++j) {
            if (percent == iso)
                a.set(i, j, Value::of(only));
            else if (rng.chance(percent))
                a.set(i, j, Value::of(random_real(rng)));
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

/// The patterns agree, and values differ by at most the bound of `magnitude`, the sums of |terms|.
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
    struct Shape {
        Index m, k, n;
        int percent_of_a, percent_of_b;
        bool is_b_narrow = false;
    };
    std::set<std::string> ran;
    // Sizes surround the widths of vectors and panels, and some have more terms than either holds.
    for (const auto [m, k, n, of_a, of_b, is_b_narrow] : {Shape{40, 60, 30, 5, 5},
                                                          {40, 60, 30, 30, 30},
                                                          {13, 257, 17, 100, 100},
                                                          {33, 600, 9, 100, 100},
                                                          {1, 100, 64, 100, 100},
                                                          {40, 60, 30, 5, 100},
                                                          {30, 300, 1, 30, 100},
                                                          {7, 1000, 12, 60, 100},
                                                          {50, 8, 33, 30, 100},
                                                          {50, 90, 33, 30, 100, true},
                                                          {5, 77, 6, iso, iso}}) {
        SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(k) + " x " + std::to_string(n));
        const Semiring &s = model::semiring("PLUS_TIMES", GetParam());
        const Matrix a = random_reals(rng_, type_, m, k, of_a);
        const Type b_type = is_b_narrow ? model::type_of(TypeCode::Bf16) : type_;
        const Matrix b = random_reals(rng_, b_type, k, n, of_b);
        const Matrix mask = random_reals(rng_, type_, m, n, 50);
        const Matrix bound = model::product(s, magnitudes(a), magnitudes(b));
        GrB_Matrix la = model::to_library(a), lb = model::to_library(b),
                   lmask = model::to_library(mask);
        for (const bool is_masked : {false, true}) {
            Matrix expected = model::product(s, a, b);
            if (is_masked) {
                std::erase_if(expected.entries, [&](const auto &entry) {
                    return mask.entries.count(entry.first) == 0;
                });
            }
            ran.merge(for_each_variant("mxm", [&, m = m, k = k, n = n] {
                GrB_Matrix c = model::to_library(Matrix{type_, m, n, {}});
                ASSERT_EQ(GrB_mxm(c, is_masked ? lmask : GrB_NULL, GrB_NULL, s.handle, la, lb,
                                  GrB_DESC_S),
                          GrB_SUCCESS);
                expect_close(expected, model::from_library(c, type_, &broken_), bound, k);
                GrB_Matrix_free(&c);
            }));
        }
        for (GrB_Matrix *object : {&la, &lb, &lmask}) GrB_Matrix_free(object);
    }
    expect_host_variants(ran, "mxm");
}

TEST_P(FloatSums, Mxv) {
    std::set<std::string> ran;
    for (int percent : {5, 30, 100, iso}) {
        const Semiring &s = model::semiring("PLUS_TIMES", GetParam());
        const Matrix a = random_reals(rng_, type_, 50, 300, percent);
        const Matrix u = random_reals(rng_, type_, 300, 1, std::min(percent, 100));
        const Matrix expected = model::product(s, a, u);
        const Matrix bound = model::product(s, magnitudes(a), magnitudes(u));
        GrB_Matrix la = model::to_library(a);
        GrB_Vector lu = model::to_library_vector(u);
        ran.merge(for_each_variant("mxv", [&] {
            GrB_Vector w = model::to_library_vector(Matrix{type_, 50, 1, {}});
            ASSERT_EQ(GrB_mxv(w, GrB_NULL, GrB_NULL, s.handle, la, lu, GrB_NULL), GrB_SUCCESS);
            expect_close(expected, model::from_library(w, type_, &broken_), bound, 300);
            GrB_Vector_free(&w);
        }));
        GrB_Matrix_free(&la);
        GrB_Vector_free(&lu);
    }
    // These take no sums.
    expect_host_variants(ran, "mxv", {"cpu/mxv_pull_into", "cpu/mxv_push_into"});
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
