/// eWiseAdd, eWiseMult, apply, select, reduce, transpose.
#include "cells.h"

namespace grb::tool {

namespace {

using MakeMatrix = std::function<MatrixRef()>;
using MakeVector = std::function<VectorRef()>;

void add_ewise(Cells &cells, const std::string &name, const MakeMatrix &make_A,
               const MakeMatrix &make_B) {
    const auto prepare = [=](auto call) {
        const MatrixRef A = make_A(), B = make_B();
        GrB_Index columns = 0;
        must(GrB_Matrix_ncols(&columns, A.get()));
        const MatrixRef C = new_matrix(GrB_FP64, nrows_of(A), columns);
        return Body(
            [=] {
                must(call(C.get(), nullptr, nullptr, GrB_PLUS_FP64, A.get(), B.get(), nullptr));
                finish(C);
            },
            C);
    };
    cells.push_back({"ewise_add", name, [=] { return prepare(GrB_Matrix_eWiseAdd_BinaryOp); }});
    cells.push_back({"ewise_mult", name, [=] { return prepare(GrB_Matrix_eWiseMult_BinaryOp); }});
}

void add_ewise(Cells &cells, const std::string &name, const MakeVector &make_u,
               const MakeVector &make_v) {
    const auto prepare = [=](auto call) {
        const VectorRef u = make_u(), v = make_v();
        GrB_Index size = 0;
        must(GrB_Vector_size(&size, u.get()));
        const VectorRef w = new_vector(GrB_FP64, size);
        return Body(
            [=] {
                must(call(w.get(), nullptr, nullptr, GrB_PLUS_FP64, u.get(), v.get(), nullptr));
                finish(w);
            },
            w);
    };
    cells.push_back({"ewise_add", name, [=] { return prepare(GrB_Vector_eWiseAdd_BinaryOp); }});
    cells.push_back({"ewise_mult", name, [=] { return prepare(GrB_Vector_eWiseMult_BinaryOp); }});
}

/// Adds a cell whose body makes a matrix like A, of a given type.
void add_map(Cells &cells, const std::string &kind, const std::string &name, GrB_Type *type,
             const MakeMatrix &make, const std::function<GrB_Info(GrB_Matrix, GrB_Matrix)> &call) {
    cells.push_back({kind, name, [=] {
                         const MatrixRef A = make();
                         GrB_Index columns = 0;
                         must(GrB_Matrix_ncols(&columns, A.get()));
                         const MatrixRef C = new_matrix(*type, nrows_of(A), columns);
                         return Body(
                             [=] {
                                 must(call(C.get(), A.get()));
                                 finish(C);
                             },
                             C);
                     }});
}

void add_map(Cells &cells, const std::string &kind, const std::string &name, GrB_Type *type,
             const MakeVector &make, const std::function<GrB_Info(GrB_Vector, GrB_Vector)> &call) {
    cells.push_back({kind, name, [=] {
                         const VectorRef u = make();
                         GrB_Index size = 0;
                         must(GrB_Vector_size(&size, u.get()));
                         const VectorRef w = new_vector(*type, size);
                         return Body(
                             [=] {
                                 must(call(w.get(), u.get()));
                                 finish(w);
                             },
                             w);
                     }});
}

/// Changes the operand before each call, and exports the result by rows: a library may read a
/// transposed matrix as the same arrays by columns, and cache that form.
void add_transpose(Cells &cells, const std::string &name, const MakeMatrix &make) {
    cells.push_back(
        {"transpose", name + ", exported by rows", [=] {
             const MatrixRef A = copy_of(make());
             GrB_Index ncols = 0, count = 0;
             must(GrB_Matrix_ncols(&ncols, A.get()));
             must(GrB_Matrix_nvals(&count, A.get()));
             const MatrixRef C = new_matrix(GrB_FP64, ncols, nrows_of(A));
             const auto starts = std::make_shared<Indices>(ncols + 1);
             const auto tuples = std::make_shared<Tuples>(
                 Tuples{Indices(count), Indices(count), std::vector<double>(count)});
             must(GrB_Matrix_extractTuples_FP64(tuples->rows.data(), tuples->columns.data(),
                                                tuples->values.data(), &count, A.get()));
             const GrB_Index i = tuples->rows.front(), j = tuples->columns.front();
             return Body(
                 [=] {
                     must(GrB_Matrix_setElement_FP64(A.get(), 1000, i, j));
                     finish(A);
                     must(GrB_transpose(C.get(), nullptr, nullptr, A.get(), nullptr));
                     finish(C);
                     GrB_Index nstarts = starts->size(), nindices = count, nvalues = count;
                     must(GrB_Matrix_export_FP64(starts->data(), tuples->columns.data(),
                                                 tuples->values.data(), &nstarts, &nindices,
                                                 &nvalues, GrB_CSR_FORMAT, C.get()));
                 },
                 C);
         }});
}

void add_maps_of_matrix(Cells &cells, const std::string &name, const MakeMatrix &A) {
    add_map(cells, "apply", name + " AINV", &GrB_FP64, A, [](GrB_Matrix C, GrB_Matrix A) {
        return GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_FP64, A, nullptr);
    });
    add_map(cells, "apply", name + " PLUS 2", &GrB_FP64, A, [](GrB_Matrix C, GrB_Matrix A) {
        return GrB_Matrix_apply_BinaryOp2nd_FP64(C, nullptr, nullptr, GrB_PLUS_FP64, A, 2, nullptr);
    });
    add_map(cells, "apply", name + " COLINDEX", &GrB_INT64, A, [](GrB_Matrix C, GrB_Matrix A) {
        return GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_COLINDEX_INT64, A, 0,
                                              nullptr);
    });
    add_map(cells, "select", name + " TRIL", &GrB_FP64, A, [](GrB_Matrix C, GrB_Matrix A) {
        return GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, A, 0, nullptr);
    });
    add_map(cells, "select", name + " VALUEGT", &GrB_FP64, A, [](GrB_Matrix C, GrB_Matrix A) {
        return GrB_Matrix_select_FP64(C, nullptr, nullptr, GrB_VALUEGT_FP64, A, 50, nullptr);
    });
    add_transpose(cells, name, A);
}

