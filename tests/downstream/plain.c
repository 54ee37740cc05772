// A program for SuiteSparse:GraphBLAS that calls nothing that libgraphblas.so.N defines itself.
#include <GraphBLAS.h>

#include <stdio.h>

int main(void) {
    GrB_Matrix A = NULL;
    GrB_Index nvals = 0;
    const bool is_right = GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS &&
                          GrB_Matrix_new(&A, GrB_FP64, 3, 3) == GrB_SUCCESS &&
                          GrB_Matrix_setElement_FP64(A, 1.5, 2, 0) == GrB_SUCCESS &&
                          GrB_Matrix_nvals(&nvals, A) == GrB_SUCCESS &&
                          GrB_Matrix_free(&A) == GrB_SUCCESS && GrB_finalize() == GrB_SUCCESS;
    printf("%d entries\n", (int)nvals);
    return is_right ? 0 : 1;
}
