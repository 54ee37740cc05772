// The operations of the GraphBLAS specification on ordered maps: slow, but short enough to compare
// with the specification by eye. A vector is a matrix with one column, so the formulas are the
// same.
#pragma once

#include "reference/operators.h"

#include <map>
#include <optional>
#include <utility>

namespace grb::model {

using Position = std::pair<Index, Index>;

struct Matrix {
    Type type;
    Index nrows = 0, ncols = 0;
    std::map<Position, Value> entries;

    bool has(Index i, Index j) const { return entries.count({i, j}) != 0; }
    /// Stores x, cast to the matrix's type.
    void set(Index i, Index j, const Value &x) { entries[{i, j}] = cast(x, type); }
};

bool operator==(const Matrix &a, const Matrix &b);

struct Descriptor {
    bool replace = false, structure = false, complement = false;
    bool transpose0 = false, transpose1 = false;
};

/// A range from one index to another, inclusive where a step hits it; descending ranges begin at
/// the larger one.
struct Range {
    Index begin, end, step;
    bool is_downwards;
};

/// The indices of assign and extract: GrB_ALL, a list or a range.
struct Indices {
    bool all = true;
    std::vector<Index> list;
    std::optional<Range> range = {};

    Index count(Index dimension) const;
    /// Returns the k-th index.
    Index at(Index k) const;
    /// Returns the positions k with at(k) == index.
    std::vector<Index> positions_of(Index index) const;
    bool contains(Index index) const { return !positions_of(index).empty(); }
};

/// The common inputs of all operations: the output before the call, mask, accumulator and
/// descriptor.
struct Write {
    const Matrix &output;
    const Matrix *mask = nullptr;
    const BinaryOp *accumulator = nullptr;
    Descriptor descriptor = {};
};

/// True if the mask allows the position: (i, j) ∈ ind(M~).
bool mask_allows(const Write &w, Index i, Index j);
/// Applies the standard accumulate, then mask and replace (ops_accum_z_matrix,
/// ops_mask_replace_matrix).
Matrix write(const Write &w, const Matrix &t);
Matrix transposed(const Matrix &a);

// T of each operation, before accumulator and mask; the descriptor has already transposed the
// matrices.
Matrix product(const Semiring &s, const Matrix &a, const Matrix &b);
Matrix sum(const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix intersection(const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix kronecker_product(const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix row_reduction(const Monoid &m, const Matrix &a);
Matrix extraction(const Matrix &a, const Indices &rows, const Indices &columns);

// The operations return the content of the output after the call.
Matrix mxm(const Write &w, const Semiring &s, const Matrix &a, const Matrix &b);
Matrix mxv(const Write &w, const Semiring &s, const Matrix &a, const Matrix &u);
Matrix vxm(const Write &w, const Semiring &s, const Matrix &u, const Matrix &a);
Matrix ewise_add(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix ewise_mult(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix kronecker(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b);
Matrix transpose(const Write &w, const Matrix &a);
Matrix apply(const Write &w, const UnaryOp &op, const Matrix &a);
Matrix apply_first(const Write &w, const BinaryOp &op, const Value &x, const Matrix &a);
Matrix apply_second(const Write &w, const BinaryOp &op, const Matrix &a, const Value &y);
Matrix apply_index(const Write &w, const IndexUnaryOp &op, const Matrix &a, const Value &s);
Matrix select(const Write &w, const IndexUnaryOp &op, const Matrix &a, const Value &s);
Matrix extract(const Write &w, const Matrix &a, const Indices &rows, const Indices &columns);
/// w = A(rows, j), or a part of row j with transpose0.
Matrix extract_column(const Write &w, const Matrix &a, const Indices &rows, Index j);
Matrix assign(const Write &w, const Matrix &a, const Indices &rows, const Indices &columns);
/// The scalar fills rows × columns; an empty scalar deletes there.
Matrix assign_scalar(const Write &w, const Type &scalar_type, const std::optional<Value> &x,
                     const Indices &rows, const Indices &columns);
/// C(rows, j) = u; the mask is a vector over column j, and nothing else of C changes.
Matrix assign_column(const Write &w, const Matrix &u, const Indices &rows, Index j);
/// C(i, columns) = u.
Matrix assign_row(const Write &w, const Matrix &u, Index i, const Indices &columns);
Matrix reduce_rows(const Write &w, const Monoid &m, const Matrix &a);
/// Reduces to a C scalar, whose value before the call is `before`.
Value reduce(const Value &before, const BinaryOp *accumulator, const Monoid &m, const Matrix &a);
/// Reduces to a GrB_Scalar of type `type`, which may be empty before and after the call.
std::optional<Value> reduce_to_scalar(const Type &type, const std::optional<Value> &before,
                                      const BinaryOp *accumulator, const Monoid &m,
                                      const Matrix &a);

/// Returns the k largest entries of each row, by value or magnitude: ties prefer lower columns, NaN
/// follows all numbers, -0 equals +0. Casts to `type`.
Matrix maxk(const Type &type, const Matrix &a, Index k, bool is_magnitude);

struct Tuple {
    Index i, j;
    Value x;
};

/// Builds from the tuples; dup combines duplicates in their order.
Matrix build(const Type &type, Index nrows, Index ncols, const std::vector<Tuple> &tuples,
             const BinaryOp *dup);
Matrix resized(const Matrix &a, Index nrows, Index ncols);
/// Makes the square matrix with v on diagonal k.
Matrix diagonal(const Matrix &v, std::int64_t k);

} // namespace grb::model
