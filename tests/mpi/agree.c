/* The same calls by the team and by each process alone: all answers must be equal, bit by bit. Values are integers, so that
   no order of sums shows. */
#include "group.h"

enum { most_answers = 1 << 22 };
/* What calls have answered, one after the other. */
typedef struct {
    unsigned char *bytes;
    size_t count;
} Answers;

static void keep(Answers *answers, const void *bytes, size_t count) {
    if (answers->count + count > most_answers) {
        fprintf(stderr, "too many answers\n");
        exit(2);
    }
    if (count != 0) memcpy(answers->bytes + answers->count, bytes, count);
    answers->count += count;
}
static void keep_code(Answers *answers, GrB_Info info) {
    keep(answers, &info, sizeof info);
}

static void keep_vector(Answers *answers, GrB_Vector u) {
    GrB_Index n = 0;
    OK(GrB_Vector_nvals(&n, u));
    keep(answers, &n, sizeof n);
    GrB_Index *indices = malloc((n + 1) * sizeof *indices);
    int64_t *values = malloc((n + 1) * sizeof *values);
    OK(GrB_Vector_extractTuples_INT64(indices, values, &n, u));
    keep(answers, indices, n * sizeof *indices);
    keep(answers, values, n * sizeof *values);
    free(indices);
    free(values);
}

static void keep_matrix(Answers *answers, GrB_Matrix A) {
    GrB_Index n = 0;
    OK(GrB_Matrix_nvals(&n, A));
    keep(answers, &n, sizeof n);
    GrB_Index *rows = malloc((n + 1) * sizeof *rows), *columns = malloc((n + 1) * sizeof *columns);
    int64_t *values = malloc((n + 1) * sizeof *values);
    OK(GrB_Matrix_extractTuples_INT64(rows, columns, values, &n, A));
    keep(answers, rows, n * sizeof *rows);
    keep(answers, columns, n * sizeof *columns);
    keep(answers, values, n * sizeof *values);
    free(rows);
    free(columns);
    free(values);
}

static uint64_t state = 1;
static uint64_t draw(uint64_t n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % n;
}

/* `count` tuples with repeats. */
static GrB_Matrix random_matrix(Answers *answers, GrB_Index nrows, GrB_Index ncols,
                                GrB_Index count) {
    GrB_Index *rows = malloc((count + 1) * sizeof *rows),
              *columns = malloc((count + 1) * sizeof *columns);
    int64_t *values = malloc((count + 1) * sizeof *values);
    for (GrB_Index k = 0; k < count; k++) {
        rows[k] = draw(nrows) * draw(nrows) / nrows; /* more in the first rows */
        columns[k] = draw(ncols);
        values[k] = (int64_t)draw(19) - 9;
    }
    GrB_Matrix A = NULL;
    OK(GrB_Matrix_new(&A, GrB_INT64, nrows, ncols));
    keep_code(answers, GrB_Matrix_build_INT64(A, rows, columns, values, count, GrB_MINUS_INT64));
    free(rows);
    free(columns);
    free(values);
    return A;
}

static GrB_Vector random_vector(GrB_Index n, GrB_Index count) {
    GrB_Vector u = NULL;
    OK(GrB_Vector_new(&u, GrB_INT64, n));
    for (GrB_Index k = 0; k < count; k++)
        OK(GrB_Vector_setElement_INT64(u, (int64_t)draw(9) + 1, draw(n)));
    return u;
}

static void product_calls(Answers *answers, GrB_Matrix A, GrB_Matrix B, GrB_Index n) {
    GrB_Matrix C = NULL;
    GrB_Vector u = random_vector(n, n), v = random_vector(n, n / 8 + 1), w = NULL;
    OK(GrB_Matrix_new(&C, GrB_INT64, n, n));
    OK(GrB_Vector_new(&w, GrB_INT64, n));
    for (int turn = 0; turn < 2; turn++) {
        const GrB_Descriptor desc = turn == 0 ? NULL : GrB_DESC_RSCT0;
        OK(GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, NULL));
        keep_vector(answers, w);
        OK(GrB_vxm(w, v, GrB_PLUS_INT64, GrB_MIN_PLUS_SEMIRING_INT64, v, A, desc));
        keep_vector(answers, w);
        OK(GrB_mxv(w, v, GrB_MAX_INT64, GrB_PLUS_TIMES_SEMIRING_INT64, A, v, desc));
        keep_vector(answers, w);
        OK(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, NULL));
        keep_matrix(answers, C);
        OK(GrB_mxm(C, B, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, A,
                   turn == 0 ? GrB_DESC_ST1 : GrB_DESC_RSC));
        keep_matrix(answers, C);
    }
    OK(GrB_Matrix_free(&C));
    OK(GrB_Vector_free(&u));
    OK(GrB_Vector_free(&v));
    OK(GrB_Vector_free(&w));
}

