/// The single operations that tools/bench/operations times, one cell each. Linked to functions of the C API 2.0 and
/// the few GxB names that other libraries have too.
#pragma once

#include "suitesparse/GraphBLAS.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace grb::tool {

using MatrixRef = std::shared_ptr<std::remove_pointer_t<GrB_Matrix>>;
using VectorRef = std::shared_ptr<std::remove_pointer_t<GrB_Vector>>;

/// What is timed: the call and the wait for its result.
using Body = std::function<void()>;

/// One operation on one set of operands. `prepare` makes the operands and is not timed.
struct Cell {
    std::string kind, name;
    std::function<Body()> prepare;
};
using Cells = std::vector<Cell>;

void add_products(Cells &cells);
void add_element_wise(Cells &cells);
void add_submatrices(Cells &cells);
void add_access(Cells &cells);

inline void must(GrB_Info info) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error("a call returned " + std::to_string(static_cast<int>(info)));
}
inline void finish(const MatrixRef &C) {
    must(GrB_Matrix_wait(C.get(), GrB_MATERIALIZE));
}
inline void finish(const VectorRef &w) {
    must(GrB_Vector_wait(w.get(), GrB_MATERIALIZE));
}

MatrixRef new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
VectorRef new_vector(GrB_Type type, GrB_Index size);

/// "tiny" (10 entries), "small", or a generator's text: FP64, made once in a process.
const MatrixRef &graph(const std::string &name);
GrB_Index nrows_of(const MatrixRef &A);
/// The entries below the diagonal of a graph.
const MatrixRef &lower_graph(const std::string &name);
/// Random entries, `per_row` in each row.
MatrixRef random_matrix(GrB_Index nrows, GrB_Index ncols, GrB_Index per_row, uint64_t seed);
/// An entry in every cell, values 0 to 99.
MatrixRef full_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
/// Every cell holds 1.
MatrixRef one_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
VectorRef full_vector(GrB_Index size);
/// About `count` entries at random, evenly spread.
VectorRef random_vector(GrB_Type type, GrB_Index size, GrB_Index count, uint64_t seed);

using Indices = std::vector<GrB_Index>;
Indices every(GrB_Index first, GrB_Index step, GrB_Index count);
Indices permuted(GrB_Index size);
/// `count` of [0, bound), with repeats, in any order.
Indices any_of(GrB_Index count, GrB_Index bound, uint64_t seed);

} // namespace grb::tool
