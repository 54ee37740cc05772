// Tests the errors of the operations on shapes, domains and positions.
#include "api/codes.h"

namespace api {
namespace {

constexpr GrB_Info bad_shape = GrB_DIMENSION_MISMATCH, bad_domain = GrB_DOMAIN_MISMATCH;

TEST(Codes, Mxm) {
    check_codes({
        CODE(bad_shape, o.C, WORDS("A has 7 columns", "B has 5 rows"), GrB_mxm, o.C, nullptr,
             nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.A, nullptr),
        CODE(bad_shape, o.C, WORDS("A", "5", "7"), GrB_mxm, o.C, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, GrB_DESC_T0),
        CODE(bad_shape, o.C, WORDS("B", "4", "7"), GrB_mxm, o.C, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, GrB_DESC_T1),
        CODE(bad_shape, o.square, WORDS("C is 5 x 5", "5 x 4"), GrB_mxm, o.square, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
        CODE(bad_shape, o.C, WORDS("Mask is 5 x 7", "C is 5 x 4"), GrB_mxm, o.C, o.mask_A, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
        CODE(bad_domain, o.square, WORDS("A"), GrB_mxm, o.square, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.pair_square, o.square, nullptr),
        CODE(bad_domain, o.square, WORDS("B"), GrB_mxm, o.square, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.square, o.pair_square, nullptr),
        CODE(bad_domain, o.pair_square, WORDS("result"), GrB_mxm, o.pair_square, nullptr, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.square, o.square, nullptr),
        CODE(bad_domain, o.square, WORDS("mask"), GrB_mxm, o.square, o.pair_square, nullptr,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.square, o.square, nullptr),
        CODE(bad_domain, o.square, WORDS("accumulator"), GrB_mxm, o.square, nullptr, o.pair_plus,
             GrB_PLUS_TIMES_SEMIRING_FP64, o.square, o.square, nullptr),
    });
}

TEST(Codes, MxvAndVxm) {
    check_codes({
        CODE(bad_shape, o.w, WORDS("u has size 5", "7"), GrB_mxv, o.w, nullptr, nullptr, o.semiring,
             o.A, o.w, nullptr),
        CODE(bad_shape, o.u, WORDS("u has size 7", "5"), GrB_mxv, o.u, nullptr, nullptr, o.semiring,
             o.A, o.u, GrB_DESC_T0),
        CODE(bad_shape, o.u, WORDS("w has size 7", "5"), GrB_mxv, o.u, nullptr, nullptr, o.semiring,
             o.A, o.u, nullptr),
        CODE(bad_shape, o.w, WORDS("mask has size 7", "w has size 5"), GrB_mxv, o.w, o.mask_u,
             nullptr, o.semiring, o.A, o.u, nullptr),
        CODE(bad_domain, o.w, WORDS("A"), GrB_mxv, o.w, nullptr, nullptr, o.semiring, o.pair_A, o.u,
             nullptr),
        CODE(bad_domain, o.w, WORDS("u"), GrB_mxv, o.w, nullptr, nullptr, o.semiring, o.A, o.pair_u,
             nullptr),
        CODE(bad_domain, o.pair_w, WORDS("result"), GrB_mxv, o.pair_w, nullptr, nullptr, o.semiring,
             o.A, o.u, nullptr),
        CODE(bad_domain, o.w, WORDS("mask"), GrB_mxv, o.w, o.pair_w, nullptr, o.semiring, o.A, o.u,
             nullptr),
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_mxv, o.w, nullptr, o.pair_plus, o.semiring,
             o.A, o.u, nullptr),

        CODE(bad_shape, o.u, WORDS("u has size 7", "5"), GrB_vxm, o.u, nullptr, nullptr, o.semiring,
             o.v, o.A, nullptr),
        CODE(bad_shape, o.w, WORDS("u has size 5", "7"), GrB_vxm, o.w, nullptr, nullptr, o.semiring,
             o.w, o.A, GrB_DESC_T1),
        CODE(bad_shape, o.w, WORDS("w has size 5", "7"), GrB_vxm, o.w, nullptr, nullptr, o.semiring,
             o.w, o.A, nullptr),
        CODE(bad_shape, o.u, WORDS("mask has size 5", "w has size 7"), GrB_vxm, o.u, o.mask_w,
             nullptr, o.semiring, o.w, o.A, nullptr),
        CODE(bad_domain, o.u, WORDS("A"), GrB_vxm, o.u, nullptr, nullptr, o.semiring, o.w, o.pair_A,
             nullptr),
        CODE(bad_domain, o.u, WORDS("u"), GrB_vxm, o.u, nullptr, nullptr, o.semiring, o.pair_w, o.A,
             nullptr),
        CODE(bad_domain, o.pair_u, WORDS("result"), GrB_vxm, o.pair_u, nullptr, nullptr, o.semiring,
             o.w, o.A, nullptr),
        CODE(bad_domain, o.u, WORDS("mask"), GrB_vxm, o.u, o.pair_u, nullptr, o.semiring, o.w, o.A,
             nullptr),
        CODE(bad_domain, o.u, WORDS("accumulator"), GrB_vxm, o.u, nullptr, o.pair_plus, o.semiring,
             o.w, o.A, nullptr),
    });
}

#define EWISE(method, Kind, op)                                                                    \
    check_codes({                                                                                  \
        CODE(bad_shape, o.w, WORDS("v has size 7", "5"), GrB_Vector_##method##_##Kind, o.w,        \
             nullptr, nullptr, op, o.w, o.u, nullptr),                                             \
        CODE(bad_shape, o.w, WORDS("w has size 5", "7"), GrB_Vector_##method##_##Kind, o.w,        \
             nullptr, nullptr, op, o.u, o.v, nullptr),                                             \
        CODE(bad_shape, o.w, WORDS("mask has size 7"), GrB_Vector_##method##_##Kind, o.w,          \
             o.mask_u, nullptr, op, o.w, o.w2, nullptr),                                           \
        CODE(bad_domain, o.w, WORDS("u"), GrB_Vector_##method##_##Kind, o.w, nullptr, nullptr, op, \
             o.pair_w, o.w2, nullptr),                                                             \
        CODE(bad_domain, o.w, WORDS("v"), GrB_Vector_##method##_##Kind, o.w, nullptr, nullptr, op, \
             o.w2, o.pair_w, nullptr),                                                             \
        CODE(bad_domain, o.pair_w, WORDS("result"), GrB_Vector_##method##_##Kind, o.pair_w,        \
             nullptr, nullptr, op, o.w, o.w2, nullptr),                                            \
        CODE(bad_domain, o.w, WORDS("mask"), GrB_Vector_##method##_##Kind, o.w, o.pair_w, nullptr, \
             op, o.w, o.w2, nullptr),                                                              \
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_Vector_##method##_##Kind, o.w, nullptr,    \
             o.pair_plus, op, o.w, o.w2, nullptr),                                                 \
        CODE(bad_shape, o.A, WORDS("B is 7 x 4", "5 x 7"), GrB_Matrix_##method##_##Kind, o.A,      \
             nullptr, nullptr, op, o.A, o.B, nullptr),                                             \
        CODE(bad_shape, o.A, WORDS("5", "7"), GrB_Matrix_##method##_##Kind, o.A, nullptr, nullptr, \
             op, o.A, o.D, GrB_DESC_T1),                                                           \
        CODE(bad_shape, o.C, WORDS("C is 5 x 4", "5 x 7"), GrB_Matrix_##method##_##Kind, o.C,      \
             nullptr, nullptr, op, o.A, o.D, nullptr),                                             \
        CODE(bad_shape, o.A, WORDS("Mask is 5 x 4"), GrB_Matrix_##method##_##Kind, o.A, o.mask_C,  \
             nullptr, op, o.A, o.D, nullptr),                                                      \
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_##method##_##Kind, o.A, nullptr, nullptr, op, \
             o.pair_A, o.D, nullptr),                                                              \
        CODE(bad_domain, o.A, WORDS("B"), GrB_Matrix_##method##_##Kind, o.A, nullptr, nullptr, op, \
             o.D, o.pair_A, nullptr),                                                              \
        CODE(bad_domain, o.pair_A, WORDS("result"), GrB_Matrix_##method##_##Kind, o.pair_A,        \
             nullptr, nullptr, op, o.A, o.D, nullptr),                                             \
        CODE(bad_domain, o.A, WORDS("mask"), GrB_Matrix_##method##_##Kind, o.A, o.pair_A, nullptr, \
             op, o.A, o.D, nullptr),                                                               \
        CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Matrix_##method##_##Kind, o.A, nullptr,    \
             o.pair_plus, op, o.A, o.D, nullptr),                                                  \
    })

