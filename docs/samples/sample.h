/* What the samples of the reference have in common. A call that fails, or a claim that does not hold, ends the program. */
#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>

#define CLAIM(claim)                                                            \
    do {                                                                        \
        if (!(claim)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)
#define OK(call) CLAIM((call) == GrB_SUCCESS)

/* The value of an entry, or -1 where there is none. */
static inline double at(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    double x = -1;
    return GrB_Matrix_extractElement_FP64(&x, A, i, j) == GrB_SUCCESS ? x : -1;
}
static inline double in(GrB_Vector v, GrB_Index i) {
    double x = -1;
    return GrB_Vector_extractElement_FP64(&x, v, i) == GrB_SUCCESS ? x : -1;
}

/* .  2  5
   .  .  1
   4  .  . */
static inline GrB_Matrix small_matrix(void) {
    const GrB_Index rows[] = {0, 0, 1, 2}, columns[] = {1, 2, 2, 0};
    const double values[] = {2, 5, 1, 4};
    GrB_Matrix A;
    OK(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    OK(GrB_Matrix_build_FP64(A, rows, columns, values, 4, NULL));
    return A;
}
/* 1  .  3 */
static inline GrB_Vector small_vector(void) {
    const GrB_Index positions[] = {0, 2};
    const double values[] = {1, 3};
    GrB_Vector v;
    OK(GrB_Vector_new(&v, GrB_FP64, 3));
    OK(GrB_Vector_build_FP64(v, positions, values, 2, NULL));
    return v;
}
