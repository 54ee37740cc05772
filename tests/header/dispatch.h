// Code that the two dispatch programs share. They define the functions of the library themselves,
// each with its prototype from the header and nothing in it but its name, so that a polymorphic
// call tells which function it chose: no library runs here.
#ifndef GRAPHBLAST_TESTS_HEADER_DISPATCH_H
#define GRAPHBLAST_TESTS_HEADER_DISPATCH_H

#include "GraphBLAS.h"

#include <stdio.h>
#include <string.h>

// The stand-ins have the parameters of the real functions and read none.
#pragma GCC diagnostic ignored "-Wunused-parameter"

static const char *chosen = "";
static int forms = 0;
static int failures = 0;

#define STAND_IN(name, ...)      \
    GrB_Info name(__VA_ARGS__) { \
        chosen = #name;          \
        return GrB_SUCCESS;      \
    }

// Makes one call and compares the function that it reached.
#define ALSO(name, call)                                                           \
    do {                                                                           \
        chosen = "nothing";                                                        \
        if ((call) != GrB_SUCCESS || strcmp(chosen, #name) != 0) {                 \
            printf("line %d: chose %s in place of %s\n", __LINE__, chosen, #name); \
            ++failures;                                                            \
        }                                                                          \
    } while (0)

// Does what ALSO does, for a form that the spec counts.
#define FORM(name, call)  \
    do {                  \
        ALSO(name, call); \
        ++forms;          \
    } while (0)

// Ends the forms of one polymorphic name: as many as the spec lists.
static void expect_forms(const char *name, int expected) {
    if (forms != expected) {
        printf("%s: %d forms called, the spec lists %d\n", name, forms, expected);
        ++failures;
    }
    forms = 0;
}

#define PER_TYPE(declare)                                                                     \
    declare(BOOL, bool) declare(INT8, int8_t) declare(UINT8, uint8_t) declare(INT16, int16_t) \
        declare(UINT16, uint16_t) declare(INT32, int32_t) declare(UINT32, uint32_t)           \
            declare(INT64, int64_t) declare(UINT64, uint64_t) declare(FP32, float)            \
                declare(FP64, double)

// A value of a user-defined type.
typedef struct {
    double weight;
    int64_t tag;
} Edge;

#endif
