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

} // namespace

std::vector<BenchCase> standard_cases(const EdgeList &edges) {
    const auto o = std::make_shared<Operands>(edges);
    const uint64_t n = o->n;
    std::vector<BenchCase> cases;
    const auto matrix_case = [&](const char *operation, const char *label, uint64_t nrows,
                                 uint64_t ncols, auto call) {
        cases.push_back({operation, label, [o, nrows, ncols, call, operation] {
                             const Matrix C = new_matrix(nrows, ncols);
                             check(call(*o, C.get()), operation);
                             check(GrB_Matrix_wait(C, GrB_MATERIALIZE), "GrB_Matrix_wait");
                         }});
    };
    const auto vector_case = [&](const char *operation, const char *label, auto call) {
        cases.push_back({operation, label, [o, n, call, operation] {
                             const Vector w = new_vector(n);
                             check(call(*o, w.get()), operation);
                             check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
                         }});
    };
    using O = const Operands &;
    vector_case("mxv", "A u, u full", [](O x, GrB_Vector w) {
        return GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.full, nullptr);
    });
    vector_case("mxv", "A u, u 1%", [](O x, GrB_Vector w) {
        return GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.few, nullptr);
    });
    vector_case("mxv", "u' A, u 1%", [](O x, GrB_Vector w) {
        return GrB_vxm(w, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP32, x.few, x.A, nullptr);
    });
    vector_case("mxv", "u' A, u 1%, mask !50%", [](O x, GrB_Vector w) {
        return GrB_vxm(w, x.half, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, x.few, x.A, GrB_DESC_RSC);
    });
    vector_case("mxv", "A u, u full, mask 1%", [](O x, GrB_Vector w) {
        return GrB_mxv(w, x.few, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.full, GrB_DESC_RS);
    });
    matrix_case("mxm", "A A'<A>", n, n, [](O x, GrB_Matrix C) {
        return GrB_mxm(C, x.A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.A, GrB_DESC_ST1);
    });
    matrix_case("mxm", "A A", n, n, [](O x, GrB_Matrix C) {
        return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.A, nullptr);
    });
    matrix_case("mxm", "A B, B n x 16 full", n, 16, [](O x, GrB_Matrix C) {
        return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP32, x.A, x.tall, nullptr);
    });
    matrix_case("ewise_add", "A + A", n, n, [](O x, GrB_Matrix C) {
        return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_PLUS_FP32, x.A, x.A, nullptr);
    });
    vector_case("ewise_add", "u 1% + v full", [](O x, GrB_Vector w) {
        return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MIN_FP32, x.few, x.full,
                                            nullptr);
    });
    matrix_case("ewise_mult", "A .* A'", n, n, [](O x, GrB_Matrix C) {
        return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP32, x.A, x.A,
                                             GrB_DESC_T1);
    });
    vector_case("ewise_mult", "u full .* v full", [](O x, GrB_Vector w) {
        return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_TIMES_FP32, x.full, x.full,
                                             nullptr);
    });
    matrix_case("apply", "|A|", n, n, [](O x, GrB_Matrix C) {
        return GrB_Matrix_apply(C, nullptr, nullptr, GrB_ABS_FP32, x.A, nullptr);
    });
    vector_case("apply", "u full + 1", [](O x, GrB_Vector w) {
        return GrB_Vector_apply_BinaryOp2nd_FP32(w, nullptr, nullptr, GrB_PLUS_FP32, x.full, 1.0F,
                                                 nullptr);
    });
    matrix_case("select", "tril(A)", n, n, [](O x, GrB_Matrix C) {
        return GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, x.A, -1, nullptr);
    });
    vector_case("select", "u full > 4", [](O x, GrB_Vector w) {
        return GrB_Vector_select_FP32(w, nullptr, nullptr, GrB_VALUEGT_FP32, x.full, 4.0F, nullptr);
    });
    vector_case("assign", "w(:) = 1", [](O x, GrB_Vector w) {
        return GrB_Vector_assign_FP32(w, nullptr, nullptr, 1.0F, GrB_ALL, x.n, nullptr);
    });
    vector_case("assign", "w<u 1%> = u", [](O x, GrB_Vector w) {
        return GrB_Vector_assign(w, x.few, nullptr, x.few, GrB_ALL, x.n, GrB_DESC_S);
    });
    matrix_case("extract", "A(0:n/2, :)", o->top.size(), n, [](O x, GrB_Matrix C) {
        return GrB_Matrix_extract(C, nullptr, nullptr, x.A, x.top.data(), x.top.size(), GrB_ALL,
                                  x.n, nullptr);
    });
    vector_case("reduce", "rows of A", [](O x, GrB_Vector w) {
        return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_FP32, x.A, nullptr);
    });
    cases.push_back(
        {"reduce", "A to a scalar", [o] {
             float sum = 0;
             check(GrB_Matrix_reduce_FP32(&sum, nullptr, GrB_PLUS_MONOID_FP32, o->A, nullptr),
                   "GrB_Matrix_reduce");
         }});
    matrix_case("transpose", "A'", n, n,
                [](O x, GrB_Matrix C) { return GrB_transpose(C, nullptr, nullptr, x.A, nullptr); });
    matrix_case("kronecker", "32 x 32 by 32 x 32", 1024, 1024, [](O x, GrB_Matrix C) {
        return GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP32, x.small, x.small,
                                             nullptr);
    });
    return cases;
}

} // namespace grb::tool
