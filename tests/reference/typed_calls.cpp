// Selects the typed function by the type of the value.
#include "reference/typed_calls.h"

namespace grb::calls {
namespace {

using model::TypeCode;

template <class T>
const T *typed(const Bytes &x) {
    return reinterpret_cast<const T *>(x.data());
}

template <class T>
T *typed(Bytes &x) {
    return reinterpret_cast<T *>(x.data());
}

template <class T>
T *typed(Value &x) {
    return static_cast<T *>(x.data());
}

/// The _UDT functions take void *, whether they write or not.
void *opaque(const Value &x) {
    return const_cast<void *>(x.data());
}

/// Widens a narrow value to the domain of a typed function, which casts it back without a loss.
Value widened(const Value &x) {
    return cast(x, model::type_of(TypeCode::Fp32));
}

/// Extracts through a GrB_Scalar of x's type; `extract` fills it.
template <class Extract>
GrB_Info extract_narrow(Value &x, Extract extract) {
    GrB_Scalar s = nullptr;
    GrB_Info info = GrB_Scalar_new(&s, x.type.handle);
    if (info == GrB_SUCCESS) info = extract(s);
    Value wide = widened(x);
    if (info == GrB_SUCCESS) info = GrB_Scalar_extractElement_FP32(typed<float>(wide), s);
    if (info == GrB_SUCCESS) x = cast(wide, x.type);
    GrB_Scalar_free(&s);
    return info;
}

} // namespace

// RETURN_TYPED(type, CALL, udt): CALL(BOOL, bool) or its like for a built-in type, udt otherwise.
#define CASE(Code, T, C, CALL) \
    case TypeCode::Code:       \
        return CALL(T, C);
#define RETURN_TYPED(type, CALL, udt)             \
    switch ((type).code) {                        \
        CASE(Bool, BOOL, bool, CALL)              \
        CASE(Int8, INT8, std::int8_t, CALL)       \
        CASE(Uint8, UINT8, std::uint8_t, CALL)    \
        CASE(Int16, INT16, std::int16_t, CALL)    \
        CASE(Uint16, UINT16, std::uint16_t, CALL) \
        CASE(Int32, INT32, std::int32_t, CALL)    \
        CASE(Uint32, UINT32, std::uint32_t, CALL) \
        CASE(Int64, INT64, std::int64_t, CALL)    \
        CASE(Uint64, UINT64, std::uint64_t, CALL) \
        CASE(Fp32, FP32, float, CALL)             \
        CASE(Fp64, FP64, double, CALL)            \
    default:                                      \
        return udt;                               \
    }
// RETURN_TYPED with functions over narrow types.
#define RETURN_STORED(type, CALL, NARROW, udt)                          \
    if ((type).code == TypeCode::Bf16) return NARROW(BF16, GrX_BF16_t); \
    if ((type).code == TypeCode::Fp16) return NARROW(FP16, GrX_FP16_t); \
    RETURN_TYPED(type, CALL, udt)

GrB_Info build(GrB_Matrix c, const Index *i, const Index *j, const Bytes &x, Index count,
               GrB_BinaryOp dup, const Type &type){
#define CALL(T, C) GrB_Matrix_build_##T(c, i, j, typed<C>(x), count, dup)
#define NARROW(T, C) GrX_Matrix_build_##T(c, i, j, typed<C>(x), count, dup)
    RETURN_STORED(type, CALL, NARROW, GrB_Matrix_build_UDT(c, i, j, x.data(), count, dup))
#undef NARROW
#undef CALL
}

GrB_Info build(GrB_Vector w, const Index *i, const Bytes &x, Index count, GrB_BinaryOp dup,
               const Type &type){
#define CALL(T, C) GrB_Vector_build_##T(w, i, typed<C>(x), count, dup)
#define NARROW(T, C) GrX_Vector_build_##T(w, i, typed<C>(x), count, dup)
    RETURN_STORED(type, CALL, NARROW, GrB_Vector_build_UDT(w, i, x.data(), count, dup))
#undef NARROW
#undef CALL
}

GrB_Info set_element(GrB_Matrix c, const Value &x, Index i, Index j) {
    if (x.type.is_narrow()) return set_element(c, widened(x), i, j);
#define CALL(T, C) GrB_Matrix_setElement_##T(c, x.as<C>(), i, j)
    RETURN_TYPED(x.type, CALL, GrB_Matrix_setElement_UDT(c, opaque(x), i, j))
#undef CALL
}

GrB_Info set_element(GrB_Vector w, const Value &x, Index i) {
    if (x.type.is_narrow()) return set_element(w, widened(x), i);
#define CALL(T, C) GrB_Vector_setElement_##T(w, x.as<C>(), i)
    RETURN_TYPED(x.type, CALL, GrB_Vector_setElement_UDT(w, opaque(x), i))
#undef CALL
}

GrB_Info set_element(GrB_Scalar s, const Value &x) {
    if (x.type.is_narrow()) return set_element(s, widened(x));
#define CALL(T, C) GrB_Scalar_setElement_##T(s, x.as<C>())
    RETURN_TYPED(x.type, CALL, GrB_Scalar_setElement_UDT(s, opaque(x)))
#undef CALL
}

GrB_Info extract_element(Value &x, GrB_Matrix a, Index i, Index j) {
    if (x.type.is_narrow()) {
        return extract_narrow(
            x, [=](GrB_Scalar s) { return GrB_Matrix_extractElement_Scalar(s, a, i, j); });
    }
#define CALL(T, C) GrB_Matrix_extractElement_##T(typed<C>(x), a, i, j)
    RETURN_TYPED(x.type, CALL, GrB_Matrix_extractElement_UDT(x.data(), a, i, j))
#undef CALL
}

GrB_Info extract_element(Value &x, GrB_Vector u, Index i) {
    if (x.type.is_narrow()) {
        return extract_narrow(
            x, [=](GrB_Scalar s) { return GrB_Vector_extractElement_Scalar(s, u, i); });
    }
#define CALL(T, C) GrB_Vector_extractElement_##T(typed<C>(x), u, i)
    RETURN_TYPED(x.type, CALL, GrB_Vector_extractElement_UDT(x.data(), u, i))
#undef CALL
}

GrB_Info extract_element(Value &x, GrB_Scalar s) {
    if (x.type.is_narrow()) {
        Value wide = widened(x);
        const GrB_Info info = extract_element(wide, s);
        if (info == GrB_SUCCESS) x = cast(wide, x.type);
        return info;
    }
#define CALL(T, C) GrB_Scalar_extractElement_##T(typed<C>(x), s)
    RETURN_TYPED(x.type, CALL, GrB_Scalar_extractElement_UDT(x.data(), s))
#undef CALL
}

GrB_Info extract_tuples(Index *i, Index *j, Bytes &x, Index &count, GrB_Matrix a, const Type &type){
#define CALL(T, C) GrB_Matrix_extractTuples_##T(i, j, typed<C>(x), &count, a)
#define NARROW(T, C) GrX_Matrix_extractTuples_##T(i, j, typed<C>(x), &count, a)
    RETURN_STORED(type, CALL, NARROW, GrB_Matrix_extractTuples_UDT(i, j, x.data(), &count, a))
#undef NARROW
#undef CALL
}

GrB_Info extract_tuples(Index *i, Bytes &x, Index &count, GrB_Vector u, const Type &type){
#define CALL(T, C) GrB_Vector_extractTuples_##T(i, typed<C>(x), &count, u)
#define NARROW(T, C) GrX_Vector_extractTuples_##T(i, typed<C>(x), &count, u)
    RETURN_STORED(type, CALL, NARROW, GrB_Vector_extractTuples_UDT(i, x.data(), &count, u))
#undef NARROW
#undef CALL
}

GrB_Info apply_first(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                     const Value &x, GrB_Matrix a, GrB_Descriptor descriptor) {
    if (x.type.is_narrow()) return apply_first(c, mask, accumulator, op, widened(x), a, descriptor);
#define CALL(T, C) \
    GrB_Matrix_apply_BinaryOp1st_##T(c, mask, accumulator, op, x.as<C>(), a, descriptor)
    RETURN_TYPED(
        x.type, CALL,
        GrB_Matrix_apply_BinaryOp1st_UDT(c, mask, accumulator, op, x.data(), a, descriptor))
#undef CALL
}

GrB_Info apply_first(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                     const Value &x, GrB_Vector u, GrB_Descriptor descriptor) {
    if (x.type.is_narrow()) return apply_first(w, mask, accumulator, op, widened(x), u, descriptor);
#define CALL(T, C) \
    GrB_Vector_apply_BinaryOp1st_##T(w, mask, accumulator, op, x.as<C>(), u, descriptor)
    RETURN_TYPED(
        x.type, CALL,
        GrB_Vector_apply_BinaryOp1st_UDT(w, mask, accumulator, op, x.data(), u, descriptor))
#undef CALL
}

GrB_Info apply_second(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                      GrB_Matrix a, const Value &y, GrB_Descriptor descriptor) {
    if (y.type.is_narrow())
        return apply_second(c, mask, accumulator, op, a, widened(y), descriptor);
#define CALL(T, C) \
    GrB_Matrix_apply_BinaryOp2nd_##T(c, mask, accumulator, op, a, y.as<C>(), descriptor)
    RETURN_TYPED(
        y.type, CALL,
        GrB_Matrix_apply_BinaryOp2nd_UDT(c, mask, accumulator, op, a, y.data(), descriptor))
#undef CALL
}

GrB_Info apply_second(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                      GrB_Vector u, const Value &y, GrB_Descriptor descriptor) {
    if (y.type.is_narrow())
        return apply_second(w, mask, accumulator, op, u, widened(y), descriptor);
#define CALL(T, C) \
    GrB_Vector_apply_BinaryOp2nd_##T(w, mask, accumulator, op, u, y.as<C>(), descriptor)
    RETURN_TYPED(
        y.type, CALL,
        GrB_Vector_apply_BinaryOp2nd_UDT(w, mask, accumulator, op, u, y.data(), descriptor))
#undef CALL
}

GrB_Info apply_index(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                     GrB_Matrix a, const Value &s, GrB_Descriptor descriptor) {
    if (s.type.is_narrow()) return apply_index(c, mask, accumulator, op, a, widened(s), descriptor);
#define CALL(T, C) GrB_Matrix_apply_IndexOp_##T(c, mask, accumulator, op, a, s.as<C>(), descriptor)
    RETURN_TYPED(s.type, CALL,
                 GrB_Matrix_apply_IndexOp_UDT(c, mask, accumulator, op, a, s.data(), descriptor))
#undef CALL
}

GrB_Info apply_index(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                     GrB_Vector u, const Value &s, GrB_Descriptor descriptor) {
    if (s.type.is_narrow()) return apply_index(w, mask, accumulator, op, u, widened(s), descriptor);
#define CALL(T, C) GrB_Vector_apply_IndexOp_##T(w, mask, accumulator, op, u, s.as<C>(), descriptor)
    RETURN_TYPED(s.type, CALL,
                 GrB_Vector_apply_IndexOp_UDT(w, mask, accumulator, op, u, s.data(), descriptor))
#undef CALL
}

GrB_Info select(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                GrB_Matrix a, const Value &s, GrB_Descriptor descriptor) {
    if (s.type.is_narrow()) return select(c, mask, accumulator, op, a, widened(s), descriptor);
#define CALL(T, C) GrB_Matrix_select_##T(c, mask, accumulator, op, a, s.as<C>(), descriptor)
    RETURN_TYPED(s.type, CALL,
                 GrB_Matrix_select_UDT(c, mask, accumulator, op, a, s.data(), descriptor))
#undef CALL
}

GrB_Info select(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                GrB_Vector u, const Value &s, GrB_Descriptor descriptor) {
    if (s.type.is_narrow()) return select(w, mask, accumulator, op, u, widened(s), descriptor);
#define CALL(T, C) GrB_Vector_select_##T(w, mask, accumulator, op, u, s.as<C>(), descriptor)
    RETURN_TYPED(s.type, CALL,
                 GrB_Vector_select_UDT(w, mask, accumulator, op, u, s.data(), descriptor))
#undef CALL
}

GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, const Value &x,
                const Index *rows, Index row_count, const Index *columns, Index column_count,
                GrB_Descriptor descriptor) {
    if (x.type.is_narrow())
        return assign(c, mask, accumulator, widened(x), rows, row_count, columns, column_count,
                      descriptor);
#define CALL(T, C)                                                                                 \
    GrB_Matrix_assign_##T(c, mask, accumulator, x.as<C>(), rows, row_count, columns, column_count, \
                          descriptor)
    RETURN_TYPED(x.type, CALL,
                 GrB_Matrix_assign_UDT(c, mask, accumulator, opaque(x), rows, row_count, columns,
                                       column_count, descriptor))
