/* Vectors: made, filled, read. */
#include "sample.h"

static void build(void) {
    const GrB_Index positions[] = {4, 1, 4};
    const int32_t values[] = {10, 20, 1};
    GrB_Vector v;
    OK(GrB_Vector_new(&v, GrB_INT32, 6));
    /* Position 4 is there twice: the operator joins its values. */
    OK(GrB_Vector_build_INT32(v, positions, values, 3, GrB_PLUS_INT32));
    CLAIM(in(v, 4) == 11 && in(v, 0) == -1);
    OK(GrB_Vector_free(&v));
}

static void facts(void) {
    GrB_Vector v = small_vector();
    GrB_Index size, count;
    OK(GrB_Vector_size(&size, v));
    OK(GrB_Vector_nvals(&count, v));
    CLAIM(size == 3 && count == 2);
    OK(GrB_Vector_resize(v, 2)); /* position 2 is lost */
    OK(GrB_Vector_nvals(&count, v));
    CLAIM(count == 1);
    OK(GrB_Vector_free(&v));
}

static void entries(void) {
    GrB_Vector v = small_vector(), copy;
    OK(GrB_Vector_dup(&copy, v));
    OK(GrB_Vector_setElement_FP64(v, 7.5, 1));
    OK(GrB_Vector_removeElement(v, 0));
    double x;
    OK(GrB_Vector_extractElement_FP64(&x, v, 1));
    CLAIM(x == 7.5);
    CLAIM(GrB_Vector_extractElement_FP64(&x, v, 0) == GrB_NO_VALUE);
    OK(GrB_Vector_clear(v));
    CLAIM(in(v, 1) == -1 && in(copy, 0) == 1); /* the copy stays as it was */
    OK(GrB_Vector_free(&copy));
    OK(GrB_Vector_free(&v));
}

static void tuples(void) {
    GrB_Vector v = small_vector();
    GrB_Index positions[3], count = 3; /* in: the room; out: how many */
    double values[3];
    OK(GrB_Vector_extractTuples_FP64(positions, values, &count, v));
    CLAIM(count == 2 && positions[1] == 2 && values[1] == 3);
    OK(GrB_Vector_free(&v));
}

static void built_of_vectors(void) {
    const GrB_Index places[] = {0, 1};
    const int64_t where[] = {5, 2};
    const double what[] = {0.5, 0.25};
    GrB_Vector positions, values, v;
    OK(GrB_Vector_new(&positions, GrB_INT64, 2));
    OK(GrB_Vector_build_INT64(positions, places, where, 2, NULL));
    OK(GrB_Vector_new(&values, GrB_FP64, 2));
    OK(GrB_Vector_build_FP64(values, places, what, 2, NULL));
    OK(GrB_Vector_new(&v, GrB_FP64, 6));
    OK(GxB_Vector_build_Vector(v, positions, values, NULL, NULL));
    CLAIM(in(v, 5) == 0.5 && in(v, 2) == 0.25);
    OK(GrB_Vector_free(&v));
    OK(GrB_Vector_free(&values));
    OK(GrB_Vector_free(&positions));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    build();
    facts();
    entries();
    tuples();
    built_of_vectors();
    OK(GrB_finalize());
    return 0;
}
