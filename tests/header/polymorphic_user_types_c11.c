// The _UDT forms of every polymorphic name, run with a user-defined type, operators and a monoid.
#include "polymorphic.h"

typedef struct {
    double weight;
    int64_t tag;
} Edge;

static void edge_sum(void *z, const void *x, const void *y) {
    Edge sum = {((const Edge *)x)->weight + ((const Edge *)y)->weight,
                ((const Edge *)x)->tag + ((const Edge *)y)->tag};
    *(Edge *)z = sum;
}

static void edge_has_tag(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    (void)i;
    (void)j;
    *(bool *)z = ((const Edge *)x)->tag == ((const Edge *)y)->tag;
}

static bool equal(Edge a, Edge b) {
    return a.weight == b.weight && a.tag == b.tag;
}

static GrB_Type edge_type;
static GrB_BinaryOp sum;
static GrB_IndexUnaryOp has_tag;
static GrB_Monoid total;

static const Edge nothing = {0, 0};
static Edge one = {1, 10};
static Edge two = {2, 20};
static const Edge three = {3, 30};

static void check_vector(GrB_Vector w, Edge first, Edge second) {
    Edge got = nothing;
    OK(GrB_Vector_extractElement(&got, w, 0));
    CHECK(equal(got, first));
    OK(GrB_Vector_extractElement(&got, w, 1));
    CHECK(equal(got, second));
}

static void check_diagonal(GrB_Matrix C, Edge first, Edge second) {
    Edge got = nothing;
    OK(GrB_Matrix_extractElement(&got, C, 0, 0));
    CHECK(equal(got, first));
    OK(GrB_Matrix_extractElement(&got, C, 1, 1));
    CHECK(equal(got, second));
}

static void scalars(void) {
    GrB_Scalar s = NULL;
    Edge got = nothing;
    OK(GrB_Scalar_new(&s, edge_type));
    CHECK(GrB_Scalar_extractElement(&got, s) == GrB_NO_VALUE);
    OK(GrB_Scalar_setElement(s, &one));
    OK(GrB_Scalar_extractElement(&got, s));
    CHECK(equal(got, one));
    OK(GrB_free(&s));
}

static void vectors(void) {
    const GrB_Index positions[2] = {1, 0};
    const Edge values[2] = {two, one};
    GrB_Index found[2] = {9, 9};
    GrB_Index nvals = 2;
    Edge got[2] = {nothing, nothing};
    GrB_Vector u = NULL, w = NULL, flags = NULL;
    OK(GrB_Vector_new(&u, edge_type, 2));
    OK(GrB_Vector_new(&w, edge_type, 2));
    OK(GrB_Vector_new(&flags, GrB_BOOL, 2));
    OK(GrB_Vector_build(u, positions, values, 2, NULL));
    check_vector(u, one, two);
    OK(GrB_Vector_extractTuples(found, got, &nvals, u));
    CHECK(nvals == 2 && found[0] == 0 && equal(got[0], one) && equal(got[1], two));

    OK(GrB_assign(w, NULL, NULL, (void *)&two, GrB_ALL, 2, NULL));
    check_vector(w, two, two);
    OK(GrB_Vector_setElement(w, &one, 1));
    check_vector(w, two, one);

    OK(GrB_apply(w, NULL, NULL, sum, &two, u, NULL));
    CHECK(GrB_Vector_extractElement(&got[0], w, 0) == GrB_SUCCESS && equal(got[0], three));
    OK(GrB_apply(w, NULL, NULL, sum, u, &one, NULL));
    CHECK(GrB_Vector_extractElement(&got[0], w, 1) == GrB_SUCCESS && equal(got[0], three));
    OK(GrB_apply(flags, NULL, NULL, has_tag, u, &two, NULL));
    CHECK_VECTOR(flags, 0, 1);
    OK(GrB_select(w, NULL, NULL, has_tag, u, &one, NULL));
    CHECK(GrB_Vector_extractElement(&got[0], w, 0) == GrB_SUCCESS && equal(got[0], one));
    CHECK(GrB_Vector_extractElement(&got[0], w, 1) == GrB_NO_VALUE);

    got[0] = nothing;
    OK(GrB_reduce(&got[0], NULL, total, u, NULL));
    CHECK(equal(got[0], three));
    OK(GrB_free(&flags));
    OK(GrB_free(&w));
    OK(GrB_free(&u));
}

static void matrices(void) {
    const GrB_Index positions[2] = {0, 1};
    const Edge values[2] = {one, two};
    GrB_Index rows[2] = {9, 9}, columns[2] = {9, 9};
    GrB_Index nvals = 2;
    Edge got[2] = {nothing, nothing};
    GrB_Matrix A = NULL, C = NULL, flags = NULL;
    OK(GrB_Matrix_new(&A, edge_type, 2, 2));
    OK(GrB_Matrix_new(&C, edge_type, 2, 2));
    OK(GrB_Matrix_new(&flags, GrB_BOOL, 2, 2));
    OK(GrB_Matrix_build(A, positions, positions, values, 2, NULL));
    check_diagonal(A, one, two);
    OK(GrB_Matrix_extractTuples(rows, columns, got, &nvals, A));
    CHECK(nvals == 2);
    for (int k = 0; k < 2; ++k) {
        CHECK(rows[k] == columns[k] && equal(got[k], rows[k] == 0 ? one : two));
    }

    OK(GrB_assign(C, NULL, NULL, &two, positions, 2, GrB_ALL, 2, NULL));
    OK(GrB_Matrix_nvals(&nvals, C));
    CHECK(nvals == 4);
    OK(GrB_Matrix_setElement(C, (const void *)&one, 1, 1));
    check_diagonal(C, two, one);

    OK(GrB_apply(C, NULL, NULL, sum, &two, A, NULL));
    CHECK(GrB_Matrix_extractElement(&got[0], C, 0, 0) == GrB_SUCCESS && equal(got[0], three));
    OK(GrB_apply(C, NULL, NULL, sum, A, &one, NULL));
    CHECK(GrB_Matrix_extractElement(&got[0], C, 1, 1) == GrB_SUCCESS && equal(got[0], three));
    OK(GrB_apply(flags, NULL, NULL, has_tag, A, &two, NULL));
    CHECK_DIAGONAL(flags, 0, 1);
    OK(GrB_select(C, NULL, NULL, has_tag, A, &one, NULL));
    CHECK(GrB_Matrix_extractElement(&got[0], C, 0, 0) == GrB_SUCCESS && equal(got[0], one));
    CHECK(GrB_Matrix_extractElement(&got[0], C, 1, 1) == GrB_NO_VALUE);

    got[0] = nothing;
    OK(GrB_reduce(&got[0], NULL, total, A, NULL));
    CHECK(equal(got[0], three));
    OK(GrB_free(&flags));
    OK(GrB_free(&C));
    OK(GrB_free(&A));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    OK(GrB_Type_new(&edge_type, sizeof(Edge)));
    OK(GrB_BinaryOp_new(&sum, edge_sum, edge_type, edge_type, edge_type));
    OK(GrB_IndexUnaryOp_new(&has_tag, edge_has_tag, GrB_BOOL, edge_type, edge_type));
    OK(GrB_Monoid_new(&total, sum, (void *)&nothing));
    scalars();
    vectors();
    matrices();
    OK(GrB_free(&total));
    OK(GrB_free(&has_tag));
    OK(GrB_free(&sum));
    OK(GrB_free(&edge_type));
    OK(GrB_finalize());
    return failures == 0 ? 0 : 1;
}
