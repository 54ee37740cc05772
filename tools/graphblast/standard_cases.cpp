// The standard problems of every operation, for `bench`.
#include "bench_cases.h"

#include "engine.h"
#include "objects.h"

#include <memory>
#include <numeric>

namespace grb::tool {

namespace {

/// The operands that the cases share.
struct Operands {
    explicit Operands(const EdgeList &edges) : n(edges.nrows), top(edges.nrows / 2 + 1) {
        std::iota(top.begin(), top.end(), GrB_Index{0});
        check(GrB_Matrix_new(A.out(), GrB_FP32, n, n), "GrB_Matrix_new");
        const std::vector<float> values(edges.size(), 1.5F);
        if (!values.empty())
            check(GrB_Matrix_build_FP32(A, edges.rows.data(), edges.cols.data(), values.data(),
                                        values.size(), nullptr),
                  "GrB_Matrix_build");
        check(GrB_Matrix_wait(A, GrB_MATERIALIZE), "GrB_Matrix_wait");
        full = random_vector({1, n, n, "auto", "FP32", false});
        few = random_vector({1, n, n / 100 + 1, "auto", "FP32", false});
        half = random_vector({1, n, n / 2 + 1, "auto", "BOOL", true});
        tall = random_matrix({n, 16, n * 16, "auto", "FP32", false});
        small = random_matrix({32, 32, 128, "auto", "FP32", false});
    }

    uint64_t n;
    std::vector<GrB_Index> top; ///< the first half of the rows; n / 2 < n
    Matrix A, tall, small;
    Vector full, few, half;
};

Matrix new_matrix(uint64_t nrows, uint64_t ncols) {
    Matrix C;
    check(GrB_Matrix_new(C.out(), GrB_FP32, nrows, ncols), "GrB_Matrix_new");
    return C;
}

Vector new_vector(uint64_t n) {
    Vector w;
    check(GrB_Vector_new(w.out(), GrB_FP32, n), "GrB_Vector_new");
    return w;
}

using O = const Operands &;

/// The growing list; every case shares ownership of the operands.
struct Cases {
    std::shared_ptr<const Operands> operands;
    std::vector<BenchCase> list;

    uint64_t n() const { return operands->n; }

    /// Adds a call whose result is a new matrix.
    template <class Call>
    void matrix(const char *operation, const char *label, uint64_t nrows, uint64_t ncols,
                Call call) {
        list.push_back({operation, label, [o = operands, nrows, ncols, call, operation] {
                            const Matrix C = new_matrix(nrows, ncols);
                            check(call(*o, C.get()), operation);
                            check(GrB_Matrix_wait(C, GrB_MATERIALIZE), "GrB_Matrix_wait");
                        }});
    }
    /// Adds a call whose result is a new vector of n values.
    template <class Call>
    void vector(const char *operation, const char *label, Call call) {
        list.push_back({operation, label, [o = operands, call, operation] {
                            const Vector w = new_vector(o->n);
                            check(call(*o, w.get()), operation);
                            check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
                        }});
    }
};

void add_products(Cases &cases) {
    cases.vector("mxv", "A u, u full", [](O x, GrB_Vector w) {
        return GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.full, nullptr);
    });
    cases.vector("mxv", "A u, u 1%", [](O x, GrB_Vector w) {
        return GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.few, nullptr);
    });
    cases.vector("mxv", "u' A, u 1%", [](O x, GrB_Vector w) {
        return GrB_vxm(w, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP32, x.few, x.A, nullptr);
    });
    cases.vector("mxv", "u' A, u 1%, mask !50%", [](O x, GrB_Vector w) {
        return GrB_vxm(w, x.half, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, x.few, x.A, GrB_DESC_RSC);
    });
    cases.vector("mxv", "A u, u full, mask 1%", [](O x, GrB_Vector w) {
        return GrB_mxv(w, x.few, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.full, GrB_DESC_RS);
    });
    cases.matrix("mxm", "A A'<A>", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_mxm(C, x.A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.A, GrB_DESC_ST1);
    });
    cases.matrix("mxm", "A A", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.A, nullptr);
    });
    cases.matrix("mxm", "A B, B n x 16 full", cases.n(), 16, [](O x, GrB_Matrix C) {
        return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.tall, nullptr);
    });
}

