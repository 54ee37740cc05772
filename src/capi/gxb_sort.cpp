// Operations: sort.
#include "capi/guard.hpp"
#include "operations/arguments.hpp"
#include "storage/convert.hpp"
#include "storage/line_sort.hpp"
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
        const SortedLines sorted = sort_lines(*source.snapshot(), op, by_column);
        // All that can fail comes before the first of the two changes.
        const auto as_stored = [](const T &object, const Ref<Snapshot> &lines) {
            return object.honour_options(casted(lines, object.type()));
        };
        Ref<Snapshot> values = C != nullptr ? as_stored(*C, sorted.values) : sorted.values;
        Ref<Snapshot> places = P != nullptr ? as_stored(*P, sorted.positions) : sorted.positions;
        if (C != nullptr) C->publish(std::move(values));
        if (P != nullptr) P->publish(std::move(places));
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
