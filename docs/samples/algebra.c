/* Types, operators, monoids and semirings of one's own. */
#include "sample.h"

typedef struct {
    double length;
    int32_t hops;
} Path;

static void longer(void *z, const void *x, const void *y) {
    const Path *a = x, *b = y;
    *(Path *)z = (Path){a->length + b->length, a->hops + b->hops};
}

static void user_type(void) {
    GrB_Type path;
    GrB_BinaryOp join;
    GrB_Vector v;
    OK(GrB_Type_new(&path, sizeof(Path)));
    OK(GrB_BinaryOp_new(&join, longer, path, path, path));
    OK(GrB_Vector_new(&v, path, 2));
    const Path a = {1.5, 1}, b = {2.5, 3};
    OK(GrB_Vector_setElement_UDT(v, &a, 0));
    OK(GrB_Vector_apply_BinaryOp2nd_UDT(v, NULL, NULL, join, v, &b, NULL));
    Path sum;
    OK(GrB_Vector_extractElement_UDT(&sum, v, 0));
    CLAIM(sum.length == 4 && sum.hops == 4);
    OK(GrB_Vector_free(&v));
    OK(GrB_BinaryOp_free(&join));
    OK(GrB_Type_free(&path));
}

static void cube(void *z, const void *x) {
    const double a = *(const double *)x;
    *(double *)z = a * a * a;
}

static void unary_operator(void) {
    GrB_UnaryOp op;
    GrB_Vector v = small_vector();
    OK(GrB_UnaryOp_new(&op, cube, GrB_FP64, GrB_FP64));
    OK(GrB_Vector_apply(v, NULL, NULL, op, v, NULL));
    CLAIM(in(v, 2) == 27 && in(v, 1) == -1);
    OK(GrB_UnaryOp_free(&op));
    OK(GrB_Vector_free(&v));
}

static void is_near_diagonal(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    (void)x;
    const int64_t distance = (int64_t)i - (int64_t)j;
    *(bool *)z = llabs(distance) <= *(const int64_t *)y;
}

static void index_operator(void) {
    GrB_IndexUnaryOp op;
    GrB_Matrix A = small_matrix();
    OK(GrB_IndexUnaryOp_new(&op, is_near_diagonal, GrB_BOOL, GrB_FP64, GrB_INT64));
    OK(GrB_Matrix_select_INT64(A, NULL, NULL, op, A, 1, NULL));
    CLAIM(at(A, 0, 1) == 2 && at(A, 0, 2) == -1);
    OK(GrB_IndexUnaryOp_free(&op));
    OK(GrB_Matrix_free(&A));
}

/* The widest way from i to j: along a path the narrowest edge counts, among paths the widest. */
static void monoid_and_semiring(void) {
    GrB_Monoid widest;
    GrB_Semiring widest_way;
    GrB_Matrix A = small_matrix();
    OK(GrB_Monoid_new_FP64(&widest, GrB_MAX_FP64, 0.0));
    OK(GrB_Semiring_new(&widest_way, widest, GrB_MIN_FP64));
    OK(GrB_mxm(A, NULL, NULL, widest_way, A, A, NULL));
    CLAIM(at(A, 0, 0) == 4 && at(A, 0, 2) == 1); /* by 2: min(5, 4); by 1: min(2, 1) */
    OK(GrB_Semiring_free(&widest_way));
    OK(GrB_Monoid_free(&widest));
    OK(GrB_Matrix_free(&A));
}

static void descriptor(void) {
    GrB_Descriptor transposed;
    GrB_Matrix A = small_matrix();
    GrB_Vector v = small_vector();
    OK(GrB_Descriptor_new(&transposed));
    OK(GrB_Descriptor_set(transposed, GrB_INP0, GrB_TRAN));
    OK(GrB_mxv(v, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, v, transposed));
    CLAIM(in(v, 0) == 12 && in(v, 1) == 2); /* A' * [1 . 3] */
    OK(GrB_Descriptor_free(&transposed));
    OK(GrB_Vector_free(&v));
    OK(GrB_Matrix_free(&A));
}

/* With a name and a source an operator runs on a GPU too. */
static void twice(void *z, const void *x) {
    *(float *)z = 2 * *(const float *)x;
}
static void mean(void *z, const void *x, const void *y) {
    *(float *)z = (*(const float *)x + *(const float *)y) / 2;
}
static void row_of(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    (void)x, (void)j, (void)y;
    *(int64_t *)z = (int64_t)i;
}

static void with_source(void) {
    GrB_Type pair;
    GrB_UnaryOp one;
    GrB_BinaryOp two;
    GrB_IndexUnaryOp row;
    OK(GxB_Type_new(&pair, 8, "pair", "typedef struct { float a, b; } pair ;"));
    OK(GxB_UnaryOp_new(
        &one, twice, GrB_FP32, GrB_FP32, "twice",
        "void twice(void *z, const void *x) { *(float *)z = 2 * *(const float *)x; }"));
    OK(GxB_BinaryOp_new(&two, mean, GrB_FP32, GrB_FP32, GrB_FP32, "mean",
                        "void mean(void *z, const void *x, const void *y) {"
                        "    *(float *)z = (*(const float *)x + *(const float *)y) / 2; }"));
    OK(GxB_IndexUnaryOp_new(
        &row, row_of, GrB_INT64, GrB_FP32, GrB_INT64, "row_of",
        "void row_of(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {"
        "    *(int64_t *)z = i; }"));
    GrB_Matrix A = small_matrix();
    OK(GrB_Matrix_apply(A, NULL, two, one, A, NULL)); /* the mean of a value and its double */
    CLAIM(at(A, 0, 1) == 3);
    OK(GrB_Matrix_apply_IndexOp_INT64(A, NULL, NULL, row, A, 0, NULL));
    CLAIM(at(A, 2, 0) == 2);
    OK(GrB_Matrix_free(&A));
    OK(GrB_IndexUnaryOp_free(&row));
    OK(GrB_BinaryOp_free(&two));
    OK(GrB_UnaryOp_free(&one));
    OK(GrB_Type_free(&pair));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    user_type();
    unary_operator();
    index_operator();
    monoid_and_semiring();
    descriptor();
    with_source();
    OK(GrB_finalize());
    return 0;
}
