/* The text of errors for callers. */
#include "errors.h"

#include <graphblast/algorithms.h>

GrB_Info gba_error(const char **text) {
    if (text == NULL) return GrB_NULL_POINTER;
    *text = gba_text();
    return GrB_SUCCESS;
}
