/* Texts of errors, one for each thread, and checks of arguments. */
#include "errors.h"
#include "optional.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static _Thread_local const char *function_ = "";
static _Thread_local char text_[512];

const char *gba_text(void) {
    return text_;
}

void gba_begin(const char *function) {
    function_ = function;
    text_[0] = '\0';
    gba_begin_rounds();
}

const char *gba_function(void) {
    return function_;
}

GrB_Info gba_fail(GrB_Info info, const char *format, ...) {
    if (text_[0] != '\0') return info;
    const int used = snprintf(text_, sizeof text_, "%s: ", function_);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text_ + used, sizeof text_ - (size_t)used, format, arguments);
    va_end(arguments);
    return info;
}

static const char *name_of(GrB_Info info) {
    switch (info) {
    case GrB_UNINITIALIZED_OBJECT:
        return "GrB_UNINITIALIZED_OBJECT";
    case GrB_NULL_POINTER:
        return "GrB_NULL_POINTER";
    case GrB_INVALID_VALUE:
        return "GrB_INVALID_VALUE";
    case GrB_INVALID_INDEX:
        return "GrB_INVALID_INDEX";
    case GrB_DOMAIN_MISMATCH:
        return "GrB_DOMAIN_MISMATCH";
    case GrB_DIMENSION_MISMATCH:
        return "GrB_DIMENSION_MISMATCH";
    case GrB_OUTPUT_NOT_EMPTY:
        return "GrB_OUTPUT_NOT_EMPTY";
    case GrB_NOT_IMPLEMENTED:
        return "GrB_NOT_IMPLEMENTED";
    case GrB_PANIC:
        return "GrB_PANIC";
    case GrB_OUT_OF_MEMORY:
        return "GrB_OUT_OF_MEMORY";
    case GrB_INSUFFICIENT_SPACE:
        return "GrB_INSUFFICIENT_SPACE";
    case GrB_INVALID_OBJECT:
        return "GrB_INVALID_OBJECT";
    case GrB_INDEX_OUT_OF_BOUNDS:
        return "GrB_INDEX_OUT_OF_BOUNDS";
    case GrB_EMPTY_OBJECT:
        return "GrB_EMPTY_OBJECT";
    default:
        return "an error";
    }
}

GrB_Info gba_call_failed(GrB_Info info, const char *call) {
    return gba_fail(info, "%s returned %s (%d)", call, name_of(info), (int)info);
}

GrB_Info gba_no_memory(void) {
    return gba_fail(GrB_OUT_OF_MEMORY, "there is not enough memory");
}

/* The type's code tells apart what no operator of the C API takes. */
static GrB_Info check_type(GrB_Matrix A, const char *name) {
    GrB_Info info = GrB_SUCCESS;
    int32_t code = 1;
    TRY(gba_type_code(&code, A));
    if (code == 0)
        info = gba_fail(GrB_DOMAIN_MISMATCH, "the values of %s are of a user-defined type", name);
done:
    return info;
}

GrB_Info gba_check_graph(GrB_Index *n, GrB_Matrix A, const char *name) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index columns = 0;
    if (A == NULL) return gba_fail(GrB_UNINITIALIZED_OBJECT, "%s is NULL", name);
    TRY(GrB_Matrix_nrows(n, A));
    TRY(GrB_Matrix_ncols(&columns, A));
    if (*n != columns)
        return gba_fail(GrB_DIMENSION_MISMATCH, "%s is %" PRIu64 " x %" PRIu64 ", not square", name,
                        (uint64_t)*n, (uint64_t)columns);
    TRY(check_type(A, name));
done:
    return info;
}

GrB_Info gba_check_same_size(GrB_Matrix other, GrB_Index n, const char *name) {
    GrB_Index rows = 0;
    const GrB_Info info = gba_check_graph(&rows, other, name);
    if (info >= GrB_SUCCESS && rows != n)
        return gba_fail(GrB_DIMENSION_MISMATCH, "%s has %" PRIu64 " rows, A has %" PRIu64, name,
                        (uint64_t)rows, (uint64_t)n);
    return info;
}

GrB_Info gba_check_vertex(GrB_Index vertex, GrB_Index n, const char *name) {
    if (vertex < n) return GrB_SUCCESS;
    return gba_fail(GrB_INVALID_INDEX, "%s is %" PRIu64 ", A has %" PRIu64 " rows", name,
                    (uint64_t)vertex, (uint64_t)n);
}

GrB_Info gba_check_vertices(const GrB_Index *list, GrB_Index count, GrB_Index n, const char *name) {
    if (list == NULL && count != 0) return gba_fail(GrB_NULL_POINTER, "%s is NULL", name);
    for (GrB_Index k = 0; k < count; k++)
        if (list[k] >= n)
            return gba_fail(GrB_INVALID_INDEX,
                            "%s[%" PRIu64 "] is %" PRIu64 ", A has %" PRIu64 " rows", name,
                            (uint64_t)k, (uint64_t)list[k], (uint64_t)n);
    return GrB_SUCCESS;
}

GrB_Info gba_check_signs(double *sum, GrB_Matrix A, GrB_Monoid min, GrB_Monoid plus,
                         const char *name) {
    GrB_Info info = GrB_SUCCESS;
    double least = 0;
    *sum = 0;
    TRY(GrB_Matrix_reduce_FP64(&least, NULL, min, A, NULL));
    if (least < 0)
        return gba_fail(GrB_INVALID_VALUE, "%s has the value %g; weights are 0 or more", name,
                        least);
    if (plus != NULL) TRY(GrB_Matrix_reduce_FP64(sum, NULL, plus, A, NULL));
    if (isnan(*sum)) info = gba_fail(GrB_INVALID_VALUE, "%s has a value that is NaN", name);
done:
    return info;
}

GrB_Info gba_check_weights(double *sum, GrB_Matrix A, const char *name) {
    GrB_Info info = GrB_SUCCESS;
    TRY(gba_check_signs(sum, A, GrB_MIN_MONOID_FP64, GrB_PLUS_MONOID_FP64, name));
    if (isinf(*sum))
        info = gba_fail(GrB_INVALID_VALUE, "the sum of %s's values is %g, which is not finite",
                        name, *sum);
done:
    return info;
}

GrB_Info gba_check_no_loops(GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix loops = NULL;
    GrB_Index count = 0;
    TRY(GrB_Matrix_new(&loops, GrB_BOOL, n, n));
    TRY(GrB_select(loops, NULL, NULL, GrB_DIAG, A, (int64_t)0, NULL));
    TRY(GrB_Matrix_nvals(&count, loops));
    if (count != 0)
        info = gba_fail(GrB_INVALID_VALUE, "A has %" PRIu64 " entries on its diagonal",
                        (uint64_t)count);
done:
    GrB_free(&loops);
    return info;
}
