// Defines the semirings that only SuiteSparse predefines.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#include <type_traits>

namespace grb::predefined {
namespace {

// The names of monoids and multiplications, mapped to the objects.
constexpr auto &add_MIN = min_monoids;
constexpr auto &add_MAX = max_monoids;
constexpr auto &add_PLUS = plus_monoids;
constexpr auto &add_TIMES = times_monoids;
constexpr auto &add_ANY = any_monoids;
constexpr auto &add_LOR = lor_monoids;
constexpr auto &add_LAND = land_monoids;
constexpr auto &add_LXOR = lxor_monoids;
constexpr auto &add_EQ = lxnor_monoids;
constexpr auto &add_BOR = bor_monoids;
constexpr auto &add_BAND = band_monoids;
constexpr auto &add_BXOR = bxor_monoids;
constexpr auto &add_BXNOR = bxnor_monoids;
constexpr auto &multiply_PAIR = oneb_ops;
#define GRB_NAME(code, Functor, NAME) [[maybe_unused]] constexpr auto &multiply_##NAME = code##_ops;
GRB_BINARY_OVER_ALL(GRB_NAME)
GRB_EXTENDED_OVER_ALL(GRB_NAME)
GRB_BINARY_OVER_REAL(GRB_NAME)
GRB_EXTENDED_OVER_REAL(GRB_NAME)
GRB_BINARY_LOGICAL(GRB_NAME)
GRB_BINARY_OVER_INTEGERS(GRB_NAME)
GRB_POSITIONAL(GRB_NAME)
#undef GRB_NAME
#define GRB_TYPE(T, SUFFIX, ...) using type_##SUFFIX = T;
GRB_FOR_ALL(GRB_TYPE, )
GRB_FOR_COMPLEX(GRB_TYPE, )
#undef GRB_TYPE

// Uses specialisation: with sanitizers g++ refuses to compare addresses at compile time.
template <auto &ops>
constexpr bool is_comparison = false;
template <>
constexpr bool is_comparison<eq_ops> = true;
template <>
constexpr bool is_comparison<ne_ops> = true;
template <>
constexpr bool is_comparison<gt_ops> = true;
template <>
constexpr bool is_comparison<lt_ops> = true;
template <>
constexpr bool is_comparison<ge_ops> = true;
template <>
constexpr bool is_comparison<le_ops> = true;

/// T is the domain of the operands. Comparisons yield Boolean, which is then the monoid's domain.
template <class T, auto &add, auto &multiply>
constexpr Semiring make_semiring(const char *name) {
    using Result = std::conditional_t<is_comparison<multiply>, bool, T>;
    return {{}, {Magic::semiring, true}, of_type<Result>(add), of_type<T>(multiply), name};
}

#define GXB_SEMIRING(add, multiply, T)          \
    constinit Semiring add##_##multiply##_##T = \
        make_semiring<type_##T, add_##add, multiply_##multiply>("GxB_" #add "_" #multiply "_" #T);
#include "graphblast/gxb_semirings.def"
#undef GXB_SEMIRING

} // namespace
} // namespace grb::predefined

#define GXB_SEMIRING(add, multiply, T) \
    constinit GrB_Semiring GxB_##add##_##multiply##_##T = &grb::predefined::add##_##multiply##_##T;
#include "graphblast/gxb_semirings.def"
#undef GXB_SEMIRING