void add_elementwise(Cases &cases) {
    cases.matrix("ewise_add", "A + A", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_PLUS_FP32, x.A, x.A, nullptr);
    });
    cases.vector("ewise_add", "u 1% + v full", [](O x, GrB_Vector w) {
        return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MIN_FP32, x.few, x.full,
                                            nullptr);
    });
    cases.matrix("ewise_mult", "A .* A'", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP32, x.A, x.A,
                                             GrB_DESC_T1);
    });
    cases.vector("ewise_mult", "u full .* v full", [](O x, GrB_Vector w) {
        return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_TIMES_FP32, x.full, x.full,
                                             nullptr);
    });
}

void add_functions(Cases &cases) {
    cases.matrix("apply", "|A|", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_Matrix_apply(C, nullptr, nullptr, GrB_ABS_FP32, x.A, nullptr);
    });
    cases.vector("apply", "u full + 1", [](O x, GrB_Vector w) {
        return GrB_Vector_apply_BinaryOp2nd_FP32(w, nullptr, nullptr, GrB_PLUS_FP32, x.full, 1.0F,
                                                 nullptr);
    });
    cases.matrix("select", "tril(A)", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, x.A, -1, nullptr);
    });
    cases.vector("select", "u full > 4", [](O x, GrB_Vector w) {
        return GrB_Vector_select_FP32(w, nullptr, nullptr, GrB_VALUEGT_FP32, x.full, 4.0F, nullptr);
    });
}

void add_submatrices(Cases &cases) {
    cases.vector("assign", "w(:) = 1", [](O x, GrB_Vector w) {
        return GrB_Vector_assign_FP32(w, nullptr, nullptr, 1.0F, GrB_ALL, x.n, nullptr);
    });
    cases.vector("assign", "w<u 1%> = u", [](O x, GrB_Vector w) {
        return GrB_Vector_assign(w, x.few, nullptr, x.few, GrB_ALL, x.n, GrB_DESC_S);
    });
    cases.matrix("extract", "A(0:n/2, :)", cases.operands->top.size(), cases.n(),
                 [](O x, GrB_Matrix C) {
                     return GrB_Matrix_extract(C, nullptr, nullptr, x.A, x.top.data(), x.top.size(),
                                               GrB_ALL, x.n, nullptr);
                 });
}

void add_reductions_and_moves(Cases &cases) {
    cases.vector("reduce", "rows of A", [](O x, GrB_Vector w) {
        return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_FP32, x.A, nullptr);
    });
    cases.list.push_back(
        {"reduce", "A to a scalar", [o = cases.operands] {
             float sum = 0;
             check(GrB_Matrix_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, o->A, nullptr),
                   "GrB_Matrix_reduce");
         }});
    cases.matrix("transpose", "A'", cases.n(), cases.n(), [](O x, GrB_Matrix C) {
        return GrB_transpose(C, nullptr, nullptr, x.A, nullptr);
    });
    cases.matrix("kronecker", "32 x 32 by 32 x 32", 1024, 1024, [](O x, GrB_Matrix C) {
        return GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP32, x.small, x.small,
                                             nullptr);
    });
}

} // namespace

std::vector<BenchCase> standard_cases(const EdgeList &edges) {
    Cases cases{std::make_shared<const Operands>(edges), {}};
    add_products(cases);
    add_elementwise(cases);
    add_functions(cases);
    add_submatrices(cases);
    add_reductions_and_moves(cases);
    return std::move(cases.list);
}

} // namespace grb::tool
