/* The undirected graph of a matrix: S = A or A', without its diagonal. */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

GrB_Info gba_undirected_pattern(GrB_Matrix *S, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    START(S);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_round(0, 0));
    TRY(GrB_Matrix_new(S, GrB_BOOL, n, n));
    TRY(GrB_eWiseAdd(*S, NULL, NULL, GrB_ONEB_BOOL, A, A, GrB_DESC_T1));
    TRY(GrB_select(*S, NULL, NULL, GrB_OFFDIAG, *S, (int64_t)0, NULL));
    TRY(GrB_apply(*S, NULL, NULL, GrB_ONEB_BOOL, *S, true, NULL));
done:
    if (info < GrB_SUCCESS) GrB_free(S);
    return info;
}
