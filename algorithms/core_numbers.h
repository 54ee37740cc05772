/* Core numbers of an undirected graph of n vertices without loops, in two ways. */
#ifndef GRAPHBLAST_ALGORITHMS_CORE_NUMBERS_H
#define GRAPHBLAST_ALGORITHMS_CORE_NUMBERS_H

#include <GraphBLAS.h>

/* Tests in C++ call this on processors, too. */
#ifdef __cplusplus
extern "C" {
#endif

/* cores, INT64 of size n: full. Takes a few products for each core number. */
GrB_Info gba_core_numbers_by_products(GrB_Vector cores, GrB_Matrix A, GrB_Index n);

#ifdef __cplusplus
}
#endif
#endif
