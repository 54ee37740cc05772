// Select of the C API with the tests from before GrB_IndexUnaryOp.
#include "capi/call.hpp"
#include "capi/gxb_select_ops.hpp"
#include "operations/apply.hpp"

#include <iterator>

using namespace grb;

#define GRB_DEFINE(NAME, code, has_thunk)                                         \
    static constinit SelectOp select_##NAME{                                      \
        {Magic::select_op, true}, IndexUnaryCode::code, has_thunk, "GxB_" #NAME}; \
    constinit GxB_SelectOp GxB_##NAME = &select_##NAME;
GRB_DEFINE(TRIL, tril, true)
GRB_DEFINE(TRIU, triu, true)
GRB_DEFINE(DIAG, diag, true)
GRB_DEFINE(OFFDIAG, offdiag, true)
GRB_DEFINE(NONZERO, valuene, false)
GRB_DEFINE(EQ_ZERO, valueeq, false)
GRB_DEFINE(GT_ZERO, valuegt, false)
GRB_DEFINE(GE_ZERO, valuege, false)
GRB_DEFINE(LT_ZERO, valuelt, false)
GRB_DEFINE(LE_ZERO, valuele, false)
GRB_DEFINE(NE_THUNK, valuene, true)
GRB_DEFINE(EQ_THUNK, valueeq, true)
GRB_DEFINE(GT_THUNK, valuegt, true)
GRB_DEFINE(GE_THUNK, valuege, true)
GRB_DEFINE(LT_THUNK, valuelt, true)
GRB_DEFINE(LE_THUNK, valuele, true)
#undef GRB_DEFINE

namespace {

/// Returns the operator over a built-in type, or null: complex numbers have no order.
const IndexUnaryOp *over_type(IndexUnaryCode code, TypeCode type) noexcept {
    const std::size_t k = static_cast<std::size_t>(type) - 1;
    switch (code) {
#define GRB_OP(code, P, SUFFIX, c_type, T, NAME) P##_##NAME##_##SUFFIX,
#define GRB_CASE(code, NAME, ...)                                                  \
    case IndexUnaryCode::code: {                                                   \
        const GrB_IndexUnaryOp ops[] = {GRB_REAL_TYPES(GRB_OP, NAME) __VA_ARGS__}; \
        return k < std::size(ops) ? ops[k] : nullptr;                              \
    }
        GRB_CASE(valueeq, VALUEEQ, GRB_COMPLEX_TYPES(GRB_OP, VALUEEQ))
        GRB_CASE(valuene, VALUENE, GRB_COMPLEX_TYPES(GRB_OP, VALUENE))
        GRB_CASE(valuelt, VALUELT)
        GRB_CASE(valuele, VALUELE)
        GRB_CASE(valuegt, VALUEGT)
        GRB_CASE(valuege, VALUEGE)
#undef GRB_CASE
#undef GRB_OP
    case IndexUnaryCode::tril:
        return GrB_TRIL;
    case IndexUnaryCode::triu:
        return GrB_TRIU;
    case IndexUnaryCode::diag:
        return GrB_DIAG;
    default:
        return GrB_OFFDIAG;
    }
}

/// Compares values of user-defined types by all their bytes.
template <bool wants_equal>
void compare_bytes(const void *self, void *z, const void *x, bool x_is_scalar, const Positions &,
                   const void *thunk, std::size_t n) {
    const std::size_t size = static_cast<const IndexUnaryOp *>(self)->xtype->size;
    const auto *values = static_cast<const unsigned char *>(x);
    for (std::size_t k = 0; k < n; k++) {
        const bool is_equal = std::memcmp(values + (x_is_scalar ? 0 : k * size), thunk, size) == 0;
        static_cast<bool *>(z)[k] = is_equal == wants_equal;
    }
}

IndexUnaryOp over_bytes(const SelectOp &op, const Type *type) {
    if (op.code != IndexUnaryCode::valueeq && op.code != IndexUnaryCode::valuene) {
        throw Error(GrB_DOMAIN_MISMATCH, "%s needs an order, which values of type %s have not",
                    op.name, type_name(type));
    }
    const bool wants_equal = op.code == IndexUnaryCode::valueeq;
    return {{},
            {Magic::index_unary_op},
            IndexUnaryCode::user,
            GrB_BOOL,
            type,
            type,
            wants_equal ? compare_bytes<true> : compare_bytes<false>,
            nullptr,
            ""};
}

/// Returns the thunk in the type that the test wants.
Array thunk_of(const SelectOp &op, const Type *wanted, const Scalar *thunk) {
    Array value = Array::zeroed(wanted->size);
    if (!op.has_thunk || thunk == nullptr || !thunk->has_value) return value;
    check_domain("Thunk", thunk->type, wanted);
    cast_values(value.data(), wanted, thunk->value.data(), thunk->type, 1);
    return value;
}

template <class T>
GrB_Info run(const char *function, T *C, T *mask, GrB_BinaryOp accum, GxB_SelectOp op, T *A,
             GrB_Scalar thunk, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        const Call<T> call(C, mask, accum, desc);
        const SelectOp &test = required(op, "op");
        const T &source = required(A, Names<T>::A);
        const Scalar *given = optional(thunk, "Thunk");
        const Type *const wanted = is_positional(test) ? builtin_type(TypeCode::int64)
                                   : is_narrow_code(source.type()->code)
                                       ? builtin_type(TypeCode::fp32)
                                       : source.type();
        const Array value = thunk_of(test, wanted, given);
        if (const IndexUnaryOp *known = over_type(test.code, wanted->code)) {
            grb::select(call.output(), known, source, value.data(), wanted, desc);
        } else {
            const IndexUnaryOp made = over_bytes(test, wanted);
            grb::select(call.output(), &made, source, value.data(), wanted, desc);
        }
    });
}

} // namespace

GrB_Info GxB_Vector_select(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                           const GxB_SelectOp op, GrB_Vector u, GrB_Scalar Thunk,
                           const GrB_Descriptor desc) {
    return run(__func__, w, mask, accum, op, u, Thunk, desc);
}

GrB_Info GxB_Matrix_select(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                           const GxB_SelectOp op, GrB_Matrix A, GrB_Scalar Thunk,
                           const GrB_Descriptor desc) {
    return run(__func__, C, Mask, accum, op, A, Thunk, desc);
}

GrB_Info GxB_SelectOp_xtype(GrB_Type *xtype, GxB_SelectOp op) {
    return guard(__func__, op, [&] {
        required_pointer(xtype, "xtype");
        required(op, "op");
        *xtype = nullptr;
    });
}

GrB_Info GxB_SelectOp_ttype(GrB_Type *ttype, GxB_SelectOp op) {
    return guard(__func__, op, [&] {
        required_pointer(ttype, "ttype");
        *ttype = is_positional(required(op, "op")) ? GrB_INT64 : nullptr;
    });
}
