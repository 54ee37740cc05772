/* What each process gives and takes for itself: _local calls, owned, scatter, gather; and objects of both kinds in one call. */
#include "group.h"

enum { n = 40 };

/* Process p gives (i, j) -> 100 p + k for its tuples k; all give (0, 0). */
static GrB_Matrix built(void) {
    GrB_Index rows[8] = {0}, columns[8] = {0};
    int64_t values[8];
    const GrB_Index count = own_rank == 1 ? 0 : 8;
    for (int k = 0; k < 8; k++) values[k] = 100 * own_rank + k;
    for (int k = 1; k < 8; k++) {
        rows[k] = (GrB_Index)(5 * k + own_rank) % n;
        columns[k] = (GrB_Index)own_rank;
    }
    GrB_Matrix A = NULL;
    OK(GrB_Matrix_new(&A, GrB_INT64, n, n));
    OK(GrX_Matrix_build_local(A, rows, columns, values, GrB_INT64, count, GrB_MINUS_INT64));
    return A;
}

static void local_tuples(void) {
    GrB_Matrix A = built();
    GrB_Index nvals = 0, begin = 0, end = 0, own = 0;
    OK(GrB_Matrix_nvals(&nvals, A));
    int64_t value = 0, expected = 0;
    for (int p = 1; p < group_size; p++) expected -= p == 1 ? 0 : 100 * p;
    OK(GrB_Matrix_extractElement_INT64(&value, A, 0, 0));
    CHECK(value == expected);
    const int givers = group_size == 1 ? 1 : group_size - 1;
    CHECK(nvals == (GrB_Index)givers * 7 + 1);
    for (int k = 1; k < 8; k++) {
        OK(GrB_Matrix_extractElement_INT64(&value, A, 5 * k % n, 0));
        CHECK(value == k);
    }
    OK(GrX_Matrix_owned(&begin, &end, A));
    OK(GrX_Matrix_extractTuples_local(NULL, NULL, NULL, GrB_INT64, &own, A));
    GrB_Index rows[n * n], columns[n * n];
    double values[n * n];
    OK(GrX_Matrix_extractTuples_local(rows, columns, values, GrB_FP64, &own, A));
    static GrB_Index all_rows[n * n], all_columns[n * n];
    static int64_t all_values[n * n], dense[n][n];
    GrB_Index count = n * n;
    OK(GrB_Matrix_extractTuples_INT64(all_rows, all_columns, all_values, &count, A));
    for (GrB_Index k = 0; k < count; k++) dense[all_rows[k]][all_columns[k]] = all_values[k];
    for (GrB_Index k = 0; k < own; k++) {
        CHECK(rows[k] >= begin && rows[k] < end);
        CHECK((double)dense[rows[k]][columns[k]] == values[k]);
    }
    if (own > 0) {
        GrB_Index little = own - 1;
        /* Others have room enough: the lowest that has not decides for all. */
        const GrB_Info info =
            GrX_Matrix_extractTuples_local(rows, columns, values, GrB_FP64, &little, A);
        CHECK(info == GrB_INSUFFICIENT_SPACE);
    } else {
        CHECK(GrX_Matrix_extractTuples_local(rows, columns, values, GrB_FP64, &own, A) ==
              GrB_INSUFFICIENT_SPACE);
    }
    unsigned long long mine[2] = {own, end - begin}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all[0] == nvals && all[1] == n);

    GrB_Index offsets[n + 1], room = n * n;
    int64_t exported[n * n];
    OK(GrX_Matrix_export_local(offsets, columns, exported, GrB_INT64, &room, A));
    CHECK(room == own && offsets[end - begin] == own);
    GrB_Matrix B = NULL, D = NULL;
    OK(GrX_Matrix_import_local(&B, GrB_INT64, end - begin, n, offsets, columns, exported));
    OK(GrB_Matrix_new(&D, GrB_BOOL, n, n));
    OK(GrB_eWiseMult(D, NULL, NULL, GrB_EQ_INT64, A, B, NULL));
    bool are_equal = false;
    GrB_Index common = 0;
    OK(GrB_Matrix_nvals(&common, D));
    OK(GrB_Matrix_reduce_BOOL(&are_equal, NULL, GrB_LAND_MONOID_BOOL, D, NULL));
    CHECK(are_equal && common == nvals);
    CHECK(GrX_Matrix_import_local(&D, GrB_INT64, 0, (GrB_Index)own_rank, offsets, NULL, NULL) ==
          (group_size == 1 ? GrB_SUCCESS : GrB_INVALID_VALUE));
    OK(GrB_Matrix_free(&A));
    OK(GrB_Matrix_free(&B));
    OK(GrB_Matrix_free(&D));
}

