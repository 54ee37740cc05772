// A program written for SuiteSparse:GraphBLAS 7, 9 or 10, with any of their headers: constants that
// moved between them, and iterators, which its own headers make of macros. It prints the version of
// the header, the version of the library and its findings.
#include <GraphBLAS.h>

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                         \
    do {                                                    \
        GrB_Info info_ = (call);                            \
        if (info_ != GrB_SUCCESS) {                         \
            fprintf(stderr, "%s: %d\n", #call, (int)info_); \
            exit(1);                                        \
        }                                                   \
    } while (0)
#define EXPECT(claim)                                \
    do {                                             \
        if (!(claim)) {                              \
            fprintf(stderr, "not so: %s\n", #claim); \
            exit(1);                                 \
        }                                            \
    } while (0)

static void show_versions(void) {
    int version[3] = {0, 0, 0};
    unsigned int api = 0, subapi = 0;
    const char *date = NULL;
    CHECK(GxB_Global_Option_get(GxB_LIBRARY_VERSION, version));
    CHECK(GxB_Global_Option_get(GxB_LIBRARY_DATE, &date));
    CHECK(GrB_getVersion(&api, &subapi));
    EXPECT(api == GRB_VERSION && subapi == GRB_SUBVERSION);
    printf("%d.%d.%d, %d.%d.%d of %s\n", GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR,
           GxB_IMPLEMENTATION_SUB, version[0], version[1], version[2], date);
}

static void try_constants(GrB_Matrix A) {
    double number = 0;
    int threads = 0, format = -1, sparsity = -1, compression = 0;
    GrB_Descriptor desc = NULL;
    GrB_Desc_Value method = GxB_DEFAULT;
    CHECK(GxB_Global_Option_set(GxB_HYPER_SWITCH, 0.25));
    CHECK(GxB_Global_Option_get(GxB_HYPER_SWITCH, &number));
    EXPECT(number == 0.25);
    CHECK(GxB_Global_Option_set(GxB_NTHREADS, 1));
    CHECK(GxB_Global_Option_get(GxB_NTHREADS, &threads));
    EXPECT(threads == 1);
    CHECK(GxB_Matrix_Option_set(A, GxB_HYPER_SWITCH, 0.5));
    CHECK(GxB_Matrix_Option_get(A, GxB_HYPER_SWITCH, &number));
    EXPECT(number == 0.5);
    CHECK(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    CHECK(GxB_Matrix_Option_get(A, GxB_SPARSITY_CONTROL, &sparsity));
    EXPECT(sparsity == GxB_SPARSE);
    CHECK(GxB_Matrix_Option_get(A, GxB_FORMAT, &format));
    EXPECT(format == GxB_BY_ROW);
    CHECK(GrB_Descriptor_new(&desc));
    CHECK(GrB_Descriptor_set(desc, GxB_AxB_METHOD, GxB_AxB_DOT));
    CHECK(GxB_Desc_get(desc, GxB_AxB_METHOD, &method));
    EXPECT(method == GxB_AxB_DOT);
    CHECK(GxB_Desc_set(desc, GxB_COMPRESSION, GxB_COMPRESSION_LZ4));
    CHECK(GxB_Desc_get(desc, GxB_COMPRESSION, &compression));
    EXPECT(compression == GxB_COMPRESSION_LZ4);
    GrB_Descriptor_free(&desc);
}

#ifdef GxB_GPU_CHUNK
/// Drafts of 7.4, of the library alone: the control is always never, a chunk below 1 the default.
static void try_drafts(void) {
    double chunk = -1;
    int control = -1;
    int32_t number = -1;
    GrB_Descriptor desc = NULL;
    CHECK(GxB_Global_Option_set(GxB_GLOBAL_GPU_CONTROL, GxB_GPU_ALWAYS));
    CHECK(GxB_Global_Option_get(GxB_GLOBAL_GPU_CONTROL, &control));
    EXPECT(control == GxB_GPU_NEVER);
    CHECK(GxB_Global_Option_set_INT32(GxB_GLOBAL_GPU_CONTROL, GxB_GPU_ALWAYS));
    CHECK(GxB_Global_Option_get_INT32(GxB_GLOBAL_GPU_CONTROL, &number));
    EXPECT(number == GxB_GPU_NEVER);
    CHECK(GxB_Global_Option_set(GxB_GLOBAL_GPU_CHUNK, 7.5));
    CHECK(GxB_Global_Option_get(GxB_GLOBAL_GPU_CHUNK, &chunk));
    EXPECT(chunk == 7.5);
    CHECK(GxB_Global_Option_set_FP64(GxB_GLOBAL_GPU_CHUNK, 0.5));
    CHECK(GxB_Global_Option_get_FP64(GxB_GLOBAL_GPU_CHUNK, &chunk));
    EXPECT(chunk == 1048576);
    EXPECT(GxB_Global_Option_get_FP64(GxB_GLOBAL_GPU_CHUNK, NULL) == GrB_NULL_POINTER);
    EXPECT(GxB_Global_Option_get_FP64(GxB_GLOBAL_GPU_CONTROL, &chunk) == GrB_INVALID_VALUE);
    EXPECT(GxB_Global_Option_get_INT32(GxB_GLOBAL_GPU_CHUNK, &number) == GrB_INVALID_VALUE);
    CHECK(GrB_Descriptor_new(&desc));
    EXPECT(GxB_Desc_get(desc, GxB_DESCRIPTOR_GPU_CHUNK, &chunk) == GrB_INVALID_VALUE);
    EXPECT(GxB_Desc_set(desc, GxB_DESCRIPTOR_GPU_CONTROL, GxB_GPU_ALWAYS) == GrB_INVALID_VALUE);
    EXPECT(GxB_Desc_set_INT32(desc, GxB_DESCRIPTOR_GPU_CONTROL, 1) == GrB_INVALID_VALUE);
    EXPECT(GxB_Desc_set_FP64(desc, GxB_DESCRIPTOR_GPU_CHUNK, 1) == GrB_INVALID_VALUE);
    GrB_Descriptor_free(&desc);
}
#endif

static void walk(GrB_Matrix A) {
    GxB_Iterator iterator = NULL;
    GrB_Info info;
    CHECK(GxB_Iterator_new(&iterator));
    CHECK(GxB_rowIterator_attach(iterator, A, NULL));
    // SuiteSparse's macros read these fields, in the layout of the version.
#ifdef LAYOUT_10
    EXPECT(iterator->Ap32 == NULL && iterator->Ap64[3] == 2 && iterator->Ai64[0] == 2);
    EXPECT(((const double *)iterator->Ax)[1] == 2.5 && iterator->type_size == 8 && !iterator->iso);
#endif
#ifdef LAYOUT_9
    EXPECT(iterator->Ap[3] == 2 && iterator->Ai[0] == 2 && iterator->Ab == NULL);
    EXPECT(((const double *)iterator->Ax)[1] == 2.5 && iterator->type_size == 8 && !iterator->iso);
#endif
    for (info = GxB_rowIterator_seekRow(iterator, 0); info != GxB_EXHAUSTED;
         info = GxB_rowIterator_nextRow(iterator)) {
        for (; info == GrB_SUCCESS; info = GxB_rowIterator_nextCol(iterator)) {
            printf("%d %d %g\n", (int)GxB_rowIterator_getRowIndex(iterator),
                   (int)GxB_rowIterator_getColIndex(iterator), GxB_Iterator_get_FP64(iterator));
        }
        EXPECT(info == GrB_NO_VALUE);
    }
    CHECK(GxB_Matrix_Iterator_attach(iterator, A, NULL));
    EXPECT(GxB_Matrix_Iterator_seek(iterator, 1) == GrB_SUCCESS);
    EXPECT(GxB_Matrix_Iterator_next(iterator) == GxB_EXHAUSTED);
    GxB_Iterator_free(&iterator);
}

int main(void) {
    GrB_Matrix A = NULL;
    CHECK(GxB_init(GxB_NONBLOCKING_GPU, malloc, calloc, realloc, free));
    show_versions();
    CHECK(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    CHECK(GrB_Matrix_setElement_FP64(A, 1.5, 0, 2));
    CHECK(GrB_Matrix_setElement_FP64(A, 2.5, 2, 1));
    CHECK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    try_constants(A);
#ifdef GxB_GPU_CHUNK
    try_drafts();
#endif
    walk(A);
    GrB_Matrix_free(&A);
    CHECK(GrB_finalize());
    return 0;
}
