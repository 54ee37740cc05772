/* Threads that wait for loops. A loop waits only for the threads that have begun to work on it: one
 * that wakes late costs nothing.
 */
#include "workers.h"
#include "errors.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { most_threads = 64 };

typedef struct {
    Workers *all;
    uint32_t number;
} Worker;

struct Workers {
    pthread_mutex_t mutex;
    pthread_cond_t has_work, is_left; /* a loop begins or the end is near; the last thread is out */
    pthread_t threads[most_threads];
    Worker workers[most_threads];
    uint32_t started, inside; /* threads; those that work on the loop */
    bool is_open, ends;       /* threads may enter the loop; they shall end */
    uint64_t loop;            /* the number of the loop */
    Work work;
    void *context;
    GrB_Index count, grain;
    atomic_uint_least64_t next; /* the first index that no thread has taken */
};

static void take_ranges(Workers *all, uint32_t number) {
    for (;;) {
        const GrB_Index begin = atomic_fetch_add(&all->next, all->grain);
        if (begin >= all->count) return;
        const GrB_Index left = all->count - begin;
        all->work(all->context, number, begin, begin + (left < all->grain ? left : all->grain));
    }
}

static void *wait_for_loops(void *argument) {
    const Worker *const self = argument;
    Workers *const all = self->all;
    uint64_t seen = 0;
    pthread_mutex_lock(&all->mutex);
    while (!all->ends) {
        if (!all->is_open || all->loop == seen) {
            pthread_cond_wait(&all->has_work, &all->mutex);
            continue;
        }
        seen = all->loop;
        all->inside++;
        pthread_mutex_unlock(&all->mutex);
        take_ranges(all, self->number);
        pthread_mutex_lock(&all->mutex);
        if (--all->inside == 0) pthread_cond_signal(&all->is_left);
    }
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

GrB_Info gba_workers_new(Workers **workers, uint32_t wanted) {
    Workers *const all = calloc(1, sizeof *all);
    *workers = all;
    if (all == NULL) return gba_no_memory();
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->has_work, NULL);
    pthread_cond_init(&all->is_left, NULL);
    while (all->started < most_threads && all->started + 1 < wanted) {
        Worker *const worker = &all->workers[all->started];
        *worker = (Worker){all, all->started + 1};
        if (pthread_create(&all->threads[all->started], NULL, wait_for_loops, worker) != 0) break;
        all->started++;
    }
    return GrB_SUCCESS;
}

void gba_workers_free(Workers **workers) {
    Workers *const all = *workers;
    if (all == NULL) return;
    pthread_mutex_lock(&all->mutex);
    all->ends = true;
    pthread_cond_broadcast(&all->has_work);
    pthread_mutex_unlock(&all->mutex);
    for (uint32_t k = 0; k < all->started; k++) pthread_join(all->threads[k], NULL);
    pthread_mutex_destroy(&all->mutex);
    pthread_cond_destroy(&all->has_work);
    pthread_cond_destroy(&all->is_left);
    free(all);
    *workers = NULL;
}

uint32_t gba_worker_count(const Workers *workers) {
    return workers->started + 1;
}

void gba_work(Workers *all, Work work, void *context, GrB_Index count, GrB_Index grain) {
    if (all->started == 0 || count <= grain) {
        if (count > 0) work(context, 0, 0, count);
        return;
    }
    pthread_mutex_lock(&all->mutex);
    all->work = work;
    all->context = context;
    all->count = count;
    all->grain = grain;
    all->loop++;
    all->is_open = true;
    atomic_store(&all->next, 0);
    pthread_cond_broadcast(&all->has_work);
    pthread_mutex_unlock(&all->mutex);
    take_ranges(all, 0);
    pthread_mutex_lock(&all->mutex);
    all->is_open = false;
    while (all->inside > 0) pthread_cond_wait(&all->is_left, &all->mutex);
    pthread_mutex_unlock(&all->mutex);
}
