/* TRY(call): stores the call's code in `info` and jumps to `done` after an error. */
#ifndef GRAPHBLAST_GCN_TRY_H
#define GRAPHBLAST_GCN_TRY_H

#define TRY(call)                          \
    do {                                   \
        info = (call);                     \
        if (info < GrB_SUCCESS) goto done; \
    } while (0)

#endif
