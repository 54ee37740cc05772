#include "host_arrays.h"

#include <graphblast/gxb_containers.h>

#include <stdlib.h>
#include <string.h>

/** Keeps the text of an object's error. */
static GrB_Info failed(GrB_Info info, GrB_Matrix of, char *text) {
    const char *found = NULL;
    if (of != NULL && GrB_Matrix_error(&found, of) == GrB_SUCCESS && found != NULL) {
        strncpy(text, found, host_text_bytes - 1);
        text[host_text_bytes - 1] = '\0';
    }
    return info;
}

static GrB_Info lend(GrB_Vector vector, void *values, GrB_Type type, uint64_t count,
                     uint64_t bytes) {
    void *given = count == 0 ? NULL : values;
    return GxB_Vector_load(vector, &given, type, count, bytes, GxB_IS_READONLY, NULL);
}

static GrB_Info load(GrB_Matrix *made, GrB_Type type, GxB_Container parts) {
    GrB_Info info = GrB_Matrix_new(made, type, parts->nrows, parts->ncols);
    if (info != GrB_SUCCESS) return info;
    parts->nrows_nonempty = parts->ncols_nonempty = -1;
    parts->orientation = GrB_ROWMAJOR;
    return GxB_load_Matrix_from_Container(*made, parts, NULL);
}

static GrB_Info lend_full(GrB_Matrix *made, const HostFull *full, GxB_Container parts) {
    parts->nrows = full->nrows;
    parts->ncols = full->ncols;
    parts->nvals = full->nrows * full->ncols;
    parts->format = GxB_FULL;
    parts->iso = parts->jumbled = false;
    const GrB_Info info = lend(parts->x, full->values, full->type, parts->nvals, full->bytes);
    return info == GrB_SUCCESS ? load(made, full->type, parts) : info;
}

static GrB_Info lend_rows(GrB_Matrix *made, const HostRows *rows, GxB_Container parts) {
    parts->nrows = rows->nrows;
    parts->ncols = rows->ncols;
    parts->nvals = rows->nvals;
    parts->format = GxB_SPARSE;
    parts->iso = rows->is_iso;
    parts->jumbled = false;
    const uint64_t values = rows->is_iso ? 1 : rows->nvals;
    GrB_Info info =
        lend(parts->p, rows->offsets, rows->offset_type, rows->nrows + 1, rows->offset_bytes);
    if (info == GrB_SUCCESS)
        info =
            lend(parts->i, rows->positions, rows->position_type, rows->nvals, rows->position_bytes);
    if (info == GrB_SUCCESS)
        info = lend(parts->x, rows->values, rows->value_type, values, rows->value_bytes);
    return info == GrB_SUCCESS ? load(made, rows->value_type, parts) : info;
}

/** Entries of 0 at all positions that have none. */
static GrB_Info fill(GrB_Matrix C, const HostFull *shape) {
    GrB_Index entries = 0;
    GrB_Info info = GrB_Matrix_nvals(&entries, C);
    if (info != GrB_SUCCESS || entries == shape->nrows * shape->ncols) return info;
    return GrB_Matrix_assign_UINT8(C, C, NULL, 0, GrB_ALL, shape->nrows, GrB_ALL, shape->ncols,
                                   GrB_DESC_SC);
}

/** The parts of a matrix by row in a certain form, which has none then. */
static GrB_Info unload(GrB_Matrix C, int format, GxB_Container parts) {
    GrB_Info info = GxB_unload_Matrix_into_Container(C, parts, NULL);
    const int found = format == GrX_FULL ? GxB_FULL : GxB_SPARSE;
    if (info != GrB_SUCCESS || (parts->format == found && parts->orientation == GrB_ROWMAJOR))
        return info;
    info = GxB_load_Matrix_from_Container(C, parts, NULL);
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_set_INT32(C, GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT);
    if (info == GrB_SUCCESS) info = GrB_Matrix_set_INT32(C, format, GrX_FORMAT);
    if (info == GrB_SUCCESS) info = GrB_Matrix_wait(C, GrB_MATERIALIZE);
    return info == GrB_SUCCESS ? GxB_unload_Matrix_into_Container(C, parts, NULL) : info;
}

