/* Matrices as arrays and as bytes, and back. */
#include "sample.h"

#include <string.h>

static void import_and_export(void) {
    const GrB_Index offsets[] = {0, 2, 3, 4}, columns[] = {1, 2, 2, 0};
    const double values[] = {2, 5, 1, 4};
    GrB_Matrix A;
    OK(GrB_Matrix_import_FP64(&A, GrB_FP64, 3, 3, offsets, columns, values, 4, 4, 4,
                              GrB_CSR_FORMAT));
    GrB_Format format;
    OK(GrB_Matrix_exportHint(&format, A)); /* CSR or another: what costs least */
    GrB_Index rooms[3];
    OK(GrB_Matrix_exportSize(&rooms[0], &rooms[1], &rooms[2], GrB_COO_FORMAT, A));
    CLAIM(rooms[1] == 4 && rooms[2] == 4);
    GrB_Index column[4], row[4];
    double value[4];
    OK(GrB_Matrix_export_FP64(column, row, value, &rooms[0], &rooms[1], &rooms[2], GrB_COO_FORMAT,
                              A));
    for (int k = 0; k < 4; k++) CLAIM(value[k] == at(A, row[k], column[k]));
    OK(GrB_Matrix_free(&A));
}

static void bytes(void) {
    GrB_Matrix A = small_matrix(), B;
    GrB_Index size;
    OK(GrB_Matrix_serializeSize(&size, A)); /* an upper bound */
    void *blob = malloc(size);
    OK(GrB_Matrix_serialize(blob, &size, A));
    OK(GrB_Matrix_deserialize(&B, GrB_FP64, blob, size));
    CLAIM(at(B, 0, 2) == 5);
    free(blob);
    OK(GrB_Matrix_free(&B));
    OK(GrB_Matrix_free(&A));
}

static void an_array_becomes_a_matrix(void) {
    double *array = malloc(6 * sizeof *array), *const first = array;
    for (int k = 0; k < 6; k++) array[k] = k;
    GrB_Matrix A;
    void *values = array;
    OK(GrX_Matrix_import_full(&A, GrB_FP64, 2, 3, &values, 6 * sizeof *array, NULL));
    CLAIM(values == NULL && at(A, 1, 0) == 3); /* the array is the matrix's now */
    GrB_Index size;
    OK(GrX_Matrix_export_full(&A, &values, &size, NULL));
    CLAIM(A == NULL && values == first); /* nothing was copied */
    free(values);
}

static void an_array_becomes_a_vector(void) {
    void *values = calloc(4, sizeof(int32_t));
    GrB_Vector v;
    OK(GrX_Vector_import_full(&v, GrB_INT32, 4, &values, 4 * sizeof(int32_t), NULL));
    OK(GrB_Vector_setElement_INT32(v, 9, 2));
    GrB_Index size;
    OK(GrX_Vector_export_full(&v, &values, &size, NULL));
    CLAIM(((int32_t *)values)[2] == 9);
    free(values);
}

/* The same by the names of SuiteSparse:GraphBLAS; iso: one value that all entries have. */
static void full_by_other_names(void) {
    double *one = malloc(sizeof *one);
    *one = 0.5;
    void *values = one;
    GrB_Matrix A;
    GrB_Type type;
    GrB_Index nrows, ncols, n, size;
    bool iso;
    OK(GxB_Matrix_import_FullR(&A, GrB_FP64, 100, 100, &values, sizeof *one, true, NULL));
    OK(GxB_Matrix_export_FullR(&A, &type, &nrows, &ncols, &values, &size, &iso, NULL));
    CLAIM(iso && nrows == 100 && type == GrB_FP64 && *(double *)values == 0.5);
    GrB_Vector v;
    OK(GxB_Vector_import_Full(&v, GrB_FP64, 7, &values, sizeof *one, true, NULL));
    OK(GxB_Vector_export_Full(&v, &type, &n, &values, &size, &iso, NULL));
    CLAIM(n == 7);
    free(values);
}

/* On a machine without a GPU there is no memory of one: GrB_NOT_IMPLEMENTED. */
static void memory_of_a_gpu(void) {
    GrB_Index count;
    OK(GrX_Device_count(&count)); /* opens the GPU */
    GrB_Matrix A;
    GrB_Vector v;
    OK(GrB_Matrix_new(&A, GrB_FP32, 4, 4));
    OK(GrB_Matrix_assign_FP32(A, NULL, NULL, 1, GrB_ALL, 4, GrB_ALL, 4, NULL));
    void *values;
    GrB_Index size;
    GrB_Info info = GrX_Matrix_export_device(&A, &values, &size, NULL);
    if (count == 0) {
        CLAIM(info == GrB_NOT_IMPLEMENTED);
        OK(GrB_Matrix_free(&A));
        return;
    }
    /* values is what cudaMalloc would give, for a kernel of the caller's; then it goes back. */
    OK(GrX_Matrix_import_device(&A, GrB_FP32, 4, 4, &values, size, NULL));
    OK(GrB_Matrix_free(&A));
    OK(GrB_Vector_new(&v, GrB_FP32, 16));
    OK(GrB_Vector_assign_FP32(v, NULL, NULL, 2, GrB_ALL, 16, NULL));
    OK(GrX_Vector_export_device(&v, &values, &size, NULL));
    OK(GrX_Vector_import_device(&v, GrB_FP32, 16, &values, size, NULL));
    OK(GrB_Vector_free(&v));
    uint64_t launches;
    OK(GrX_Device_counter(&launches, GrX_DEVICE_LAUNCHES));
    printf("kernels launched: %llu\n", (unsigned long long)launches);
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    import_and_export();
    bytes();
    an_array_becomes_a_matrix();
    an_array_becomes_a_vector();
    full_by_other_names();
    memory_of_a_gpu();
    OK(GrB_finalize());
    return 0;
}
