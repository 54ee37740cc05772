/* A path of fewest edges between two vertices: searches from both ends take turns until they meet
 * (Pohl 1971). A turn is a level, of the side with the smaller frontier: hubs are expanded late, if at
 * all. The first turn that reaches a vertex of the other side's frontier ends the search. Both
 * searches are that of gba_bfs_parents, with the same choice of parents.
 */
#include "errors.h"
#include "vertex_list.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

/* A search from one end. Vertices count from 1: 0 is "not yet". */
typedef struct {
    GrB_Matrix edges;
    GrB_Vector parents, frontier; /* full; the new vertices with the parents that they got */
    GrB_Index count;              /* of the frontier */
} Half;

static void free_half(Half *half) {
    GrB_free(&half->parents);
    GrB_free(&half->frontier);
}

static GrB_Info start_half(Half *half, GrB_Matrix edges, GrB_Index from, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    *half = (Half){edges, NULL, NULL, 1};
    TRY(GrB_Vector_new(&half->parents, GrB_INT64, n));
    TRY(GrB_Vector_new(&half->frontier, GrB_INT64, n));
    TRY(GrB_assign(half->parents, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement(half->frontier, (int64_t)from + 1, from));
    TRY(GrB_Vector_setElement(half->parents, (int64_t)from + 1, from));
done:
    return info;
}

/* Goes on by a level. */
static GrB_Info advance(Half *half, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_apply(half->frontier, NULL, NULL, GrB_ROWINDEX_INT64, half->frontier, (int64_t)1,
                  NULL));
    TRY(GrB_vxm(half->frontier, half->parents, NULL, GrB_MIN_FIRST_SEMIRING_INT64, half->frontier,
                half->edges, GrB_DESC_RC));
    TRY(GrB_assign(half->parents, half->frontier, NULL, half->frontier, GrB_ALL, n, GrB_DESC_S));
    TRY(GrB_Vector_nvals(&half->count, half->frontier));
done:
    return info;
}

/* The smallest index of an entry of both; *is_met is false without one. w: scratch. */
static GrB_Info find_common(GrB_Index *vertex, bool *is_met, GrB_Vector w, const Half *first,
                            const Half *second) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index count = 0;
    int64_t least = 0;
    TRY(GrB_eWiseMult(w, NULL, NULL, GrB_FIRST_INT64, first->frontier, second->frontier, NULL));
    TRY(GrB_Vector_nvals(&count, w));
    *is_met = count > 0;
    if (count == 0) goto done;
    TRY(GrB_apply(w, NULL, NULL, GrB_ROWINDEX_INT64, w, (int64_t)0, NULL));
    TRY(GrB_reduce(&least, NULL, GrB_MIN_MONOID_INT64, w, NULL));
    *vertex = (GrB_Index)least;
done:
    return info;
}

/* Appends the vertices after `vertex` on the way to where the search began. */
static GrB_Info follow_parents(VertexList *list, GrB_Vector parents, GrB_Index vertex) {
    GrB_Info info = GrB_SUCCESS;
    for (;;) {
        int64_t parent = 0;
        TRY(GrB_Vector_extractElement(&parent, parents, vertex));
        if ((GrB_Index)parent == vertex + 1) break;
        vertex = (GrB_Index)parent - 1;
        TRY(gba_append(list, vertex));
    }
done:
    return info;
}

GrB_Info gba_shortest_path(GrB_Vector *path, GrB_Matrix A, GrB_Matrix AT, GrB_Index source,
                           GrB_Index target) {
    GrB_Info info = GrB_SUCCESS;
    Half forth = {0}, back = {0};
    GrB_Vector common = NULL;
    VertexList list = {NULL, 0, 0};
    GrB_Index n = 0, vertex = 0;
    bool is_met = false;
    START(path);

    TRY(gba_check_ends(&n, A, AT, source, target));
    TRY(start_half(&forth, A, source, n));
    TRY(start_half(&back, AT, target, n));
    TRY(GrB_Vector_new(&common, GrB_INT64, n));
    for (;;) {
        TRY(gba_round(0, 0));
        TRY(find_common(&vertex, &is_met, common, &forth, &back));
        if (is_met || forth.count == 0 || back.count == 0) break;
        TRY(advance(forth.count <= back.count ? &forth : &back, n));
    }
    if (is_met) {
        TRY(gba_append(&list, vertex));
        TRY(follow_parents(&list, forth.parents, vertex));
        gba_reverse_from(&list, 0);
        TRY(follow_parents(&list, back.parents, vertex));
    }
    TRY(gba_put_path(path, &list, n));
done:
    gba_free_list(&list);
    free_half(&forth);
    free_half(&back);
    GrB_free(&common);
    if (info < GrB_SUCCESS) GrB_free(path);
    return info;
}
