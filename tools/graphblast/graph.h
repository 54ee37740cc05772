#pragma once

#include "engine.h"
#include "io/edge_list.h"

namespace grb::tool {

/// A GraphBLAS matrix from an edge list, in the narrowest of INT32, INT64, FP64 that holds the sum
/// of weights along any path; patterns get ones. Of packed entries it has the arrays themselves, and is read-only.
struct GraphMatrix {
    std::shared_ptr<const PackedRows> arrays; ///< goes after the matrix
    Matrix matrix;
    GrB_Type type = nullptr;
};
GraphMatrix to_matrix(const EdgeList &edges);

} // namespace grb::tool