void add_maps_of_vector(Cells &cells, const std::string &name, const MakeVector &u) {
    add_map(cells, "apply", name + " AINV", &GrB_FP64, u, [](GrB_Vector w, GrB_Vector u) {
        return GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, u, nullptr);
    });
    add_map(cells, "apply", name + " ROWINDEX", &GrB_INT64, u, [](GrB_Vector w, GrB_Vector u) {
        return GrB_Vector_apply_IndexOp_INT64(w, nullptr, nullptr, GrB_ROWINDEX_INT64, u, 0,
                                              nullptr);
    });
    add_map(cells, "select", name + " VALUEGT", &GrB_FP64, u, [](GrB_Vector w, GrB_Vector u) {
        return GrB_Vector_select_FP64(w, nullptr, nullptr, GrB_VALUEGT_FP64, u, 50, nullptr);
    });
}

void add_reductions(Cells &cells, const std::string &name, const MakeMatrix &make) {
    for (GrB_Monoid *const monoid : {&GrB_PLUS_MONOID_FP64, &GrB_MAX_MONOID_FP64}) {
        const std::string what = name + (monoid == &GrB_PLUS_MONOID_FP64 ? " PLUS" : " MAX");
        cells.push_back({"reduce", what + " to scalar", [=] {
                             const MatrixRef A = make();
                             const auto sum = std::make_shared<double>();
                             return Body(
                                 [=] {
                                     must(GrB_Matrix_reduce_FP64(sum.get(), nullptr, *monoid,
                                                                 A.get(), nullptr));
                                 },
                                 sum);
                         }});
        const auto to_vector = [=](GrB_Descriptor *how) {
            const MatrixRef A = make();
            const VectorRef w = new_vector(GrB_FP64, nrows_of(A));
            return Body(
                [=] {
                    must(GrB_Matrix_reduce_Monoid(w.get(), nullptr, nullptr, *monoid, A.get(),
                                                  how != nullptr ? *how : nullptr));
                    finish(w);
                },
                w);
        };
        cells.push_back({"reduce", what + " of rows", [=] { return to_vector(nullptr); }});
        cells.push_back({"reduce", what + " of columns", [=] { return to_vector(&GrB_DESC_T0); }});
    }
}

void add_reduction(Cells &cells, const std::string &name, const MakeVector &make) {
    cells.push_back({"reduce", name + " PLUS to scalar", [=] {
                         const VectorRef u = make();
                         const auto sum = std::make_shared<double>();
                         return Body(
                             [=] {
                                 must(GrB_Vector_reduce_FP64(
                                     sum.get(), nullptr, GrB_PLUS_MONOID_FP64, u.get(), nullptr));
                             },
                             sum);
                     }});
}

} // namespace

void add_element_wise(Cells &cells) {
    for (const char *text : {"tiny", "small", "kron:16", "grid:1000x1000", "er:262144:2097152"}) {
        const std::string name = text;
        const MakeMatrix A = [name] { return graph(name); };
        const MakeMatrix other = [name] {
            const GrB_Index n = nrows_of(graph(name));
            return random_matrix(n, n, 2, 5);
        };
        add_ewise(cells, name + " with itself", A, A);
        add_ewise(cells, name + " with random", A, other);
        add_maps_of_matrix(cells, name, A);
        add_reductions(cells, name, A);
    }
    constexpr GrB_Index n = 10000000;
    const MakeMatrix full = [] { return full_matrix(GrB_FP64, 1000, 1000); };
    const MakeMatrix sparse = [] { return graph("small"); };
    add_ewise(cells, "full 1000x1000 with itself", full, full);
    add_ewise(cells, "full 1000x1000 with small", full, sparse);
    add_maps_of_matrix(cells, "full 1000x1000", full);
    add_reductions(cells, "full 1000x1000", full);

    const MakeVector all = [] { return full_vector(n); };
    const MakeVector half = [] { return random_vector(GrB_FP64, n, n / 2, 1); };
    const MakeVector tenth = [] { return random_vector(GrB_FP64, n, n / 10, 1); };
    const MakeVector few = [] { return random_vector(GrB_FP64, n, n / 1000, 2); };
    const MakeVector ten = [] { return random_vector(GrB_FP64, 100, 10, 1); };
    add_ewise(cells, "vectors full and full", all, all);
    add_ewise(cells, "vectors full and half", all, half);
    add_ewise(cells, "vectors full and sparse", all, few);
    add_ewise(cells, "vectors half and half", half, half);
    add_ewise(cells, "vectors half and sparse", half, few);
    add_ewise(cells, "vectors tenth and sparse", tenth, few);
    add_ewise(cells, "vectors of ten", ten, ten);
    const std::pair<const char *, MakeVector> vectors[] = {
        {"full vector", all}, {"half vector", half}, {"tenth of a vector", tenth}, {"ten", ten}};
    for (const auto &[name, make] : vectors) {
        add_maps_of_vector(cells, name, make);
        add_reduction(cells, name, make);
    }
}

} // namespace grb::tool
