/** \file
    grx_team.h: one GraphBLAS program on many processes, by MPI. docs/guide/clusters.md is the guide. */

#ifndef GRAPHBLAST_GRX_TEAM_H
#define GRAPHBLAST_GRX_TEAM_H

#include "../GraphBLAS.h"
#include "gxb_context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** \page team Process groups

    After GrX_init_mpi() all processes of the communicator form a process group. Every GrB_ and GxB_
    call on matrices and vectors is collective then: all processes make the same calls in the same
    order with equal arguments, and get equal answers. Each computes its share.

    - One thread of each process at a time.
    - An object is of the process group, or of one process alone when it was made while the thread
      was engaged with GrX_CONTEXT_LOCAL (GxB_Context_engage). Calls while it is engaged concern
      such objects alone; a call with an object of the other kind is GrB_INVALID_VALUE.
    - Calls whose names end in _local are collective, but each process gives and takes its own
      share.
    - A call that fails in one process fails in all, with the code and the text of the lowest one,
      and the output is what it was.
    - When a process is gone, or calls something else, the calls of all others answer GrB_PANIC, and
      the process group is at its end.
    - GrX_..._owned and those on one entry or one number (setElement, extractElement, nvals, ...)
      do not wait for the others. */

/// GxB_Context_engage: the calling thread works for its process alone.
GXB_PUBLIC_ extern const GxB_Context GrX_CONTEXT_LOCAL;

/** GrB_init for the processes of a communicator; GrX_init_mpi calls it. Collective. GrB_finalize is,
    too, and comes before MPI_Finalize.
    \param[in] mode  GrB_NONBLOCKING or GrB_BLOCKING.
    \param[in] comm  not NULL; an MPI_Comm, which is duplicated.
    \param[in] mpi  not NULL; "openmpi" or "mpich": whose MPI_Comm it is.
    \return GrB_INVALID_VALUE: already initialised, no such mode or MPI, MPI_Init was not called.
        GrB_NOT_IMPLEMENTED: there is no plugin for this MPI. A line on standard error says why. */
GXB_FUNCTION_ GrX_init_team(GrB_Mode mode, const void *comm, const char *mpi);
/** The same with a communicator of Fortran.
    \param[in] mode  GrB_NONBLOCKING or GrB_BLOCKING.
    \param[in] comm  not NULL; what MPI_VAL of a type(MPI_Comm) is.
    \param[in] mpi  not NULL; "openmpi" or "mpich".
    \return As GrX_init_team. */
GXB_FUNCTION_ GrX_init_team_fortran(GrB_Mode mode, const int *comm, const char *mpi);

// The MPI whose header was included before this one. Others have the binary interface of one of these two.
#if defined(OPEN_MPI)
#define GRX_MPI_ "openmpi"
#elif defined(MPICH_VERSION) || defined(MPICH_NAME) || defined(I_MPI_VERSION) || \
    defined(MVAPICH2_VERSION)
#define GRX_MPI_ "mpich"
#endif
/// GrX_init_mpi(mode, &comm), with an MPI_Comm. Include mpi.h before this header.
#define GrX_init_mpi(mode, comm) GrX_init_team(mode, comm, GRX_MPI_)

/** The processes that mpirun or srun has started with this one, as their variables say
    (OMPI_COMM_WORLD_SIZE, PMI_SIZE, PMIX_RANK). Not collective; also before GrB_init.
    \param[out] rank  not NULL; the number of this process, from 0.
    \param[out] size  not NULL; 1 without a launcher, and with GRAPHBLAST_MPI=off.
    \return GrB_NULL_POINTER. */
GXB_FUNCTION_ GrX_launched(int *rank, int *size);
/** GrB_init for a program that has no MPI: if GrX_launched tells several processes, it calls MPI_Init
    and they form a process group. MPI_Finalize is called at exit. Collective.
    \param[in] mode  GrB_NONBLOCKING or GrB_BLOCKING.
    \return GrB_INVALID_VALUE: already initialised, no such mode, another MPI's launcher.
        GrB_NOT_IMPLEMENTED: there is no plugin for this MPI. A line on standard error says why. */
GXB_FUNCTION_ GrX_init_launched(GrB_Mode mode);
/** Bytes of all processes, one process after the other; of this one alone without a process group.
    \param[out] all  begins[number of processes] bytes, apart from `own`; NULL at all processes: the
        call only counts.
    \param[out] begins  not NULL; where the bytes of each process begin, and the end.
    \param[in] own  this process's bytes; NULL only without any.
    \param[in] bytes  their number, which may differ from the others'.
    \return GrB_NULL_POINTER. */
GXB_FUNCTION_ GrX_gather_bytes(void *all, GrB_Index *begins, const void *own, GrB_Index bytes);

/** GrB_Matrix_build with the tuples of all processes.
    \param[in,out] C  without entries.
    \param[in] rows,columns,values  this process's tuples; NULL only when there are none.
    \param[in] type  of the values.
    \param[in] nvals  their number.
    \param[in] dup  may be NULL; combines values of one position in the order of the processes, and
        of each in its own order.
    \return The codes of GrB_Matrix_build. */
GXB_FUNCTION_ GrX_Matrix_build_local(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns,
                                     const void *values, GrB_Type type, GrB_Index nvals,
                                     const GrB_BinaryOp dup);
