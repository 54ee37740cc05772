// Apply and select of the C API.
#include "operations/apply.hpp"
#include "algebra/diagindex.hpp"
#include "capi/call.hpp"
#include "capi/values.hpp"

using namespace grb;

namespace {

template <class T>
GrB_Info run_unary(const char *function, T *C, T *mask, GrB_BinaryOp accum, GrB_UnaryOp op, T *A,
                   GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        required(op, "op");
        required(A, Names<T>::A);
        apply_unary(call.recordable_output(), op, *A, desc);
    });
}

/// Applies op(x, A), or with binds_second op(A, x).
template <class T>
GrB_Info run_bound(const char *function, T *C, T *mask, GrB_BinaryOp accum, GrB_BinaryOp op,
                   bool binds_second, const Given &given, T *A, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const char *argument = binds_second ? "y" : "x";
        const Call<T> call(C, mask, accum, desc);
        required(op, "op");
        given.check(argument);
        required(A, Names<T>::A);
        const Value value = given.value(argument, binds_second ? op->ytype : op->xtype);
        apply_bound(call.recordable_output(), op, binds_second, value.data, value.type, *A, desc);
    });
}

/// Runs apply or select with an index operator.
template <class T>
GrB_Info run_index(const char *function, T *C, T *mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op,
                   T *A, const Given &given, GrB_Descriptor desc,
                   decltype(&apply_index) operation) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        required(op, "op");
        required(A, Names<T>::A);
        given.check("y");
        const Value value = given.value("y", op->ttype);
        if (const IndexUnaryOp *standard = negated_diagindex(op)) {
            std::int64_t s = 0;
            check_domain("the thunk", value.type, op->ttype);
            cast_values(&s, op->ttype, value.data, value.type, 1);
            negate_diagonal(op, &s);
            operation(call.recordable_output(), standard, *A, &s, op->ttype, desc);
        } else {
            operation(call.recordable_output(), op, *A, value.data, value.type, desc);
        }
    });
}

} // namespace

GrB_Info GrB_Vector_apply(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                          const GrB_UnaryOp op, GrB_Vector u, const GrB_Descriptor desc) {
    return run_unary(__func__, w, mask, accum, op, u, desc);
}

GrB_Info GrB_Matrix_apply(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                          const GrB_UnaryOp op, GrB_Matrix A, const GrB_Descriptor desc) {
    return run_unary(__func__, C, Mask, accum, op, A, desc);
}

#define GRB_DEFINE_FOR(P, Object, T, type, pass)                                                  \
    GrB_Info P##_##Object##_apply_BinaryOp1st_##T(                                                \
        GrB_##Object C, const GrB_##Object mask, const GrB_BinaryOp accum, const GrB_BinaryOp op, \
        type x, const GrB_##Object A, const GrB_Descriptor desc) {                                \
        return run_bound(__func__, C, mask, accum, op, false, Given::pass(x), A, desc);           \
    }                                                                                             \
    GrB_Info P##_##Object##_apply_BinaryOp2nd_##T(                                                \
        GrB_##Object C, const GrB_##Object mask, const GrB_BinaryOp accum, const GrB_BinaryOp op, \
        const GrB_##Object A, type y, const GrB_Descriptor desc) {                                \
        return run_bound(__func__, C, mask, accum, op, true, Given::pass(y), A, desc);            \
    }                                                                                             \
    GrB_Info P##_##Object##_apply_IndexOp_##T(                                                    \
        GrB_##Object C, const GrB_##Object mask, const GrB_BinaryOp accum,                        \
        const GrB_IndexUnaryOp op, const GrB_##Object A, type y, const GrB_Descriptor desc) {     \
        return run_index(__func__, C, mask, accum, op, A, Given::pass(y), desc, apply_index);     \
    }                                                                                             \
    GrB_Info P##_##Object##_select_##T(GrB_##Object C, const GrB_##Object mask,                   \
                                       const GrB_BinaryOp accum, const GrB_IndexUnaryOp op,       \
                                       const GrB_##Object A, type y, const GrB_Descriptor desc) { \
        return run_index(__func__, C, mask, accum, op, A, Given::pass(y), desc, grb::select);     \
    }
#define GRB_DEFINE(P, T, type)                \
    GRB_DEFINE_FOR(P, Vector, T, type, typed) \
    GRB_DEFINE_FOR(P, Matrix, T, type, typed)
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE_FOR(GrB, Vector, UDT, const void *, untyped)
GRB_DEFINE_FOR(GrB, Matrix, UDT, const void *, untyped)
GRB_DEFINE_FOR(GrB, Vector, Scalar, const GrB_Scalar, boxed)
GRB_DEFINE_FOR(GrB, Matrix, Scalar, const GrB_Scalar, boxed)
#undef GRB_DEFINE
#undef GRB_DEFINE_FOR
