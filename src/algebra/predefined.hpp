// The predefined operator objects: arrays by type, and the lists that define them. All are
// constant-initialised, so that the exported handles are valid before any code has run.
#pragma once

#include "algebra/batch_kernels.hpp"
#include "algebra/complex_extended.hpp"
#include "algebra/operators.hpp"
#include "base/builtin_types.hpp"

// These lists call M(T, SUFFIX, ...) for the types of a domain, in the order of their codes.
#define GRB_FOR_ONE(code, P, SUFFIX, c_type, T, M, ...) M(T, SUFFIX, __VA_ARGS__)
#define GRB_FOR_INTEGERS(M, ...) GRB_INTEGER_TYPES(GRB_FOR_ONE, M, __VA_ARGS__)
#define GRB_FOR_UNSIGNED(M, ...)          \
    M(std::uint8_t, UINT8, __VA_ARGS__)   \
    M(std::uint16_t, UINT16, __VA_ARGS__) \
    M(std::uint32_t, UINT32, __VA_ARGS__) \
    M(std::uint64_t, UINT64, __VA_ARGS__)
#define GRB_FOR_FLOATS(M, ...) GRB_FLOAT_TYPES(GRB_FOR_ONE, M, __VA_ARGS__)
#define GRB_FOR_COMPLEX(M, ...) GRB_COMPLEX_TYPES(GRB_FOR_ONE, M, __VA_ARGS__)
#define GRB_FOR_NUMBERS(M, ...)      \
    GRB_FOR_INTEGERS(M, __VA_ARGS__) \
    GRB_FOR_FLOATS(M, __VA_ARGS__)
#define GRB_FOR_ALL(M, ...) GRB_REAL_TYPES(GRB_FOR_ONE, M, __VA_ARGS__)

// These lists call M(code, Functor, NAME) for the binary operators of each domain: those of the C
// API, which SuiteSparse also has over complex numbers, and those that only SuiteSparse has
// (GRB_EXTENDED_...).
#define GRB_BINARY_OVER_ALL(M) \
    M(first, First, FIRST)     \
    M(second, Second, SECOND)  \
    M(oneb, Oneb, ONEB)        \
    M(plus, Plus, PLUS)        \
    M(minus, Minus, MINUS)     \
    M(times, Times, TIMES)     \
    M(div, Div, DIV)           \
    M(eq, Eq, EQ)              \
    M(ne, Ne, NE)
#define GRB_EXTENDED_OVER_ALL(M) \
    M(any, Any, ANY)             \
    M(iseq, Iseq, ISEQ)          \
    M(isne, Isne, ISNE)          \
    M(pow, Pow, POW)             \
    M(rminus, Rminus, RMINUS)    \
    M(rdiv, Rdiv, RDIV)
#define GRB_BINARY_OVER_REAL(M) \
    M(min, Min, MIN)            \
    M(max, Max, MAX)            \
    M(gt, Gt, GT)               \
    M(lt, Lt, LT)               \
    M(ge, Ge, GE)               \
    M(le, Le, LE)
#define GRB_EXTENDED_OVER_REAL(M) \
    M(isgt, Isgt, ISGT)           \
    M(islt, Islt, ISLT)           \
    M(isge, Isge, ISGE)           \
    M(isle, Isle, ISLE)
// The C API has these on Boolean.
#define GRB_BINARY_LOGICAL(M) \
    M(lor, Lor, LOR)          \
    M(land, Land, LAND)       \
    M(lxor, Lxor, LXOR)
#define GRB_BINARY_OVER_INTEGERS(M) \
    M(bor, Bor, BOR)                \
    M(band, Band, BAND)             \
    M(bxor, Bxor, BXOR)             \
    M(bxnor, Bxnor, BXNOR)
#define GRB_EXTENDED_OVER_INTEGERS(M) \
    M(bget, Bget, BGET)               \
    M(bset, Bset, BSET)               \
    M(bclr, Bclr, BCLR)               \
    M(bshift, Bshift, BSHIFT)
#define GRB_EXTENDED_OVER_FLOATS(M)    \
    M(atan2, Atan2, ATAN2)             \
    M(hypot, Hypot, HYPOT)             \
    M(fmod, Fmod, FMOD)                \
    M(remainder, Remainder, REMAINDER) \
    M(ldexp, Ldexp, LDEXP)             \
    M(copysign, Copysign, COPYSIGN)    \
    M(cmplx, Cmplx, CMPLX)
// These lists call M(code, Functor, NAME) for the unary operators likewise.
#define GRB_UNARY_OVER_ALL(M)       \
    M(identity, Identity, IDENTITY) \
    M(abs, Abs, ABS)                \
    M(ainv, Ainv, AINV)             \
    M(minv, Minv, MINV)
