// Defines the predefined index unary operators.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

namespace grb::predefined {
namespace {

template <class Op>
constexpr IndexUnaryOp make_position(IndexUnaryCode code, const char *name) {
    return {{},
            {Magic::index_unary_op, true},
            code,
            type_object<typename Op::Z>(),
            nullptr,
            type_object<typename Op::Thunk>(),
            position_batch<Op>,
            nullptr,
            name};
}

template <class Op>
constexpr IndexUnaryOp make_value(IndexUnaryCode code, const char *name) {
    return {{},
            {Magic::index_unary_op, true},
            code,
            type_object<typename Op::Z>(),
            type_object<typename Op::X>(),
            type_object<typename Op::Y>(),
            value_batch<Op>,
            nullptr,
            name};
}

} // namespace
} // namespace grb::predefined

#define GRB_DEFINE_POSITION(object, code, Functor, NAME)                                       \
    static constinit grb::IndexUnaryOp object =                                                \
        grb::predefined::make_position<grb::Functor>(grb::IndexUnaryCode::code, "GrB_" #NAME); \
    constinit GrB_IndexUnaryOp GrB_##NAME = &object;

GRB_DEFINE_POSITION(rowindex_int32_op, rowindex, RowIndex<std::int32_t>, ROWINDEX_INT32)
GRB_DEFINE_POSITION(rowindex_int64_op, rowindex, RowIndex<std::int64_t>, ROWINDEX_INT64)
GRB_DEFINE_POSITION(colindex_int32_op, colindex, ColIndex<std::int32_t>, COLINDEX_INT32)
GRB_DEFINE_POSITION(colindex_int64_op, colindex, ColIndex<std::int64_t>, COLINDEX_INT64)
GRB_DEFINE_POSITION(diagindex_int32_op, diagindex, DiagIndex<std::int32_t>, DIAGINDEX_INT32)
GRB_DEFINE_POSITION(diagindex_int64_op, diagindex, DiagIndex<std::int64_t>, DIAGINDEX_INT64)
GRB_DEFINE_POSITION(tril_op, tril, Tril, TRIL)
GRB_DEFINE_POSITION(triu_op, triu, Triu, TRIU)
GRB_DEFINE_POSITION(diag_op, diag, Diag, DIAG)
GRB_DEFINE_POSITION(offdiag_op, offdiag, Offdiag, OFFDIAG)
GRB_DEFINE_POSITION(colle_op, colle, Colle, COLLE)
GRB_DEFINE_POSITION(colgt_op, colgt, Colgt, COLGT)
GRB_DEFINE_POSITION(rowle_op, rowle, Rowle, ROWLE)
GRB_DEFINE_POSITION(rowgt_op, rowgt, Rowgt, ROWGT)

namespace grb::predefined {
namespace {

template <class T>
void subtract_positions(void *z, const void *, GrB_Index i, GrB_Index j, const void *thunk) {
    *static_cast<T *>(z) =
        static_cast<T>(j - i - static_cast<GrB_Index>(*static_cast<const T *>(thunk)));
}
void say_true(void *z, const void *, GrB_Index, GrB_Index, const void *) {
    *static_cast<bool *>(z) = true;
}

/// Makes an operator for the host alone: no kernel of a device knows it.
constexpr IndexUnaryOp make_function(const Type *ztype, const Type *thunk,
                                     GxB_index_unary_function function, const char *name) {
    return {{},
            {Magic::index_unary_op, true},
            IndexUnaryCode::user,
            ztype,
            nullptr,
            thunk,
            user_index_unary_batch,
            function,
            name};
}
constinit IndexUnaryOp flipdiagindex_int32_op = make_function(
                           type_object<std::int32_t>(), type_object<std::int32_t>(),
                           subtract_positions<std::int32_t>, "GxB_FLIPDIAGINDEX_INT32"),
                       flipdiagindex_int64_op = make_function(
                           type_object<std::int64_t>(), type_object<std::int64_t>(),
                           subtract_positions<std::int64_t>, "GxB_FLIPDIAGINDEX_INT64"),
                       nonzombie_op =
                           make_function(type_object<bool>(), type_object<std::int64_t>(), say_true,
                                         "GxB_NONZOMBIE");

} // namespace
} // namespace grb::predefined

constinit GrB_IndexUnaryOp GxB_FLIPDIAGINDEX_INT32 = &grb::predefined::flipdiagindex_int32_op,
                           GxB_FLIPDIAGINDEX_INT64 = &grb::predefined::flipdiagindex_int64_op,
                           GxB_NONZOMBIE = &grb::predefined::nonzombie_op;

#define GRB_VALUE_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_value<Functor<T>>(IndexUnaryCode::code, "GrB_" #NAME "_" #SUFFIX),
#define GRB_VALUE_HANDLE(T, SUFFIX, code, First, NAME) \
    constinit GrB_IndexUnaryOp GrB_##NAME##_##SUFFIX = \
        &grb::predefined::code##_ops[grb::predefined::type_offset<T, First>];
#define GRB_DEFINE_VALUE(code, Functor, NAME)                 \
    namespace grb::predefined {                               \
    static constinit IndexUnaryOp code##_ops[11] = {          \
        GRB_FOR_ALL(GRB_VALUE_ELEMENT, code, Functor, NAME)}; \
    }                                                         \
    GRB_FOR_ALL(GRB_VALUE_HANDLE, code, bool, NAME)

GRB_DEFINE_VALUE(valuelt, Lt, VALUELT)
GRB_DEFINE_VALUE(valuele, Le, VALUELE)
GRB_DEFINE_VALUE(valuegt, Gt, VALUEGT)
GRB_DEFINE_VALUE(valuege, Ge, VALUEGE)

#define GRB_COMPLEX_VALUE_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_value<Functor<T>>(IndexUnaryCode::code, "GxB_" #NAME "_" #SUFFIX),
#define GRB_COMPLEX_VALUE_HANDLE(T, SUFFIX, code, NAME) \
    constinit GrB_IndexUnaryOp GxB_##NAME##_##SUFFIX =  \
        grb::predefined::of_type<T>(grb::predefined::code##_ops);
#define GRB_DEFINE_VALUE_ALL(code, Functor, NAME)                             \
    namespace grb::predefined {                                               \
    static constinit IndexUnaryOp code##_ops[13] = {                          \
        GRB_FOR_ALL(GRB_VALUE_ELEMENT, code, Functor, NAME)                   \
            GRB_FOR_COMPLEX(GRB_COMPLEX_VALUE_ELEMENT, code, Functor, NAME)}; \
    }                                                                         \
    GRB_FOR_ALL(GRB_VALUE_HANDLE, code, bool, NAME)                           \
    GRB_FOR_COMPLEX(GRB_COMPLEX_VALUE_HANDLE, code, NAME)

GRB_DEFINE_VALUE_ALL(valueeq, Eq, VALUEEQ)
GRB_DEFINE_VALUE_ALL(valuene, Ne, VALUENE)
