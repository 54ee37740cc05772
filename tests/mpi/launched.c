/* A program without MPI_Init: it joins the processes that its launcher started, and gathers their bytes. */
#include "group.h"

static void expect_launched(int rank, int size) {
    int found_rank = -1, found_size = -1;
    OK(GrX_launched(&found_rank, &found_size));
    CHECK(found_rank == rank && found_size == size);
}

/* Sets a variable, or removes it. */
static void set(const char *name, const char *value) {
    if (value == NULL) {
        unsetenv(name);
    } else {
        setenv(name, value, 1);
    }
}

static const char *const names[] = {"OMPI_COMM_WORLD_SIZE",
                                    "OMPI_COMM_WORLD_RANK",
                                    "PMI_SIZE",
                                    "PMI_RANK",
                                    "SLURM_STEP_NUM_TASKS",
                                    "PMIX_RANK",
                                    "GRAPHBLAST_MPI"};
enum { variables = sizeof names / sizeof *names };

static void check_launchers(void) {
    static const struct {
        const char *values[variables];
        int rank, size;
    } cases[] = {
        {{NULL}, 0, 1},
        {{"4", "3"}, 3, 4},
        {{"4", "3", "9", "8"}, 3, 4},
        {{"1", "0"}, 0, 1},
        {{"4", NULL}, 0, 1},
        {{"4", "4"}, 0, 1},
        {{"4x", "1"}, 0, 1},
        {{"-4", "1"}, 0, 1},
        {{NULL, NULL, "5", "0"}, 0, 5},
        {{NULL, NULL, NULL, NULL, "6", "2"}, 2, 6},
        {{NULL, NULL, NULL, NULL, "6", NULL}, 0, 1},
        {{"4", "3", NULL, NULL, NULL, NULL, "off"}, 0, 1},
        {{"4", "3", NULL, NULL, NULL, NULL, "openmpi"}, 3, 4},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (int v = 0; v < variables; v++) set(names[v], cases[k].values[v]);
        expect_launched(cases[k].rank, cases[k].size);
    }
}

/* Each process gives as many bytes as its number. */
static void check_gather(void) {
    GrB_Index begins[65];
    char own[64], all[64 * 64];
    const GrB_Index bytes = (GrB_Index)own_rank;
    memset(own, 'a' + own_rank, sizeof own);
    OK(GrX_gather_bytes(NULL, begins, own, bytes));
    for (int p = 0; p < group_size; p++) CHECK(begins[p + 1] - begins[p] == (GrB_Index)p);
    OK(GrX_gather_bytes(all, begins, own, bytes));
    for (int p = 0; p < group_size; p++)
        for (GrB_Index k = begins[p]; k < begins[p + 1]; k++) CHECK(all[k] == 'a' + p);
    OK(GrX_gather_bytes(all, begins, NULL, 0));
    CHECK(begins[group_size] == 0);
    CHECK(GrX_gather_bytes(all, NULL, own, 1) == GrB_NULL_POINTER);
    /* One process has an error: all get it. */
    CHECK(GrX_gather_bytes(all, begins, own_rank == 1 ? NULL : own, 1) == GrB_NULL_POINTER);
}

int main(void) {
    char *before[variables];
    for (int v = 0; v < variables; v++) {
        const char *const value = getenv(names[v]);
        before[v] = value == NULL ? NULL : strdup(value);
    }
    check_launchers();
    CHECK(GrX_launched(NULL, &group_size) == GrB_NULL_POINTER);
    CHECK(GrX_launched(&own_rank, NULL) == GrB_NULL_POINTER);
    for (int v = 0; v < variables; v++) set(names[v], before[v]);
    OK(GrX_launched(&own_rank, &group_size));
    CHECK(group_size > 1);

    /* The launcher's number of processes is not MPI's; MPICH itself reads PMI_SIZE. */
    if (before[0] != NULL) {
        set(names[0], "77");
        CHECK(GrX_init_launched(GrB_NONBLOCKING) == GrB_INVALID_VALUE);
        set(names[0], before[0]);
    }
    CHECK(GrX_init_launched((GrB_Mode)17) == GrB_INVALID_VALUE);

    CHECK(GrX_gather_bytes(NULL, NULL, NULL, 0) == GrB_PANIC);
    OK(GrX_init_launched(GrB_NONBLOCKING));
    CHECK(GrX_init_launched(GrB_NONBLOCKING) == GrB_INVALID_VALUE);
    check_gather();

    GrB_Vector u = NULL;
    OK(GrB_Vector_new(&u, GrB_INT64, (GrB_Index)group_size));
    const GrB_Index own = (GrB_Index)own_rank;
    const int64_t value = own_rank + 1;
    OK(GrX_Vector_build_local(u, &own, &value, GrB_INT64, 1, NULL));
    int64_t sum = 0;
    OK(GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, u, NULL));
    CHECK(sum == (int64_t)group_size * (group_size + 1) / 2);
    OK(GrB_Vector_free(&u));
    OK(GrB_finalize());
    for (int v = 0; v < variables; v++) free(before[v]);

    /* Without the launcher it is GrB_init. */
    setenv("GRAPHBLAST_MPI", "off", 1);
    OK(GrX_init_launched(GrB_NONBLOCKING));
    GrB_Index begins[2];
    char all = 0;
    OK(GrX_gather_bytes(&all, begins, "x", 1));
    CHECK(begins[0] == 0 && begins[1] == 1 && all == 'x');
    OK(GrB_finalize());
    return failures != 0;
}
