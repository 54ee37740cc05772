/* Lists of vertices, and the paths that they are. */
#include "vertex_list.h"
#include "errors.h"

#include <stdlib.h>

GrB_Info gba_append(VertexList *list, GrB_Index vertex) {
    if (list->count == list->room) {
        const GrB_Index room = 2 * list->room + 16;
        GrB_Index *const larger = realloc(list->vertices, room * sizeof *larger);
        if (larger == NULL) return gba_no_memory();
        list->vertices = larger;
        list->room = room;
    }
    list->vertices[list->count++] = vertex;
    return GrB_SUCCESS;
}

void gba_reverse_from(VertexList *list, GrB_Index first) {
    for (GrB_Index low = first, high = list->count; low + 1 < high; low++) {
        const GrB_Index moved = list->vertices[low];
        list->vertices[low] = list->vertices[--high];
        list->vertices[high] = moved;
    }
}

void gba_free_list(VertexList *list) {
    free(list->vertices);
    *list = (VertexList){NULL, 0, 0};
}

GrB_Info gba_put_path(GrB_Vector *path, const VertexList *list, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Vector_new(path, GrB_INT64, n));
    for (GrB_Index k = 0; k < list->count; k++)
        TRY(GrB_Vector_setElement(*path, (int64_t)list->vertices[k], k));
    TRY(GrB_Vector_wait(*path, GrB_MATERIALIZE));
done:
    return info;
}

GrB_Info gba_check_ends(GrB_Index *n, GrB_Matrix A, GrB_Matrix AT, GrB_Index source,
                        GrB_Index target) {
    GrB_Info info = GrB_SUCCESS;
    TRY(gba_check_graph(n, A, "A"));
    TRY(gba_check_same_size(AT, *n, "AT"));
    TRY(gba_check_vertex(source, *n, "source"));
    TRY(gba_check_vertex(target, *n, "target"));
done:
    return info;
}
