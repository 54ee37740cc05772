// A graph as a GraphBLAS matrix.
#pragma once

#include "engine.h"
#include "io/edge_list.h"

namespace grb::tool {

/// A GraphBLAS matrix of an edge list, in the narrowest of INT32, INT64, FP64 that holds the sum of
/// weights along any path; patterns get ones. Packed entries become a read-only matrix without a
/// copy.
struct GraphMatrix {
    std::shared_ptr<const PackedRows> arrays; ///< outlives the matrix
    Matrix matrix;
    GrB_Type type = nullptr;
};
GraphMatrix to_matrix(const EdgeList &edges);
GrB_Type type_of(Numbers numbers);

} // namespace grb::tool
