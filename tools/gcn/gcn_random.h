/* The text of the operators that draw random numbers.
 *
 * A random number is the upper 24 bits of splitmix64's finaliser (Steele et al. 2014,
 * doi:10.1145/2660193.2660195) of a key and the entry's position.
 */
#ifndef GRAPHBLAST_GCN_RANDOM_H
#define GRAPHBLAST_GCN_RANDOM_H

#define GCN_TEXT_OF(...) #__VA_ARGS__
#define GCN_TEXT(...) GCN_TEXT_OF(__VA_ARGS__)

#define GCN_RANDOM_24(key)                                                                  \
    uint64_t h = (key) + (i + 1) * 0x9e3779b97f4a7c15ull + (j + 1) * 0xd1342543de82ef95ull; \
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;                                            \
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;                                            \
    const uint32_t random = (uint32_t)((h ^ (h >> 31)) >> 40);

/* The bound value's lower 24 bits are 2^24 times the probability of a zero, the others a key. */
#define GCN_DROPOUT(T, type)                                                                \
    void gcn_dropout_##T(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) { \
        const uint64_t bound = *(const uint64_t *)y;                                        \
        const uint32_t threshold = (uint32_t)(bound & 0xffffffu);                           \
        GCN_RANDOM_24(bound >> 24)                                                          \
        const type scale = (type)16777216 / (type)(16777216u - threshold);                  \
        *(type *)z = random < threshold ? (type)0 : *(const type *)x * scale;               \
    }

/* Uniform in [-1, 1); ignores the value. */
#define GCN_UNIFORM(T, type)                                                                \
    void gcn_uniform_##T(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) { \
        GCN_RANDOM_24(*(const uint64_t *)y)                                                 \
        (void)x;                                                                            \
        *(type *)z = (type)random / (type)8388608 - (type)1;                                \
    }

#endif
