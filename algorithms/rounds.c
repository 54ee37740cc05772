/* The rounds of a function, which the thread's watch function sees, and may end. */
#include "errors.h"

#include <inttypes.h>

static _Thread_local gba_Watch watch_ = NULL;
static _Thread_local void *data_ = NULL;
static _Thread_local uint64_t rounds_ = 0;

void gba_set_watch(gba_Watch watch, void *data) {
    watch_ = watch;
    data_ = data;
}

void gba_begin_rounds(void) {
    rounds_ = 0;
}

GrB_Info gba_round(GrB_Index done, GrB_Index total) {
    const uint64_t rounds = rounds_++;
    if (watch_ == NULL) return GrB_SUCCESS;
    const gba_Progress progress = {gba_function(), rounds, done, total};
    const bool stops = watch_(&progress, data_);
    /* The watch function may have called functions, which began anew. */
    gba_begin(progress.function);
    rounds_ = rounds + 1;
    if (!stops) return GrB_SUCCESS;
    return gba_fail(GBA_STOPPED, "stopped by the watch function after %" PRIu64 " round%s", rounds,
                    rounds == 1 ? "" : "s");
}
