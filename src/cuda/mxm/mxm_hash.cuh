// C = A ⊕.⊗ B row by row (Gustavson 1978), A and B sparse by rows, with a mask by rows or without:
// the sources of the programs.
#pragma once

#include "mxm/hash_classes.cuh"
#include "mxm/hash_ranks.cuh"
