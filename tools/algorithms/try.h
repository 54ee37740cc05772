/* TRY(call): keep the call's code in `info` and leave for `done` where it is an error. */
#ifndef GRAPHBLAST_ALGORITHMS_TRY_H
#define GRAPHBLAST_ALGORITHMS_TRY_H

#define TRY(call)                          \
    do {                                   \
        info = (call);                     \
        if (info < GrB_SUCCESS) goto done; \
    } while (0)

#endif