TEST(Codes, Maxk) {
    constexpr GrB_Info bad_value = GrB_INVALID_VALUE;
    check_codes({
        CODE(bad_shape, o.C, WORDS("C is 5 x 4", "5 x 7"), GrX_Matrix_maxk, o.C, o.A, 2, nullptr),
        CODE(bad_shape, o.A, WORDS("C is 5 x 7", "7 x 5"), GrX_Matrix_maxk, o.A, o.D, 2,
             GrB_DESC_T0),
        CODE(bad_domain, o.pair_A, WORDS("A", "user type", "no order"), GrX_Matrix_maxk, o.pair_A,
             o.pair_A, 2, nullptr),
        CODE(bad_domain, o.A, WORDS("result"), GrX_Matrix_maxk, o.A, o.pair_A, 2, nullptr),
        CODE(bad_domain, o.pair_A, WORDS("result"), GrX_Matrix_maxk, o.pair_A, o.A, 2, nullptr),
        CODE(bad_value, o.A, WORDS("k is 0"), GrX_Matrix_maxk, o.A, o.D, 0, nullptr),
        CODE(bad_value, o.A, WORDS("k is 8", "7 columns"), GrX_Matrix_maxk, o.A, o.D, 8, nullptr),
    });
}

TEST(Codes, EwiseAdd) {
    EWISE(eWiseAdd, BinaryOp, o.minus);
    EWISE(eWiseAdd, Monoid, o.monoid);
    EWISE(eWiseAdd, Semiring, o.semiring);
}

