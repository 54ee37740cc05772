/* Maximal independent sets (Luby 1986) and colours made of them (Osama et al. 2019).
 *
 * Every candidate draws a number; those with a larger one than all their neighbours join the set,
 * and leave the candidates together with their neighbours. A colour is a maximal independent set of
 * the vertices without one.
 */
#include "errors.h"
#include "random_numbers.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

/* Removes the entries of w at the positions of `gone`. */
static GrB_Info take_away(GrB_Vector w, GrB_Vector gone) {
    return GrB_apply(w, gone, NULL, GrB_IDENTITY_BOOL, w, GrB_DESC_RSC);
}

/* Adds a maximal independent set of the candidates to `set`; consumes the candidates. Meanwhile `done`
 * of `total` vertices are coloured; 0 of 0: no colours. */
static GrB_Info choose(GrB_Vector set, GrB_Vector candidates, GrB_Matrix A, GrB_Index n,
                       uint64_t *seed, GrB_Index done, GrB_Index total) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector drawn = NULL, own = NULL, rival = NULL, wins = NULL, lost = NULL;
    GrB_Semiring any_edge = NULL;
    GrB_Index left = 0;
    TRY(GrB_Vector_new(&drawn, GrB_UINT64, n));
    TRY(GrB_Vector_new(&own, GrB_UINT64, n));
    TRY(GrB_Vector_new(&rival, GrB_UINT64, n));
    TRY(GrB_Vector_new(&wins, GrB_BOOL, n));
    TRY(GrB_Vector_new(&lost, GrB_BOOL, n));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_Vector_nvals(&left, candidates));
    while (left > 0) {
        TRY(gba_round(done, total));
        TRY(gba_random_numbers(drawn, (*seed)++));
        TRY(GrB_apply(own, candidates, NULL, GrB_IDENTITY_UINT64, drawn, GrB_DESC_RS));
        TRY(GrB_vxm(rival, candidates, NULL, GrB_MAX_FIRST_SEMIRING_UINT64, own, A, GrB_DESC_RS));
        /* A vertex without a rival keeps its own number, which is true unless it is 0. */
        TRY(GrB_eWiseAdd(wins, NULL, NULL, GrB_GT_UINT64, own, rival, NULL));
        TRY(GrB_select(wins, NULL, NULL, GrB_VALUEEQ_BOOL, wins, true, NULL));
        TRY(GrB_assign(set, wins, NULL, true, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_vxm(lost, candidates, NULL, any_edge, wins, A, GrB_DESC_RS));
        TRY(take_away(candidates, wins));
        TRY(take_away(candidates, lost));
        TRY(GrB_Vector_nvals(&left, candidates));
    }
done:
    GrB_free(&drawn);
    GrB_free(&own);
    GrB_free(&rival);
    GrB_free(&wins);
    GrB_free(&lost);
    GrB_free(&any_edge);
    return info;
}

GrB_Info gba_independent_set(GrB_Vector *set, GrB_Matrix A, uint64_t seed) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector candidates = NULL;
    GrB_Index n = 0;
    START(set);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_no_loops(A, n));
    TRY(GrB_Vector_new(set, GrB_BOOL, n));
    TRY(GrB_Vector_new(&candidates, GrB_BOOL, n));
    TRY(GrB_assign(candidates, NULL, NULL, true, GrB_ALL, n, NULL));
    TRY(choose(*set, candidates, A, n, &seed, 0, 0));
done:
    GrB_free(&candidates);
    if (info < GrB_SUCCESS) GrB_free(set);
    return info;
}

GrB_Info gba_colouring(GrB_Vector *colours, GrB_Matrix A, uint64_t seed) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector uncoloured = NULL, candidates = NULL, set = NULL;
    GrB_Index n = 0, left = 0;
    START(colours);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_no_loops(A, n));
    TRY(GrB_Vector_new(colours, GrB_INT64, n));
    TRY(GrB_Vector_new(&uncoloured, GrB_BOOL, n));
    TRY(GrB_Vector_new(&set, GrB_BOOL, n));
    TRY(GrB_assign(uncoloured, NULL, NULL, true, GrB_ALL, n, NULL));
    TRY(GrB_Vector_nvals(&left, uncoloured));
    for (int64_t colour = 0; left > 0; colour++) {
        TRY(GrB_Vector_dup(&candidates, uncoloured));
        TRY(GrB_Vector_clear(set));
        TRY(choose(set, candidates, A, n, &seed, n - left, n));
        GrB_free(&candidates);
        TRY(GrB_assign(*colours, set, NULL, colour, GrB_ALL, n, GrB_DESC_S));
        TRY(take_away(uncoloured, set));
        TRY(GrB_Vector_nvals(&left, uncoloured));
    }
done:
    GrB_free(&uncoloured);
    GrB_free(&candidates);
    GrB_free(&set);
    if (info < GrB_SUCCESS) GrB_free(colours);
    return info;
}
