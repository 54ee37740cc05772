/* ReLU or MaxK, and their derivatives. */
#include "gcn_activation.h"
#include "try.h"

GrB_Info gcn_activate(GrB_Matrix H, const Gcn *gcn) {
    GrB_Info info = GrB_SUCCESS;
    if (gcn->options.maxk == 0) return GrB_apply(H, NULL, NULL, gcn->op.larger, H, 0.0, NULL);
    TRY(GrX_Matrix_maxk(H, H, gcn->options.maxk, NULL));
    /* Dropout keeps this form. */
    TRY(GrB_set(H, GrX_BALANCED, GrX_FORMAT));
done:
    return info;
}

GrB_Info gcn_activate_back(GrB_Matrix dH, const Gcn *gcn) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    /* gcn_backward computed dH only at the entries that MaxK kept. */
    if (gcn->options.maxk != 0) return GrB_SUCCESS;
    TRY(GrB_Matrix_nrows(&n, dH));
    TRY(GrB_assign(dH, gcn->hidden, NULL, 0.0, GrB_ALL, n, GrB_ALL, gcn->options.hidden,
                   GrB_DESC_C));
done:
    return info;
}