TEST(Codes, EwiseMult) {
    EWISE(eWiseMult, BinaryOp, o.minus);
    EWISE(eWiseMult, Monoid, o.monoid);
    EWISE(eWiseMult, Semiring, o.semiring);
}

#define KRONECKER(Kind, op)                                                                      \
    check_codes({                                                                                \
        CODE(bad_shape, o.A, WORDS("C is 5 x 7", "25 x 49"), GrB_Matrix_kronecker_##Kind, o.A,   \
             nullptr, nullptr, op, o.A, o.D, nullptr),                                           \
        CODE(bad_shape, o.A, WORDS("Mask is 5 x 4"), GrB_Matrix_kronecker_##Kind, o.A, o.mask_C, \
             nullptr, op, o.A, o.D, nullptr),                                                    \
    });                                                                                          \
    check_kronecker_domains(#Kind, GrB_Matrix_kronecker_##Kind, [](World &o) { return op; })

/// The product of two 5 x 5 matrices is 25 x 25, a shape that only this test needs.
template <class Function, class Op>
void check_kronecker_domains(const char *kind, Function function, Op op_of) {
    World o;
    const auto op = op_of(o);
    GrB_Matrix C = new_matrix(GrB_FP64, 25, 25), pairs = new_matrix(o.pair, 25, 25);
    EXPECT_EQ(function(C, nullptr, nullptr, op, o.pair_square, o.square, nullptr), bad_domain)
        << kind;
    EXPECT_EQ(function(C, nullptr, nullptr, op, o.square, o.pair_square, nullptr), bad_domain)
        << kind;
    EXPECT_EQ(function(C, pairs, nullptr, op, o.square, o.square, nullptr), bad_domain) << kind;
    EXPECT_EQ(function(C, nullptr, o.pair_plus, op, o.square, o.square, nullptr), bad_domain)
        << kind;
    EXPECT_EQ(contents(C), "25x25:");
    EXPECT_EQ(function(pairs, nullptr, nullptr, op, o.square, o.square, nullptr), bad_domain)
        << kind;
    EXPECT_EQ(contents(pairs), "25x25:");
    REQUIRE(GrB_Matrix_free(&C));
    REQUIRE(GrB_Matrix_free(&pairs));
}

TEST(Codes, Kronecker) {
    KRONECKER(BinaryOp, o.minus);
    KRONECKER(Monoid, o.monoid);
    KRONECKER(Semiring, o.semiring);
}

TEST(Codes, Extract) {
    check_codes({
        CODE(bad_shape, o.w, WORDS("w has size 5", "4"), GrB_Vector_extract, o.w, nullptr, nullptr,
             o.u, first_five, 4, nullptr),
        CODE(bad_shape, o.w, WORDS("w has size 5", "7"), GrB_Vector_extract, o.w, nullptr, nullptr,
             o.u, GrB_ALL, 0, nullptr),
        CODE(bad_shape, o.w, WORDS("mask has size 7"), GrB_Vector_extract, o.w, o.mask_u, nullptr,
             o.u, first_five, 5, nullptr),
        CODE(bad_domain, o.w, WORDS("type"), GrB_Vector_extract, o.w, nullptr, nullptr, o.pair_u,
             first_five, 5, nullptr),
        CODE(bad_domain, o.w, WORDS("mask"), GrB_Vector_extract, o.w, o.pair_w, nullptr, o.u,
             first_five, 5, nullptr),
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_Vector_extract, o.w, nullptr, o.pair_plus,
             o.u, first_five, 5, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.w, WORDS("[4] is 99", "7"), GrB_Vector_extract, o.w,
             nullptr, nullptr, o.u, far_away, 5, nullptr),

        CODE(bad_shape, o.C, WORDS("C is 5 x 4", "3 x 4"), GrB_Matrix_extract, o.C, nullptr,
             nullptr, o.A, first_five, 3, first_five, 4, nullptr),
        CODE(bad_shape, o.C, WORDS("Mask is 5 x 7"), GrB_Matrix_extract, o.C, o.mask_A, nullptr,
             o.A, first_five, 5, first_five, 4, nullptr),
        CODE(bad_domain, o.C, WORDS("type"), GrB_Matrix_extract, o.C, nullptr, nullptr, o.pair_A,
             first_five, 5, first_five, 4, nullptr),
        CODE(bad_domain, o.square, WORDS("mask"), GrB_Matrix_extract, o.square, o.pair_square,
             nullptr, o.A, first_five, 5, first_five, 5, nullptr),
        CODE(bad_domain, o.C, WORDS("accumulator"), GrB_Matrix_extract, o.C, nullptr, o.pair_plus,
             o.A, first_five, 5, first_five, 4, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.C, WORDS("[4] is 99", "5 rows"), GrB_Matrix_extract, o.C,
             nullptr, nullptr, o.A, far_away, 5, first_five, 4, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.square, WORDS("[4] is 99", "7 columns"), GrB_Matrix_extract,
             o.square, nullptr, nullptr, o.A, first_five, 5, far_away, 5, nullptr),

        CODE(bad_shape, o.w, WORDS("w has size 5", "4"), GrB_Col_extract, o.w, nullptr, nullptr,
             o.A, first_five, 4, 0, nullptr),
        CODE(bad_shape, o.w, WORDS("mask has size 7"), GrB_Col_extract, o.w, o.mask_u, nullptr, o.A,
             first_five, 5, 0, nullptr),
        CODE(bad_domain, o.w, WORDS("type"), GrB_Col_extract, o.w, nullptr, nullptr, o.pair_A,
             first_five, 5, 0, nullptr),
        CODE(bad_domain, o.w, WORDS("mask"), GrB_Col_extract, o.w, o.pair_w, nullptr, o.A,
             first_five, 5, 0, nullptr),
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_Col_extract, o.w, nullptr, o.pair_plus, o.A,
             first_five, 5, 0, nullptr),
        CODE(GrB_INVALID_INDEX, o.w, WORDS("is 7", "7 columns"), GrB_Col_extract, o.w, nullptr,
             nullptr, o.A, first_five, 5, 7, nullptr),
        CODE(GrB_INVALID_INDEX, o.w, WORDS("is 5", "5"), GrB_Col_extract, o.w, nullptr, nullptr,
             o.A, first_five, 5, 5, GrB_DESC_T0),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.w, WORDS("[4] is 99", "5 rows"), GrB_Col_extract, o.w,
             nullptr, nullptr, o.A, far_away, 5, 0, nullptr),
    });
}

