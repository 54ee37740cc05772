/* What the programs of tests/mpi have in common: a check that names its line, and the team. */
#ifndef TEAM_H
#define TEAM_H

#include <mpi.h>

#include <GraphBLAS.h>
#include <graphblast/grx_team.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int own_rank = 0, group_size = 1, failures = 0;

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "process %d, %s:%d: %s\n", own_rank, __FILE__, __LINE__, #condition); \
            failures++;                                                                           \
        }                                                                                         \
    } while (0)
#define OK(call) CHECK((call) == GrB_SUCCESS)

static inline void begin_group(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &group_size);
    const MPI_Comm comm = MPI_COMM_WORLD;
    if (GrX_init_mpi(GrB_NONBLOCKING, &comm) != GrB_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 2);
}

/* The exit status: 1 where a process has failures. */
static inline int end_group(void) {
    OK(GrB_finalize());
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0;
}

#endif
