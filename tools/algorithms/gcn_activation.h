/* ReLU or MaxK, and their derivatives: for gcn.c. */
#ifndef GRAPHBLAST_ALGORITHMS_GCN_ACTIVATION_H
#define GRAPHBLAST_ALGORITHMS_GCN_ACTIVATION_H

#include "gcn.h"

/* H = f(H). ReLU keeps H full; with MaxK the entries are those kept. */
GrB_Info gcn_activate(GrB_Matrix H, const Gcn *gcn);

/* dH, full, becomes zero where gcn->hidden says that the activation is constant. */
GrB_Info gcn_activate_back(GrB_Matrix dH, const Gcn *gcn);

#endif
