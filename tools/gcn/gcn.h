/* A graph convolutional network of two layers (Kipf and Welling 2017,
 * doi:10.48550/arXiv.1609.02907), trained and applied by GraphBLAS calls:
 *
 *     logits = A_hat f(A_hat X W0) W1,    f = ReLU, or MaxK (the k largest of each row)
 *
 * All matrices of the loop except A_hat, X and the entries that MaxK keeps are full; a product that
 * may leave rows without entries is added to zeros. Random numbers are counter-based: they depend
 * on the seed, the epoch and the entry's position alone, so every device draws the same.
 *
 * Each function returns the first error that a GraphBLAS call returned.
 */
#ifndef GRAPHBLAST_GCN_H
#define GRAPHBLAST_GCN_H

#include <GraphBLAS.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A_hat = D^-1/2 (S + I) D^-1/2, of type GrB_FP32 or GrB_FP64: S is the pattern of A or A' without
 *  loops, D the row sums of S + I. A_hat is symmetric to the bit. */
GrB_Info gcn_adjacency(GrB_Matrix *A_hat, GrB_Matrix A, GrB_Type type);

/** Converts the values of *A to another domain: A_hat and X may be narrower. */
GrB_Info gcn_store(GrB_Matrix *A, GrB_Type type);

/** X: the values of `features`, each row divided by its sum. */
GrB_Info gcn_features(GrB_Matrix *X, GrB_Matrix features, GrB_Type type);

typedef struct {
    GrB_Type type;   /* GrB_FP32 or GrB_FP64: of computing, of weights and of Adam */
    GrB_Type stored; /* of what the layers keep of each node; NULL: as type. GrX_BF16 or GrX_FP16,
                      * say; FP16 has no room for small gradients, which are of type then. */
    GrB_Index hidden;
    GrB_Index maxk; /* 0: ReLU */
    double dropout; /* of X and of the hidden values, in [0, 1) */
    double learning_rate;
    double weight_decay; /* of W0 */
    uint64_t seed;
} GcnOptions;

/** Operators for one domain. Those that are not predefined include their C source. */
typedef struct {
    GrB_Semiring plus_times, max_first;
    GrB_Monoid plus;
    GrB_BinaryOp add, subtract, multiply, divide, larger, equal;
    GrB_UnaryOp exponential, logarithm, square_root, reciprocal;
    GrB_IndexUnaryOp dropout, uniform;
} GcnOperators;

GrB_Info gcn_operators_new(GcnOperators *op, GrB_Type type);
void gcn_operators_free(GcnOperators *op);

/** Nodes with a known class. */
typedef struct {
    GrB_Index count;
    GrB_Index *nodes;
    GrB_Matrix one_hot; /* count x classes: a one at the class of each node */
    GrB_Vector classes; /* count, INT32 */
} GcnTargets;

/** classes[k], below n_classes, is the class of nodes[k]; both are copied. count is not 0. */
GrB_Info gcn_targets_new(GcnTargets *targets, GrB_Type type, const GrB_Index *nodes,
                         const int32_t *classes, GrB_Index count, GrB_Index n_classes);
void gcn_targets_free(GcnTargets *targets);

/** A layer's weights and their state in Adam (Kingma and Ba 2015, doi:10.48550/arXiv.1412.6980). */
typedef struct {
    GrB_Matrix W, gradient, mean, variance;
} GcnWeights;

typedef struct {
    GcnOptions options;
    GcnOperators op;
    GrB_Index n_classes;
    GrB_Matrix ones; /* classes x classes: a product copies a row's sum or maximum along it */
    GcnWeights layer[2];
    int64_t steps; /* of Adam */
    /* The results of the last gcn_forward. */
    uint64_t epoch;      /* 0: inference, nothing dropped */
    GrB_Matrix X_kept;   /* X after dropout */
    GrB_Matrix hidden;   /* f(A_hat X W0) after dropout; with MaxK its entries are the kept ones */
    GrB_Matrix averaged; /* with MaxK: A_hat hidden */
    GrB_Matrix logits;
} Gcn;

/** Draws weights as Glorot and Bengio 2010: uniform within sqrt(6 / (rows + columns)). */
GrB_Info gcn_new(Gcn *gcn, const GcnOptions *options, GrB_Index n_features, GrB_Index n_classes);
void gcn_free(Gcn *gcn);

/** logits: n x classes. epoch counts from 1 in training; 0 is inference, without dropout. */
GrB_Info gcn_forward(Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X, uint64_t epoch);

/** Computes the gradients of the mean cross-entropy over the targets, and of weight_decay / 2
 *  |W0|^2, at the last gcn_forward. loss: that sum. */
GrB_Info gcn_backward(double *loss, Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X,
                      const GcnTargets *targets);

/** One step of Adam along the gradients. */
GrB_Info gcn_step(Gcn *gcn);

/** classes(i), INT32: the column of row i's largest logit, the first of several; none for a row
 *  with a NaN. */
GrB_Info gcn_predict(GrB_Vector *classes, const Gcn *gcn, GrB_Matrix logits);

/** The mean cross-entropy of the targets, and the number of them that the logits classify
 *  correctly. */
GrB_Info gcn_evaluate(double *loss, GrB_Index *correct, const Gcn *gcn, const GcnTargets *targets);

/** Mean cross-entropy over the rows of `logits` that `targets` names. gradient: its derivative by
 *  the logits, of their size, zero in other rows; may be NULL. */
GrB_Info gcn_cross_entropy(double *loss, GrB_Matrix *gradient, const Gcn *gcn,
                           const GcnTargets *targets);

/** The stream of random numbers that a call uses. */
enum { GCN_DROP_INPUT = 1, GCN_DROP_HIDDEN = 2, GCN_FIRST_WEIGHTS = 3, GCN_SECOND_WEIGHTS = 4 };

/** C(i, j) = A(i, j) / (1 - p), or 0 with probability p, for each entry of A. */
GrB_Info gcn_drop(GrB_Matrix C, GrB_Matrix A, const Gcn *gcn, int stream);

/** W: every entry uniform in [-bound, bound). */
GrB_Info gcn_draw(GrB_Matrix W, const Gcn *gcn, int stream, double bound);

#ifdef __cplusplus
}
#endif
#endif
