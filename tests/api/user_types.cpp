// Defines the affine maps, their operators, and operands as objects and as maps.
#include "api/user_types.h"

namespace api {

namespace {

template <class T>
const T &at(const void *x) {
    return *static_cast<const T *>(x);
}
void do_plus(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = plus(at<Affine>(x), at<Affine>(y));
}
void do_compose(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = compose(at<Affine>(x), at<Affine>(y));
}
void do_scale(void *z, const void *x, const void *y) {
    *static_cast<Affine *>(z) = scale(at<double>(x), at<Affine>(y));
}
void do_exchange(void *z, const void *x) {
    *static_cast<Affine *>(z) = exchange(at<Affine>(x));
}
void do_slope(void *z, const void *x) {
    *static_cast<double *>(z) = at<Affine>(x).a;
}
void do_shift(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<Affine *>(z) = shift(at<Affine>(x), i, j, at<Affine>(y));
}
void do_is_above(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<bool *>(z) = is_above(at<Affine>(x), i, j, at<Affine>(y));
}

bool is_there(GrX_Format format, GrB_Index i, GrB_Index j, unsigned seed) {
    return format == GrX_FULL || (i * 3 + j * 5 + seed) % 7 < 3;
}
Affine some_value(GrB_Index i, GrB_Index j, unsigned seed) {
    return {static_cast<double>((i * 5 + j + seed) % 6) - 2,
            static_cast<double>((i + j * 3 + seed) % 5) - 1};
}

} // namespace

void UserTypes::SetUp() {
    REQUIRE(
        GxB_Type_new(&type, sizeof(Affine), "Affine", "typedef struct { double a, b ; } Affine ;"));
    REQUIRE(GrB_BinaryOp_new(&plus_op, do_plus, type, type, type));
    REQUIRE(GrB_BinaryOp_new(&compose_op, do_compose, type, type, type));
    REQUIRE(GrB_BinaryOp_new(&scale_op, do_scale, type, GrB_FP64, type));
    REQUIRE(GrB_UnaryOp_new(&exchange_op, do_exchange, type, type));
    REQUIRE(GrB_UnaryOp_new(&slope_op, do_slope, GrB_FP64, type));
    REQUIRE(GrB_IndexUnaryOp_new(&shift_op, do_shift, type, type, type));
    REQUIRE(GrB_IndexUnaryOp_new(&is_above_op, do_is_above, GrB_BOOL, type, type));
    const Affine zero{0, 0};
    REQUIRE(GrB_Monoid_new_UDT(&monoid, plus_op, &zero));
    REQUIRE(GrB_Semiring_new(&semiring, monoid, compose_op));
    REQUIRE(GrB_Semiring_new(&scaling, monoid, scale_op));
    A = matrix(1);
    B = matrix(2);
    C = matrix(4);
    u = vector(3);
    w = vector(5);
    numbers = new_matrix(GrB_FP64, n, n);
    for (GrB_Index i = 0; i < n; i++) {
        for (GrB_Index j = 0; j < n; j++) {
            if (!is_there(GetParam(), i, j, 6)) continue;
            model_numbers[{i, j}] = static_cast<double>(i) - static_cast<double>(j);
            REQUIRE(GrB_Matrix_setElement_FP64(numbers, model_numbers[{i, j}], i, j));
        }
    }
    model_A = entries(A);
    model_B = entries(B);
    model_C = entries(C);
    model_u = entries(u);
    model_w = entries(w);
    REQUIRE(GrB_Scalar_new(&scalar, type));
    REQUIRE(GrB_Scalar_setElement_UDT(scalar, &value));
}

void UserTypes::TearDown() {
    for (GrB_Matrix *object : {&A, &B, &C, &numbers}) REQUIRE(GrB_Matrix_free(object));
    for (GrB_Vector *object : {&u, &w}) REQUIRE(GrB_Vector_free(object));
    REQUIRE(GrB_Scalar_free(&scalar));
    for (GrB_Semiring *object : {&semiring, &scaling}) REQUIRE(GrB_Semiring_free(object));
    REQUIRE(GrB_Monoid_free(&monoid));
    for (GrB_BinaryOp *object : {&plus_op, &compose_op, &scale_op})
        REQUIRE(GrB_BinaryOp_free(object));
    for (GrB_UnaryOp *object : {&exchange_op, &slope_op}) REQUIRE(GrB_UnaryOp_free(object));
    for (GrB_IndexUnaryOp *object : {&shift_op, &is_above_op})
        REQUIRE(GrB_IndexUnaryOp_free(object));
    REQUIRE(GrB_Type_free(&type));
}

GrB_Matrix UserTypes::matrix(unsigned seed) const {
    GrB_Matrix made = new_matrix(type, n, n);
    for (GrB_Index i = 0; i < n; i++) {
        for (GrB_Index j = 0; j < n; j++) {
            if (!is_there(GetParam(), i, j, seed)) continue;
            const Affine one = some_value(i, j, seed);
            REQUIRE(GrB_Matrix_setElement_UDT(made, &one, i, j));
        }
    }
    REQUIRE(GrB_Matrix_set_INT32(made, GetParam(), static_cast<GrB_Field>(GrX_FORMAT)));
    return made;
}

GrB_Vector UserTypes::vector(unsigned seed) const {
    GrB_Vector made = new_vector(type, n);
    for (GrB_Index i = 0; i < n; i++) {
        if (!is_there(GetParam(), i, 0, seed)) continue;
        const Affine one = some_value(i, 0, seed);
        REQUIRE(GrB_Vector_setElement_UDT(made, &one, i));
    }
    if (GetParam() != GrX_HYPERSPARSE)
        REQUIRE(GrB_Vector_set_INT32(made, GetParam(), static_cast<GrB_Field>(GrX_FORMAT)));
    return made;
}

Model UserTypes::entries(GrB_Matrix object) {
    GrB_Index nvals = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, object));
    std::vector<GrB_Index> rows(nvals), columns(nvals);
    std::vector<Affine> values(nvals);
    REQUIRE(
        GrB_Matrix_extractTuples_UDT(rows.data(), columns.data(), values.data(), &nvals, object));
    Model all;
    for (GrB_Index k = 0; k < nvals; k++) all[{rows[k], columns[k]}] = values[k];
    EXPECT_EQ(all.size(), nvals);
    return all;
}

Model UserTypes::entries(GrB_Vector object) {
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, object));
    std::vector<GrB_Index> indices(nvals);
    std::vector<Affine> values(nvals);
    REQUIRE(GrB_Vector_extractTuples_UDT(indices.data(), values.data(), &nvals, object));
    Model all;
    for (GrB_Index k = 0; k < nvals; k++) all[{indices[k], 0}] = values[k];
    EXPECT_EQ(all.size(), nvals);
    return all;
}

std::string format_name(const testing::TestParamInfo<GrX_Format> &info) {
    static constexpr const char *names[] = {"Auto", "Sparse", "Hypersparse", "Bitmap", "Full"};
    return names[info.param];
}

} // namespace api
