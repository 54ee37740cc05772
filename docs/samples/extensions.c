/* What this library has beyond the C API. */
#include "sample.h"

#include <string.h>

static void largest_of_each_row(void) {
    GrB_Matrix A = small_matrix();
    OK(GrX_Matrix_maxk(A, A, 1, NULL));
    CLAIM(at(A, 0, 1) == -1 && at(A, 0, 2) == 5 && at(A, 2, 0) == 4);
    OK(GrB_Matrix_free(&A));
}

static void kernels(void) {
    GrB_Index count, products = 0;
    OK(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation, *name;
        OK(GrX_Variant_get(k, &operation, &name));
        products += strcmp(operation, "mxm") == 0;
    }
    printf("%llu kernels, %llu of them for mxm\n", (unsigned long long)count,
           (unsigned long long)products);
    CLAIM(products > 0);
}

/* Is there a GPU, and did the library use it? */
static void the_gpu(void) {
    GrB_Index count;
    uint64_t launches;
    OK(GrX_Device_count(&count));
    OK(GrX_Device_counter(&launches, GrX_DEVICE_LAUNCHES));
    printf("%llu GPU in use, %llu kernels launched\n", (unsigned long long)count,
           (unsigned long long)launches);
    CLAIM(count > 0 || launches == 0);
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    largest_of_each_row();
    kernels();
    the_gpu();
    OK(GrB_finalize());
    return 0;
}
