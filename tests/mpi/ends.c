/* Teams that end: argv[1] says how. Prints a line for each process: what its calls answered, and after how long.
   run_ends.py starts it and reads the lines. */
#include "group.h"

#include <signal.h>
#include <unistd.h>

static GrB_Matrix A = NULL;
static GrB_Vector u = NULL, w = NULL;

static GrB_Info product(void) {
    return GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, NULL);
}

static void make_objects(void) {
    const GrB_Index n = 100;
    OK(GrB_Matrix_new(&A, GrB_INT64, n, n));
    OK(GrB_Vector_new(&u, GrB_INT64, n));
    OK(GrB_Vector_new(&w, GrB_INT64, n));
    for (GrB_Index k = 0; k < n; k++) {
        OK(GrB_Matrix_setElement_INT64(A, 1, k, (k + 1) % n));
        OK(GrB_Vector_setElement_INT64(u, (int64_t)k, k));
    }
    OK(product());
}

static void tell(GrB_Info info, double start) {
    const char *text = "";
    OK(GrB_Vector_error(&text, w));
    printf("process %d: %d after %.1f: %s\n", own_rank, (int)info, MPI_Wtime() - start, text);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const char *const how = argv[1];
    begin_group(&argc, &argv);
    make_objects();
    const double start = MPI_Wtime();
    const int last = group_size - 1;
    if (strcmp(how, "different") == 0) {
        GrB_Index count = 0;
        tell(own_rank == last ? GrB_Vector_apply(w, NULL, NULL, GrB_AINV_INT64, u, NULL)
                              : product(),
             start);
        /* The team has ended: nothing waits any more. */
        tell(product(), start);
        tell(GrB_Vector_nvals(&count, w), start);
    } else if (strcmp(how, "light") == 0) {
        GrB_Index count = 0;
        tell(own_rank == last ? GrB_Vector_size(&count, w) : GrB_Vector_nvals(&count, w), start);
    } else if (strcmp(how, "silent") == 0) {
        if (own_rank == last) sleep(3);
        tell(product(), start);
    } else if (strcmp(how, "killed") == 0) {
        if (own_rank == last) raise(SIGKILL);
        tell(product(), start);
        /* MPI_Finalize would wait for the one that is gone. */
        _exit(0);
    }
    OK(GrB_Matrix_free(&A));
    OK(GrB_Vector_free(&u));
    OK(GrB_Vector_free(&w));
    return end_group();
}
