/* The operators of a graph convolutional network in FP32 and FP64, and its random numbers.
 *
 * The operators' text is compiled twice: here, and by the library for a GPU.
 */
#include "gcn.h"
#include "gcn_random.h"
#include "try.h"

#include <math.h>
#include <string.h>

#define GCN_OPERATOR(NAME, T, type) \
    static NAME(T, type) static const char NAME##_source_##T[] = GCN_TEXT(NAME(T, type));
GCN_OPERATOR(GCN_DROPOUT, FP32, float)
GCN_OPERATOR(GCN_DROPOUT, FP64, double)
GCN_OPERATOR(GCN_UNIFORM, FP32, float)
GCN_OPERATOR(GCN_UNIFORM, FP64, double)

GrB_Info gcn_operators_new(GcnOperators *op, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    memset(op, 0, sizeof *op);
#define OPERATORS(T)                                                                          \
    (GcnOperators) {                                                                          \
        GrB_PLUS_TIMES_SEMIRING_##T, GrB_MAX_FIRST_SEMIRING_##T, GrB_PLUS_MONOID_##T,         \
            GrB_PLUS_##T, GrB_MINUS_##T, GrB_TIMES_##T, GrB_DIV_##T, GrB_MAX_##T, GrB_EQ_##T, \
            GxB_EXP_##T, GxB_LOG_##T, GxB_SQRT_##T, GrB_MINV_##T, NULL, NULL                  \
    }
#define MAKE(T)                                                                     \
    *op = OPERATORS(T);                                                             \
    TRY(GxB_IndexUnaryOp_new(&op->dropout, gcn_dropout_##T, type, type, GrB_UINT64, \
                             "gcn_dropout_" #T, GCN_DROPOUT_source_##T));           \
    TRY(GxB_IndexUnaryOp_new(&op->uniform, gcn_uniform_##T, type, type, GrB_UINT64, \
                             "gcn_uniform_" #T, GCN_UNIFORM_source_##T))
    if (type == GrB_FP32) {
        MAKE(FP32);
    } else if (type == GrB_FP64) {
        MAKE(FP64);
    } else {
        info = GrB_DOMAIN_MISMATCH;
    }
#undef MAKE
#undef OPERATORS
done:
    if (info < GrB_SUCCESS) gcn_operators_free(op);
    return info;
}

void gcn_operators_free(GcnOperators *op) {
    GrB_free(&op->dropout);
    GrB_free(&op->uniform);
}

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t key_of(const Gcn *gcn, int stream) {
    const uint64_t golden_ratio = 0x9e3779b97f4a7c15u;
    return mix(mix(gcn->options.seed + golden_ratio) + gcn->epoch * 8 + (uint64_t)stream);
}

GrB_Info gcn_drop(GrB_Matrix C, GrB_Matrix A, const Gcn *gcn, int stream) {
    const uint64_t threshold = (uint64_t)lrint(gcn->options.dropout * 16777216);
    return GrB_apply(C, NULL, NULL, gcn->op.dropout, A, key_of(gcn, stream) << 24 | threshold,
                     NULL);
}

GrB_Info gcn_draw(GrB_Matrix W, const Gcn *gcn, int stream, double bound) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index rows = 0, columns = 0;
    TRY(GrB_Matrix_nrows(&rows, W));
    TRY(GrB_Matrix_ncols(&columns, W));
    TRY(GrB_assign(W, NULL, NULL, 0.0, GrB_ALL, rows, GrB_ALL, columns, NULL));
    TRY(GrB_apply(W, NULL, NULL, gcn->op.uniform, W, key_of(gcn, stream), NULL));
    TRY(GrB_apply(W, NULL, NULL, gcn->op.multiply, W, bound, NULL));
done:
    return info;
}