#undef CALL
}

GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, const Value &x,
                const Index *rows, Index row_count, GrB_Descriptor descriptor) {
    if (x.type.is_narrow())
        return assign(w, mask, accumulator, widened(x), rows, row_count, descriptor);
#define CALL(T, C) \
    GrB_Vector_assign_##T(w, mask, accumulator, x.as<C>(), rows, row_count, descriptor)
    RETURN_TYPED(
        x.type, CALL,
        GrB_Vector_assign_UDT(w, mask, accumulator, opaque(x), rows, row_count, descriptor))
#undef CALL
}

GrB_Info reduce(Value &c, GrB_BinaryOp accumulator, GrB_Monoid monoid, GrB_Matrix a){
#define CALL(T, C) GrB_Matrix_reduce_##T(typed<C>(c), accumulator, monoid, a, GrB_NULL)
    RETURN_TYPED(c.type, CALL, GrB_Matrix_reduce_UDT(c.data(), accumulator, monoid, a, GrB_NULL))
#undef CALL
}

GrB_Info reduce(Value &c, GrB_BinaryOp accumulator, GrB_Monoid monoid, GrB_Vector u){
#define CALL(T, C) GrB_Vector_reduce_##T(typed<C>(c), accumulator, monoid, u, GrB_NULL)
    RETURN_TYPED(c.type, CALL, GrB_Vector_reduce_UDT(c.data(), accumulator, monoid, u, GrB_NULL))
#undef CALL
}

GrB_Info monoid_new(GrB_Monoid *monoid, GrB_BinaryOp op, const Value &identity) {
#define CALL(T, C) GrB_Monoid_new_##T(monoid, op, identity.as<C>())
    RETURN_TYPED(identity.type, CALL, GrB_Monoid_new_UDT(monoid, op, opaque(identity)))
#undef CALL
}

} // namespace grb::calls
