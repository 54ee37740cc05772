/// The single operations that tools/bench/operations times, one cell each. Linked to functions of
/// the C API 2.0 and to the small set of GxB names that other libraries share.
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

/// Numbers of a result for comparing two libraries.
struct Digest {
    uint64_t count = 0; ///< of entries
    double sum = 0;
    double mixed = 0; ///< sum of values times a number that depends on the position
    double scale = 0; ///< sum of absolute values
};
Digest digest_of(const MatrixRef &C);
Digest digest_of(const std::shared_ptr<MatrixRef> &C);
Digest digest_of(const VectorRef &w);

using Indices = std::vector<GrB_Index>;
/// Entries outside a matrix or a vector; a vector's have no columns.
struct Tuples {
    Indices rows, columns;
    std::vector<double> values;
};
using TuplesRef = std::shared_ptr<Tuples>;
Digest digest_of(const TuplesRef &tuples);

using ScalarRef = std::shared_ptr<double>;
Digest digest_of(const ScalarRef &scalar);

/// The timed part: the call and the wait for its result.
struct Body {
    std::function<void()> call;
    std::function<Digest()> digest; ///< of the last call's result

    template <typename Result>
    Body(std::function<void()> timed, Result result)
        : call(std::move(timed)), digest([result] { return digest_of(result); }) {}
};

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

MatrixRef owned(GrB_Matrix C);
MatrixRef copy_of(const MatrixRef &A);
MatrixRef new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
VectorRef new_vector(GrB_Type type, GrB_Index size);

/// "tiny" (10 entries), "small", or a generator's text: FP64, made once in a process.
const MatrixRef &graph(const std::string &name);
GrB_Index nrows_of(const MatrixRef &A);
/// The entries below the diagonal of a graph.
const MatrixRef &lower_graph(const std::string &name);
/// Random entries, `per_row` in each row.
MatrixRef random_matrix(GrB_Index nrows, GrB_Index ncols, GrB_Index per_row, uint64_t seed);
/// A full matrix, values 0 to 99.
MatrixRef full_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
/// A full matrix of ones.
MatrixRef one_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
VectorRef full_vector(GrB_Index size);
/// About `count` entries at random, evenly spread.
VectorRef random_vector(GrB_Type type, GrB_Index size, GrB_Index count, uint64_t seed);

Indices every(GrB_Index first, GrB_Index step, GrB_Index count);
Indices permuted(GrB_Index size);
/// `count` of [0, bound), with repeats, in any order.
Indices any_of(GrB_Index count, GrB_Index bound, uint64_t seed);

} // namespace grb::tool
