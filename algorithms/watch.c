/* The watch function of the calling thread. */
#include "errors.h"

#include <graphblast/algorithms.h>

GrB_Info gba_watch(gba_Watch watch, void *data) {
    gba_set_watch(watch, data);
    return GrB_SUCCESS;
}