/** GrB_Vector_build with the tuples of all processes.
    \param[in,out] w  without entries.
    \param[in] indices,values  this process's tuples; NULL only when there are none.
    \param[in] type  of the values.
    \param[in] nvals  their number.
    \param[in] dup  may be NULL; as of GrX_Matrix_build_local.
    \return The codes of GrB_Vector_build. */
GXB_FUNCTION_ GrX_Vector_build_local(GrB_Vector w, const GrB_Index *indices, const void *values,
                                     GrB_Type type, GrB_Index nvals, const GrB_BinaryOp dup);

/** The rows that are this process's: from begin up to end. They stay until the matrix changes.
    \param[out] begin,end  not NULL.
    \param[in] A  of the process group.
    \return GrB_INVALID_VALUE: there is no process group. */
GXB_FUNCTION_ GrX_Matrix_owned(GrB_Index *begin, GrB_Index *end, const GrB_Matrix A);
/** The positions that are this process's.
    \param[out] begin,end  not NULL.
    \param[in] u  of the process group.
    \return GrB_INVALID_VALUE: there is no process group. */
GXB_FUNCTION_ GrX_Vector_owned(GrB_Index *begin, GrB_Index *end, const GrB_Vector u);

/** The entries of the rows that are this process's, row by row.
    \param[out] rows,columns,values  may be NULL; without any of them the call only counts.
    \param[in] type  of the values.
    \param[in,out] nvals  not NULL; in: room in the arrays, out: the number of entries.
    \param[in] A  of the process group.
    \return The codes of GrB_Matrix_extractTuples. */
GXB_FUNCTION_ GrX_Matrix_extractTuples_local(GrB_Index *rows, GrB_Index *columns, void *values,
                                             GrB_Type type, GrB_Index *nvals, const GrB_Matrix A);
/** The entries at the positions that are this process's.
    \param[out] indices,values  may be NULL; without either the call only counts.
    \param[in] type  of the values.
    \param[in,out] nvals  not NULL; in: room in the arrays, out: the number of entries.
    \param[in] u  of the process group.
    \return The codes of GrB_Vector_extractTuples. */
GXB_FUNCTION_ GrX_Vector_extractTuples_local(GrB_Index *indices, void *values, GrB_Type type,
                                             GrB_Index *nvals, const GrB_Vector u);

/** Makes a matrix of the rows that each process has, those of process 0 first; the arrays are copied.
    \param[out] A  not NULL.
    \param[in] type  of the entries and of the values.
    \param[in] own_rows  rows that this process has.
    \param[in] ncols  the same at all processes.
    \param[in] offsets  own_rows + 1 numbers: where each row begins, and the end.
    \param[in] columns,values  of the entries; NULL only without any.
    \return The codes of GrB_Matrix_import for GrB_CSR_FORMAT. */
GXB_FUNCTION_ GrX_Matrix_import_local(GrB_Matrix *A, GrB_Type type, GrB_Index own_rows,
                                      GrB_Index ncols, const GrB_Index *offsets,
                                      const GrB_Index *columns, const void *values);
/** The rows that are this process's (GrX_Matrix_owned), as GrX_Matrix_import_local takes them.
    \param[out] offsets  not NULL; end - begin + 1 numbers.
    \param[out] columns,values  not NULL when there are entries.
    \param[in] type  of the values.
    \param[in,out] nvals  not NULL; in: room in the arrays, out: the number of entries.
    \param[in] A  of the process group.
    \return GrB_INSUFFICIENT_SPACE: more entries are here. */
GXB_FUNCTION_ GrX_Matrix_export_local(GrB_Index *offsets, GrB_Index *columns, void *values,
                                      GrB_Type type, GrB_Index *nvals, const GrB_Matrix A);

/** C = A, which one process has alone.
    \param[in,out] C  of the process group.
    \param[in] A  of process `root` alone, of C's shape and domain; others may give NULL.
    \param[in] root  the process.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH: A and C differ. */
GXB_FUNCTION_ GrX_Matrix_scatter(GrB_Matrix C, const GrB_Matrix A, int root);
/** w = u, which one process has alone.
    \param[in,out] w  of the process group.
    \param[in] u  of process `root` alone, of w's size and domain; others may give NULL.
    \param[in] root  the process.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH: u and w differ. */
GXB_FUNCTION_ GrX_Vector_scatter(GrB_Vector w, const GrB_Vector u, int root);
/** C = A for one process.
    \param[in,out] C  of process `root` alone, of A's shape; others may give NULL.
    \param[in] A  of the process group.
    \param[in] root  the process.
    \return GrB_DIMENSION_MISMATCH: A and C differ. */
GXB_FUNCTION_ GrX_Matrix_gather(GrB_Matrix C, const GrB_Matrix A, int root);
/** w = u for one process.
    \param[in,out] w  of process `root` alone, of u's size; others may give NULL.
    \param[in] u  of the process group.
    \param[in] root  the process.
    \return GrB_DIMENSION_MISMATCH: u and w differ. */
GXB_FUNCTION_ GrX_Vector_gather(GrB_Vector w, const GrB_Vector u, int root);

#ifdef __cplusplus
}
#endif

#endif
