// The headers of SuiteSparse's objects and complex types alone and twice, and a product of complex
// matrices in C: complex numbers are passed by value.
#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

#include <math.h>
#include <stdio.h>

#define CHECK(condition)                                         \
    do {                                                         \
        if (!(condition)) {                                      \
            printf("line %d: %s fails\n", __LINE__, #condition); \
            return 1;                                            \
        }                                                        \
    } while (0)
#define REQUIRE(call) CHECK((call) == GrB_SUCCESS)

int main(void) {
    GrB_Matrix A = NULL;
    GxB_FC64_t wide = 0;
    GxB_FC32_t narrow = 0;
    // An infinite part leaves the other one alone.
    wide = GxB_CMPLX(0, HUGE_VAL);
    narrow = GxB_CMPLXF(0, HUGE_VALF);
    CHECK(creal(wide) == 0 && cimag(wide) == HUGE_VAL);
    CHECK(crealf(narrow) == 0 && cimagf(narrow) == HUGE_VALF);
    // Valid before GrB_init.
    CHECK(GxB_FC64 != NULL && GxB_PLUS_TIMES_FC64 != NULL && GxB_ANY_INT32_MONOID != NULL);
    CHECK(GxB_PAIR_INT32 == GrB_ONEB_INT32);
    REQUIRE(GrB_init(GrB_NONBLOCKING));
    REQUIRE(GrB_Matrix_new(&A, GxB_FC64, 2, 2));
    REQUIRE(GxB_Matrix_setElement_FC64(A, GxB_CMPLX(1, 2), 0, 1));
    REQUIRE(GxB_Matrix_setElement_FC32(A, GxB_CMPLXF(0, -3), 1, 0));
    REQUIRE(GrB_mxm(A, NULL, NULL, GxB_PLUS_TIMES_FC64, A, A, NULL));
    REQUIRE(GxB_Matrix_extractElement_FC64(&wide, A, 1, 1));
    CHECK(creal(wide) == 6 && cimag(wide) == -3); /* -3i (1 + 2i) */
    REQUIRE(GxB_Matrix_reduce_FC32(&narrow, NULL, GxB_PLUS_FC32_MONOID, A, NULL));
    CHECK(crealf(narrow) == 12 && cimagf(narrow) == -6);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_finalize());
    return 0;
}
