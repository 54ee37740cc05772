// Programs written for SuiteSparse:GraphBLAS ask this of its header before they use it.
#include "suitesparse/GraphBLAS.h"

#include <stdio.h>
#include <string.h>

#if !defined(GxB_SUITESPARSE_GRAPHBLAS) || GxB_IMPLEMENTATION < GxB_VERSION(7, 1, 0)
#error "LAGraph would take this for another library"
#endif
#if GxB_IMPLEMENTATION != GxB_VERSION(10, 5, 1) && GxB_IMPLEMENTATION != GxB_VERSION(9, 3, 1)
#error "claims more than is there"
#endif
#if GxB_STDC_VERSION < 201112L || GRB_VERSION != GxB_SPEC_MAJOR || GxB_MAX_NAME_LEN != 128
#error "other macros than SuiteSparse's"
#endif
#if !defined(GxB_set) || !defined(GxB_get) || !defined(GxB_print) || !defined(GxB_fprint) || \
    !defined(GxB_select) || !defined(GxB_subassign) || !defined(GxB_sort) ||                 \
    !defined(GxB_eWiseUnion) || !defined(GxB_resize) || !defined(GxB_Monoid_terminal_new) || \
    !defined(GxB_Scalar_setElement) || !defined(GxB_Scalar_extractElement)
#error "a polymorphic name is missing"
#endif
#if defined(GXB_PUBLIC_) || defined(GXB_FUNCTION_) || defined(GXB_PER_TYPE_) ||   \
    defined(GXB_PER_COMPLEX_) || defined(GXB_OBJECT_) || defined(GXB_DECLARE_) || \
    defined(GXB_COMPRESSED_) || defined(GXB_HYPER_) || defined(GXB_BITMAP_) ||    \
    defined(GXB_FULL_) || defined(GXB_LIST_) || defined(GXB_FC_FUNCTION_) ||      \
    defined(GXB_IMPORT_) || defined(GXB_EXPORT_) || defined(GXB_ENUM_) ||         \
    defined(GXB_INTERFACE_) || defined(GrB_Matrix_opaque)
#error "a macro that only declares is still defined"
#endif

// The tag of SuiteSparse's own header, which programs name.
struct GB_Matrix_opaque *tagged(GrB_Matrix A);
struct GB_Matrix_opaque *tagged(GrB_Matrix A) {
    return A;
}

_Static_assert(GxB_RANGE == INT64_MAX && GxB_BACKWARDS == INT64_MAX - 2, "ranges");

int main(void) {
    const char *texts[] = {
        GxB_IMPLEMENTATION_NAME,    GxB_IMPLEMENTATION_DATE, GxB_IMPLEMENTATION_ABOUT,
        GxB_IMPLEMENTATION_LICENSE, GxB_SPEC_DATE,           GxB_SPEC_ABOUT};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        if (strlen(texts[k]) == 0) return 1;
    }
    // The hot loop of a program that walks along rows, with the polymorphic names.
    GrB_Matrix A = NULL;
    GxB_Iterator iterator = NULL;
    double sum = 0;
    if (GrB_init(GrB_NONBLOCKING) || GrB_Matrix_new(&A, GrB_FP64, 3, 3) ||
        GrB_Matrix_setElement(A, 2.5, 1, 2) || GxB_set(A, GxB_SPARSITY_CONTROL, GxB_SPARSE) ||
        GxB_Iterator_new(&iterator) || GxB_rowIterator_attach(iterator, A, NULL)) {
        return 2;
    }
    GrB_Info info = GxB_rowIterator_seekRow(iterator, 0);
    while (info != GxB_EXHAUSTED) {
        while (info == GrB_SUCCESS) {
            sum += GxB_Iterator_get_FP64(iterator);
            info = GxB_rowIterator_nextCol(iterator);
        }
        info = GxB_rowIterator_nextRow(iterator);
    }
    if (sum != 2.5 || GrB_free(&iterator) || GrB_free(&A) || iterator != NULL) return 3;
    return GrB_finalize() == GrB_SUCCESS ? 0 : 4;
}
