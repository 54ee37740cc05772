// Sort of the C API.
#include "capi/guard.hpp"
#include "operations/arguments.hpp"
#include "operations/sort.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>

using namespace grb;

namespace {

void check_size(const char *name, const Container &target, const Container &A) {
    if (target.nrows() == A.nrows() && target.ncols() == A.ncols()) return;
    throw Error(GrB_DIMENSION_MISMATCH,
                "%s is %" PRIu64 " x %" PRIu64 ", what is sorted %" PRIu64 " x %" PRIu64, name,
                target.nrows(), target.ncols(), A.nrows(), A.ncols());
}

void check_order(const BinaryOp &op, const Container &A) {
    check_combines_values("op", &op);
    if (op.ztype->code != TypeCode::boolean || op.xtype != op.ytype) {
        throw Error(GrB_DOMAIN_MISMATCH,
                    "op takes %s and %s and yields %s; an order takes one type and yields bool",
                    type_name(op.xtype), type_name(op.ytype), type_name(op.ztype));
    }
    check_domain("the operand", A.type(), op.xtype);
}

template <class T>
GrB_Info run(const char *function, T *C, T *P, GrB_BinaryOp op, T *A, GrB_Descriptor desc) {
    return guard(function, C != nullptr ? C : P, [&] {
        if (C == nullptr && P == nullptr)
            throw Error(GrB_NULL_POINTER, "%s and P are NULL", Names<T>::C);
        optional(C, Names<T>::C);
        optional(P, "P");
        required(op, "op");
        const T &source = required(A, Names<T>::A);
        optional(desc, "desc");
        if (C == P) throw Error(GrB_INVALID_VALUE, "%s and P are one object", Names<T>::C);
        check_order(*op, source);
        if (C != nullptr) {
            check_size(Names<T>::C, *C, source);
            check_domain("the result", source.type(), C->type());
        }
        if (P != nullptr) {
            check_size("P", *P, source);
            check_indices_type("P", P->type());
        }
        const bool by_column = !source.is_vector() && transposes_first(desc);
        sort(C, P, *op, source, by_column);
    });
}

} // namespace

GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp op, GrB_Vector u,
                         const GrB_Descriptor desc) {
    return run(__func__, w, p, op, u, desc);
}

GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp op, GrB_Matrix A,
                         const GrB_Descriptor desc) {
    return run(__func__, C, P, op, A, desc);
}
