/* The two layers of a graph convolutional network: forward, backward, and Adam.
 *
 * With ReLU the second layer is A_hat (hidden W1): the narrower product comes first. With MaxK it
 * is (A_hat hidden) W1: hidden has k entries a row, so that the product with A_hat gains most, and
 * its gradient is needed only at those entries (Peng et al. 2024, MaxK-GNN,
 * doi:10.1145/3620665.3640426).
 */
#include "gcn.h"
#include "gcn_activation.h"
#include "try.h"

#include <graphblast/grx_narrow.h>
#include <math.h>
#include <string.h>

/* C, rows x columns, all zeros. */
static GrB_Info zeros(GrB_Matrix *C, GrB_Type type, GrB_Index rows, GrB_Index columns) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Matrix_new(C, type, rows, columns));
    TRY(GrB_assign(*C, NULL, NULL, 0.0, GrB_ALL, rows, GrB_ALL, columns, NULL));
done:
    return info;
}

static GrB_Info weights_new(GcnWeights *layer, const Gcn *gcn, int stream, GrB_Index rows,
                            GrB_Index columns) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Matrix_new(&layer->W, gcn->options.type, rows, columns));
    TRY(gcn_draw(layer->W, gcn, stream, sqrt(6.0 / (double)(rows + columns))));
    TRY(zeros(&layer->gradient, gcn->options.type, rows, columns));
    TRY(zeros(&layer->mean, gcn->options.type, rows, columns));
    TRY(zeros(&layer->variance, gcn->options.type, rows, columns));
done:
    return info;
}

GrB_Info gcn_new(Gcn *gcn, const GcnOptions *options, GrB_Index n_features, GrB_Index n_classes) {
    GrB_Info info = GrB_SUCCESS;
    memset(gcn, 0, sizeof *gcn);
    gcn->options = *options;
    if (gcn->options.stored == NULL) gcn->options.stored = options->type;
    gcn->n_classes = n_classes;
    TRY(gcn_operators_new(&gcn->op, options->type));
    TRY(GrB_Matrix_new(&gcn->ones, options->type, n_classes, n_classes));
    TRY(GrB_assign(gcn->ones, NULL, NULL, 1.0, GrB_ALL, n_classes, GrB_ALL, n_classes, NULL));
    TRY(weights_new(&gcn->layer[0], gcn, GCN_FIRST_WEIGHTS, n_features, options->hidden));
    TRY(weights_new(&gcn->layer[1], gcn, GCN_SECOND_WEIGHTS, options->hidden, n_classes));
done:
    if (info < GrB_SUCCESS) gcn_free(gcn);
    return info;
}

static void forget_forward(Gcn *gcn) {
    GrB_free(&gcn->X_kept);
    GrB_free(&gcn->hidden);
    GrB_free(&gcn->averaged);
    GrB_free(&gcn->logits);
}

void gcn_free(Gcn *gcn) {
    forget_forward(gcn);
    for (int k = 0; k < 2; k++) {
        GrB_free(&gcn->layer[k].W);
        GrB_free(&gcn->layer[k].gradient);
        GrB_free(&gcn->layer[k].mean);
        GrB_free(&gcn->layer[k].variance);
    }
    GrB_free(&gcn->ones);
    gcn_operators_free(&gcn->op);
}

/* H = f(A_hat X W0), without dropout. */
static GrB_Info first_layer(GrB_Matrix H, const Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X,
                            GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix T = NULL;
    GrB_Index n_features = 0, entries = 0;
    TRY(GrB_Matrix_ncols(&n_features, X));
    /* Dropout leaves holes: do not wait for their number. */
    if (X != gcn->X_kept) TRY(GrB_Matrix_nvals(&entries, X));
    if (n_features != 0 && entries == n * n_features) {
        TRY(GrB_Matrix_new(&T, gcn->options.stored, n, gcn->options.hidden));
        TRY(GrB_mxm(T, NULL, NULL, gcn->op.plus_times, X, gcn->layer[0].W, NULL));
    } else {
        /* Rows without features have no entries in the product. */
        TRY(zeros(&T, gcn->options.stored, n, gcn->options.hidden));
        TRY(GrB_mxm(T, NULL, gcn->op.add, gcn->op.plus_times, X, gcn->layer[0].W, NULL));
    }
    TRY(GrB_mxm(H, NULL, NULL, gcn->op.plus_times, A_hat, T, NULL));
    TRY(gcn_activate(H, gcn));
done:
    GrB_free(&T);
    return info;
}

static GrB_Info second_layer(Gcn *gcn, GrB_Matrix A_hat, GrB_Index n) {
    const GrB_Semiring plus_times = gcn->op.plus_times;
    const GrB_Matrix W = gcn->layer[1].W;
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix U = NULL;
    TRY(GrB_Matrix_new(&gcn->logits, gcn->options.type, n, gcn->n_classes));
    if (gcn->options.maxk == 0) {
        TRY(GrB_Matrix_new(&U, gcn->options.stored, n, gcn->n_classes));
        TRY(GrB_mxm(U, NULL, NULL, plus_times, gcn->hidden, W, NULL));
        TRY(GrB_mxm(gcn->logits, NULL, NULL, plus_times, A_hat, U, NULL));
    } else {
        TRY(zeros(&gcn->averaged, gcn->options.stored, n, gcn->options.hidden));
        TRY(GrB_mxm(gcn->averaged, NULL, gcn->op.add, plus_times, A_hat, gcn->hidden, NULL));
        TRY(GrB_mxm(gcn->logits, NULL, NULL, plus_times, gcn->averaged, W, NULL));
    }
done:
    GrB_free(&U);
    return info;
}

