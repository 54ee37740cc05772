/* Threads that share loops over arrays. */
#ifndef GRAPHBLAST_ALGORITHMS_WORKERS_H
#define GRAPHBLAST_ALGORITHMS_WORKERS_H

#include <GraphBLAS.h>
#include <stdint.h>

typedef struct Workers Workers;

/* Works on [begin, end), as thread 0 to gba_worker_count() - 1. */
typedef void (*Work)(void *context, uint32_t thread, GrB_Index begin, GrB_Index end);

/* Starts `wanted` - 1 threads, fewer where the system has no more. */
GrB_Info gba_workers_new(Workers **workers, uint32_t wanted);
void gba_workers_free(Workers **workers);
uint32_t gba_worker_count(const Workers *workers);

/* Splits [0, count) into ranges of `grain`, which the threads and the caller take in turn. Returns
 * when all are done. */
void gba_work(Workers *workers, Work work, void *context, GrB_Index count, GrB_Index grain);

#endif
