// Graphs as the library takes them, and its results as the textbook code checks them.
#pragma once

#include "io/graph_spec.h"
#include "verify/verify.h"

#include <GraphBLAS.h>

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace grb::tool {

inline GrB_Matrix to_matrix(const EdgeList &edges, GrB_Type type) {
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&A, type, edges.nrows, edges.ncols), GrB_SUCCESS);
    std::vector<double> values(edges.size(), 1.0);
    if (!edges.is_pattern()) std::copy(edges.weights.begin(), edges.weights.end(), values.begin());
    if (edges.size() > 0) {
        EXPECT_EQ(GrB_Matrix_build_FP64(A, edges.rows.data(), edges.cols.data(), values.data(),
                                        edges.size(), nullptr),
                  GrB_SUCCESS);
    }
    return A;
}

template <class T>
PerVertex<T> to_values(GrB_Vector w) {
    GrB_Index n = 0;
    GrB_Index count = 0;
    EXPECT_EQ(GrB_Vector_size(&n, w), GrB_SUCCESS);
    EXPECT_EQ(GrB_Vector_nvals(&count, w), GrB_SUCCESS);
    std::vector<GrB_Index> indices(count);
    std::vector<T> values(count);
    if constexpr (std::is_same_v<T, double>) {
        EXPECT_EQ(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, w),
                  GrB_SUCCESS);
    } else {
        EXPECT_EQ(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &count, w),
                  GrB_SUCCESS);
    }
    PerVertex<T> result(n);
    for (GrB_Index k = 0; k < count; ++k) result[indices[k]] = values[k];
    return result;
}

/// Returns the error that a verdict names, or an empty text.
inline std::string text_of(const Verdict &verdict) {
    return verdict.value_or("");
}

/// The result of an algorithm that makes a vector.
template <class T>
PerVertex<T> vector_of(const std::function<GrB_Info(GrB_Vector *)> &algorithm) {
    GrB_Vector w = nullptr;
    EXPECT_EQ(algorithm(&w), GrB_SUCCESS);
    if (w == nullptr) return {};
    PerVertex<T> values = to_values<T>(w);
    GrB_Vector_free(&w);
    return values;
}

} // namespace grb::tool
