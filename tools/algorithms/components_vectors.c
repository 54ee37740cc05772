/* Connected components: FastSV (Zhang et al. 2020, doi:10.1137/1.9781611976137.5) with index lists
 * given as vectors, GxB_Vector_extract_Vector and GxB_Vector_build_Vector, so that no data of the
 * graph's size passes through the caller's memory.
 *
 * f is a forest: f(v) <= v is a vertex of v's component. One round finds, for each vertex, the
 * least grandparent among its neighbours and hooks the vertex and its parent to it; then paths are
 * halved. All vectors except `moved`, `linked` and `active` are full, so that a round waits only
 * once for a number of entries. When no vertex gets another grandparent, both ends of every edge
 * agree. No vertex with neighbours has a label below the lowest such vertex: a vertex with that
 * grandparent need not search, nor its parent be hooked. `active` holds the other vertices with
 * neighbours; after the first rounds it is small if the lowest vertex's component is the largest.
 */
#include "algorithms.h"
#include "try.h"

#include <stdbool.h>

GrB_Info connected_components_vectors(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector f = NULL, grand = NULL, next = NULL, least = NULL, moved = NULL, is_new = NULL;
    GrB_Vector linked = NULL, active = NULL;
    GrB_Index n = 0, left = 0;
    int64_t lowest = 0;
    bool any_new = true;
    *components = NULL;

    TRY(GrB_Matrix_nrows(&n, A));
    const bool fits = n < INT32_MAX;
    const GrB_Type type = fits ? GrB_INT32 : GrB_INT64;
    const GrB_BinaryOp min = fits ? GrB_MIN_INT32 : GrB_MIN_INT64;
    const GrB_BinaryOp differ = fits ? GrB_NE_INT32 : GrB_NE_INT64;
    const GrB_IndexUnaryOp is_not = fits ? GrB_VALUENE_INT32 : GrB_VALUENE_INT64;
    const GrB_IndexUnaryOp own_index = fits ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64;
    const GrB_Semiring min_second =
        fits ? GrB_MIN_SECOND_SEMIRING_INT32 : GrB_MIN_SECOND_SEMIRING_INT64;
    TRY(GrB_Vector_new(&f, type, n));
    TRY(GrB_Vector_new(&grand, type, n));
    TRY(GrB_Vector_new(&next, type, n));
    TRY(GrB_Vector_new(&moved, type, n));
    TRY(GrB_Vector_new(&is_new, GrB_BOOL, n));
    TRY(GrB_Vector_new(&linked, type, n));
    TRY(GrB_Vector_new(&active, type, n));
    TRY(GrB_assign(f, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(f, NULL, NULL, own_index, f, (int64_t)0, NULL));
    /* In the first round every vertex is its own parent, so hooking is one product. */
    TRY(GrB_mxv(linked, NULL, NULL, min_second, A, f, NULL));
    TRY(GrB_reduce(&lowest, NULL, fits ? GrB_MIN_MONOID_INT32 : GrB_MIN_MONOID_INT64, linked,
                   NULL));
    TRY(GrB_eWiseAdd(f, NULL, NULL, min, f, linked, NULL));
    TRY(GxB_Vector_extract_Vector(grand, NULL, NULL, f, f, NULL));
    TRY(GrB_Vector_dup(&least, grand));
    while (any_new) {
        const GrB_Vector last = grand;
        TRY(GrB_select(active, linked, NULL, is_not, grand, lowest, GrB_DESC_RS));
        TRY(GrB_Vector_nvals(&left, active));
        if (left == 0) break;
        TRY(GrB_mxv(least, active, min, min_second, A, grand, GrB_DESC_S));
        TRY(GrB_Vector_clear(moved));
        TRY(GxB_Vector_build_Vector(moved, f, least, min, NULL));
        TRY(GrB_eWiseAdd(f, NULL, NULL, min, f, moved, NULL));
        TRY(GrB_eWiseMult(f, NULL, NULL, min, f, least, NULL));
        TRY(GrB_eWiseMult(f, NULL, NULL, min, f, grand, NULL));
        TRY(GxB_Vector_extract_Vector(next, NULL, NULL, f, f, NULL));
        TRY(GrB_eWiseMult(is_new, NULL, NULL, differ, next, grand, NULL));
        any_new = false;
        TRY(GrB_reduce(&any_new, NULL, GrB_LOR_MONOID_BOOL, is_new, NULL));
        grand = next;
        next = last;
    }
    *components = grand;
    grand = NULL;
done:
    GrB_free(&f);
    GrB_free(&grand);
    GrB_free(&next);
    GrB_free(&least);
    GrB_free(&moved);
    GrB_free(&is_new);
    GrB_free(&linked);
    GrB_free(&active);
    return info;
}
