// mxm, mxv, vxm and kronecker of the C API.
#include "capi/call.hpp"
#include "operations/kronecker.hpp"
#include "operations/mxm.hpp"
#include "operations/mxv.hpp"

using namespace grb;

GrB_Info GrB_mxm(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                 const GrB_Semiring semiring, GrB_Matrix A, GrB_Matrix B,
                 const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        required(semiring, "semiring");
        required(A, "A");
        required(B, "B");
        mxm(call.output(), *semiring, *A, *B, desc);
    });
}

GrB_Info GrB_mxv(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                 const GrB_Semiring semiring, GrB_Matrix A, GrB_Vector u,
                 const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        required(semiring, "semiring");
        required(A, "A");
        required(u, "u");
        mxv(call.recordable_output(), *semiring, *A, *u, desc);
    });
}

GrB_Info GrB_vxm(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                 const GrB_Semiring semiring, GrB_Vector u, GrB_Matrix A,
                 const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        required(semiring, "semiring");
        required(u, "u");
        required(A, "A");
        vxm(call.recordable_output(), *semiring, *u, *A, desc);
    });
}

namespace {

const BinaryOp *product(const BinaryOp &op) noexcept {
    return &op;
}
const BinaryOp *product(const Monoid &monoid) noexcept {
    return monoid.op;
}
const BinaryOp *product(const Semiring &semiring) noexcept {
    return semiring.multiply;
}

template <class Op>
GrB_Info run_kronecker(const char *function, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                       Op *op, GrB_Matrix A, GrB_Matrix B, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<Matrix> call(C, Mask, accum, desc);
        required(op, "op");
        required(A, "A");
        required(B, "B");
        kronecker(call.output(), product(*op), *A, *B, desc);
    });
}

} // namespace

#define GRB_DEFINE(Kind)                                                                          \
    GrB_Info GrB_Matrix_kronecker_##Kind(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, \
                                         const GrB_##Kind op, GrB_Matrix A, GrB_Matrix B,         \
                                         const GrB_Descriptor desc) {                             \
        return run_kronecker(__func__, C, Mask, accum, op, A, B, desc);                           \
    }
GRB_DEFINE(BinaryOp)
GRB_DEFINE(Monoid)
GRB_DEFINE(Semiring)
#undef GRB_DEFINE
