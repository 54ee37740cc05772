// Operations that undo each other, or that take an object apart into pieces that make it whole.
#include "property/objects.h"

#include <gtest/gtest.h>

namespace grb::property {
namespace {

#define OK(call) ASSERT_EQ(call, GrB_SUCCESS) << #call

/// Every built-in type, at a few densities.
class RoundTrips : public ::testing::TestWithParam<std::tuple<TypeCode, unsigned>> {
protected:
    Type type_ = model::type_of(std::get<0>(GetParam()));
    unsigned percent_ = std::get<1>(GetParam());
    Source source_{static_cast<unsigned>(std::get<0>(GetParam())) * 1000 + percent_};
    Index m_ = 1 + source_.below(30), n_ = 1 + source_.below(30);

    Matrix random() { return source_.matrix(type_, m_, n_, percent_); }
};

TEST_P(RoundTrips, TransposeTwice) {
    const Matrix a = random();
    const Object object(a), t(type_, n_, m_), back(type_, m_, n_);
    OK(GrB_transpose(t, GrB_NULL, GrB_NULL, object, GrB_NULL));
    OK(GrB_transpose(back, GrB_NULL, GrB_NULL, t, GrB_NULL));
    EXPECT_EQ(model::difference(a, back.content()), "");
    OK(GrB_transpose(back, GrB_NULL, GrB_NULL, object, GrB_DESC_RT0));
    EXPECT_EQ(model::difference(a, back.content()), "");
}

TEST_P(RoundTrips, BuildFromTuplesInAnyOrder) {
    const Matrix a = random();
    const model::TupleArrays t = model::tuples_of(a);
    const Index count = t.i.size();
    std::vector<Index> i, j;
    calls::Bytes x;
    for (Index k : source_.some_indices(count, count)) {
        i.push_back(t.i[k]);
        j.push_back(t.j[k]);
        model::append(x, a.entries.at({t.i[k], t.j[k]}));
    }
    i.reserve(1);
    j.reserve(1);
    x.reserve(1);
    const Object built(type_, m_, n_);
    OK(calls::build(built, i.data(), j.data(), x, count, GrB_NULL, type_));
    EXPECT_EQ(model::difference(a, built.content()), "");
}

TEST_P(RoundTrips, DupIsEqualAndApart) {
    const Matrix a = random();
    const Object object(a);
    GrB_Matrix copy = nullptr;
    OK(GrB_Matrix_dup(&copy, object));
    OK(GrB_Matrix_clear(object));
    std::string broken;
    EXPECT_EQ(model::difference(a, model::from_library(copy, type_, &broken)), "");
    EXPECT_EQ(broken, "");
    EXPECT_TRUE(object.content().entries.empty());
    OK(GrB_Matrix_free(&copy));
}

// Assigning B to a place and extracting that place gives B; the rest of A is as it was.
TEST_P(RoundTrips, ExtractWhatWasAssigned) {
    const Matrix a = random();
    const Index rows = 1 + source_.below(m_), columns = 1 + source_.below(n_);
    const auto i = source_.some_indices(m_, rows), j = source_.some_indices(n_, columns);
    const Matrix b = source_.matrix(type_, rows, columns, 50);
    const Object object(a), part(b), got(type_, rows, columns);
    OK(GrB_Matrix_assign(object, GrB_NULL, GrB_NULL, part, i.data(), rows, j.data(), columns,
                         GrB_NULL));
    OK(GrB_Matrix_extract(got, GrB_NULL, GrB_NULL, object, i.data(), rows, j.data(), columns,
                          GrB_NULL));
    EXPECT_EQ(model::difference(b, got.content()), "");
    // Putting back what was there restores A.
    const Object original(a);
    OK(GrB_Matrix_extract(got, GrB_NULL, GrB_NULL, original, i.data(), rows, j.data(), columns,
                          GrB_NULL));
    OK(GrB_Matrix_assign(object, GrB_NULL, GrB_NULL, got, i.data(), rows, j.data(), columns,
                         GrB_NULL));
    EXPECT_EQ(model::difference(a, object.content()), "");
}

TEST_P(RoundTrips, TrianglesAndDiagonalPartition) {
    const Matrix a = random();
    const Object object(a), whole(type_, m_, n_);
    std::size_t parts = 0;
    for (auto [op, s] :
         {std::pair(GrB_TRIL, std::int64_t{-1}), std::pair(GrB_DIAG, std::int64_t{0}),
          std::pair(GrB_TRIU, std::int64_t{1})}) {
        const Object part(type_, m_, n_);
        OK(GrB_Matrix_select_INT64(part, GrB_NULL, GrB_NULL, op, object, s, GrB_NULL));
        const Matrix content = part.content();
        parts += content.entries.size();
        OK(GrB_Matrix_assign(whole, part, GrB_NULL, part, GrB_ALL, m_, GrB_ALL, n_, GrB_DESC_S));
    }
    EXPECT_EQ(parts, a.entries.size());
    EXPECT_EQ(model::difference(a, whole.content()), "");
}

TEST_P(RoundTrips, ElementByElement) {
    const Matrix a = random();
    const Object object(type_, m_, n_);
    for (const auto &[at, x] : a.entries) OK(calls::set_element(object, x, at.first, at.second));
    EXPECT_EQ(model::difference(a, object.content()), "");
    for (const auto &[at, x] : a.entries) OK(GrB_Matrix_removeElement(object, at.first, at.second));
    EXPECT_TRUE(object.content().entries.empty());
}

TEST_P(RoundTrips, GrowAndShrink) {
    const Matrix a = random();
    const Object object(a);
    OK(GrB_Matrix_resize(object, m_ + 5, n_ + 70));
    OK(GrB_Matrix_resize(object, m_, n_));
    EXPECT_EQ(model::difference(a, object.content()), "");
}

TEST_P(RoundTrips, IdentityMatrixChangesNothing) {
    if (type_.code == TypeCode::Bool) GTEST_SKIP() << "no PLUS_TIMES semiring";
    const Matrix a = random();
    const VectorObject ones(type_, n_);
    OK(calls::assign(ones, nullptr, nullptr, Value::of(std::int8_t{1}), GrB_ALL, n_, nullptr));
    GrB_Matrix identity = nullptr;
    OK(GrB_Matrix_diag(&identity, ones, 0));
    const Object object(a), product(type_, m_, n_);
    OK(GrB_mxm(product, GrB_NULL, GrB_NULL, model::semiring("PLUS_TIMES", type_.code).handle,
               object, identity, GrB_NULL));
    EXPECT_EQ(model::difference(a, product.content()), "");
    OK(GrB_Matrix_free(&identity));
}

INSTANTIATE_TEST_SUITE_P(
    Types, RoundTrips,
    ::testing::Combine(::testing::Values(TypeCode::Bool, TypeCode::Int8, TypeCode::Uint8,
                                         TypeCode::Int16, TypeCode::Uint16, TypeCode::Int32,
                                         TypeCode::Uint32, TypeCode::Int64, TypeCode::Uint64,
                                         TypeCode::Fp32, TypeCode::Fp64),
                       ::testing::Values(0u, 15u, 60u, 100u)),
    [](const auto &info) {
        return std::string(model::type_of(std::get<0>(info.param)).name) + "_" +
               std::to_string(std::get<1>(info.param)) + "percent";
    });

} // namespace
} // namespace grb::property
