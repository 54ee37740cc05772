// A program written for SuiteSparse:GraphBLAS: arrays handed over without a copy, walked along,
// taken back.
#include <GraphBLAS.h>

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                         \
    do {                                                    \
        GrB_Info info_ = (call);                            \
        if (info_ != GrB_SUCCESS) {                         \
            fprintf(stderr, "%s: %d\n", #call, (int)info_); \
            exit(1);                                        \
        }                                                   \
    } while (0)

int main(void) {
    CHECK(GxB_init(GrB_NONBLOCKING, malloc, calloc, realloc, free));
    GrB_Index *Ap = malloc(4 * sizeof *Ap), *Aj = malloc(3 * sizeof *Aj);
    double *Ax = malloc(3 * sizeof *Ax);
    for (GrB_Index k = 0; k < 3; k++) {
        Ap[k] = k;
        Aj[k] = (k + 1) % 3;
        Ax[k] = (double)k;
    }
    Ap[3] = 3;
    const GrB_Index *was_here = Aj;
    void *values = Ax;
    GrB_Matrix A = NULL;
    CHECK(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    CHECK(GxB_set(A, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    CHECK(GxB_Matrix_pack_CSR(A, &Ap, &Aj, &values, 32, 24, 24, false, false, NULL));

    GxB_Iterator iterator = NULL;
    CHECK(GxB_Iterator_new(&iterator));
    CHECK(GxB_Matrix_Iterator_attach(iterator, A, NULL));
    for (GrB_Info info = GxB_Matrix_Iterator_seek(iterator, 0); info != GxB_EXHAUSTED;
         info = GxB_Matrix_Iterator_next(iterator)) {
        GrB_Index i, j;
        GxB_Matrix_Iterator_getIndex(iterator, &i, &j);
        printf("%d %d %g\n", (int)i, (int)j, GxB_Iterator_get_FP64(iterator));
    }
    CHECK(GrB_free(&iterator));

    GrB_Index Ap_size, Aj_size, Ax_size;
    bool iso, jumbled;
    CHECK(GxB_Matrix_unpack_CSR(A, &Ap, &Aj, &values, &Ap_size, &Aj_size, &Ax_size, &iso, &jumbled,
                                NULL));
    if (Aj != was_here) {
        fprintf(stderr, "the array was copied\n");
        return 1;
    }
    free(Ap);
    free(Aj);
    free(values);
    CHECK(GrB_free(&A));
    CHECK(GrB_finalize());
    return 0;
}
