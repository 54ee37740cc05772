// Tests a user-defined type through all operations, in all formats, against loops over maps.
#include "api/user_types.h"

#include <functional>

namespace api {
namespace {

TEST_P(UserTypes, Products) {
    REQUIRE(GrB_mxm(C, nullptr, nullptr, semiring, A, B, nullptr));
    EXPECT_EQ(entries(C), product(model_A, model_B, compose_values));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, semiring, A, B, GrB_DESC_T0T1));
    EXPECT_EQ(entries(C), product(transposed(model_A), transposed(model_B), compose_values));
    const Model before = entries(C);
    REQUIRE(GrB_mxm(C, numbers, plus_op, semiring, B, A, GrB_DESC_SC));
    EXPECT_EQ(entries(C),
              masked(before, merged(before, product(model_B, model_A, compose_values), plus),
                     model_numbers, true));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, scaling, numbers, A, nullptr));
    EXPECT_EQ(entries(C), product<double>(model_numbers, model_A, scale));
    REQUIRE(GrB_mxv(w, nullptr, nullptr, semiring, A, u, nullptr));
    EXPECT_EQ(entries(w), product(model_A, model_u, compose_values));
    REQUIRE(GrB_mxv(w, nullptr, compose_op, scaling, numbers, u, nullptr));
    EXPECT_EQ(entries(w), merged(product(model_A, model_u, compose_values),
                                 product<double>(model_numbers, model_u, scale), compose));
    REQUIRE(GrB_vxm(w, nullptr, nullptr, semiring, u, A, nullptr));
    EXPECT_EQ(entries(w), transposed(product(transposed(model_u), model_A, compose_values)));
}

TEST_P(UserTypes, Kronecker) {
    GrB_Matrix K = new_matrix(type, 2, 3), result = new_matrix(type, 2 * n, 3 * n);
    const Affine first{2, 1}, second{-1, 3};
    REQUIRE(GrB_Matrix_setElement_UDT(K, &first, 0, 2));
    REQUIRE(GrB_Matrix_setElement_UDT(K, &second, 1, 0));
    REQUIRE(GrB_Matrix_kronecker_Semiring(result, nullptr, nullptr, semiring, K, A, nullptr));
    Model expected;
    for (const auto &[p, one] : model_A) {
        expected[{p.first, 2 * n + p.second}] = compose(first, one);
        expected[{n + p.first, p.second}] = compose(second, one);
    }
    EXPECT_EQ(entries(result), expected);
    REQUIRE(GrB_Matrix_free(&K));
    REQUIRE(GrB_Matrix_free(&result));
}

TEST_P(UserTypes, ElementWise) {
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, compose_op, A, B, nullptr));
    EXPECT_EQ(entries(C), merged(model_A, model_B, compose));
    REQUIRE(GrB_Matrix_eWiseMult_Semiring(C, nullptr, nullptr, semiring, A, B, GrB_DESC_T0));
    Model both;
    for (const auto &[p, one] : transposed(model_A))
        if (model_B.count(p) != 0) both[p] = compose(one, model_B[p]);
    EXPECT_EQ(entries(C), both);
    REQUIRE(GrB_Vector_eWiseAdd_Monoid(w, nullptr, compose_op, monoid, w, u, nullptr));
    EXPECT_EQ(entries(w), merged(model_w, merged(model_w, model_u, plus), compose));
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, scale_op, numbers, A, nullptr));
    Model scaled;
    for (const auto &[p, x] : model_numbers)
        if (model_A.count(p) != 0) scaled[p] = scale(x, model_A[p]);
    EXPECT_EQ(entries(C), scaled);
}