#define GRB_UNARY_OVER_FLOATS(M) \
    M(exp, Exp, EXP)             \
    M(log, Log, LOG)             \
    M(sqrt, Sqrt, SQRT)
#define GRB_EXTENDED_UNARY_OVER_ALL(M) M(one, One, ONE)
#define GRB_EXTENDED_UNARY_OVER_FLOATS(M) \
    M(exp2, Exp2, EXP2)                   \
    M(expm1, Expm1, EXPM1)                \
    M(log2, Log2, LOG2)                   \
    M(log10, Log10, LOG10)                \
    M(log1p, Log1p, LOG1P)                \
    M(sin, Sin, SIN)                      \
    M(cos, Cos, COS)                      \
    M(tan, Tan, TAN)                      \
    M(asin, Asin, ASIN)                   \
    M(acos, Acos, ACOS)                   \
    M(atan, Atan, ATAN)                   \
    M(sinh, Sinh, SINH)                   \
    M(cosh, Cosh, COSH)                   \
    M(tanh, Tanh, TANH)                   \
    M(asinh, Asinh, ASINH)                \
    M(acosh, Acosh, ACOSH)                \
    M(atanh, Atanh, ATANH)                \
    M(ceil, Ceil, CEIL)                   \
    M(floor, Floor, FLOOR)                \
    M(round, Round, ROUND)                \
    M(trunc, Trunc, TRUNC)                \
    M(signum, Signum, SIGNUM)             \
    M(isinf, Isinf, ISINF)                \
    M(isnan, Isnan, ISNAN)                \
    M(isfinite, Isfinite, ISFINITE)
#define GRB_EXTENDED_UNARY_OVER_REAL_FLOATS(M) \
    M(cbrt, Cbrt, CBRT)                        \
    M(lgamma, Lgamma, LGAMMA)                  \
    M(tgamma, Tgamma, TGAMMA)                  \
    M(erf, Erf, ERF)                           \
    M(erfc, Erfc, ERFC)                        \
    M(frexpx, Frexpx, FREXPX)                  \
    M(frexpe, Frexpe, FREXPE)
#define GRB_POSITIONAL(M)       \
    M(firsti, None, FIRSTI)     \
    M(firsti1, None, FIRSTI1)   \
    M(firstj, None, FIRSTJ)     \
    M(firstj1, None, FIRSTJ1)   \
    M(secondi, None, SECONDI)   \
    M(secondi1, None, SECONDI1) \
    M(secondj, None, SECONDJ)   \
    M(secondj1, None, SECONDJ1)