static void local_vectors(void) {
    GrB_Vector u = NULL;
    OK(GrB_Vector_new(&u, GrB_FP64, n));
    const GrB_Index indices[] = {(GrB_Index)own_rank, n - 1};
    const int32_t values[] = {own_rank + 1, 1};
    CHECK(GrX_Vector_build_local(u, indices, values, GrB_INT32, 2, NULL) ==
          (group_size == 1 ? GrB_SUCCESS : GrB_INVALID_VALUE)); /* the last one repeats */
    OK(GrB_Vector_clear(u));
    OK(GrX_Vector_build_local(u, indices, values, GrB_INT32, 2, GrB_PLUS_INT32));
    double sum = 0;
    OK(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, u, NULL));
    CHECK(sum == group_size * (group_size + 1) / 2.0 + group_size);
    GrB_Index begin = 0, end = 0, own = n, found[n];
    double of_found[n];
    OK(GrX_Vector_owned(&begin, &end, u));
    OK(GrX_Vector_extractTuples_local(found, of_found, GrB_FP64, &own, u));
    for (GrB_Index k = 0; k < own; k++) {
        CHECK(found[k] >= begin && found[k] < end);
        CHECK(of_found[k] == (found[k] == n - 1 ? group_size : (double)found[k] + 1));
    }
    OK(GrB_Vector_free(&u));
}

static void scatter_and_gather(void) {
    const int root = group_size - 1;
    GrB_Matrix A = NULL, local = NULL;
    GrB_Vector u = NULL, own = NULL;
    if (own_rank == root) {
        OK(GxB_Context_engage(GrX_CONTEXT_LOCAL));
        OK(GrB_Matrix_new(&local, GrB_INT64, n, n));
        OK(GrB_Vector_new(&own, GrB_INT64, n));
        for (GrB_Index k = 0; k < n; k++) {
            OK(GrB_Matrix_setElement_INT64(local, (int64_t)k, k, n - 1 - k));
            OK(GrB_Vector_setElement_INT64(own, (int64_t)(k * k), k));
        }
        OK(GxB_Context_disengage(NULL));
    }
    OK(GrB_Matrix_new(&A, GrB_INT64, n, n));
    OK(GrB_Vector_new(&u, GrB_INT64, n));
    OK(GrX_Matrix_scatter(A, local, root));
    OK(GrX_Vector_scatter(u, own, root));
    for (GrB_Index k = 0; k < n; k++) {
        int64_t value = -1;
        OK(GrB_Matrix_extractElement_INT64(&value, A, k, n - 1 - k));
        CHECK(value == (int64_t)k);
        OK(GrB_Vector_extractElement_INT64(&value, u, k));
        CHECK(value == (int64_t)(k * k));
    }
    CHECK(GrX_Matrix_scatter(A, local, group_size) == GrB_INVALID_VALUE);
    CHECK(GrX_Matrix_scatter(A, A, root) == GrB_INVALID_VALUE);
    OK(GrB_mxv(u, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, NULL));
    OK(GrX_Vector_gather(own, u, root));
    OK(GrX_Matrix_gather(local, A, root));
    if (own_rank == root) {
        OK(GxB_Context_engage(GrX_CONTEXT_LOCAL));
        for (GrB_Index k = 0; k < n; k++) {
            int64_t value = -1;
            OK(GrB_Vector_extractElement_INT64(&value, own, k));
            CHECK(value == (int64_t)(k * (n - 1 - k) * (n - 1 - k)));
        }
        GrB_Index nvals = 0;
        OK(GrB_Matrix_nvals(&nvals, local));
        CHECK(nvals == n);
        OK(GxB_Context_disengage(NULL));
    }
    OK(GrB_Matrix_free(&A));
    OK(GrB_Matrix_free(&local));
    OK(GrB_Vector_free(&u));
    OK(GrB_Vector_free(&own));
}

static void mixed(void) {
    GrB_Vector of_group = NULL, alone = NULL;
    const char *text = NULL;
    OK(GrB_Vector_new(&of_group, GrB_INT64, n));
    OK(GxB_Context_engage(GrX_CONTEXT_LOCAL));
    OK(GrB_Vector_new(&alone, GrB_INT64, n));
    CHECK(GrB_Vector_apply(alone, NULL, NULL, GrB_AINV_INT64, of_group, NULL) == GrB_INVALID_VALUE);
    OK(GrB_Vector_error(&text, alone));
    CHECK(strstr(text, "u is of the process group, the call is of this process alone") != NULL);
    GrB_Index begin = 0, end = 0;
    CHECK(GrX_Vector_owned(&begin, &end, alone) == GrB_INVALID_VALUE);
    OK(GxB_Context_disengage(GrX_CONTEXT_LOCAL));
    CHECK(GrB_Vector_apply(of_group, NULL, NULL, GrB_AINV_INT64, alone, NULL) == GrB_INVALID_VALUE);
    OK(GrB_Vector_error(&text, of_group));
    CHECK(strstr(text, "u is of this process alone, the call is of the process group") != NULL);
    OK(GrB_Vector_free(&of_group));
    OK(GrB_Vector_free(&alone));
    GxB_Context context = GrX_CONTEXT_LOCAL;
    OK(GxB_Context_free(&context)); /* it stays */
}

int main(int argc, char **argv) {
    begin_group(&argc, &argv);
    local_tuples();
    local_vectors();
    scatter_and_gather();
    mixed();
    CHECK(GrX_init_team(GrB_NONBLOCKING, &argc, "openmpi") == GrB_INVALID_VALUE);
    return end_group();
}
