#pragma once

#include "engine.h"
#include "io/edge_list.h"

#include <string>

namespace grb::tool {

/// A GraphBLAS matrix from an edge list, in the narrowest of INT32, INT64, FP64 that holds the sum
/// of weights along any path; patterns get ones.
struct GraphMatrix {
    Matrix matrix;
    GrB_Type type = nullptr;
};
GraphMatrix to_matrix(const EdgeList &edges);

bool has_negative_weight(const EdgeList &edges);

} // namespace grb::tool
