/* Core numbers by products of the graph and vectors.
 *
 * Removes the vertices of the least degree and lowers their neighbours' degrees, until all
 * remaining vertices have more than k neighbours; then k grows. Unlike Matula and Beck 1983, it removes all
 * vertices of degree at most k at once, as one frontier, so a step costs the frontier's edges.
 */
#include "core_numbers.h"
#include "errors.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

/* Removes the vertices of `peeled` and all that follow them at the same k. */
static GrB_Info peel(GrB_Vector cores, GrB_Vector degree, GrB_Vector remaining, GrB_Vector peeled,
                     GrB_Matrix A, GrB_Semiring count, GrB_Index n, GrB_Index left, int64_t k) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector touched = NULL;
    GrB_Index found = 0;
    TRY(GrB_Vector_new(&touched, GrB_INT64, n));
    TRY(GrB_Vector_nvals(&found, peeled));
    while (found > 0) {
        TRY(gba_round(n - left, n));
        left -= found;
        TRY(GrB_assign(cores, peeled, NULL, k, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_assign(remaining, peeled, NULL, false, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_vxm(touched, remaining, NULL, count, peeled, A, GrB_DESC_R));
        TRY(GrB_assign(degree, NULL, GrB_MINUS_INT64, touched, GrB_ALL, n, NULL));
        TRY(GrB_eWiseMult(touched, NULL, NULL, GrB_FIRST_INT64, degree, touched, NULL));
        TRY(GrB_select(peeled, NULL, NULL, GrB_VALUELE_INT64, touched, k, NULL));
        TRY(GrB_Vector_nvals(&found, peeled));
    }
done:
    GrB_free(&touched);
    return info;
}

GrB_Info gba_core_numbers_by_products(GrB_Vector cores, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector degree = NULL, remaining = NULL, open = NULL, peeled = NULL;
    GrB_Semiring count = NULL;
    GrB_Index left = 0;
    TRY(GrB_Vector_new(&degree, GrB_INT64, n));
    TRY(GrB_Vector_new(&remaining, GrB_BOOL, n));
    TRY(GrB_Vector_new(&open, GrB_INT64, n));
    TRY(GrB_Vector_new(&peeled, GrB_INT64, n));
    TRY(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    TRY(GrB_assign(cores, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_assign(degree, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_assign(remaining, NULL, NULL, true, GrB_ALL, n, NULL));
    TRY(GrB_mxv(degree, NULL, GrB_PLUS_INT64, count, A, remaining, NULL));
    for (int64_t k = 0;;) {
        int64_t least = 0;
        TRY(GrB_apply(open, remaining, NULL, GrB_IDENTITY_INT64, degree, GrB_DESC_R));
        TRY(GrB_Vector_nvals(&left, open));
        if (left == 0) break;
        TRY(GrB_reduce(&least, NULL, GrB_MIN_MONOID_INT64, open, NULL));
        k = least > k ? least : k;
        TRY(GrB_select(peeled, NULL, NULL, GrB_VALUELE_INT64, open, k, NULL));
        TRY(peel(cores, degree, remaining, peeled, A, count, n, left, k));
    }
done:
    GrB_free(&degree);
    GrB_free(&remaining);
    GrB_free(&open);
    GrB_free(&peeled);
    GrB_free(&count);
    return info;
}
