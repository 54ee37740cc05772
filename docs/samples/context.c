/* Starting and ending the library. */
#include "sample.h"

static void with_my_memory(void) {
    /* All memory that the library asks for itself comes from these functions, here those of C. */
    OK(GxB_init(GrB_NONBLOCKING, malloc, calloc, realloc, free));
    OK(GrB_finalize());
}

static void start_and_end(void) {
    unsigned int version, subversion;
    OK(GrB_getVersion(&version, &subversion));
    printf("GraphBLAS C API %u.%u\n", version, subversion);
    OK(GrB_init(GrB_NONBLOCKING));
    CLAIM(GrB_init(GrB_BLOCKING) == GrB_INVALID_VALUE); /* it was started */
    OK(GrB_finalize());
}

int main(void) {
    with_my_memory();
    start_and_end();
    return 0;
}
