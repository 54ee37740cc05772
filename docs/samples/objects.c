/* What every object has: an end, pending work, a text of its last failure, fields. */
#include "sample.h"

#include <string.h>

static void failure(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector v;
    OK(GrB_Vector_new(&v, GrB_FP64, 5));
    CLAIM(GrB_mxv(v, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, v, NULL) ==
          GrB_DIMENSION_MISMATCH);
    const char *text;
    OK(GrB_Vector_error(&text, v)); /* kept by the output */
    puts(text);                     /* names the argument and the sizes */
    CLAIM(strstr(text, "5") != NULL);
    OK(GrB_Vector_free(&v));
    CLAIM(v == NULL);
    OK(GrB_Matrix_free(&A));
}

static void wait(void) {
    GrB_Matrix A = small_matrix();
    OK(GrB_Matrix_setElement_FP64(A, 3, 1, 1)); /* may be left for later */
    OK(GrB_Matrix_wait(A, GrB_COMPLETE));       /* another thread may read it now */
    OK(GrB_Matrix_wait(A, GrB_MATERIALIZE));    /* and no error can come later */
    OK(GrB_Matrix_free(&A));
}

static void fields_of_an_object(void) {
    GrB_Matrix A = small_matrix();
    int32_t format, code;
    OK(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    CLAIM(code == GrB_FP64_CODE);
    OK(GrB_Matrix_set_INT32(A, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    OK(GrB_Matrix_get_INT32(A, &format, GrB_STORAGE_ORIENTATION_HINT));
    CLAIM(format == GrB_COLMAJOR);
    OK(GrB_Matrix_set_String(A, "roads", GrB_NAME));
    size_t size;
    OK(GrB_Matrix_get_SIZE(A, &size, GrB_NAME));
    char *name = malloc(size);
    OK(GrB_Matrix_get_String(A, name, GrB_NAME));
    CLAIM(strcmp(name, "roads") == 0);
    free(name);
    OK(GrB_Matrix_free(&A));
}

static void fields_of_the_library(void) {
    int32_t major;
    OK(GrB_Global_get_INT32(GrB_GLOBAL, &major, GrB_LIBRARY_VER_MAJOR));
    char name[256];
    size_t size;
    OK(GrB_Global_get_SIZE(GrB_GLOBAL, &size, GrB_NAME));
    CLAIM(size <= sizeof name);
    OK(GrB_Global_get_String(GrB_GLOBAL, name, GrB_NAME));
    printf("%s %d\n", name, (int)major);
    OK(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_NTHREADS)); /* threads that a call may use */
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    failure();
    wait();
    fields_of_an_object();
    fields_of_the_library();
    OK(GrB_finalize());
    return 0;
}