GrB_Info gcn_forward(Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X, uint64_t epoch) {
    const int drops = epoch != 0 && gcn->options.dropout > 0;
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0, n_features = 0;
    forget_forward(gcn);
    gcn->epoch = epoch;
    TRY(GrB_Matrix_nrows(&n, X));
    TRY(GrB_Matrix_ncols(&n_features, X));
    TRY(GrB_Matrix_new(&gcn->hidden, gcn->options.stored, n, gcn->options.hidden));
    if (drops) {
        TRY(GrB_Matrix_new(&gcn->X_kept, gcn->options.stored, n, n_features));
        TRY(gcn_drop(gcn->X_kept, X, gcn, GCN_DROP_INPUT));
    }
    TRY(first_layer(gcn->hidden, gcn, A_hat, drops ? gcn->X_kept : X, n));
    if (drops) TRY(gcn_drop(gcn->hidden, gcn->hidden, gcn, GCN_DROP_HIDDEN));
    TRY(second_layer(gcn, A_hat, n));
done:
    return info;
}

/* The type of gradients of each node's values. */
static GrB_Type gradient_type(const Gcn *gcn) {
    return gcn->options.stored == GrX_FP16 ? gcn->options.type : gcn->options.stored;
}

/* Computes the gradient of W1, and dH: the derivative by the activation's output, before its
 * dropout. */
static GrB_Info second_layer_back(GrB_Matrix dH, Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix dZ) {
    const GrB_Semiring plus_times = gcn->op.plus_times;
    const GcnWeights *const layer = &gcn->layer[1];
    const GrB_Matrix left = gcn->options.maxk == 0 ? gcn->hidden : gcn->averaged;
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix D = NULL;
    GrB_Index n = 0;
    TRY(GrB_Matrix_nrows(&n, dZ));
    if (gcn->options.maxk == 0) {
        TRY(GrB_Matrix_new(&D, gradient_type(gcn), n, gcn->n_classes));
        TRY(GrB_mxm(D, NULL, NULL, plus_times, A_hat, dZ, NULL));
        TRY(GrB_mxm(layer->gradient, NULL, NULL, plus_times, left, D, GrB_DESC_T0));
        TRY(GrB_mxm(dH, NULL, NULL, plus_times, D, layer->W, GrB_DESC_T1));
    } else {
        TRY(GrB_Matrix_new(&D, gradient_type(gcn), n, gcn->options.hidden));
        TRY(GrB_mxm(layer->gradient, NULL, NULL, plus_times, left, dZ, GrB_DESC_T0));
        TRY(GrB_mxm(D, NULL, NULL, plus_times, dZ, layer->W, GrB_DESC_T1));
        TRY(GrB_assign(dH, NULL, NULL, 0.0, GrB_ALL, n, GrB_ALL, gcn->options.hidden, NULL));
        TRY(GrB_mxm(dH, gcn->hidden, NULL, plus_times, A_hat, D, GrB_DESC_S));
    }
    if (gcn->X_kept != NULL) TRY(gcn_drop(dH, dH, gcn, GCN_DROP_HIDDEN));
done:
    GrB_free(&D);
    return info;
}

/* Computes the gradient of W0 from dH, which becomes the derivative by A_hat X W0. */
static GrB_Info first_layer_back(GrB_Matrix dH, Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X) {
    const GcnWeights *const layer = &gcn->layer[0];
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix D = NULL;
    GrB_Index n = 0;
    TRY(GrB_Matrix_nrows(&n, dH));
    TRY(GrB_Matrix_new(&D, gradient_type(gcn), n, gcn->options.hidden));
    TRY(gcn_activate_back(dH, gcn));
    TRY(GrB_mxm(D, NULL, NULL, gcn->op.plus_times, A_hat, dH, NULL));
    TRY(GrB_apply(layer->gradient, NULL, NULL, gcn->op.multiply, layer->W,
                  gcn->options.weight_decay, NULL));
    TRY(GrB_mxm(layer->gradient, NULL, gcn->op.add, gcn->op.plus_times, X, D, GrB_DESC_T0));
done:
    GrB_free(&D);
    return info;
}

GrB_Info gcn_backward(double *loss, Gcn *gcn, GrB_Matrix A_hat, GrB_Matrix X,
                      const GcnTargets *targets) {
    const GrB_Matrix W = gcn->layer[0].W;
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix dZ = NULL, dH = NULL, squares = NULL;
    GrB_Index n = 0, n_features = 0;
    double decayed = 0;
    TRY(GrB_Matrix_nrows(&n, X));
    TRY(GrB_Matrix_ncols(&n_features, X));
    TRY(GrB_Matrix_new(&dH, gradient_type(gcn), n, gcn->options.hidden));
    TRY(GrB_Matrix_new(&squares, gcn->options.type, n_features, gcn->options.hidden));
    TRY(gcn_cross_entropy(loss, &dZ, gcn, targets));
    TRY(GrB_eWiseMult(squares, NULL, NULL, gcn->op.multiply, W, W, NULL));
    TRY(GrB_reduce(&decayed, NULL, gcn->op.plus, squares, NULL));
    *loss += gcn->options.weight_decay / 2 * decayed;
    TRY(second_layer_back(dH, gcn, A_hat, dZ));
    TRY(first_layer_back(dH, gcn, A_hat, gcn->X_kept != NULL ? gcn->X_kept : X));
done:
    GrB_free(&dZ);
    GrB_free(&dH);
    GrB_free(&squares);
    return info;
}