TEST_P(UserTypes, ApplyAndSelect) {
    const auto mapped = [](const Model &x, const std::function<Affine(Position, Affine)> &f) {
        Model z;
        for (const auto &[p, one] : x) z[p] = f(p, one);
        return z;
    };
    REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, exchange_op, A, GrB_DESC_T0));
    EXPECT_EQ(entries(C),
              mapped(transposed(model_A), [](Position, Affine x) { return exchange(x); }));
    REQUIRE(GrB_Matrix_apply_BinaryOp1st_UDT(C, nullptr, nullptr, compose_op, &value, A, nullptr));
    EXPECT_EQ(entries(C),
              mapped(model_A, [this](Position, Affine x) { return compose(value, x); }));
    REQUIRE(
        GrB_Vector_apply_BinaryOp2nd_Scalar(w, nullptr, plus_op, compose_op, u, scalar, nullptr));
    EXPECT_EQ(entries(w),
              merged(model_w,
                     mapped(model_u, [this](Position, Affine x) { return compose(x, value); }),
                     plus));
    REQUIRE(GrB_Matrix_apply_BinaryOp1st_FP64(C, nullptr, nullptr, scale_op, 4, A, nullptr));
    EXPECT_EQ(entries(C), mapped(model_A, [](Position, Affine x) { return scale(4, x); }));
    REQUIRE(GrB_Matrix_apply_IndexOp_UDT(C, nullptr, nullptr, shift_op, A, &value, nullptr));
    EXPECT_EQ(entries(C), mapped(model_A, [this](Position p, Affine x) {
                  return shift(x, p.first, p.second, value);
              }));
    GrB_Matrix slopes = new_matrix(GrB_FP64, n, n);
    REQUIRE(GrB_Matrix_apply(slopes, nullptr, nullptr, slope_op, A, nullptr));
    double slope = 0, expected_slope = 0;
    REQUIRE(GrB_Matrix_reduce_FP64(&slope, nullptr, GrB_PLUS_MONOID_FP64, slopes, nullptr));
    for (const auto &entry : model_A) expected_slope += entry.second.a;
    EXPECT_EQ(slope, expected_slope);
    REQUIRE(GrB_Matrix_free(&slopes));

    Model kept;
    for (const auto &[p, one] : model_A)
        if (is_above(one, p.first, p.second, value)) kept[p] = one;
    ASSERT_TRUE(!kept.empty() && kept.size() < model_A.size());
    REQUIRE(GrB_Matrix_select_UDT(C, nullptr, nullptr, is_above_op, A, &value, nullptr));
    EXPECT_EQ(entries(C), kept);
    REQUIRE(GrB_Matrix_select_Scalar(C, nullptr, nullptr, is_above_op, A, scalar, nullptr));
    EXPECT_EQ(entries(C), kept);
}

TEST_P(UserTypes, AssignAndExtract) {
    GrB_Matrix part = new_matrix(type, 3, 4);
    REQUIRE(GrB_Matrix_extract(part, nullptr, nullptr, A, rows_list, 3, columns_list, 4, nullptr));
    Model expected_part, expected = model_C;
    for (GrB_Index i = 0; i < 3; i++) {
        for (GrB_Index j = 0; j < 4; j++) {
            const Position from{rows_list[i], columns_list[j]};
            if (model_A.count(from) != 0) expected_part[{i, j}] = model_A[from];
        }
    }
    EXPECT_EQ(entries(part), expected_part);
    REQUIRE(
        GrB_Matrix_assign(C, nullptr, compose_op, part, rows_list, 3, columns_list, 4, nullptr));
    for (const auto &[p, one] : expected_part)
        add_to(expected, {rows_list[p.first], columns_list[p.second]}, one, compose);
    EXPECT_EQ(entries(C), expected);
    REQUIRE(
        GrB_Matrix_assign_UDT(C, nullptr, nullptr, &value, rows_list, 3, columns_list, 4, nullptr));
    for (const GrB_Index i : rows_list)
        for (const GrB_Index j : columns_list) expected[{i, j}] = value;
    EXPECT_EQ(entries(C), expected);
    REQUIRE(
        GrB_Matrix_assign_Scalar(C, numbers, nullptr, scalar, GrB_ALL, n, GrB_ALL, n, GrB_DESC_S));
    for (const auto &entry : model_numbers) expected[entry.first] = value;
    EXPECT_EQ(entries(C), expected);
    REQUIRE(GrB_Matrix_free(&part));

    REQUIRE(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, n, 2, nullptr));
    Model column;
    for (const auto &[p, one] : model_A)
        if (p.second == 2) column[{p.first, 0}] = one;
    EXPECT_EQ(entries(w), column);
    REQUIRE(GrB_Vector_assign(w, nullptr, plus_op, u, GrB_ALL, n, nullptr));
    EXPECT_EQ(entries(w), merged(column, model_u, plus));
    REQUIRE(GrB_Row_assign(A, nullptr, nullptr, u, 4, GrB_ALL, n, nullptr));
    Model row = model_A;
    for (GrB_Index j = 0; j < n; j++) row.erase({4, j});
    for (const auto &[p, one] : model_u) row[{4, p.first}] = one;
    EXPECT_EQ(entries(A), row);
}

TEST_P(UserTypes, Reduce) {
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, monoid, A, GrB_DESC_T0));
    Model sums;
    for (const auto &[p, one] : model_A) add_to(sums, {p.second, 0}, one, plus);
    EXPECT_EQ(entries(w), sums);
    Affine total{5, 7};
    REQUIRE(GrB_Matrix_reduce_UDT(&total, plus_op, monoid, A, nullptr));
    EXPECT_EQ(total, plus({5, 7}, sum(model_A)));
    REQUIRE(GrB_Vector_reduce_Monoid_Scalar(scalar, compose_op, monoid, u, nullptr));
    REQUIRE(GrB_Scalar_extractElement_UDT(&total, scalar));
    EXPECT_EQ(total, compose(value, sum(model_u)));
    REQUIRE(GrB_Vector_clear(u));
    REQUIRE(GrB_Vector_reduce_UDT(&total, nullptr, monoid, u, nullptr));
    EXPECT_EQ(total, (Affine{0, 0}));
}

INSTANTIATE_TEST_SUITE_P(Formats, UserTypes, user_type_formats, format_name);

} // namespace
} // namespace api
