// Builds and transforms the matrix of a shared graph by calls that all processes make.
#include "shared_graph.h"

#include "graph.h"

#include "io/assemble.h"
#include "io/input_error.h"
#include "io/table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <graphblast/gxb_objects.h>
#include <limits>
#include <utility>

namespace grb::tool {

namespace {

uint64_t entries_of(GrB_Matrix A) {
    GrB_Index count = 0;
    check(GrB_Matrix_nvals(&count, A), "GrB_Matrix_nvals");
    return count;
}

Matrix new_matrix(GrB_Type type, const EdgeList &edges) {
    Matrix A;
    check(GrB_Matrix_new(A.out(), type, edges.nrows, edges.ncols), "GrB_Matrix_new");
    return A;
}

GrB_BinaryOp operator_of(Duplicates rule) {
    switch (rule) {
    case Duplicates::sum:
        return GrB_PLUS_FP64;
    case Duplicates::max:
        return GrB_MAX_FP64;
    case Duplicates::min:
        return GrB_MIN_FP64;
    case Duplicates::first:
        break;
    }
    return GrB_FIRST_FP64;
}

template <class T>
Matrix built_as(GrB_Type type, GrB_BinaryOp join, const Buffer<T> &values, EdgeList &edges) {
    Matrix A = new_matrix(type, edges);
    build_from_shares(A, {edges.rows.data(), edges.cols.data(), values.data(), edges.rows.size()},
                      type, join);
    for (Buffer<uint64_t> *const indices : {&edges.rows, &edges.cols})
        Buffer<uint64_t>().swap(*indices);
    return A;
}

/// Builds the matrix: of INT32 for a pattern; else of FP64, where joined integers are exact up to
/// 2^53, as in an edge list.
Matrix built(GraphShare &share) {
    EdgeList &edges = share.edges;
    if (!edges.is_pattern())
        return built_as(GrB_FP64, operator_of(share.duplicates), std::exchange(edges.weights, {}),
                        edges);
    Buffer<int32_t> ones(edges.rows.size());
    std::fill(ones.begin(), ones.end(), 1);
    return built_as(GrB_INT32, GrB_FIRST_INT32, ones, edges);
}

void select(GrB_Matrix C, GrB_IndexUnaryOp rule, GrB_Matrix A, int64_t thunk) {
    check(GrB_Matrix_select_INT64(C, nullptr, nullptr, rule, A, thunk, nullptr),
          "GrB_Matrix_select");
}

/// Returns whether the matrix equals its transpose, including values.
bool equals_transpose(GrB_Matrix A, const EdgeList &edges) {
    Matrix equal = new_matrix(GrB_BOOL, edges);
    check(GrB_Matrix_eWiseMult_BinaryOp(equal, nullptr, nullptr, GrB_EQ_FP64, A, A, GrB_DESC_T1),
          "GrB_Matrix_eWiseMult");
    if (entries_of(equal) != entries_of(A)) return false;
    bool is_equal = true;
    check(GrB_Matrix_reduce_BOOL(&is_equal, nullptr, GrB_LAND_MONOID_BOOL, equal, nullptr),
          "GrB_Matrix_reduce");
    return is_equal;
}

/// Returns A with the mirror images of its entries above the diagonal, or below.
Matrix mirrored(GrB_Matrix A, const EdgeList &edges, bool is_above) {
    Matrix part = new_matrix(GrB_FP64, edges), strict = new_matrix(GrB_FP64, edges),
           both = new_matrix(GrB_FP64, edges);
    select(part, is_above ? GrB_TRIU : GrB_TRIL, A, is_above ? 0 : -1);
    select(strict, GrB_OFFDIAG, part, 0);
    check(GrB_Matrix_eWiseAdd_BinaryOp(both, nullptr, nullptr, GrB_FIRST_FP64, part, strict,
                                       GrB_DESC_T1),
          "GrB_Matrix_eWiseAdd");
    return both;
}

/// Does symmetrize() of an edge list: entries above the diagonal come first.
void symmetrize(Matrix &A, const EdgeList &edges, Duplicates rule) {
    const Matrix above = mirrored(A, edges, true), below = mirrored(A, edges, false);
    const GrB_BinaryOp join = operator_of(edges.is_pattern() ? Duplicates::first : rule);
    check(GrB_Matrix_eWiseAdd_BinaryOp(A, nullptr, nullptr, join, above, below, nullptr),
          "GrB_Matrix_eWiseAdd");
}

double reduced(GrB_Matrix A, GrB_Monoid monoid) {
    double value = 0;
    check(GrB_Matrix_reduce_FP64(&value, nullptr, monoid, A, nullptr), "GrB_Matrix_reduce");
    return value;
}

/// Throws InputError for the first weight that an edge list refuses.
void check_weights(GrB_Matrix A, const EdgeList &edges, const std::string &graph) {
    const bool is_integer = edges.field == Field::integer;
    const double most = is_integer ? 0x1p53 : std::numeric_limits<double>::max();
    Matrix good = new_matrix(GrB_FP64, edges), bad = new_matrix(GrB_FP64, edges);
    check(GrB_Matrix_select_FP64(good, nullptr, nullptr, GrB_VALUELE_FP64, A, most, nullptr),
          "GrB_Matrix_select");
    check(GrB_Matrix_select_FP64(good, nullptr, nullptr, GrB_VALUEGE_FP64, good, -most, nullptr),
          "GrB_Matrix_select");
    if (entries_of(good) == entries_of(A)) return;
    check(GrB_Matrix_assign(bad, good, nullptr, A, GrB_ALL, edges.nrows, GrB_ALL, edges.ncols,
                            GrB_DESC_SC),
          "GrB_Matrix_assign");
    EdgeList wrong;
    wrong.field = Field::real;
    fetch_entries(wrong, bad);
    throw InputError(fmt::format("{}: the weight of the edge from {} to {} is {}, which is no {}: "
                                 "--dedup says how several become one",
                                 graph, edges.ids.of(wrong.rows[0]), edges.ids.of(wrong.cols[0]),
                                 wrong.weights[0],
                                 is_integer ? "integer up to 2^53" : "finite number"));
}

Buffer<uint64_t> offsets_of(GrB_Matrix A, uint64_t nrows) {
    Vector ones, counts;
    check(GrB_Vector_new(ones.out(), GrB_INT64, nrows), "GrB_Vector_new");
    check(GrB_Vector_new(counts.out(), GrB_INT64, nrows), "GrB_Vector_new");
    check(GrB_Vector_assign_INT64(ones, nullptr, nullptr, 1, GrB_ALL, nrows, nullptr),
          "GrB_Vector_assign");
    check(GrB_mxv(counts, nullptr, nullptr, GxB_PLUS_PAIR_INT64, A, ones, nullptr), "GrB_mxv");
    GrB_Index found = nrows;
    std::vector<GrB_Index> rows(nrows);
    std::vector<int64_t> degrees(nrows);
    check(GrB_Vector_extractTuples_INT64(rows.data(), degrees.data(), &found, counts),
          "GrB_Vector_extractTuples");
    Buffer<uint64_t> offsets(nrows + 1);
    std::fill(offsets.begin(), offsets.end(), uint64_t{0});
    for (GrB_Index k = 0; k < found; ++k) offsets[rows[k] + 1] = static_cast<uint64_t>(degrees[k]);
    for (uint64_t row = 0; row < nrows; ++row) offsets[row + 1] += offsets[row];
    return offsets;
}

} // namespace

SharedGraph build_shared(GraphShare &share, const std::string &graph) {
    EdgeList &edges = share.edges;
    SharedGraph result;
    Matrix A = built(share);
    if (share.tells_repeated) edges.origin += text_of_repeated(share.all_entries - entries_of(A));
    edges.origin += share.origin_end;
    if (share.drop_self_loops) select(A, GrB_OFFDIAG, A, 0);
    result.is_symmetric = edges.is_undirected || equals_transpose(A, edges);
    if (share.symmetrize && !result.is_symmetric) {
        symmetrize(A, edges, share.mirrored);
        result.is_symmetric = true;
    }
    if (!edges.is_pattern()) check_weights(A, edges, graph);
    const double largest = std::max(std::abs(reduced(A, GrB_MAX_MONOID_FP64)),
                                    std::abs(reduced(A, GrB_MIN_MONOID_FP64)));
    const Numbers numbers = numbers_for(entries_of(A) == 0 ? 0 : largest, edges);
    result.has_negative_weight = entries_of(A) != 0 && reduced(A, GrB_MIN_MONOID_FP64) < 0;
    result.type = type_of(numbers);
    result.offsets = offsets_of(A, edges.nrows);
    if (result.type != (edges.is_pattern() ? GrB_INT32 : GrB_FP64)) {
        Matrix typed = new_matrix(result.type, edges);
        check(GrB_Matrix_apply(typed, nullptr, nullptr, GrB_IDENTITY_FP64, A, nullptr),
              "GrB_Matrix_apply");
        A = std::move(typed);
    }
    check(GrB_Matrix_wait(A, GrB_MATERIALIZE), "GrB_Matrix_wait");
    result.matrix = std::move(A);
    return result;
}

void fetch_entries(EdgeList &edges, GrB_Matrix A) {
    RawEntries raw;
    GrB_Index count = entries_of(A);
    raw.rows.resize(count);
    raw.cols.resize(count);
    raw.weights.resize(count);
    check(GrB_Matrix_extractTuples_FP64(raw.rows.data(), raw.cols.data(), raw.weights.data(),
                                        &count, A),
          "GrB_Matrix_extractTuples");
    if (edges.is_pattern()) Buffer<double>().swap(raw.weights);
    assemble(edges, raw, Duplicates::first);
}

} // namespace grb::tool
