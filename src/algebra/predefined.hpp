// The predefined operator objects: arrays by type, and the lists that they are made from. All are
// constant-initialised, so that the exported handles are valid before any code has run.
#pragma once

#include "algebra/batch_kernels.hpp"
#include "algebra/operators.hpp"
#include "core/builtin_types.hpp"

// M(T, SUFFIX, ...) for the C types of a domain, in the order of their codes.
#define GRB_FOR_INTEGERS(M, ...)          \
    M(std::int8_t, INT8, __VA_ARGS__)     \
    M(std::uint8_t, UINT8, __VA_ARGS__)   \
    M(std::int16_t, INT16, __VA_ARGS__)   \
    M(std::uint16_t, UINT16, __VA_ARGS__) \
    M(std::int32_t, INT32, __VA_ARGS__)   \
    M(std::uint32_t, UINT32, __VA_ARGS__) \
    M(std::int64_t, INT64, __VA_ARGS__)   \
    M(std::uint64_t, UINT64, __VA_ARGS__)
#define GRB_FOR_FLOATS(M, ...)  \
    M(float, FP32, __VA_ARGS__) \
    M(double, FP64, __VA_ARGS__)
#define GRB_FOR_NUMBERS(M, ...)      \
    GRB_FOR_INTEGERS(M, __VA_ARGS__) \
    GRB_FOR_FLOATS(M, __VA_ARGS__)
#define GRB_FOR_ALL(M, ...)    \
    M(bool, BOOL, __VA_ARGS__) \
    GRB_FOR_NUMBERS(M, __VA_ARGS__)

// M(code, Functor, NAME) for the binary operators of each domain.
#define GRB_BINARY_OVER_ALL(M) \
    M(first, First, FIRST)     \
    M(second, Second, SECOND)  \
    M(oneb, Oneb, ONEB)        \
    M(plus, Plus, PLUS)        \
    M(minus, Minus, MINUS)     \
    M(times, Times, TIMES)     \
    M(div, Div, DIV)           \
    M(min, Min, MIN)           \
    M(max, Max, MAX)           \
    M(eq, Eq, EQ)              \
    M(ne, Ne, NE)              \
    M(gt, Gt, GT)              \
    M(lt, Lt, LT)              \
    M(ge, Ge, GE)              \
    M(le, Le, LE)
#define GRB_BINARY_OVER_BOOLEAN(M) \
    M(lor, Lor, LOR)               \
    M(land, Land, LAND)            \
    M(lxor, Lxor, LXOR)            \
    M(lxnor, Lxnor, LXNOR)
#define GRB_BINARY_OVER_INTEGERS(M) \
    M(bor, Bor, BOR)                \
    M(band, Band, BAND)             \
    M(bxor, Bxor, BXOR)             \
    M(bxnor, Bxnor, BXNOR)

namespace grb::predefined {

/// Place of T in an array whose first element belongs to First.
template <class T, class First>
inline constexpr std::size_t place = static_cast<std::size_t>(TypeOf<T>::code) -
                                     static_cast<std::size_t>(TypeOf<First>::code);

#define GRB_DECLARE_ALL(code, Functor, NAME) extern BinaryOp code##_ops[11];
#define GRB_DECLARE_BOOLEAN(code, Functor, NAME) extern BinaryOp code##_op;
#define GRB_DECLARE_INTEGERS(code, Functor, NAME) extern BinaryOp code##_ops[8];
GRB_BINARY_OVER_ALL(GRB_DECLARE_ALL)
GRB_BINARY_OVER_BOOLEAN(GRB_DECLARE_BOOLEAN)
GRB_BINARY_OVER_INTEGERS(GRB_DECLARE_INTEGERS)
#undef GRB_DECLARE_ALL
#undef GRB_DECLARE_BOOLEAN
#undef GRB_DECLARE_INTEGERS

extern UnaryOp identity_ops[11], abs_ops[11], ainv_ops[11], minv_ops[11], lnot_op, bnot_ops[8];
extern UnaryOp exp_ops[2], log_ops[2], sqrt_ops[2];

/// Without Boolean, whose monoids are the logical ones.
extern Monoid plus_monoids[10], times_monoids[10], min_monoids[10], max_monoids[10];
extern Monoid lor_monoid, land_monoid, lxor_monoid, lxnor_monoid;

template <class Op>
constexpr BinaryOp make_binary(BinaryCode code, const char *name) {
    using X = typename Op::X;
    using Y = typename Op::Y;
    using Z = typename Op::Z;
    ReduceBatch reduce = nullptr;
    ScatterBatch scatter = nullptr;
    if constexpr (is_same_type<X, Z> && is_same_type<Y, Z>) {
        reduce = reduce_batch<Op>;
        scatter = scatter_batch<Op>;
    }
    return {{},
            {Magic::binary_op, true},
            code,
            type_object<Z>(),
            type_object<X>(),
            type_object<Y>(),
            binary_batch<Op>,
            reduce,
            scatter,
            nullptr,
            name,
            {Op::is_commutative, Op::is_idempotent, Op::ignores_x, Op::ignores_y}};
}

} // namespace grb::predefined

// Define the objects of one operator and their handles.
#define GRB_BINARY_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_binary<Functor<T>>(BinaryCode::code, "GrB_" #NAME "_" #SUFFIX),
#define GRB_BINARY_HANDLE(T, SUFFIX, code, First, NAME) \
    constinit GrB_BinaryOp GrB_##NAME##_##SUFFIX =      \
        &grb::predefined::code##_ops[grb::predefined::place<T, First>];

#define GRB_DEFINE_BINARY_ALL(code, Functor, NAME)                                              \
    namespace grb::predefined {                                                                 \
    constinit BinaryOp code##_ops[11] = {GRB_FOR_ALL(GRB_BINARY_ELEMENT, code, Functor, NAME)}; \
    }                                                                                           \
    GRB_FOR_ALL(GRB_BINARY_HANDLE, code, bool, NAME)
#define GRB_DEFINE_BINARY_INTEGERS(code, Functor, NAME)             \
    namespace grb::predefined {                                     \
    constinit BinaryOp code##_ops[8] = {                            \
        GRB_FOR_INTEGERS(GRB_BINARY_ELEMENT, code, Functor, NAME)}; \
    }                                                               \
    GRB_FOR_INTEGERS(GRB_BINARY_HANDLE, code, std::int8_t, NAME)
#define GRB_DEFINE_BINARY_BOOLEAN(code, Functor, NAME)                                         \
    namespace grb::predefined {                                                                \
    constinit BinaryOp code##_op = make_binary<Functor<bool>>(BinaryCode::code, "GrB_" #NAME); \
    }                                                                                          \
    constinit GrB_BinaryOp GrB_##NAME = &grb::predefined::code##_op;