static void entry_calls(Answers *answers, GrB_Matrix A, GrB_Matrix B, GrB_Index n) {
    GrB_Matrix C = NULL;
    GrB_Vector w = NULL;
    OK(GrB_Matrix_new(&C, GrB_INT64, n, n));
    OK(GrB_Vector_new(&w, GrB_INT64, n));
    OK(GrB_eWiseAdd(C, NULL, NULL, GrB_MINUS_INT64, A, B, NULL));
    keep_matrix(answers, C);
    OK(GrB_eWiseMult(C, A, GrB_PLUS_INT64, GrB_TIMES_INT64, A, B, GrB_DESC_T1));
    keep_matrix(answers, C);
    OK(GrB_apply(C, NULL, NULL, GrB_ROWINDEX_INT64, A, 3, NULL));
    keep_matrix(answers, C);
    OK(GrB_select(C, NULL, NULL, GrB_TRIL, A, -1, GrB_DESC_T0));
    keep_matrix(answers, C);
    OK(GrB_select(C, B, NULL, GrB_VALUEGT_INT64, A, 0, GrB_DESC_RC));
    keep_matrix(answers, C);
    OK(GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    keep_vector(answers, w);
    OK(GrB_reduce(w, NULL, GrB_MIN_INT64, GrB_MAX_MONOID_INT64, A, GrB_DESC_T0));
    keep_vector(answers, w);
    int64_t sum = -1;
    OK(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    keep(answers, &sum, sizeof sum);
    OK(GrB_reduce(&sum, GrB_MAX_INT64, GrB_MIN_MONOID_INT64, w, NULL));
    keep(answers, &sum, sizeof sum);
    OK(GrB_transpose(C, NULL, GrB_PLUS_INT64, A, NULL));
    keep_matrix(answers, C);
    OK(GrB_Matrix_free(&C));
    OK(GrB_Vector_free(&w));
}

static void submatrix_calls(Answers *answers, GrB_Matrix A, GrB_Matrix B, GrB_Index n) {
    const GrB_Index m = n / 2 + 1;
    GrB_Index *list = malloc(m * sizeof *list), *other = malloc(m * sizeof *other);
    for (GrB_Index k = 0; k < m; k++) {
        list[k] = draw(n);
        other[k] = (n - 1 - k) % n;
    }
    GrB_Matrix S = NULL, C = NULL, K = NULL, D = NULL;
    GrB_Vector w = NULL, u = random_vector(m, m);
    OK(GrB_Matrix_new(&S, GrB_INT64, m, m));
    OK(GrB_Matrix_dup(&C, A));
    OK(GrB_Vector_new(&w, GrB_INT64, n));
    OK(GrB_extract(S, NULL, NULL, A, list, m, other, m, NULL));
    keep_matrix(answers, S);
    OK(GrB_assign(C, NULL, NULL, S, other, m, other, m, NULL));
    keep_matrix(answers, C);
    OK(GrB_assign(C, B, GrB_PLUS_INT64, 5, GrB_ALL, n, GrB_ALL, n, GrB_DESC_S));
    keep_matrix(answers, C);
    OK(GrB_assign(w, NULL, NULL, 7, list, m, NULL));
    keep_vector(answers, w);
    OK(GrB_assign(w, NULL, GrB_PLUS_INT64, u, other, m, NULL));
    keep_vector(answers, w);
    OK(GrB_assign(C, NULL, NULL, w, 0, GrB_ALL, n, NULL));
    OK(GrB_extract(w, NULL, NULL, C, GrB_ALL, n, n - 1, NULL));
    keep_vector(answers, w);
    OK(GrB_Matrix_new(&K, GrB_INT64, 3 * n, 3 * n));
    OK(GrB_Matrix_resize(S, 3, 3));
    OK(GrB_kronecker(K, NULL, NULL, GrB_TIMES_INT64, S, A, NULL));
    keep_matrix(answers, K);
    OK(GrB_Matrix_diag(&D, w, 1));
    keep_matrix(answers, D);
    OK(GrB_Matrix_resize(K, n, 2 * n));
    keep_matrix(answers, K);
    OK(GrB_Matrix_setElement_INT64(K, 17, n - 1, 2 * n - 1));
    OK(GrB_Matrix_removeElement(K, n - 1, 2 * n - 2));
    int64_t x = 0;
    OK(GrB_Matrix_extractElement_INT64(&x, K, n - 1, 2 * n - 1));
    keep(answers, &x, sizeof x);
    keep_matrix(answers, K);
    free(list);
    free(other);
    for (int k = 0; k < 4; k++) OK(GrB_Matrix_free(k == 0 ? &S : k == 1 ? &C : k == 2 ? &K : &D));
    OK(GrB_Vector_free(&w));
    OK(GrB_Vector_free(&u));
}

/* Wrong calls: the same codes and texts. */
static void wrong_calls(Answers *answers, GrB_Matrix A, GrB_Index n) {
    GrB_Vector w = NULL;
    GrB_Matrix C = NULL;
    const char *text = NULL;
    OK(GrB_Vector_new(&w, GrB_INT64, n + 1));
    OK(GrB_Matrix_new(&C, GrB_INT64, n, n));
    keep_code(answers, GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, w, NULL));
    OK(GrB_error(&text, w));
    keep(answers, text, strlen(text));
    const GrB_Index rows[] = {0, n - 1, 0, n - 1}, columns[] = {0, 1, 2, 1};
    const int64_t values[] = {1, 2, 3, 4};
    keep_code(answers, GrB_Matrix_build_INT64(C, rows, columns, values, 4, NULL));
    OK(GrB_error(&text, C));
    keep(answers, text, strlen(text));
    keep_code(answers, GrB_Matrix_build_INT64(C, rows, columns, NULL, 4, NULL));
    keep_code(answers, GrB_Matrix_extractElement_INT64(&(int64_t){0}, C, 0, 0));
    keep_matrix(answers, C);
    OK(GrB_Vector_free(&w));
    OK(GrB_Matrix_free(&C));
}

/* Breadth-first levels, as a program has them. */
static void levels(Answers *answers, GrB_Matrix A, GrB_Index n) {
    GrB_Vector level = NULL, frontier = NULL;
    OK(GrB_Vector_new(&level, GrB_INT64, n));
    OK(GrB_Vector_new(&frontier, GrB_BOOL, n));
    OK(GrB_Vector_setElement_BOOL(frontier, true, 0));
    GrB_Index reached = 1;
    for (int64_t depth = 0; reached > 0; depth++) {
        OK(GrB_assign(level, frontier, NULL, depth, GrB_ALL, n, GrB_DESC_S));
        OK(GrB_vxm(frontier, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, A, GrB_DESC_RSC));
        OK(GrB_Vector_nvals(&reached, frontier));
    }
    keep_vector(answers, level);
    OK(GrB_Vector_free(&level));
    OK(GrB_Vector_free(&frontier));
}

static void all_calls(Answers *answers) {
    static const GrB_Index sizes[] = {1, 2, 3, 40, 300};
    state = 1;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const GrB_Index n = sizes[k];
        GrB_Matrix A = random_matrix(answers, n, n, 4 * n),
                   B = random_matrix(answers, n, n, k % 2 * n * 3);
        keep_matrix(answers, A);
        product_calls(answers, A, B, n);
        entry_calls(answers, A, B, n);
        submatrix_calls(answers, A, B, n);
        wrong_calls(answers, A, n);
        levels(answers, A, n);
        OK(GrB_Matrix_free(&A));
        OK(GrB_Matrix_free(&B));
    }
}

int main(int argc, char **argv) {
    begin_group(&argc, &argv);
    Answers of_group = {malloc(most_answers), 0}, alone = {malloc(most_answers), 0};
    all_calls(&of_group);
    OK(GxB_Context_engage(GrX_CONTEXT_LOCAL));
    all_calls(&alone);
    OK(GxB_Context_disengage(NULL));
    CHECK(of_group.count == alone.count);
    CHECK(memcmp(of_group.bytes, alone.bytes, of_group.count) == 0);
    size_t *counts = malloc((size_t)group_size * sizeof *counts);
    MPI_Allgather(&of_group.count, sizeof(size_t), MPI_BYTE, counts, sizeof(size_t), MPI_BYTE,
                  MPI_COMM_WORLD);
    CHECK(counts[0] == of_group.count && of_group.count > 100000);
    free(counts);
    free(of_group.bytes);
    free(alone.bytes);
    return end_group();
}
