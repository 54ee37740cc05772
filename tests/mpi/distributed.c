/* Calls that gather no distributed matrix: GRAPHBLAST_MEMORY lets none be gathered. The answers equal those of one process
   that holds the graph. Values are integers, so that no order of sums shows. */
#include "group.h"

enum { n = 500, edges = 6000 };

/* The answers of all algorithms for one graph. */
typedef struct {
    int64_t levels, ranks, triangles, degrees, entries, weights, transposed;
} Answers;

/* Each process gives every group_size-th edge; alone, all. */
static GrB_Matrix graph(int first, int step) {
    static GrB_Index rows[2 * edges], columns[2 * edges];
    static int64_t values[2 * edges];
    GrB_Index count = 0;
    uint64_t state = 7;
    for (int k = 0; k < edges; k++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const GrB_Index i = (state >> 33) % n, j = (state >> 13) % n * ((state >> 50) % n) / n;
        if (k % step != first || i == j) continue;
        const GrB_Index pair[] = {i, j};
        for (int way = 0; way < 2; way++) {
            rows[count] = pair[way];
            columns[count] = pair[1 - way];
            values[count++] = (int64_t)((i * j) % 9) + 1;
        }
    }
    GrB_Matrix A = NULL;
    OK(GrB_Matrix_new(&A, GrB_INT64, n, n));
    if (step == 1) {
        OK(GrB_Matrix_build_INT64(A, rows, columns, values, count, GrB_FIRST_INT64));
    } else {
        OK(GrX_Matrix_build_local(A, rows, columns, values, GrB_INT64, count, GrB_FIRST_INT64));
    }
    return A;
}

static int64_t sum_of_vector(GrB_Vector u) {
    int64_t sum = 0;
    OK(GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, u, NULL));
    OK(GrB_Vector_free(&u));
    return sum;
}
static int64_t sum_of_matrix(GrB_Matrix A) {
    int64_t sum = 0;
    OK(GrB_Matrix_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    return sum;
}

static int64_t levels(GrB_Matrix A, bool by_columns) {
    GrB_Vector level = NULL, frontier = NULL;
    OK(GrB_Vector_new(&level, GrB_INT64, n));
    OK(GrB_Vector_new(&frontier, GrB_BOOL, n));
    OK(GrB_Vector_setElement_BOOL(frontier, true, 3));
    GrB_Index reached = 1;
    for (int64_t depth = 0; reached > 0; depth++) {
        OK(GrB_assign(level, frontier, NULL, depth, GrB_ALL, n, GrB_DESC_S));
        if (by_columns) {
            OK(GrB_mxv(frontier, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, A, frontier,
                       GrB_DESC_RSCT0));
        } else {
            OK(GrB_vxm(frontier, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, A,
                       GrB_DESC_RSC));
        }
        OK(GrB_Vector_nvals(&reached, frontier));
    }
    OK(GrB_Vector_free(&frontier));
    return sum_of_vector(level);
}

static int64_t ranks(GrB_Matrix A) {
    GrB_Vector rank = NULL;
    OK(GrB_Vector_new(&rank, GrB_INT64, n));
    OK(GrB_assign(rank, NULL, NULL, (int64_t)1, GrB_ALL, n, NULL));
    for (int k = 0; k < 4; k++)
        OK(GrB_mxv(rank, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, rank, GrB_DESC_T0));
    return sum_of_vector(rank);
}

static int64_t triangles(GrB_Matrix A, GrB_Descriptor desc) {
    GrB_Matrix L = NULL, C = NULL;
    OK(GrB_Matrix_new(&L, GrB_INT64, n, n));
    OK(GrB_Matrix_new(&C, GrB_INT64, n, n));
    OK(GrB_select(L, NULL, NULL, GrB_TRIL, A, (int64_t)-1, NULL));
    OK(GrB_apply(L, NULL, NULL, GrB_ONEB_INT64, L, (int64_t)1, NULL));
    OK(GrB_mxm(C, L, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, L, L, desc));
    const int64_t sum = sum_of_matrix(C);
    OK(GrB_Matrix_free(&L));
    OK(GrB_Matrix_free(&C));
    return sum;
}

static int64_t transposed(GrB_Matrix A) {
    GrB_Matrix T = NULL;
    OK(GrB_Matrix_new(&T, GrB_INT64, n, n));
    OK(GrB_transpose(T, NULL, NULL, A, NULL));
    OK(GrB_eWiseAdd(T, NULL, NULL, GrB_TIMES_INT64, T, A, NULL));
    int64_t sum = sum_of_matrix(T);
    OK(GrB_Matrix_free(&T));
    for (GrB_Index i = 0; i < n; i += 7) {
        OK(GrB_Matrix_setElement_INT64(A, 1000 + (int64_t)i, i, n - 1 - i));
        OK(GrB_Matrix_removeElement(A, i, i / 2));
    }
    int64_t value = 0;
    OK(GrB_Matrix_extractElement_INT64(&value, A, 7, n - 8));
    CHECK(value == 1007);
    CHECK(GrB_Matrix_extractElement_INT64(&value, A, 14, 7) == GrB_NO_VALUE);
    sum = sum * 1000003 + sum_of_matrix(A);
    OK(GrB_Matrix_extractElement_INT64(&value, A, 0, n - 1));
    CHECK(value == 1000);
    return sum;
}

static Answers answers_of(GrB_Matrix A) {
    Answers answers;
    GrB_Index entries = 0;
    OK(GrB_Matrix_nvals(&entries, A));
    answers.entries = (int64_t)entries;
    answers.levels = levels(A, false) * 1000003 + levels(A, true);
    answers.ranks = ranks(A);
    answers.triangles = triangles(A, GrB_DESC_S) * 1000003 + triangles(A, GrB_DESC_ST1);
    GrB_Vector degree = NULL;
    OK(GrB_Vector_new(&degree, GrB_INT64, n));
    OK(GrB_reduce(degree, NULL, NULL, GrB_MAX_MONOID_INT64, A, GrB_DESC_T0));
    answers.degrees = sum_of_vector(degree);
    answers.weights = sum_of_matrix(A);
    answers.transposed = transposed(A);
    return answers;
}

int main(int argc, char **argv) {
    setenv("GRAPHBLAST_MPI_COPIES", "0", 1);
    setenv("GRAPHBLAST_MEMORY", "1", 1);
    begin_group(&argc, &argv);
    GrB_Matrix A = graph(own_rank, group_size);
    const Answers of_group = answers_of(A);

    static GrB_Index rows[2 * edges], columns[2 * edges];
    static int64_t values[2 * edges];
    GrB_Index count = 2 * edges;
    CHECK(GrB_Matrix_extractTuples_INT64(rows, columns, values, &count, A) == GrB_OUT_OF_MEMORY);
    const char *text = "";
    OK(GrB_error(&text, A));
    CHECK(strstr(text, "GRAPHBLAST_MEMORY") != NULL);
    /* The matrix is as before. */
    CHECK(sum_of_matrix(A) > of_group.weights);
    OK(GrB_Matrix_free(&A));

    OK(GxB_Context_engage(GrX_CONTEXT_LOCAL));
    A = graph(0, 1);
    const Answers alone = answers_of(A);
    OK(GrB_Matrix_free(&A));
    OK(GxB_Context_disengage(NULL));
    CHECK(memcmp(&of_group, &alone, sizeof alone) == 0);
    CHECK(alone.entries > edges && alone.triangles > 0 && alone.levels > 0);
    return end_group();
}
