/* Full vectors of values in plain arrays. */
#include "full_vector.h"
#include "errors.h"

#include <stdlib.h>

/* 0, 1, ..., n - 1; NULL when memory is short. */
static GrB_Index *positions(GrB_Index n) {
    GrB_Index *const index = malloc((n + 1) * sizeof *index);
    for (GrB_Index v = 0; index != NULL && v < n; v++) index[v] = v;
    return index;
}

GrB_Info gba_fill_INT64(GrB_Vector w, const int64_t *values, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const index = positions(n);
    if (index == NULL) return gba_no_memory();
    TRY(GrB_Vector_build_INT64(w, index, values, n, GrB_SECOND_INT64));
done:
    free(index);
    return info;
}

GrB_Info gba_fill_FP64(GrB_Vector w, const double *values, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const index = positions(n);
    if (index == NULL) return gba_no_memory();
    TRY(GrB_Vector_build_FP64(w, index, values, n, GrB_SECOND_FP64));
done:
    free(index);
    return info;
}
