/* Functions that not every GraphBLAS has, by weak references: in a process without them they are NULL,
 * and the library does without. Everything else that it calls is in the C API 2.0. */
#ifndef GRAPHBLAST_ALGORITHMS_OPTIONAL_H
#define GRAPHBLAST_ALGORITHMS_OPTIONAL_H

#include <GraphBLAS.h>
#include <stdbool.h>
#include <stdint.h>

/* From SuiteSparse:GraphBLAS 10: index lists are vectors. */
extern GrB_Info GxB_Vector_extract_Vector(GrB_Vector w, const GrB_Vector mask,
                                          const GrB_BinaryOp accum, const GrB_Vector u,
                                          const GrB_Vector indices, const GrB_Descriptor desc)
    __attribute__((weak));
extern GrB_Info GxB_Vector_build_Vector(GrB_Vector w, const GrB_Vector indices,
                                        const GrB_Vector values, const GrB_BinaryOp dup,
                                        const GrB_Descriptor desc) __attribute__((weak));

static inline bool gba_has_index_vectors(void) {
    return GxB_Vector_extract_Vector != NULL && GxB_Vector_build_Vector != NULL;
}

/* From the C API 2.1. Headers of 2.0 have no GrB_Field. */
#if GRB_VERSION > 2 || (GRB_VERSION == 2 && GRB_SUBVERSION >= 1)
#pragma weak GrB_Matrix_get_INT32
#pragma weak GrB_Global_get_INT32
#pragma weak GrB_GLOBAL

/* *code: 0 for a user-defined type. Stays where the library does not say. */
static inline GrB_Info gba_type_code(int32_t *code, GrB_Matrix A) {
    if (GrB_Matrix_get_INT32 == NULL) return GrB_SUCCESS;
    return GrB_Matrix_get_INT32(A, code, GrB_EL_TYPE_CODE);
}

/* The number of threads that an operation may use, from SuiteSparse:GraphBLAS 9 on; else 1. */
static inline int32_t gba_threads(void) {
    const int field = 7086; /* GxB_GLOBAL_NTHREADS, which headers of the C API alone do not name */
    int32_t threads = 1;
    if (GrB_Global_get_INT32 == NULL || &GrB_GLOBAL == NULL ||
        GrB_Global_get_INT32(GrB_GLOBAL, &threads, (GrB_Field)field) != GrB_SUCCESS)
        return 1;
    return threads;
}

/* Whether operations may run on a GPU: then the graph may be there, and products keep it there. */
static inline bool gba_has_gpu(void) {
    const int field = 7102; /* GxB_NGPUS */
    int32_t gpus = 0;
    return GrB_Global_get_INT32 != NULL && &GrB_GLOBAL != NULL &&
           GrB_Global_get_INT32(GrB_GLOBAL, &gpus, (GrB_Field)field) == GrB_SUCCESS && gpus > 0;
}
#else
static inline GrB_Info gba_type_code(int32_t *code, GrB_Matrix A) {
    (void)code, (void)A;
    return GrB_SUCCESS;
}

static inline int32_t gba_threads(void) {
    return 1;
}

static inline bool gba_has_gpu(void) {
    return false;
}
#endif

#endif
