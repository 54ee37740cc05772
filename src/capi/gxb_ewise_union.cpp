// Element-wise union of the C API.
#include "capi/call.hpp"
#include "operations/ewise_union.hpp"
#include "suitesparse/GraphBLAS.h"

using namespace grb;

namespace {

Substitute substitute(const char *argument, GrB_Scalar handle) {
    const Scalar &scalar = *handle;
    if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "%s has no value", argument);
    return {argument, scalar.value.data(), scalar.type};
}

template <class T>
GrB_Info run(const char *function, T *C, T *mask, GrB_BinaryOp accum, GrB_BinaryOp add, T *A,
             GrB_Scalar alpha, T *B, GrB_Scalar beta, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        required(add, "add");
        required(A, Names<T>::A);
        required(alpha, "alpha");
        required(B, Names<T>::B);
        required(beta, "beta");
        ewise_union(call.output(), add, *A, substitute("alpha", alpha), *B,
                    substitute("beta", beta), desc);
    });
}

} // namespace

GrB_Info GxB_Vector_eWiseUnion(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                               const GrB_BinaryOp add, GrB_Vector u, GrB_Scalar alpha, GrB_Vector v,
                               GrB_Scalar beta, const GrB_Descriptor desc) {
    return run(__func__, w, mask, accum, add, u, alpha, v, beta, desc);
}

GrB_Info GxB_Matrix_eWiseUnion(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                               const GrB_BinaryOp add, GrB_Matrix A, GrB_Scalar alpha, GrB_Matrix B,
                               GrB_Scalar beta, const GrB_Descriptor desc) {
    return run(__func__, C, Mask, accum, add, A, alpha, B, beta, desc);
}
