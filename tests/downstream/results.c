// Prints what depends on who asks: results in which SuiteSparse:GraphBLAS and the C API differ.
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
    // Row 1 and column 2 by SuiteSparse's order of the arrays, row 2 and column 1 by the C API's.
    GrB_Index first[] = {1, 1}, second[] = {2, 2}, n = 1, n1 = 1, n2 = 1;
    int32_t values[] = {5, 7}, value = 0;
    int64_t diagonal = 0;
    GrB_Matrix A = NULL, B = NULL;
    CHECK(GrB_init(GrB_NONBLOCKING));
    GrB_Info info = GrB_Matrix_import_INT32(&A, GrB_INT32, 3, 3, first, second, values, 2, 2, 2,
                                            GrB_COO_FORMAT);
    if (info == GrB_SUCCESS) {
        CHECK(GrB_Matrix_extractElement_INT32(&value, A, 1, 2));
        GrB_Matrix_free(&A);
    }
    printf("twice: %d, %d\n", (int)info, (int)value);

    CHECK(GrB_Matrix_import_INT32(&A, GrB_INT32, 3, 3, first, second, values, 1, 1, 1,
                                  GrB_COO_FORMAT));
    info = GrB_Matrix_extractElement_INT32(&value, A, 1, 2);
    printf("row first: %s\n", info == GrB_SUCCESS ? "yes" : "no");
    GrB_Matrix_free(&A);
    CHECK(GrB_Matrix_new(&A, GrB_INT32, 3, 3));
    CHECK(GrB_Matrix_setElement_INT32(A, 5, 0, 2));
    CHECK(GrB_Matrix_export_INT32(first, second, values, &n1, &n2, &n, GrB_COO_FORMAT, A));
    printf("exported: %d %d %d\n", (int)first[0], (int)second[0], (int)values[0]);

    CHECK(GrB_Matrix_new(&B, GrB_INT64, 3, 3));
    CHECK(GrB_Matrix_apply_IndexOp_INT64(B, NULL, NULL, GrB_DIAGINDEX_INT64, A, 3, NULL));
    CHECK(GrB_Matrix_extractElement_INT64(&diagonal, B, 0, 2));
    printf("diagonal: %d", (int)diagonal);
    CHECK(GrB_Matrix_apply_IndexOp_FP64(B, NULL, NULL, GrB_DIAGINDEX_INT32, A, 3.5, NULL));
    CHECK(GrB_Matrix_extractElement_INT64(&diagonal, B, 0, 2));
    printf(" %d\n", (int)diagonal);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&B);
    CHECK(GrB_finalize());
    return 0;
}
