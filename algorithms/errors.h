/* Errors of the public functions: a code, and a text for gba_error. */
#ifndef GRAPHBLAST_ALGORITHMS_ERRORS_H
#define GRAPHBLAST_ALGORITHMS_ERRORS_H

#include <graphblast/algorithms.h>

/* The text of the thread's last error. */
const char *gba_text(void);
/* Forgets the text of the thread's last error and the rounds; texts name `function` from now on. */
void gba_begin(const char *function);
/* The function that texts name. */
const char *gba_function(void);

/* These return `info`. They keep a text, unless the function has one already: the first error is the
 * cause. */
GrB_Info gba_fail(GrB_Info info, const char *format, ...) __attribute__((format(printf, 2, 3)));
GrB_Info gba_call_failed(GrB_Info info, const char *call);
GrB_Info gba_no_memory(void);

/* START(result): begins a public function, whose *result is NULL or 0 until it is made. */
#define START(result)                                                               \
    gba_begin(__func__);                                                            \
    if ((result) == NULL) return gba_fail(GrB_NULL_POINTER, "%s is NULL", #result); \
    *(result) = 0

/* ALSO(result): after START, for a further result. */
#define ALSO(result)                                                                \
    if ((result) == NULL) return gba_fail(GrB_NULL_POINTER, "%s is NULL", #result); \
    *(result) = 0

/* TRY(call): stores the call's code in `info`; after an error keeps its text and jumps to `done`. */
#define TRY(call)                         \
    do {                                  \
        info = (call);                    \
        if (info < GrB_SUCCESS) {         \
            gba_call_failed(info, #call); \
            goto done;                    \
        }                                 \
    } while (0)

/* Begins a round: calls the thread's watch function (gba_watch), if any. `done` of `total` is done;
 * 0 of 0: not known. Returns GBA_STOPPED, with a text, if the watch function asks for it. */
GrB_Info gba_round(GrB_Index done, GrB_Index total);
void gba_begin_rounds(void);
void gba_set_watch(gba_Watch watch, void *data);

/* Checks that A, an argument of that name, is a square matrix of a predefined type; *n: its rows. */
GrB_Info gba_check_graph(GrB_Index *n, GrB_Matrix A, const char *name);
/* Checks likewise, and that it has n rows, as A. */
GrB_Info gba_check_same_size(GrB_Matrix other, GrB_Index n, const char *name);

/* Check that arguments of that name are vertices of A, which has n. */
GrB_Info gba_check_vertex(GrB_Index vertex, GrB_Index n, const char *name);
GrB_Info gba_check_vertices(const GrB_Index *list, GrB_Index count, GrB_Index n, const char *name);

/* Checks that A, an argument of that name, has values of 0 or more, compared by `min`, and no NaN in
 * their sum by `plus`, *sum. No sum, then 0, and no look for NaN if plus is NULL. */
GrB_Info gba_check_signs(double *sum, GrB_Matrix A, GrB_Monoid min, GrB_Monoid plus,
                         const char *name);
/* Checks that A, an argument of that name, has values of 0 or more with a finite sum, *sum. */
GrB_Info gba_check_weights(double *sum, GrB_Matrix A, const char *name);

/* Checks that A's diagonal has no entries. */
GrB_Info gba_check_no_loops(GrB_Matrix A, GrB_Index n);

#endif