namespace grb::predefined {

/// The index for T in an array whose first element belongs to First.
template <class T, class First>
inline constexpr std::size_t type_offset = static_cast<std::size_t>(TypeOf<T>::code) -
                                           static_cast<std::size_t>(TypeOf<First>::code);

/// Returns the element for T of an array over all types (13), real types (11), all or real numbers
/// (12, 10), integers (8), unsigned integers (4), positions (2) or Boolean (1).
template <class T, class Object, std::size_t n>
constexpr Object *of_type(Object (&objects)[n]) {
    if constexpr (n == 13 || n == 11) return &objects[type_offset<T, bool>];
    if constexpr (n == 12 || n == 10 || n == 8) return &objects[type_offset<T, std::int8_t>];
    if constexpr (n == 4) return &objects[type_offset<T, std::uint8_t> / 2];
    if constexpr (n == 2) return &objects[type_offset<T, std::int32_t> / 2];
    return &objects[0];
}

#define GRB_DECLARE_ALL(code, Functor, NAME) extern BinaryOp code##_ops[13];
#define GRB_DECLARE_REAL(code, Functor, NAME) extern BinaryOp code##_ops[11];
#define GRB_DECLARE_INTEGERS(code, Functor, NAME) extern BinaryOp code##_ops[8];
#define GRB_DECLARE_TWO(code, Functor, NAME) extern BinaryOp code##_ops[2];
GRB_BINARY_OVER_ALL(GRB_DECLARE_ALL)
GRB_EXTENDED_OVER_ALL(GRB_DECLARE_ALL)
GRB_BINARY_OVER_REAL(GRB_DECLARE_REAL)
GRB_EXTENDED_OVER_REAL(GRB_DECLARE_REAL)
GRB_BINARY_LOGICAL(GRB_DECLARE_REAL)
GRB_BINARY_OVER_INTEGERS(GRB_DECLARE_INTEGERS)
GRB_EXTENDED_OVER_INTEGERS(GRB_DECLARE_INTEGERS)
GRB_EXTENDED_OVER_FLOATS(GRB_DECLARE_TWO)
GRB_POSITIONAL(GRB_DECLARE_TWO)
extern BinaryOp lxnor_ops[1];
#undef GRB_DECLARE_ALL
#undef GRB_DECLARE_REAL
#undef GRB_DECLARE_INTEGERS
#undef GRB_DECLARE_TWO

extern UnaryOp identity_ops[13], abs_ops[13], ainv_ops[13], minv_ops[13], lnot_ops[11], bnot_ops[8];
extern UnaryOp exp_ops[4], log_ops[4], sqrt_ops[4];

/// These lack Boolean, whose monoids are the logical ones.
extern Monoid plus_monoids[12], times_monoids[12], min_monoids[10], max_monoids[10];
extern Monoid lor_monoids[1], land_monoids[1], lxor_monoids[1], lxnor_monoids[1];
extern Monoid bor_monoids[4], band_monoids[4], bxor_monoids[4], bxnor_monoids[4];
extern Monoid any_monoids[13];

template <class Op>
constexpr UnaryOp make_unary(UnaryCode code, const char *name) {
    return {{},
            {Magic::unary_op, true},
            code,
            type_object<typename Op::Z>(),
            type_object<typename Op::X>(),
            unary_batch<Op>,
            nullptr,
            name};
}

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

// These define the elements of an array, and the handles to them. P is the prefix, GrB or GxB.
#define GRB_BINARY_ELEMENT(T, SUFFIX, P, code, Functor, NAME) \
    make_binary<Functor<T>>(BinaryCode::code, #P "_" #NAME "_" #SUFFIX),
#define GRB_UNARY_ELEMENT(T, SUFFIX, P, code, Functor, NAME) \
    make_unary<Functor<T>>(UnaryCode::code, #P "_" #NAME "_" #SUFFIX),
#define GRB_BINARY_HANDLE(T, SUFFIX, P, code, First, NAME) \
    constinit GrB_BinaryOp P##_##NAME##_##SUFFIX =         \
        &grb::predefined::code##_ops[grb::predefined::type_offset<T, First>];
#define GRB_UNARY_HANDLE(T, SUFFIX, P, code, First, NAME) \
    constinit GrB_UnaryOp P##_##NAME##_##SUFFIX =         \
        &grb::predefined::code##_ops[grb::predefined::type_offset<T, First>];

// These define the objects of one operator: P is the prefix of those over real types.
#define GRB_DEFINE_BINARY_ALL_AS(P, code, Functor, NAME)                    \
    namespace grb::predefined {                                             \
    constinit BinaryOp code##_ops[13] = {                                   \
        GRB_FOR_ALL(GRB_BINARY_ELEMENT, P, code, Functor, NAME)             \
            GRB_FOR_COMPLEX(GRB_BINARY_ELEMENT, GxB, code, Functor, NAME)}; \
    }                                                                       \
    GRB_FOR_ALL(GRB_BINARY_HANDLE, P, code, bool, NAME)                     \
    GRB_FOR_COMPLEX(GRB_BINARY_HANDLE, GxB, code, bool, NAME)
#define GRB_DEFINE_BINARY_ALL(code, Functor, NAME) \
    GRB_DEFINE_BINARY_ALL_AS(GrB, code, Functor, NAME)
#define GRB_DEFINE_BINARY_REAL_AS(P, code, Functor, NAME)                                          \
    namespace grb::predefined {                                                                    \
    constinit BinaryOp code##_ops[11] = {GRB_FOR_ALL(GRB_BINARY_ELEMENT, P, code, Functor, NAME)}; \
    }                                                                                              \
    GRB_FOR_ALL(GRB_BINARY_HANDLE, P, code, bool, NAME)
#define GRB_DEFINE_BINARY_REAL(code, Functor, NAME) \
    GRB_DEFINE_BINARY_REAL_AS(GrB, code, Functor, NAME)
#define GRB_DEFINE_BINARY_INTEGERS_AS(P, code, Functor, NAME)          \
    namespace grb::predefined {                                        \
    constinit BinaryOp code##_ops[8] = {                               \
        GRB_FOR_INTEGERS(GRB_BINARY_ELEMENT, P, code, Functor, NAME)}; \
    }                                                                  \
    GRB_FOR_INTEGERS(GRB_BINARY_HANDLE, P, code, std::int8_t, NAME)
#define GRB_DEFINE_BINARY_INTEGERS(code, Functor, NAME) \
    GRB_DEFINE_BINARY_INTEGERS_AS(GrB, code, Functor, NAME)
