/// mxv, vxm, mxm, kronecker.
#include "cells.h"

namespace grb::tool {

namespace {

constexpr const char *large[] = {"kron:16", "grid:1000x1000", "er:262144:2097152"};
constexpr const char *middle[] = {"kron:12", "grid:200x200", "er:65536:524288"};

enum class Shape { full, half, few };

VectorRef operand(Shape shape, GrB_Index n) {
    if (shape == Shape::full) return full_vector(n);
    return random_vector(GrB_FP64, n,
                         shape == Shape::half ? n / 2 : std::max<GrB_Index>(1, n / 100), 1);
}

void add_vector_product(Cells &cells, const std::string &name, Shape shape, const char *what,
                        GrB_Semiring *semiring, bool has_mask) {
    const auto prepare = [=](bool is_vxm) {
        const MatrixRef A = graph(name);
        const GrB_Index n = nrows_of(A);
        const VectorRef u = operand(shape, n), w = new_vector(GrB_FP64, n);
        const VectorRef mask = has_mask ? random_vector(GrB_BOOL, n, n / 2, 2) : nullptr;
        return Body(
            [=] {
                GrB_Descriptor how = has_mask ? GrB_DESC_RSC : nullptr;
                must(is_vxm
                         ? GrB_vxm(w.get(), mask.get(), nullptr, *semiring, u.get(), A.get(), how)
                         : GrB_mxv(w.get(), mask.get(), nullptr, *semiring, A.get(), u.get(), how));
                finish(w);
            },
            w);
    };
    cells.push_back({"mxv", name + " " + what, [=] { return prepare(false); }});
    cells.push_back({"vxm", name + " " + what, [=] { return prepare(true); }});
}

/// C = A B, with a structural mask if one is given.
Cell product(const std::string &name, const std::function<MatrixRef()> &make_A,
             const std::function<MatrixRef()> &make_B, GrB_Semiring *semiring, GrB_Type *type,
             GrB_Descriptor *how = nullptr, const std::function<MatrixRef()> &make_mask = {}) {
    return {"mxm", name, [=] {
                const MatrixRef A = make_A(), B = make_B(), M = make_mask ? make_mask() : nullptr;
                const bool is_B_transposed = how == &GrB_DESC_T1 || how == &GrB_DESC_ST1;
                GrB_Index columns = 0;
                must(is_B_transposed ? GrB_Matrix_nrows(&columns, B.get())
                                     : GrB_Matrix_ncols(&columns, B.get()));
                const MatrixRef C = new_matrix(*type, nrows_of(A), columns);
                return Body(
                    [=] {
                        must(GrB_mxm(C.get(), M.get(), nullptr, *semiring, A.get(), B.get(),
                                     how != nullptr ? *how : nullptr));
                        finish(C);
                    },
                    C);
            }};
}

void add_sparse_products(Cells &cells) {
    GrB_Semiring *const plus_times = &GrB_PLUS_TIMES_SEMIRING_FP64;
    for (const char *text : {"tiny", "small", "kron:12", "grid:1000x1000", "er:65536:524288"}) {
        const std::string name = text;
        const auto A = [name] { return graph(name); };
        cells.push_back(product(name + " A*A", A, A, plus_times, &GrB_FP64));
    }
    for (const char *text : {"tiny", "small", "kron:14", "grid:1000x1000", "er:262144:2097152"}) {
        const std::string name = text;
        const auto L = [name] { return lower_graph(name); };
        cells.push_back(
            product(name + " <L>L*L'", L, L, &GxB_PLUS_PAIR_INT64, &GrB_INT64, &GrB_DESC_ST1, L));
    }
    for (const char *text : large) {
        const std::string name = text;
        const auto A = [name] { return graph(name); };
        for (const GrB_Index columns : {4, 32}) {
            const auto B = [=] { return full_matrix(GrB_FP64, nrows_of(graph(name)), columns); };
            cells.push_back(product(name + " A*B, full B of " + std::to_string(columns), A, B,
                                    plus_times, &GrB_FP64));
        }
        const auto tall = [=] { return random_matrix(nrows_of(graph(name)), 4, 1, 3); };
        const auto wide = [=] { return random_matrix(4, nrows_of(graph(name)), 1000, 3); };
        cells.push_back(
            product(name + " A*T, T sparse of 4 columns", A, tall, plus_times, &GrB_FP64));
        cells.push_back(product(name + " S*A, S of 4 rows", wide, A, plus_times, &GrB_FP64));
    }
}

void add_other_products(Cells &cells) {
    const auto hyper = [] { return random_matrix(1000, GrB_Index{1} << 40, 2, 4); };
    cells.push_back(product("A*A' of 2^40 columns", hyper, hyper, &GrB_PLUS_TIMES_SEMIRING_FP64,
                            &GrB_FP64, &GrB_DESC_T1));
    for (const GrB_Index n : {10, 100, 500}) {
        const std::string size = std::to_string(n);
        const auto ones = [n] { return one_matrix(GrB_BOOL, n, n); };
        const auto truths = [n] { return full_matrix(GrB_BOOL, n, n); };
        const auto values = [n] { return full_matrix(GrB_FP64, n, n); };
        cells.push_back(product("full " + size + " LOR_LAND, all true", ones, ones,
                                &GrB_LOR_LAND_SEMIRING_BOOL, &GrB_BOOL));
        cells.push_back(product("full " + size + " LOR_LAND", truths, truths,
                                &GrB_LOR_LAND_SEMIRING_BOOL, &GrB_BOOL));
        cells.push_back(product("full " + size + " PLUS_TIMES", values, values,
                                &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64));
    }
}

void add_kronecker(Cells &cells, const std::string &name, const std::string &a,
                   const std::string &b) {
    cells.push_back({"kronecker", name, [=] {
                         const MatrixRef A = graph(a), B = graph(b);
                         const GrB_Index n = nrows_of(A) * nrows_of(B);
                         const MatrixRef C = new_matrix(GrB_FP64, n, n);
                         return Body(
                             [=] {
                                 must(GrB_Matrix_kronecker_BinaryOp(C.get(), nullptr, nullptr,
                                                                    GrB_TIMES_FP64, A.get(),
                                                                    B.get(), nullptr));
                                 finish(C);
                             },
                             C);
                     }});
}

} // namespace

void add_products(Cells &cells) {
    for (const char *name : {"tiny", "small"}) {
        add_vector_product(cells, name, Shape::full, "full", &GrB_PLUS_TIMES_SEMIRING_FP64, false);
        add_vector_product(cells, name, Shape::half, "half", &GrB_PLUS_TIMES_SEMIRING_FP64, false);
    }
    for (const char *name : large) {
        add_vector_product(cells, name, Shape::full, "full", &GrB_PLUS_TIMES_SEMIRING_FP64, false);
        add_vector_product(cells, name, Shape::half, "half", &GrB_PLUS_TIMES_SEMIRING_FP64, false);
        add_vector_product(cells, name, Shape::few, "few", &GrB_PLUS_TIMES_SEMIRING_FP64, false);
        add_vector_product(cells, name, Shape::few, "few, MIN_PLUS, mask",
                           &GrB_MIN_PLUS_SEMIRING_FP64, true);
    }
    add_sparse_products(cells);
    add_other_products(cells);
    add_kronecker(cells, "tiny x tiny", "tiny", "tiny");
    add_kronecker(cells, "small x tiny", "small", "tiny");
    add_kronecker(cells, "small x small", "small", "small");
    add_kronecker(cells, "kron:16 x tiny", "kron:16", "tiny");
    for (const char *name : middle) {
        cells.push_back({"vxm", std::string(name) + " one entry", [=] {
                             const MatrixRef A = graph(name);
                             const VectorRef u = new_vector(GrB_FP64, nrows_of(A)),
                                             w = new_vector(GrB_FP64, nrows_of(A));
                             must(GrB_Vector_setElement_FP64(u.get(), 1, 7));
                             finish(u);
                             return Body(
                                 [=] {
                                     must(GrB_vxm(w.get(), nullptr, nullptr,
                                                  GrB_PLUS_TIMES_SEMIRING_FP64, u.get(), A.get(),
                                                  nullptr));
                                     finish(w);
                                 },
                                 w);
                         }});
    }
}

} // namespace grb::tool
