// Converts an edge list to a GraphBLAS matrix.
#include "graph.h"

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

Matrix built_matrix(const EdgeList &edges, Numbers numbers) {
    Matrix A;
    check(GrB_Matrix_new(A.out(), type_of(numbers), edges.nrows, edges.ncols), "GrB_Matrix_new");
    if (edges.size() == 0) return A;
    if (numbers == Numbers::int32)
        fill<int32_t>(A, edges, GrB_Matrix_build_INT32);
    else if (numbers == Numbers::int64)
        fill<int64_t>(A, edges, GrB_Matrix_build_INT64);
    else
        fill<double>(A, edges, GrB_Matrix_build_FP64);
    check(GrB_Matrix_wait(A, GrB_MATERIALIZE), "GrB_Matrix_wait");
    return A;
}

} // namespace

GrB_Type type_of(Numbers numbers) {
    return numbers == Numbers::int32 ? GrB_INT32 : numbers == Numbers::int64 ? GrB_INT64 : GrB_FP64;
}

GraphMatrix to_matrix(const EdgeList &edges) {
    const Numbers numbers = numbers_of(edges);
    GraphMatrix result{edges.packed, {}, type_of(numbers)};
    if (edges.packed == nullptr) {
        result.matrix = built_matrix(edges, numbers);
        return result;
    }
    const PackedRows &packed = *edges.packed;
    static int32_t one = 1;
    result.matrix = matrix_of_arrays({edges.nrows, edges.ncols, packed.entries, packed.offsets,
                                      packed.has_short_offsets(), packed.columns,
                                      packed.values == nullptr ? &one : packed.values, result.type,
                                      packed.values == nullptr});
    return result;
}

} // namespace grb::tool