TEST(Codes, Assign) {
    check_codes({
        CODE(bad_shape, o.u, WORDS("u has size 5", "4"), GrB_Vector_assign, o.u, nullptr, nullptr,
             o.w, first_five, 4, nullptr),
        CODE(bad_shape, o.u, WORDS("u has size 5", "7"), GrB_Vector_assign, o.u, nullptr, nullptr,
             o.w, GrB_ALL, 0, nullptr),
        CODE(bad_shape, o.u, WORDS("mask has size 5"), GrB_Vector_assign, o.u, o.mask_w, nullptr,
             o.w, first_five, 5, nullptr),
        CODE(bad_domain, o.u, WORDS("type"), GrB_Vector_assign, o.u, nullptr, nullptr, o.pair_w,
             first_five, 5, nullptr),
        CODE(bad_domain, o.u, WORDS("mask"), GrB_Vector_assign, o.u, o.pair_u, nullptr, o.w,
             first_five, 5, nullptr),
        CODE(bad_domain, o.u, WORDS("accumulator"), GrB_Vector_assign, o.u, nullptr, o.pair_plus,
             o.w, first_five, 5, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.u, WORDS("[4] is 99", "7"), GrB_Vector_assign, o.u, nullptr,
             nullptr, o.w, far_away, 5, nullptr),

        CODE(bad_shape, o.A, WORDS("A is 5 x 4", "3"), GrB_Matrix_assign, o.A, nullptr, nullptr,
             o.C, first_five, 3, first_five, 4, nullptr),
        CODE(bad_shape, o.A, WORDS("4", "5"), GrB_Matrix_assign, o.A, nullptr, nullptr, o.C,
             first_five, 5, first_five, 4, GrB_DESC_T0),
        CODE(bad_shape, o.A, WORDS("Mask is 5 x 4"), GrB_Matrix_assign, o.A, o.mask_C, nullptr, o.C,
             first_five, 5, first_five, 4, nullptr),
        CODE(bad_domain, o.A, WORDS("type"), GrB_Matrix_assign, o.A, nullptr, nullptr,
             o.pair_square, first_five, 5, first_five, 5, nullptr),
        CODE(bad_domain, o.A, WORDS("mask"), GrB_Matrix_assign, o.A, o.pair_A, nullptr, o.C,
             first_five, 5, first_five, 4, nullptr),
        CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Matrix_assign, o.A, nullptr, o.pair_plus,
             o.C, first_five, 5, first_five, 4, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.A, WORDS("[4] is 99", "5 rows"), GrB_Matrix_assign, o.A,
             nullptr, nullptr, o.C, far_away, 5, first_five, 4, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.A, WORDS("[4] is 99", "7 columns"), GrB_Matrix_assign, o.A,
             nullptr, nullptr, o.square, first_five, 5, far_away, 5, nullptr),

        CODE(bad_shape, o.A, WORDS("u has size 7", "5"), GrB_Col_assign, o.A, nullptr, nullptr, o.u,
             first_five, 5, 0, nullptr),
        CODE(bad_shape, o.A, WORDS("mask has size 7", "5"), GrB_Col_assign, o.A, o.mask_u, nullptr,
             o.w, first_five, 5, 0, nullptr),
        CODE(bad_domain, o.A, WORDS("type"), GrB_Col_assign, o.A, nullptr, nullptr, o.pair_w,
             first_five, 5, 0, nullptr),
        CODE(bad_domain, o.A, WORDS("mask"), GrB_Col_assign, o.A, o.pair_w, nullptr, o.w,
             first_five, 5, 0, nullptr),
        CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Col_assign, o.A, nullptr, o.pair_plus, o.w,
             first_five, 5, 0, nullptr),
        CODE(GrB_INVALID_INDEX, o.A, WORDS("j is 7", "7 columns"), GrB_Col_assign, o.A, nullptr,
             nullptr, o.w, first_five, 5, 7, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.A, WORDS("[4] is 99", "5 rows"), GrB_Col_assign, o.A,
             nullptr, nullptr, o.w, far_away, 5, 0, nullptr),

        CODE(bad_shape, o.A, WORDS("u has size 7", "5"), GrB_Row_assign, o.A, nullptr, nullptr, o.u,
             0, first_five, 5, nullptr),
        CODE(bad_shape, o.A, WORDS("mask has size 5", "7"), GrB_Row_assign, o.A, o.mask_w, nullptr,
             o.w, 0, first_five, 5, nullptr),
        CODE(bad_domain, o.A, WORDS("type"), GrB_Row_assign, o.A, nullptr, nullptr, o.pair_w, 0,
             first_five, 5, nullptr),
        CODE(bad_domain, o.A, WORDS("mask"), GrB_Row_assign, o.A, o.pair_u, nullptr, o.w, 0,
             first_five, 5, nullptr),
        CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Row_assign, o.A, nullptr, o.pair_plus, o.w,
             0, first_five, 5, nullptr),
        CODE(GrB_INVALID_INDEX, o.A, WORDS("i is 5", "5 rows"), GrB_Row_assign, o.A, nullptr,
             nullptr, o.w, 5, first_five, 5, nullptr),
        CODE(GrB_INDEX_OUT_OF_BOUNDS, o.A, WORDS("[4] is 99", "7 columns"), GrB_Row_assign, o.A,
             nullptr, nullptr, o.w, 0, far_away, 5, nullptr),
    });
}