/** The values of a matrix in a certain form, which has none then. */
static GrB_Info take(HostFull *result, GrB_Matrix C, int format, GxB_Container parts) {
    GrB_Info info = unload(C, format, parts);
    if (info != GrB_SUCCESS) return info;
    GrB_Type type = NULL;
    uint64_t count = 0, bytes = 0;
    int handling = 0;
    const uint64_t nvals = parts->nvals;
    const bool is_iso = parts->iso;
    void *values = NULL;
    info = GxB_Vector_unload(parts->x, &values, &type, &count, &bytes, &handling, NULL);
    if (info != GrB_SUCCESS || values == NULL) return info;
    const bool is_lent = handling == (int)GxB_IS_READONLY;
    if (result->values == NULL && !is_iso && !is_lent) {
        result->values = values;
        return GrB_SUCCESS;
    }
    const uint64_t size = result->bytes / (result->nrows * result->ncols);
    if (result->values == NULL) result->values = malloc(nvals * size);
    if (result->values != NULL && !is_iso) memcpy(result->values, values, nvals * size);
    for (uint64_t k = 0; result->values != NULL && is_iso && k < nvals; k++)
        memcpy((char *)result->values + k * size, values, size);
    if (!is_lent) free(values);
    return result->values == NULL ? GrB_OUT_OF_MEMORY : GrB_SUCCESS;
}

GrB_Info host_product(HostFull *result, GrB_Matrix A, const HostRows *rows, const HostFull *x,
                      GrB_Semiring semiring, char *text) {
    GxB_Container parts = NULL;
    GrB_Matrix left = NULL, right = NULL, C = NULL;
    text[0] = '\0';
    GrB_Info info = GxB_Container_new(&parts);
    if (info == GrB_SUCCESS && A == NULL) {
        info = lend_rows(&left, rows, parts);
        if (info != GrB_SUCCESS) failed(info, left, text);
    }
    if (info == GrB_SUCCESS) info = lend_full(&right, x, parts);
    if (info == GrB_SUCCESS) info = GrB_Matrix_new(&C, result->type, result->nrows, result->ncols);
    if (info == GrB_SUCCESS)
        info = GrB_mxm(C, NULL, NULL, semiring, A == NULL ? left : A, right, NULL);
    if (info == GrB_SUCCESS) info = fill(C, result);
    if (info == GrB_SUCCESS) info = take(result, C, GrX_FULL, parts);
    if (info != GrB_SUCCESS && text[0] == '\0') failed(info, C, text);
    GrB_Matrix_free(&C);
    GrB_Matrix_free(&right);
    GrB_Matrix_free(&left);
    GxB_Container_free(&parts);
    return info;
}

GrB_Info host_at_entries(HostFull *result, GrB_Matrix pattern, const HostFull *x, const HostFull *y,
                         GrB_Semiring semiring, char *text) {
    GxB_Container parts = NULL;
    GrB_Matrix left = NULL, right = NULL, C = NULL;
    text[0] = '\0';
    GrB_Info info = GxB_Container_new(&parts);
    if (info == GrB_SUCCESS) info = lend_full(&left, x, parts);
    if (info == GrB_SUCCESS) info = lend_full(&right, y, parts);
    if (info == GrB_SUCCESS) info = GrB_Matrix_new(&C, result->type, x->nrows, y->nrows);
    if (info == GrB_SUCCESS) info = GrB_mxm(C, pattern, NULL, semiring, left, right, GrB_DESC_ST1);
    if (info == GrB_SUCCESS) info = take(result, C, GrX_SPARSE, parts);
    if (info != GrB_SUCCESS) failed(info, C, text);
    GrB_Matrix_free(&C);
    GrB_Matrix_free(&right);
    GrB_Matrix_free(&left);
    GxB_Container_free(&parts);
    return info;
}

GrB_Info host_planned(const HostPlan *plan, uintptr_t result, uintptr_t x, uint64_t features,
                      char *text) {
    const HostFull operand = {plan->x_type, plan->ncols, features, (void *)x,
                              plan->ncols * features * plan->x_size};
    HostFull made = {plan->type, plan->nrows, features, (void *)result,
                     plan->nrows * features * plan->size};
    return host_product(&made, plan->A, NULL, &operand, plan->semiring, text);
}
