// Element-wise addition and multiplication of the C API.
#include "operations/ewise.hpp"
#include "capi/call.hpp"

using namespace grb;

namespace {

const BinaryOp *sum(const BinaryOp &op) noexcept {
    return &op;
}
const BinaryOp *sum(const Monoid &monoid) noexcept {
    return monoid.op;
}
const BinaryOp *sum(const Semiring &semiring) noexcept {
    return semiring.add->op;
}
const BinaryOp *product(const BinaryOp &op) noexcept {
    return &op;
}
const BinaryOp *product(const Monoid &monoid) noexcept {
    return monoid.op;
}
const BinaryOp *product(const Semiring &semiring) noexcept {
    return semiring.multiply;
}

template <class T, class Op>
GrB_Info run_add(const char *function, T *C, T *mask, GrB_BinaryOp accum, Op *op, T *A, T *B,
                 GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        required(op, "op");
        required(A, Names<T>::A);
        required(B, Names<T>::B);
        ewise_add(call.recordable_output(), sum(*op), *A, *B, desc);
    });
}

template <class T, class Op>
GrB_Info run_mult(const char *function, T *C, T *mask, GrB_BinaryOp accum, Op *op, T *A, T *B,
                  GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        required(op, "op");
        required(A, Names<T>::A);
        required(B, Names<T>::B);
        ewise_mult(call.recordable_output(), product(*op), *A, *B, desc);
    });
}

} // namespace

#define GRB_DEFINE(Object, Kind)                                                                \
    GrB_Info GrB_##Object##_eWiseAdd_##Kind(                                                    \
        GrB_##Object C, const GrB_##Object mask, const GrB_BinaryOp accum, const GrB_##Kind op, \
        const GrB_##Object A, const GrB_##Object B, const GrB_Descriptor desc) {                \
        return run_add(__func__, C, mask, accum, op, A, B, desc);                               \
    }                                                                                           \
    GrB_Info GrB_##Object##_eWiseMult_##Kind(                                                   \
        GrB_##Object C, const GrB_##Object mask, const GrB_BinaryOp accum, const GrB_##Kind op, \
        const GrB_##Object A, const GrB_##Object B, const GrB_Descriptor desc) {                \
        return run_mult(__func__, C, mask, accum, op, A, B, desc);                              \
    }
GRB_DEFINE(Vector, BinaryOp)
GRB_DEFINE(Vector, Monoid)
GRB_DEFINE(Vector, Semiring)
GRB_DEFINE(Matrix, BinaryOp)
GRB_DEFINE(Matrix, Monoid)
GRB_DEFINE(Matrix, Semiring)
#undef GRB_DEFINE
