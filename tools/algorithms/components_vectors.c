/* Connected components: FastSV (Zhang, Azad, Hu 2020, doi:10.1137/1.9781611976137.5) with index lists
 * given as vectors, GxB_Vector_extract_Vector and GxB_Vector_build_Vector, so that nothing of the size
 * of the graph passes through the caller's memory.
 *
 * f is a forest: f(v) <= v is a vertex of v's component. One round looks, per vertex, for the least
 * grandparent among its neighbours and hooks the vertex and its parent to that; then paths are halved.
 * All vectors but `moved` are full, so that no round waits for a number of entries. When no vertex gets
 * another grandparent, both ends of every edge agree. A vertex whose grandparent is 0 need not look, nor
 * its parent be hooked: nothing is less. `grand` as a mask by value leaves those out, after the first rounds
 * most of a graph whose large component has vertex 0.
 */
#include "algorithms.h"
#include "try.h"

#include <stdbool.h>

GrB_Info connected_components_vectors(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector f = NULL, grand = NULL, next = NULL, least = NULL, moved = NULL, is_new = NULL;
    GrB_Index n = 0;
    bool any_new = true;
    *components = NULL;

    TRY(GrB_Matrix_nrows(&n, A));
    const bool fits = n < INT32_MAX;
    const GrB_Type type = fits ? GrB_INT32 : GrB_INT64;
    const GrB_BinaryOp min = fits ? GrB_MIN_INT32 : GrB_MIN_INT64;
    const GrB_BinaryOp differ = fits ? GrB_NE_INT32 : GrB_NE_INT64;
    const GrB_IndexUnaryOp own_index = fits ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64;
    const GrB_Semiring min_second =
        fits ? GrB_MIN_SECOND_SEMIRING_INT32 : GrB_MIN_SECOND_SEMIRING_INT64;
    TRY(GrB_Vector_new(&f, type, n));
    TRY(GrB_Vector_new(&grand, type, n));
    TRY(GrB_Vector_new(&next, type, n));
    TRY(GrB_Vector_new(&moved, type, n));
    TRY(GrB_Vector_new(&is_new, GrB_BOOL, n));
    TRY(GrB_assign(f, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(f, NULL, NULL, own_index, f, (int64_t)0, NULL));
    /* In the first round every vertex is its own parent, so hooking is one product. */
    TRY(GrB_mxv(f, NULL, min, min_second, A, f, NULL));
    TRY(GxB_Vector_extract_Vector(grand, NULL, NULL, f, f, NULL));
    TRY(GrB_Vector_dup(&least, grand));
    while (any_new) {
        const GrB_Vector last = grand;
        TRY(GrB_mxv(least, grand, min, min_second, A, grand, NULL));
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
    return info;
}
