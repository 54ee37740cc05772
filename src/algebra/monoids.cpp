#include "algebra/predefined.hpp"

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

#define GRB_MONOID_ELEMENT(T, SUFFIX, code, Functor, NAME) \
    make_monoid<Functor<T>>(&code##_ops[place<T, bool>], "GrB_" #NAME "_MONOID_" #SUFFIX),
#define GRB_MONOID_HANDLE(T, SUFFIX, code, Functor, NAME) \
    constinit GrB_Monoid GrB_##NAME##_MONOID_##SUFFIX =   \
        &grb::predefined::code##_monoids[grb::predefined::place<T, std::int8_t>];
#define GRB_DEFINE_MONOID_NUMBERS(code, Functor, NAME)             \
    namespace grb::predefined {                                    \
    constinit Monoid code##_monoids[10] = {                        \
        GRB_FOR_NUMBERS(GRB_MONOID_ELEMENT, code, Functor, NAME)}; \
    }                                                              \
    GRB_FOR_NUMBERS(GRB_MONOID_HANDLE, code, Functor, NAME)
#define GRB_DEFINE_MONOID_BOOLEAN(code, Functor, NAME)                       \
    namespace grb::predefined {                                              \
    constinit Monoid code##_monoid =                                         \
        make_monoid<Functor<bool>>(&code##_op, "GrB_" #NAME "_MONOID_BOOL"); \
    }                                                                        \
    constinit GrB_Monoid GrB_##NAME##_MONOID_BOOL = &grb::predefined::code##_monoid;

GRB_DEFINE_MONOID_NUMBERS(plus, Plus, PLUS)
GRB_DEFINE_MONOID_NUMBERS(times, Times, TIMES)
GRB_DEFINE_MONOID_NUMBERS(min, Min, MIN)
GRB_DEFINE_MONOID_NUMBERS(max, Max, MAX)
GRB_BINARY_OVER_BOOLEAN(GRB_DEFINE_MONOID_BOOLEAN)
