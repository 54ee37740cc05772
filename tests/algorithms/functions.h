/// Every function of the library of algorithms that takes a graph.
#pragma once

#include "verify/verify.h"

#include <functional>
#include <graphblast/algorithms.h>
#include <string>
#include <vector>

namespace grb::tool {

inline constexpr gba_PageRankParameters usual = GBA_PAGERANK_PARAMETERS;

/// A function of the library by its name, with a matrix in place of all of its.
struct Function {
    const char *name, *result;
    std::function<GrB_Info(GrB_Vector *, GrB_Matrix)> call;
    const char *matrix = "A"; ///< its name
};

/// The text of the last error.
std::string text();
/// The entries of a matrix, with values of FP64.
PerEdge to_edges(GrB_Matrix A);

/// Functions that make a matrix or a number call as if they made a vector.
std::vector<Function> all_functions();

} // namespace grb::tool
