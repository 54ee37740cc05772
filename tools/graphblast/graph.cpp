#include "graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grb::tool {

namespace {

template <class T, class Build>
void fill(GrB_Matrix A, const EdgeList &edges, const Build &build) {
    Buffer<T> values(edges.size());
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < edges.size(); ++k)
        values[k] = edges.is_pattern() ? T{1} : static_cast<T>(edges.weights[k]);
    check(build(A, edges.rows.data(), edges.cols.data(), values.data(), edges.size(), nullptr),
          "GrB_Matrix_build");
}

double largest_path(const EdgeList &edges) {
    double largest = edges.is_pattern() ? 1 : 0;
    for (const double weight : edges.weights) largest = std::max(largest, std::abs(weight));
    return largest * static_cast<double>(edges.nrows);
}

} // namespace

GraphMatrix to_matrix(const EdgeList &edges) {
    GraphMatrix result;
    const double bound = largest_path(edges);
    const bool is_whole = edges.field != Field::real;
    if (is_whole && bound < std::numeric_limits<int32_t>::max())
        result.type = GrB_INT32;
    else if (is_whole && bound < 0x1.0p62)
        result.type = GrB_INT64;
    else
        result.type = GrB_FP64;
    check(GrB_Matrix_new(result.matrix.out(), result.type, edges.nrows, edges.ncols),
          "GrB_Matrix_new");
    if (edges.size() == 0) return result;
    if (result.type == GrB_INT32)
        fill<int32_t>(result.matrix, edges, GrB_Matrix_build_INT32);
    else if (result.type == GrB_INT64)
        fill<int64_t>(result.matrix, edges, GrB_Matrix_build_INT64);
    else
        fill<double>(result.matrix, edges, GrB_Matrix_build_FP64);
    check(GrB_Matrix_wait(result.matrix, GrB_MATERIALIZE), "GrB_Matrix_wait");
    return result;
}

bool has_negative_weight(const EdgeList &edges) {
    return std::any_of(edges.weights.begin(), edges.weights.end(),
                       [](double weight) { return weight < 0; });
}

} // namespace grb::tool
