/// build, dup, setElement, extractElement, extractTuples.
#include "cells.h"
#include "io/random.h"

namespace grb::tool {

namespace {

Tuples tuples_of(const MatrixRef &A) {
    GrB_Index n = 0;
    must(GrB_Matrix_nvals(&n, A.get()));
    Tuples tuples{Indices(n), Indices(n), std::vector<double>(n)};
    must(GrB_Matrix_extractTuples_FP64(tuples.rows.data(), tuples.columns.data(),
                                       tuples.values.data(), &n, A.get()));
    return tuples;
}

Tuples shuffled(const Tuples &from) {
    const GrB_Index n = from.rows.size();
    const Permutation permute(n, 1, 6000);
    Tuples to{Indices(n), Indices(n), std::vector<double>(n)};
    for (GrB_Index k = 0; k < n; k++) {
        to.rows[k] = from.rows[permute(k)];
        to.columns[k] = from.columns[permute(k)];
        to.values[k] = from.values[permute(k)];
    }
    return to;
}

void add_build(Cells &cells, const std::string &of, bool is_shuffled) {
    cells.push_back({"build", of + (is_shuffled ? " in random order" : " in order"), [=] {
                         const MatrixRef A = graph(of);
                         const Tuples in_order = tuples_of(A);
                         const auto tuples = std::make_shared<const Tuples>(
                             is_shuffled ? shuffled(in_order) : in_order);
                         const MatrixRef C = new_matrix(GrB_FP64, nrows_of(A), nrows_of(A));
                         return Body(
                             [=] {
                                 must(GrB_Matrix_clear(C.get()));
                                 must(GrB_Matrix_build_FP64(
                                     C.get(), tuples->rows.data(), tuples->columns.data(),
                                     tuples->values.data(), tuples->rows.size(), GrB_PLUS_FP64));
                                 finish(C);
                             },
                             C);
                     }});
}

void add_vector_build(Cells &cells) {
    cells.push_back({"build", "vector of 1 M in random order", [] {
                         const auto list = std::make_shared<const Indices>(permuted(1000000));
                         const auto values =
                             std::make_shared<const std::vector<double>>(list->size(), 2.0);
                         const VectorRef w = new_vector(GrB_FP64, list->size());
                         return Body(
                             [=] {
                                 must(GrB_Vector_clear(w.get()));
                                 must(GrB_Vector_build_FP64(w.get(), list->data(), values->data(),
                                                            list->size(), GrB_PLUS_FP64));
                                 finish(w);
                             },
                             w);
                     }});
}

void add_whole(Cells &cells, const std::string &of) {
    // A copy may share its arrays until one of the two changes: the cell sets an entry to another
    // value.
    cells.push_back({"dup", of + ", one value changed", [=] {
                         const MatrixRef A = graph(of);
                         const Tuples first = tuples_of(A);
                         const GrB_Index i = first.rows.front(), j = first.columns.front();
                         const auto copy = std::make_shared<MatrixRef>();
                         return Body(
                             [=] {
                                 GrB_Matrix C = nullptr;
                                 must(GrB_Matrix_dup(&C, A.get()));
                                 *copy = owned(C);
                                 must(GrB_Matrix_setElement_FP64(C, 1000, i, j));
                                 finish(*copy);
                             },
                             copy);
                     }});
    cells.push_back(
        {"extract_tuples", of, [=] {
             const MatrixRef A = graph(of);
             const auto tuples = std::make_shared<Tuples>(tuples_of(A));
             return Body(
                 [=] {
                     GrB_Index n = tuples->rows.size();
                     must(GrB_Matrix_extractTuples_FP64(tuples->rows.data(), tuples->columns.data(),
                                                        tuples->values.data(), &n, A.get()));
                 },
                 tuples);
         }});
}

void add_vector_tuples(Cells &cells) {
    constexpr GrB_Index n = 10000000;
    const std::pair<const char *, GrB_Index> counts[] = {{"full vector", n}, {"tenth", n / 10}};
    for (const auto &[name, count] : counts) {
        cells.push_back({"extract_tuples", name, [count = count] {
                             const VectorRef u =
                                 count == n ? full_vector(n) : random_vector(GrB_FP64, n, count, 1);
                             const auto tuples = std::make_shared<Tuples>(
                                 Tuples{Indices(count), {}, std::vector<double>(count)});
                             return Body(
                                 [=] {
                                     GrB_Index stored = count;
                                     must(GrB_Vector_extractTuples_FP64(tuples->rows.data(),
                                                                        tuples->values.data(),
                                                                        &stored, u.get()));
                                 },
                                 tuples);
                         }});
    }
}

void add_set_elements(Cells &cells) {
    constexpr GrB_Index n = 1000000;
    cells.push_back({"set_element", "1 M into a full vector", [] {
                         const VectorRef w = full_vector(n);
                         const Indices positions = any_of(n, n, 7);
                         return Body(
                             [=] {
                                 for (const GrB_Index i : positions)
                                     must(GrB_Vector_setElement_FP64(w.get(), 2, i));
                                 finish(w);
                             },
                             w);
                     }});
    cells.push_back({"set_element", "1 M into an empty vector, in order", [] {
                         const VectorRef w = new_vector(GrB_FP64, 10 * n);
                         return Body(
                             [=] {
                                 must(GrB_Vector_clear(w.get()));
                                 for (GrB_Index k = 0; k < n; k++)
                                     must(GrB_Vector_setElement_FP64(w.get(), 2, 10 * k));
                                 finish(w);
                             },
                             w);
                     }});
    cells.push_back(
        {"set_element", "1 M into an empty matrix, in order", [] {
             const MatrixRef C = new_matrix(GrB_FP64, n / 10, n / 10);
             return Body(
                 [=] {
                     must(GrB_Matrix_clear(C.get()));
                     for (GrB_Index k = 0; k < n; k++)
                         must(GrB_Matrix_setElement_FP64(C.get(), 2, k / 10, k % 10 * 100));
                     finish(C);
                 },
                 C);
         }});
    cells.push_back({"set_element", "100,000 into an empty matrix, random", [] {
                         const MatrixRef C = new_matrix(GrB_FP64, n, n);
                         const Indices I = any_of(n / 10, n, 8), J = any_of(n / 10, n, 9);
                         return Body(
                             [=] {
                                 must(GrB_Matrix_clear(C.get()));
                                 for (GrB_Index k = 0; k < n / 10; k++)
                                     must(GrB_Matrix_setElement_FP64(C.get(), 2, I[k], J[k]));
                                 finish(C);
                             },
                             C);
                     }});
    cells.push_back({"set_element", "100,000 entries of kron:16 anew", [] {
                         const Tuples tuples = tuples_of(graph("kron:16"));
                         const MatrixRef C = copy_of(graph("kron:16"));
                         const Indices which = any_of(n / 10, tuples.rows.size(), 10);
                         return Body(
                             [=] {
                                 for (const GrB_Index k : which)
                                     must(GrB_Matrix_setElement_FP64(C.get(), 3, tuples.rows[k],
                                                                     tuples.columns[k]));
                                 finish(C);
                             },
                             C);
                     }});
}

void add_extract_elements(Cells &cells) {
    constexpr GrB_Index n = 1000000;
    cells.push_back({"extract_element", "1 M of a full vector", [] {
                         const VectorRef u = full_vector(n);
                         const Indices positions = any_of(n, n, 7);
                         const auto sum = std::make_shared<double>();
                         return Body(
                             [=] {
                                 double value = 0;
                                 *sum = 0;
                                 for (const GrB_Index i : positions) {
                                     must(GrB_Vector_extractElement_FP64(&value, u.get(), i));
                                     *sum += value;
                                 }
                             },
                             sum);
                     }});
    cells.push_back({"extract_element", "100,000 of kron:16", [] {
                         const MatrixRef A = graph("kron:16");
                         const auto tuples = std::make_shared<const Tuples>(tuples_of(A));
                         const Indices which = any_of(n / 10, tuples->rows.size(), 10);
                         const auto sum = std::make_shared<double>();
                         return Body(
                             [=] {
                                 double value = 0;
                                 *sum = 0;
                                 for (const GrB_Index k : which) {
                                     must(GrB_Matrix_extractElement_FP64(
                                         &value, A.get(), tuples->rows[k], tuples->columns[k]));
                                     *sum += value;
                                 }
                             },
                             sum);
                     }});
}

} // namespace

void add_access(Cells &cells) {
    for (const char *of : {"tiny", "small", "kron:16", "grid:1000x1000", "er:262144:2097152"}) {
        add_build(cells, of, false);
        add_build(cells, of, true);
        add_whole(cells, of);
    }
    add_vector_build(cells);
    add_vector_tuples(cells);
    add_set_elements(cells);
    add_extract_elements(cells);
}

} // namespace grb::tool
