/* Random numbers: for vertices, and in sequence. */
#ifndef GRAPHBLAST_ALGORITHMS_RANDOM_NUMBERS_H
#define GRAPHBLAST_ALGORITHMS_RANDOM_NUMBERS_H

#include <GraphBLAS.h>
#include <stdint.h>

/* w(v), UINT64: a number for every vertex, the same for the same seed on every machine. */
GrB_Info gba_random_numbers(GrB_Vector w, uint64_t seed);

/* The step of SplitMix64's sequence (Steele et al. 2014), and its number at a place of that. */
#define GBA_RANDOM_STEP UINT64_C(0x9E3779B97F4A7C15)
static inline uint64_t gba_random_at(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The next number of a sequence. */
static inline uint64_t gba_next_random(uint64_t *state) {
    return gba_random_at(*state += GBA_RANDOM_STEP);
}

#endif
