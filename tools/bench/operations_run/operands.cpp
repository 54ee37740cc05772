// The operands of the timed operations.
#include "cells.h"
#include "io/graph_spec.h"
#include "io/random.h"

#include <algorithm>
#include <map>

namespace grb::tool {

MatrixRef owned(GrB_Matrix C) {
    return {C, [](GrB_Matrix matrix) { GrB_Matrix_free(&matrix); }};
}

MatrixRef new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix C = nullptr;
    must(GrB_Matrix_new(&C, type, nrows, ncols));
    return owned(C);
}

MatrixRef copy_of(const MatrixRef &A) {
    GrB_Matrix C = nullptr;
    must(GrB_Matrix_dup(&C, A.get()));
    return owned(C);
}

VectorRef new_vector(GrB_Type type, GrB_Index size) {
    GrB_Vector w = nullptr;
    must(GrB_Vector_new(&w, type, size));
    return {w, [](GrB_Vector vector) { GrB_Vector_free(&vector); }};
}

namespace {

MatrixRef loaded(const std::string &text) {
    const EdgeList edges = load_graph(text + ",w=1..255");
    const MatrixRef A = new_matrix(GrB_FP64, edges.nrows, edges.ncols);
    must(GrB_Matrix_build_FP64(A.get(), edges.rows.data(), edges.cols.data(), edges.weights.data(),
                               edges.size(), GrB_PLUS_FP64));
    finish(A);
    return A;
}

} // namespace

const MatrixRef &graph(const std::string &name) {
    static std::map<std::string, MatrixRef> known;
    MatrixRef &A = known[name];
    if (!A && name == "tiny") A = random_matrix(10, 10, 1, 1);
    if (!A && name == "small") A = random_matrix(1000, 1000, 10, 1);
    if (!A) A = loaded(name);
    return A;
}

GrB_Index nrows_of(const MatrixRef &A) {
    GrB_Index nrows = 0;
    must(GrB_Matrix_nrows(&nrows, A.get()));
    return nrows;
}

const MatrixRef &lower_graph(const std::string &name) {
    static std::map<std::string, MatrixRef> known;
    MatrixRef &L = known[name];
    if (!L) {
        const MatrixRef &A = graph(name);
        L = new_matrix(GrB_FP64, nrows_of(A), nrows_of(A));
        must(GrB_Matrix_select_INT64(L.get(), nullptr, nullptr, GrB_TRIL, A.get(), -1, nullptr));
        finish(L);
    }
    return L;
}

MatrixRef random_matrix(GrB_Index nrows, GrB_Index ncols, GrB_Index per_row, uint64_t seed) {
    const RandomStream random(seed, 2000);
    Indices rows, columns;
    std::vector<double> values;
    for (GrB_Index i = 0; i < nrows; i++) {
        for (GrB_Index k = 0; k < per_row; k++) {
            rows.push_back(i);
            columns.push_back(random.below(i * per_row + k, ncols));
            values.push_back(static_cast<double>(1 + (i + k) % 255));
        }
    }
    const MatrixRef A = new_matrix(GrB_FP64, nrows, ncols);
    must(GrB_Matrix_build_FP64(A.get(), rows.data(), columns.data(), values.data(), rows.size(),
                               GrB_FIRST_FP64));
    finish(A);
    return A;
}

MatrixRef one_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    const MatrixRef A = new_matrix(type, nrows, ncols);
    must(GrB_Matrix_assign_BOOL(A.get(), nullptr, nullptr, true, GrB_ALL, nrows, GrB_ALL, ncols,
                                nullptr));
    finish(A);
    return A;
}

MatrixRef full_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    Indices rows, columns;
    std::vector<double> values;
    for (GrB_Index i = 0; i < nrows; i++) {
        for (GrB_Index j = 0; j < ncols; j++) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(static_cast<double>((i * 7 + j) % 100));
        }
    }
    const MatrixRef A = new_matrix(type, nrows, ncols);
    must(GrB_Matrix_build_FP64(A.get(), rows.data(), columns.data(), values.data(), rows.size(),
                               GrB_FIRST_FP64));
    finish(A);
    return A;
}

VectorRef full_vector(GrB_Index size) {
    const VectorRef ones = new_vector(GrB_INT64, size), w = new_vector(GrB_FP64, size);
    must(GrB_Vector_assign_INT64(ones.get(), nullptr, nullptr, 1, GrB_ALL, size, nullptr));
    must(GrB_Vector_apply_IndexOp_INT64(w.get(), nullptr, nullptr, GrB_ROWINDEX_INT64, ones.get(),
                                        1, nullptr));
    finish(w);
    return w;
}

VectorRef random_vector(GrB_Type type, GrB_Index size, GrB_Index count, uint64_t seed) {
    const RandomStream random(seed, 3000);
    Indices indices;
    std::vector<double> values;
    for (GrB_Index k = 0; k < count; k++) {
        const GrB_Index begin = size / count * k;
        indices.push_back(begin + random.below(k, size / count));
        values.push_back(static_cast<double>(1 + k % 255));
    }
    const VectorRef u = new_vector(type, size);
    must(GrB_Vector_build_FP64(u.get(), indices.data(), values.data(), count, GrB_FIRST_FP64));
    finish(u);
    return u;
}

Indices every(GrB_Index first, GrB_Index step, GrB_Index count) {
    Indices list(count);
    for (GrB_Index k = 0; k < count; k++) list[k] = first + k * step;
    return list;
}

Indices permuted(GrB_Index size) {
    const Permutation permutation(size, 1, 4000);
    Indices list(size);
    for (GrB_Index k = 0; k < size; k++) list[k] = permutation(k);
    return list;
}

Indices any_of(GrB_Index count, GrB_Index bound, uint64_t seed) {
    const RandomStream random(seed, 5000);
    Indices list(count);
    for (GrB_Index k = 0; k < count; k++) list[k] = random.below(k, bound);
    return list;
}

} // namespace grb::tool
