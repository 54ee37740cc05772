// Algebra laws through the API, on random small matrices. Integers only: every law is exact.
#include "property/objects.h"

#include <gtest/gtest.h>

namespace grb::property {
namespace {

class Library : public ::testing::Environment {
public:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { EXPECT_EQ(GrB_finalize(), GrB_SUCCESS); }
};

[[maybe_unused]] const auto *const library = ::testing::AddGlobalTestEnvironment(new Library);

#define OK(call) ASSERT_EQ(call, GrB_SUCCESS) << #call

const Type int64 = model::type_of(TypeCode::Int64);
const Type boolean = model::type_of(TypeCode::Bool);

/// Each law is tried at several sizes and densities.
class Laws : public ::testing::TestWithParam<std::tuple<unsigned, unsigned>> {
protected:
    unsigned percent_ = std::get<1>(GetParam());
    Source source_{1000 * std::get<0>(GetParam()) + percent_};
    Index k_ = 1 + source_.below(20), l_ = 1 + source_.below(20), m_ = 1 + source_.below(20),
          n_ = 1 + source_.below(20);

    Matrix random(Index nrows, Index ncols) {
        return source_.matrix(int64, nrows, ncols, percent_);
    }
};

TEST_P(Laws, ProductIsAssociative) {
    const Object a(random(k_, l_)), b(random(l_, m_)), c(random(m_, n_));
    for (GrB_Semiring s :
         {GrB_PLUS_TIMES_SEMIRING_INT64, GrB_MIN_PLUS_SEMIRING_INT64, GrB_MAX_MIN_SEMIRING_INT64}) {
        const Object ab(int64, k_, m_), bc(int64, l_, n_), left(int64, k_, n_),
            right(int64, k_, n_);
        OK(GrB_mxm(ab, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
        OK(GrB_mxm(left, GrB_NULL, GrB_NULL, s, ab, c, GrB_NULL));
        OK(GrB_mxm(bc, GrB_NULL, GrB_NULL, s, b, c, GrB_NULL));
        OK(GrB_mxm(right, GrB_NULL, GrB_NULL, s, a, bc, GrB_NULL));
        EXPECT_EQ(model::difference(left.content(), right.content()), "");
    }
}

TEST_P(Laws, ProductDistributesOverSum) {
    const Object a(random(k_, l_)), b(random(l_, m_)), c(random(l_, m_));
    const Object sum(int64, l_, m_), left(int64, k_, m_), right(int64, k_, m_);
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_INT64;
    OK(GrB_Matrix_eWiseAdd_BinaryOp(sum, GrB_NULL, GrB_NULL, GrB_PLUS_INT64, b, c, GrB_NULL));
    OK(GrB_mxm(left, GrB_NULL, GrB_NULL, s, a, sum, GrB_NULL));
    OK(GrB_mxm(right, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
    OK(GrB_mxm(right, GrB_NULL, GrB_PLUS_INT64, s, a, c, GrB_NULL));
    EXPECT_EQ(model::difference(left.content(), right.content()), "");
}

TEST_P(Laws, TransposeOfAProduct) {
    const Object a(random(k_, l_)), b(random(l_, m_));
    const Object ab(int64, k_, m_), left(int64, m_, k_), right(int64, m_, k_);
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_INT64;
    OK(GrB_mxm(ab, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
    OK(GrB_transpose(left, GrB_NULL, GrB_NULL, ab, GrB_NULL));
    OK(GrB_mxm(right, GrB_NULL, GrB_NULL, s, b, a, GrB_DESC_T0T1));
    EXPECT_EQ(model::difference(left.content(), right.content()), "");
}

TEST_P(Laws, MatrixTimesColumnsIsProduct) {
    const Object a(random(k_, l_)), b(random(l_, m_)), c(int64, k_, m_), by_columns(int64, k_, m_);
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_INT64;
    OK(GrB_mxm(c, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
    for (Index j = 0; j < m_; ++j) {
        const VectorObject u(int64, l_), w(int64, k_);
        OK(GrB_Col_extract(u, GrB_NULL, GrB_NULL, b, GrB_ALL, l_, j, GrB_NULL));
        OK(GrB_mxv(w, GrB_NULL, GrB_NULL, s, a, u, GrB_NULL));
        OK(GrB_Col_assign(by_columns, GrB_NULL, GrB_NULL, w, GrB_ALL, k_, j, GrB_NULL));
        const VectorObject v(int64, k_);
        OK(GrB_vxm(v, GrB_NULL, GrB_NULL, s, u, a, GrB_DESC_T1));
        EXPECT_EQ(model::difference(w.content(), v.content()), "");
    }
    EXPECT_EQ(model::difference(c.content(), by_columns.content()), "");
}

TEST_P(Laws, SumCommutes) {
    const Object a(random(k_, l_)), b(random(k_, l_));
    for (GrB_BinaryOp op : {GrB_PLUS_INT64, GrB_TIMES_INT64, GrB_MIN_INT64, GrB_MAX_INT64,
                            GrB_BXOR_INT64, GrB_EQ_INT64}) {
        const Object left(int64, k_, l_), right(int64, k_, l_);
        OK(GrB_Matrix_eWiseAdd_BinaryOp(left, GrB_NULL, GrB_NULL, op, a, b, GrB_NULL));
        OK(GrB_Matrix_eWiseAdd_BinaryOp(right, GrB_NULL, GrB_NULL, op, b, a, GrB_NULL));
        EXPECT_EQ(model::difference(left.content(), right.content()), "");
    }
}

TEST_P(Laws, PatternsOfSumAndProductPartition) {
    const Object a(random(k_, l_)), b(random(k_, l_)), both(int64, k_, l_), any(int64, k_, l_);
    OK(GrB_Matrix_eWiseMult_BinaryOp(both, GrB_NULL, GrB_NULL, GrB_FIRST_INT64, a, b, GrB_NULL));
    OK(GrB_Matrix_eWiseAdd_BinaryOp(any, GrB_NULL, GrB_NULL, GrB_FIRST_INT64, a, b, GrB_NULL));
    const Matrix x = a.content(), y = b.content(), common = both.content(), joined = any.content();
    for (const auto &[at, value] : common.entries) {
        EXPECT_TRUE(x.entries.count(at) && y.entries.count(at));
    }
    // |A| + |B| = |A ∩ B| + |A ∪ B|
    EXPECT_EQ(x.entries.size() + y.entries.size(), common.entries.size() + joined.entries.size());
}

TEST_P(Laws, MaskAndItsComplementPartition) {
    const Object a(random(k_, l_)), b(random(l_, m_)), mask(random(k_, m_));
    const Object whole(int64, k_, m_), parts(int64, k_, m_), inside(int64, k_, m_);
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_INT64;
    OK(GrB_mxm(whole, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
    for (auto [d, complement] :
         {std::pair(GrB_Descriptor(GrB_NULL), GrB_DESC_C), std::pair(GrB_DESC_S, GrB_DESC_SC)}) {
        OK(GrB_Matrix_clear(parts));
        OK(GrB_mxm(parts, mask, GrB_NULL, s, a, b, d));
        const Matrix first = parts.content();
        OK(GrB_mxm(parts, mask, GrB_NULL, s, a, b, complement));
        EXPECT_EQ(model::difference(whole.content(), parts.content()), "");
        OK(GrB_Matrix_clear(inside));
        OK(GrB_mxm(inside, mask, GrB_NULL, s, a, b, complement));
        EXPECT_EQ(first.entries.size() + inside.content().entries.size(),
                  whole.content().entries.size());
    }
}

TEST_P(Laws, ReductionsAgree) {
    const Object a(random(k_, l_));
    const VectorObject rows(int64, k_), columns(int64, l_), of_transpose(int64, l_);
    const GrB_Monoid plus = GrB_PLUS_MONOID_INT64;
    OK(GrB_Matrix_reduce_Monoid(rows, GrB_NULL, GrB_NULL, plus, a, GrB_NULL));
    OK(GrB_Matrix_reduce_Monoid(columns, GrB_NULL, GrB_NULL, plus, a, GrB_DESC_T0));
    const Object t(int64, l_, k_);
    OK(GrB_transpose(t, GrB_NULL, GrB_NULL, a, GrB_NULL));
    OK(GrB_Matrix_reduce_Monoid(of_transpose, GrB_NULL, GrB_NULL, plus, t, GrB_NULL));
    EXPECT_EQ(model::difference(columns.content(), of_transpose.content()), "");
    std::int64_t all = 0, by_rows = 0, by_columns = 0;
    OK(GrB_Matrix_reduce_INT64(&all, GrB_NULL, plus, a, GrB_NULL));
    OK(GrB_Vector_reduce_INT64(&by_rows, GrB_NULL, plus, rows, GrB_NULL));
    OK(GrB_Vector_reduce_INT64(&by_columns, GrB_NULL, plus, columns, GrB_NULL));
    EXPECT_EQ(all, by_rows);
    EXPECT_EQ(all, by_columns);
}

TEST_P(Laws, KroneckerMixedProduct) {
    const Index p = 1 + source_.below(5), q = 1 + source_.below(5), r = 1 + source_.below(5);
    const Object a(random(p, q)), b(random(q, r)), c(random(r, p)), d(random(p, q));
    const Object ab(int64, p, r), cd(int64, r, q), left(int64, p * r, r * q);
    const Object ac(int64, p * r, q * p), bd(int64, q * p, r * q), right(int64, p * r, r * q);
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_INT64;
    // (A ⊗ C)(B ⊗ D) = AB ⊗ CD
    OK(GrB_mxm(ab, GrB_NULL, GrB_NULL, s, a, b, GrB_NULL));
    OK(GrB_mxm(cd, GrB_NULL, GrB_NULL, s, c, d, GrB_NULL));
    OK(GrB_Matrix_kronecker_BinaryOp(left, GrB_NULL, GrB_NULL, GrB_TIMES_INT64, ab, cd, GrB_NULL));
    OK(GrB_Matrix_kronecker_BinaryOp(ac, GrB_NULL, GrB_NULL, GrB_TIMES_INT64, a, c, GrB_NULL));
    OK(GrB_Matrix_kronecker_Semiring(bd, GrB_NULL, GrB_NULL, s, b, d, GrB_NULL));
    OK(GrB_mxm(right, GrB_NULL, GrB_NULL, s, ac, bd, GrB_NULL));
    EXPECT_EQ(model::difference(left.content(), right.content()), "");
}

INSTANTIATE_TEST_SUITE_P(Random, Laws,
                         ::testing::Combine(::testing::Range(1u, 9u),
                                            ::testing::Values(0u, 10u, 40u, 100u)));

} // namespace
} // namespace grb::property
