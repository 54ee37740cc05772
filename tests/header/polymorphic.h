// Code that the programs share that call the polymorphic names against the library.
#ifndef GRAPHBLAST_TESTS_HEADER_POLYMORPHIC_H
#define GRAPHBLAST_TESTS_HEADER_POLYMORPHIC_H

#include "GraphBLAS.h"

#include <stdio.h>

static int failures = 0;

#define CHECK(claim)                                                   \
    do {                                                               \
        if (!(claim)) {                                                \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
            ++failures;                                                \
        }                                                              \
    } while (0)

#define OK(call)                                                                         \
    do {                                                                                 \
        GrB_Info ok_info = (call);                                                       \
        if (ok_info != GrB_SUCCESS) {                                                    \
            printf("%s:%d: code %d from %s\n", __FILE__, __LINE__, (int)ok_info, #call); \
            ++failures;                                                                  \
        }                                                                                \
    } while (0)

enum { ABSENT = -1000 };

// Entries as double, ABSENT where there is none.
static inline double at(GrB_Vector w, GrB_Index i) {
    double value = ABSENT;
    GrB_Info info = GrB_Vector_extractElement(&value, w, i);
    CHECK(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return value;
}

static inline double element(GrB_Matrix C, GrB_Index i, GrB_Index j) {
    double value = ABSENT;
    GrB_Info info = GrB_Matrix_extractElement(&value, C, i, j);
    CHECK(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return value;
}

static inline double content(GrB_Scalar s) {
    double value = ABSENT;
    GrB_Info info = GrB_Scalar_extractElement(&value, s);
    CHECK(info == GrB_SUCCESS || info == GrB_NO_VALUE);
    return value;
}

#define CHECK_VECTOR(w, first, second) CHECK(at(w, 0) == (first) && at(w, 1) == (second))
#define CHECK_DIAGONAL(C, first, second)                                 \
    CHECK(element(C, 0, 0) == (first) && element(C, 1, 1) == (second) && \
          element(C, 0, 1) == ABSENT && element(C, 1, 0) == ABSENT)

#endif