TEST(Codes, ApplyTransposeReduce) {
    check_codes({
        CODE(bad_shape, o.w, WORDS("w has size 5", "7"), GrB_Vector_apply, o.w, nullptr, nullptr,
             o.negate, o.u, nullptr),
        CODE(bad_shape, o.w, WORDS("mask has size 7"), GrB_Vector_apply, o.w, o.mask_u, nullptr,
             o.negate, o.w2, nullptr),
        CODE(bad_domain, o.w, WORDS("u"), GrB_Vector_apply, o.w, nullptr, nullptr, o.negate,
             o.pair_w, nullptr),
        CODE(bad_domain, o.pair_w, WORDS("result"), GrB_Vector_apply, o.pair_w, nullptr, nullptr,
             o.negate, o.w, nullptr),
        CODE(bad_domain, o.w, WORDS("mask"), GrB_Vector_apply, o.w, o.pair_w, nullptr, o.negate,
             o.w2, nullptr),
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_Vector_apply, o.w, nullptr, o.pair_plus,
             o.negate, o.w2, nullptr),
        CODE(bad_shape, o.C, WORDS("C is 5 x 4", "5 x 7"), GrB_Matrix_apply, o.C, nullptr, nullptr,
             o.negate, o.A, nullptr),
        CODE(bad_shape, o.A, WORDS("C is 5 x 7", "7 x 5"), GrB_Matrix_apply, o.A, nullptr, nullptr,
             o.negate, o.D, GrB_DESC_T0),
        CODE(bad_shape, o.A, WORDS("Mask is 5 x 4"), GrB_Matrix_apply, o.A, o.mask_C, nullptr,
             o.negate, o.D, nullptr),
        CODE(bad_domain, o.A, WORDS("A"), GrB_Matrix_apply, o.A, nullptr, nullptr, o.negate,
             o.pair_A, nullptr),
        CODE(bad_domain, o.pair_A, WORDS("result"), GrB_Matrix_apply, o.pair_A, nullptr, nullptr,
             o.negate, o.A, nullptr),
        CODE(bad_domain, o.A, WORDS("mask"), GrB_Matrix_apply, o.A, o.pair_A, nullptr, o.negate,
             o.D, nullptr),
        CODE(bad_domain, o.A, WORDS("accumulator"), GrB_Matrix_apply, o.A, nullptr, o.pair_plus,
             o.negate, o.D, nullptr),

        CODE(bad_shape, o.A, WORDS("C is 5 x 7", "7 x 5"), GrB_transpose, o.A, nullptr, nullptr,
             o.D, nullptr),
        CODE(bad_shape, o.C, WORDS("C is 5 x 4", "5 x 7"), GrB_transpose, o.C, nullptr, nullptr,
             o.A, GrB_DESC_T0),
        CODE(bad_shape, o.square, WORDS("Mask is 5 x 7"), GrB_transpose, o.square, o.mask_A,
             nullptr, o.square, nullptr),
        CODE(bad_domain, o.square, WORDS("type"), GrB_transpose, o.square, nullptr, nullptr,
             o.pair_square, nullptr),
        CODE(bad_domain, o.square, WORDS("mask"), GrB_transpose, o.square, o.pair_square, nullptr,
             o.square, nullptr),
        CODE(bad_domain, o.square, WORDS("accumulator"), GrB_transpose, o.square, nullptr,
             o.pair_plus, o.square, nullptr),
    });
}

