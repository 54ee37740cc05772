/* One process has no memory at one request after the other: all processes answer the same code and text, and all objects are
   what they were. */
#include "group.h"

#include <suitesparse/GraphBLAS.h>

static long requests = 0, failing = 0;

static bool is_refused(void) {
    requests++;
    return failing > 0 && requests >= failing;
}
static void *limited_malloc(size_t size) {
    return is_refused() ? NULL : malloc(size);
}
static void *limited_realloc(void *pointer, size_t size) {
    return is_refused() ? NULL : realloc(pointer, size);
}

enum { n = 50 };
typedef struct {
    GrB_Matrix A, C;
    GrB_Vector u, w;
} World;

static World new_world(void) {
    World o = {NULL, NULL, NULL, NULL};
    OK(GrB_Matrix_new(&o.A, GrB_INT64, n, n));
    OK(GrB_Matrix_new(&o.C, GrB_INT64, n, n));
    OK(GrB_Vector_new(&o.u, GrB_INT64, n));
    OK(GrB_Vector_new(&o.w, GrB_INT64, n));
    for (GrB_Index k = 0; k < n; k++) {
        OK(GrB_Matrix_setElement_INT64(o.A, (int64_t)k, k, 7 * k % n));
        OK(GrB_Vector_setElement_INT64(o.u, (int64_t)k, k));
    }
    OK(GrB_Matrix_setElement_INT64(o.C, 9, 1, 1));
    OK(GrB_Vector_setElement_INT64(o.w, 9, 1));
    OK(GrB_Matrix_wait(o.A, GrB_MATERIALIZE));
    OK(GrB_Matrix_wait(o.C, GrB_MATERIALIZE));
    OK(GrB_Vector_wait(o.u, GrB_MATERIALIZE));
    OK(GrB_Vector_wait(o.w, GrB_MATERIALIZE));
    return o;
}
static void free_world(World *o) {
    OK(GrB_Matrix_free(&o->A));
    OK(GrB_Matrix_free(&o->C));
    OK(GrB_Vector_free(&o->u));
    OK(GrB_Vector_free(&o->w));
}

/* The entries of both outputs in one number. */
static int64_t contents(const World *o) {
    static GrB_Index rows[n * n], columns[n * n];
    static int64_t values[n * n];
    GrB_Index count = n * n;
    int64_t sum = 0;
    OK(GrB_Matrix_extractTuples_INT64(rows, columns, values, &count, o->C));
    for (GrB_Index k = 0; k < count; k++)
        sum = sum * 31 + (int64_t)(rows[k] * n + columns[k]) + values[k];
    count = n;
    OK(GrB_Vector_extractTuples_INT64(rows, values, &count, o->w));
    for (GrB_Index k = 0; k < count; k++) sum = sum * 31 + (int64_t)rows[k] + values[k];
    return sum;
}

static GrB_Info product(World *o) {
    return GrB_mxv(o->w, NULL, GrB_PLUS_INT64, GrB_PLUS_TIMES_SEMIRING_INT64, o->A, o->u, NULL);
}
static GrB_Info square(World *o) {
    return GrB_mxm(o->C, o->A, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, o->A, o->A, GrB_DESC_SC);
}
static GrB_Info sum(World *o) {
    return GrB_eWiseAdd(o->C, NULL, NULL, GrB_PLUS_INT64, o->A, o->A, GrB_DESC_T1);
}
static GrB_Info transposed(World *o) {
    return GrB_transpose(o->C, NULL, GrB_PLUS_INT64, o->A, NULL);
}
static GrB_Info assigned(World *o) {
    return GrB_assign(o->w, o->u, NULL, 5, GrB_ALL, n, NULL);
}
static GrB_Info sorted(World *o) {
    return GxB_Matrix_sort(o->C, NULL, GrB_LT_INT64, o->A, NULL);
}
static GrB_Info built(World *o) {
    (void)o;
    static const GrB_Index rows[] = {3, 1, 4, 1, 5}, columns[] = {9, 2, 6, 5, 3};
    static const int64_t values[] = {1, 2, 3, 4, 5};
    GrB_Matrix B = NULL;
    const GrB_Info made = GrB_Matrix_new(&B, GrB_INT64, n, n);
    if (made != GrB_SUCCESS) return made;
    GrB_Info info = GrX_Matrix_build_local(B, rows, columns, values, GrB_INT64, 5, GrB_PLUS_INT64);
    GrB_Matrix_free(&B);
    return info;
}

static void equal_everywhere(const void *bytes, int count, const char *what) {
    unsigned char *all = malloc((size_t)(count * group_size));
    MPI_Allgather(bytes, count, MPI_BYTE, all, count, MPI_BYTE, MPI_COMM_WORLD);
    for (int p = 1; p < group_size; p++)
        if (memcmp(all, all + p * count, (size_t)count) != 0) {
            fprintf(stderr, "processes 0 and %d: another %s\n", p, what);
            failures++;
        }
    free(all);
}

static void sweep(GrB_Info (*call)(World *)) {
    World o = new_world();
    const int64_t before = contents(&o);
    const long start = requests;
    OK(call(&o));
    long total = requests - start;
    MPI_Bcast(&total, 1, MPI_LONG, group_size - 1, MPI_COMM_WORLD);
    const int64_t after = contents(&o);
    free_world(&o);
    const long step = total / 12 > 1 ? total / 12 : 1;
    int refused = 0;
    for (long k = 1; k <= total; k += k < 8 ? 1 : step) {
        o = new_world();
        if (own_rank == group_size - 1) failing = requests + k;
        const GrB_Info info = call(&o);
        failing = 0;
        equal_everywhere(&info, sizeof info, "code");
        char text[256] = "";
        const char *kept = NULL;
        OK(GrB_error(&kept, o.C));
        strncpy(text, kept, sizeof text - 1);
        equal_everywhere(text, sizeof text, "text");
        if (info == GrB_SUCCESS) {
            CHECK(contents(&o) == after);
        } else {
            refused++;
            CHECK(info == GrB_OUT_OF_MEMORY);
            CHECK(contents(&o) == before);
            OK(call(&o));
            CHECK(contents(&o) == after);
        }
        free_world(&o);
    }
    CHECK(refused > 3);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &group_size);
    setenv("GRAPHBLAST_MPI", GRX_MPI_, 1);
    OK(GxB_init(GrB_NONBLOCKING, limited_malloc, NULL, limited_realloc, free));
    GrB_Info (*const calls[])(World *) = {product,  square, sum,  transposed,
                                          assigned, sorted, built};
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) sweep(calls[k]);
    return end_group();
}
