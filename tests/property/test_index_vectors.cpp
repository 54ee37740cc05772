// Lists of positions given as vectors do what the same lists do as arrays, and objects that
// operations have left on a device take single elements as others do.
#include "property/objects.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace grb::property {
namespace {

#define OK(call) ASSERT_EQ(call, GrB_SUCCESS) << #call

struct Case {
    TypeCode type, index_type;
    Index size, count;
    unsigned percent;
};

class IndexVectors : public ::testing::TestWithParam<Case> {
protected:
    Type type_ = model::type_of(GetParam().type),
         index_type_ = model::type_of(GetParam().index_type);
    Index size_ = GetParam().size, count_ = GetParam().count;
    Source source_{static_cast<unsigned>(GetParam().type) * 100 + GetParam().percent};

    std::vector<Index> random_list() {
        std::vector<Index> list(count_);
        for (Index &index : list) index = source_.below(size_);
        return list;
    }
    /// The numbers as values of a vector, with gaps between them unless it is full.
    Matrix as_values(const std::vector<Index> &list, Index gap) const {
        Matrix u{index_type_, count_ * gap, 1, {}};
        for (Index k = 0; k < count_; ++k)
            u.set(k * gap, 0, Value::of(static_cast<std::int64_t>(list[k])));
        return u;
    }
};

TEST_P(IndexVectors, Extract) {
    for (const Index gap : {1, 2, 20}) {
        const std::vector<Index> list = random_list();
        const VectorObject u(source_.matrix(type_, size_, 1, GetParam().percent));
        const VectorObject positions(as_values(list, gap)), expected(type_, count_),
            got(type_, count_);
        OK(GrB_Vector_extract(expected, nullptr, nullptr, u, list.data(), count_, nullptr));
        OK(GxB_Vector_extract_Vector(got, nullptr, nullptr, u, positions, nullptr));
        EXPECT_EQ(model::difference(expected.content(), got.content()), "");
    }
}

TEST_P(IndexVectors, BuildWithEveryDup) {
    struct Dup {
        GrB_BinaryOp op;
        TypeCode domain;
    };
    const Dup dups[] = {{GrB_MIN_INT64, TypeCode::Int64},   {GrB_MAX_UINT8, TypeCode::Uint8},
                        {GrB_PLUS_INT32, TypeCode::Int32},  {GrB_LOR, TypeCode::Bool},
                        {GrB_MINUS_INT64, TypeCode::Int64}, {GrB_FIRST_FP64, TypeCode::Fp64},
                        {GrB_SECOND_INT16, TypeCode::Int16}};
    for (const Dup &dup : dups) {
        const std::vector<Index> list = random_list();
        const Matrix values = source_.matrix(type_, count_, 1, 100);
        const VectorObject X(values), positions(as_values(list, 3)), expected(type_, size_),
            got(type_, size_);
        calls::Bytes x;
        for (Index k = 0; k < count_; ++k) model::append(x, values.entries.at({k, 0}));
        OK(calls::build(expected, list.data(), x, count_, dup.op, type_));
        OK(GxB_Vector_build_Vector(got, positions, X, dup.op, nullptr));
        EXPECT_EQ(model::difference(expected.content(), got.content()), "");
    }
}

TEST_P(IndexVectors, BuildOfDistinctPositions) {
    count_ = std::min(count_, size_);
    const std::vector<Index> list = source_.some_indices(size_, count_);
    const Matrix values = source_.matrix(type_, count_, 1, 100);
    const VectorObject X(values), positions(as_values(list, 1)), got(type_, size_);
    OK(GxB_Vector_build_Vector(got, positions, X, nullptr, nullptr));
    Matrix expected{type_, size_, 1, {}};
    for (Index k = 0; k < count_; ++k) expected.set(list[k], 0, values.entries.at({k, 0}));
    EXPECT_EQ(model::difference(expected, got.content()), "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, IndexVectors,
                         ::testing::Values(Case{TypeCode::Fp64, TypeCode::Uint64, 1, 1, 100},
                                           Case{TypeCode::Int32, TypeCode::Int8, 100, 63, 100},
                                           Case{TypeCode::Bool, TypeCode::Uint8, 200, 64, 50},
                                           Case{TypeCode::Uint16, TypeCode::Int16, 3000, 65, 100},
                                           Case{TypeCode::Int64, TypeCode::Uint16, 5000, 3000, 5},
                                           Case{TypeCode::Fp32, TypeCode::Int32, 30000, 9000, 60},
                                           Case{TypeCode::Uint8, TypeCode::Uint32, 40, 9000, 90},
                                           Case{TypeCode::Int8, TypeCode::Int64, 100000, 20, 1},
                                           Case{TypeCode::Int16, TypeCode::Uint64, 3, 8000, 100}));

} // namespace
} // namespace grb::property