#define REDUCE(Kind, op)                                                                           \
    check_codes({                                                                                  \
        CODE(bad_shape, o.u, WORDS("w has size 7", "5"), GrB_Matrix_reduce_##Kind, o.u, nullptr,   \
             nullptr, op, o.A, nullptr),                                                           \
        CODE(bad_shape, o.w, WORDS("w has size 5", "7"), GrB_Matrix_reduce_##Kind, o.w, nullptr,   \
             nullptr, op, o.A, GrB_DESC_T0),                                                       \
        CODE(bad_shape, o.w, WORDS("mask has size 7"), GrB_Matrix_reduce_##Kind, o.w, o.mask_u,    \
             nullptr, op, o.A, nullptr),                                                           \
        CODE(bad_domain, o.w, WORDS("A"), GrB_Matrix_reduce_##Kind, o.w, nullptr, nullptr, op,     \
             o.pair_A, nullptr),                                                                   \
        CODE(bad_domain, o.pair_w, WORDS("result"), GrB_Matrix_reduce_##Kind, o.pair_w, nullptr,   \
             nullptr, op, o.A, nullptr),                                                           \
        CODE(bad_domain, o.w, WORDS("mask"), GrB_Matrix_reduce_##Kind, o.w, o.pair_w, nullptr, op, \
             o.A, nullptr),                                                                        \
        CODE(bad_domain, o.w, WORDS("accumulator"), GrB_Matrix_reduce_##Kind, o.w, nullptr,        \
             o.pair_plus, op, o.A, nullptr),                                                       \
        CODE(bad_domain, o.s, WORDS("u"), GrB_Vector_reduce_##Kind##_Scalar, o.s, nullptr, op,     \
             o.pair_u, nullptr),                                                                   \
        CODE(bad_domain, o.s, WORDS("A"), GrB_Matrix_reduce_##Kind##_Scalar, o.s, nullptr, op,     \
             o.pair_A, nullptr),                                                                   \
        CODE(bad_domain, o.pair_s, WORDS("the sum"), GrB_Vector_reduce_##Kind##_Scalar, o.pair_s,  \
             nullptr, op, o.u, nullptr),                                                           \
        CODE(bad_domain, o.pair_s, WORDS("the sum"), GrB_Matrix_reduce_##Kind##_Scalar, o.pair_s,  \
             nullptr, op, o.A, nullptr),                                                           \
        CODE(bad_domain, o.s, WORDS("accumulator"), GrB_Vector_reduce_##Kind##_Scalar, o.s,        \
             o.pair_plus, op, o.u, nullptr),                                                       \
        CODE(bad_domain, o.s, WORDS("accumulator"), GrB_Matrix_reduce_##Kind##_Scalar, o.s,        \
             o.pair_plus, op, o.A, nullptr),                                                       \
    })

TEST(Codes, Reduce) {
    REDUCE(Monoid, o.monoid);
    REDUCE(BinaryOp, GrB_PLUS_FP64);
    check_codes({
        CODE(bad_domain, o.w, WORDS("differ"), GrB_Matrix_reduce_BinaryOp, o.w, nullptr, nullptr,
             GrB_EQ_FP64, o.A, nullptr),
        CODE(bad_domain, o.s, WORDS("differ"), GrB_Matrix_reduce_BinaryOp_Scalar, o.s, nullptr,
             GrB_LT_FP64, o.A, nullptr),
        CODE(bad_domain, o.s, WORDS("differ"), GrB_Vector_reduce_BinaryOp_Scalar, o.s, nullptr,
             GrB_LT_FP64, o.u, nullptr),
    });
}

} // namespace
} // namespace api
