/* Adam: mean = b1 mean + (1 - b1) g, variance = b2 variance + (1 - b2) g^2, W -= rate mean' /
 * (sqrt(variance') + epsilon); mean' and variance' correct the bias towards the initial zeros, here
 * through `rate` and `epsilon`, as the authors propose.
 */
#include "gcn.h"
#include "try.h"

#include <math.h>

#define GCN_BETA_1 0.9
#define GCN_BETA_2 0.999
#define GCN_EPSILON 1e-8

static GrB_Info step(const GcnWeights *layer, const GcnOperators *op, GrB_Type type, double rate,
                     double epsilon) {
    const GrB_Matrix g = layer->gradient, mean = layer->mean, variance = layer->variance;
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix change = NULL;
    GrB_Index rows = 0, columns = 0;
    TRY(GrB_Matrix_nrows(&rows, g));
    TRY(GrB_Matrix_ncols(&columns, g));
    TRY(GrB_Matrix_new(&change, type, rows, columns));
    TRY(GrB_apply(mean, NULL, NULL, op->multiply, mean, GCN_BETA_1, NULL));
    TRY(GrB_apply(mean, NULL, op->add, op->multiply, g, 1 - GCN_BETA_1, NULL));
    TRY(GrB_apply(variance, NULL, NULL, op->multiply, variance, GCN_BETA_2, NULL));
    TRY(GrB_eWiseMult(change, NULL, NULL, op->multiply, g, g, NULL));
    TRY(GrB_apply(variance, NULL, op->add, op->multiply, change, 1 - GCN_BETA_2, NULL));
    TRY(GrB_apply(change, NULL, NULL, op->square_root, variance, NULL));
    TRY(GrB_apply(change, NULL, NULL, op->add, change, epsilon, NULL));
    TRY(GrB_eWiseMult(change, NULL, NULL, op->divide, mean, change, NULL));
    TRY(GrB_apply(layer->W, NULL, op->subtract, op->multiply, change, rate, NULL));
done:
    GrB_free(&change);
    return info;
}

GrB_Info gcn_step(Gcn *gcn) {
    GrB_Info info = GrB_SUCCESS;
    const double t = (double)++gcn->steps;
    const double bias = sqrt(1 - pow(GCN_BETA_2, t));
    const double rate = gcn->options.learning_rate * bias / (1 - pow(GCN_BETA_1, t));
    for (int k = 0; k < 2; k++)
        TRY(step(&gcn->layer[k], &gcn->op, gcn->options.type, rate, GCN_EPSILON * bias));
done:
    return info;
}
