/* ReLU or MaxK, and their derivatives: for gcn.c. */
#ifndef GRAPHBLAST_GCN_ACTIVATION_H
#define GRAPHBLAST_GCN_ACTIVATION_H

#include "gcn.h"

/* H = f(H). ReLU keeps H full; MaxK leaves only the kept entries. */
GrB_Info gcn_activate(GrB_Matrix H, const Gcn *gcn);

/* Sets dH, which is full, to zero where the activation is constant by gcn->hidden. */
GrB_Info gcn_activate_back(GrB_Matrix dH, const Gcn *gcn);

#endif
