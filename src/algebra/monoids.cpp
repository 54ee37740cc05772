// Defines the predefined monoids.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#include <array>
#include <bit>

namespace grb::predefined {
namespace {

template <class T>
constexpr void store(unsigned char (&bytes)[16], T value) {
    const auto source = std::bit_cast<std::array<unsigned char, sizeof(T)>>(value);
    for (std::size_t k = 0; k < sizeof(T); k++) bytes[k] = source[k];
}

template <class Op>
constexpr Monoid make_monoid(const BinaryOp *op, const char *name) {
    Monoid monoid{{}, {Magic::monoid, true}, op, name, Op::has_terminal, {}, {}};
    store(monoid.identity_inline, Op::identity());
    if constexpr (Op::has_terminal) store(monoid.terminal_inline, Op::terminal());
    return monoid;
}

} // namespace
} // namespace grb::predefined

// Monoids of the C API are named GrB_PLUS_MONOID_INT8, those of SuiteSparse GxB_PLUS_INT8_MONOID;
// when both exist, one object has two handles.
#define GRB_MONOID_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_monoid<Functor<T>>(of_type<T>(code##_ops), "GrB_" #NAME "_MONOID_" #SUFFIX),
#define GXB_MONOID_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_monoid<Functor<T>>(of_type<T>(code##_ops), "GxB_" #NAME "_" #SUFFIX "_MONOID"),
#define GRB_MONOID_HANDLE(T, SUFFIX, code, NAME)        \
    constinit GrB_Monoid GrB_##NAME##_MONOID_##SUFFIX = \
        grb::predefined::of_type<T>(grb::predefined::code##_monoids);
#define GXB_MONOID_HANDLE(T, SUFFIX, code, NAME)          \
    constinit GrB_Monoid GxB_##NAME##_##SUFFIX##_MONOID = \
        grb::predefined::of_type<T>(grb::predefined::code##_monoids);

#define GRB_DEFINE_MONOID_NUMBERS(code, Functor, NAME)             \
    namespace grb::predefined {                                    \
    constinit Monoid code##_monoids[10] = {                        \
        GRB_FOR_NUMBERS(GRB_MONOID_ELEMENT, code, Functor, NAME)}; \
    }                                                              \
    GRB_FOR_NUMBERS(GRB_MONOID_HANDLE, code, NAME)                 \
    GRB_FOR_NUMBERS(GXB_MONOID_HANDLE, code, NAME)
#define GRB_DEFINE_MONOID_FIELD(code, Functor, NAME)                   \
    namespace grb::predefined {                                        \
    constinit Monoid code##_monoids[12] = {                            \
        GRB_FOR_NUMBERS(GRB_MONOID_ELEMENT, code, Functor, NAME)       \
            GRB_FOR_COMPLEX(GXB_MONOID_ELEMENT, code, Functor, NAME)}; \
    }                                                                  \
    GRB_FOR_NUMBERS(GRB_MONOID_HANDLE, code, NAME)                     \
    GRB_FOR_NUMBERS(GXB_MONOID_HANDLE, code, NAME)                     \
    GRB_FOR_COMPLEX(GXB_MONOID_HANDLE, code, NAME)
#define GRB_DEFINE_MONOID_BOOLEAN(code, Functor, NAME)                                          \
    namespace grb::predefined {                                                                 \
    constinit Monoid code##_monoids[1] = {GRB_MONOID_ELEMENT(bool, BOOL, code, Functor, NAME)}; \
    }                                                                                           \
    GRB_MONOID_HANDLE(bool, BOOL, code, NAME)                                                   \
    GXB_MONOID_HANDLE(bool, BOOL, code, NAME)
#define GRB_DEFINE_MONOID_UNSIGNED(code, Functor, NAME)             \
    namespace grb::predefined {                                     \
    constinit Monoid code##_monoids[4] = {                          \
        GRB_FOR_UNSIGNED(GXB_MONOID_ELEMENT, code, Functor, NAME)}; \
    }                                                               \
    GRB_FOR_UNSIGNED(GXB_MONOID_HANDLE, code, NAME)

GRB_DEFINE_MONOID_FIELD(plus, Plus, PLUS)
GRB_DEFINE_MONOID_FIELD(times, Times, TIMES)
GRB_DEFINE_MONOID_NUMBERS(min, Min, MIN)
GRB_DEFINE_MONOID_NUMBERS(max, Max, MAX)
GRB_DEFINE_MONOID_BOOLEAN(lor, Lor, LOR)
GRB_DEFINE_MONOID_BOOLEAN(land, Land, LAND)
GRB_DEFINE_MONOID_BOOLEAN(lxor, Lxor, LXOR)
GRB_DEFINE_MONOID_BOOLEAN(lxnor, Lxnor, LXNOR)
constinit GrB_Monoid GxB_EQ_BOOL_MONOID = grb::predefined::lxnor_monoids;
GRB_BINARY_OVER_INTEGERS(GRB_DEFINE_MONOID_UNSIGNED)

namespace grb::predefined {
constinit Monoid any_monoids[13] = {GRB_FOR_ALL(GXB_MONOID_ELEMENT, any, Any, ANY)
                                        GRB_FOR_COMPLEX(GXB_MONOID_ELEMENT, any, Any, ANY)};
} // namespace grb::predefined
GRB_FOR_ALL(GXB_MONOID_HANDLE, any, ANY)
GRB_FOR_COMPLEX(GXB_MONOID_HANDLE, any, ANY)
