/* Random numbers for vertices. */
#ifndef GRAPHBLAST_ALGORITHMS_RANDOM_NUMBERS_H
#define GRAPHBLAST_ALGORITHMS_RANDOM_NUMBERS_H

#include <GraphBLAS.h>
#include <stdint.h>

/* w(v), UINT64: a number for every vertex, the same for the same seed on every machine. */
GrB_Info gba_random_numbers(GrB_Vector w, uint64_t seed);

#endif
