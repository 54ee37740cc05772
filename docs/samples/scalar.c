/* One value, or none. */
#include "sample.h"

static void scalar(void) {
    GrB_Scalar s, copy;
    GrB_Index count;
    double x;
    OK(GrB_Scalar_new(&s, GrB_FP64));
    CLAIM(GrB_Scalar_extractElement_FP64(&x, s) == GrB_NO_VALUE);
    OK(GrB_Scalar_setElement_INT32(s, 42)); /* cast to the scalar's domain */
    OK(GrB_Scalar_dup(&copy, s));
    OK(GrB_Scalar_clear(s));
    OK(GrB_Scalar_nvals(&count, s));
    CLAIM(count == 0);
    OK(GrB_Scalar_extractElement_FP64(&x, copy));
    CLAIM(x == 42);
    OK(GrB_Scalar_free(&copy));
    OK(GrB_Scalar_free(&s));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    scalar();
    OK(GrB_finalize());
    return 0;
}
