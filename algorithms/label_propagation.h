/* Label propagation in two ways, with the results of gba_label_propagation. */
#ifndef GRAPHBLAST_ALGORITHMS_LABEL_PROPAGATION_H
#define GRAPHBLAST_ALGORITHMS_LABEL_PROPAGATION_H

#include <GraphBLAS.h>

/* Tests in C++ call this on processors, too. */
#ifdef __cplusplus
extern "C" {
#endif

/* W(i,j), of any type of numbers: the edges from i to j and from j to i; without loops. */
GrB_Info gba_count_edges(GrB_Matrix W, GrB_Matrix A, GrB_Index n);

/* labels, INT64 of size n: full. *rounds: those taken, `most` at most, which is 0 or more. */
GrB_Info gba_labels_by_products(GrB_Vector labels, int *rounds, GrB_Matrix A, GrB_Index n,
                                int most);

#ifdef __cplusplus
}
#endif
#endif
