/* Random numbers for vertices: SplitMix64 (Steele et al. 2014) of the vertex and a seed, so that
 * they depend on nothing else. A shift to the right is a division by a power of two.
 */
#include "random_numbers.h"
#include "errors.h"

static GrB_Info mix(GrB_Vector w, GrB_Vector shifted, int bits, uint64_t factor) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_apply(shifted, NULL, NULL, GrB_DIV_UINT64, w, UINT64_C(1) << bits, NULL));
    TRY(GrB_eWiseMult(w, NULL, NULL, GrB_BXOR_UINT64, w, shifted, NULL));
    TRY(GrB_apply(w, NULL, NULL, GrB_TIMES_UINT64, w, factor, NULL));
done:
    return info;
}

GrB_Info gba_random_numbers(GrB_Vector w, uint64_t seed) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector shifted = NULL;
    GrB_Index n = 0;
    TRY(GrB_Vector_size(&n, w));
    TRY(GrB_Vector_new(&shifted, GrB_UINT64, n));
    TRY(GrB_assign(w, NULL, NULL, (uint64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(w, NULL, NULL, GrB_ROWINDEX_INT64, w, (int64_t)1, NULL));
    TRY(GrB_apply(w, NULL, NULL, GrB_TIMES_UINT64, w, UINT64_C(0x9E3779B97F4A7C15), NULL));
    TRY(GrB_apply(w, NULL, NULL, GrB_PLUS_UINT64, w, seed * UINT64_C(0xD1342543DE82EF95), NULL));
    TRY(mix(w, shifted, 30, UINT64_C(0xBF58476D1CE4E5B9)));
    TRY(mix(w, shifted, 27, UINT64_C(0x94D049BB133111EB)));
    TRY(mix(w, shifted, 31, 1));
done:
    GrB_free(&shifted);
    return info;
}
