// Types: eleven of the C API, two complex ones of SuiteSparse, two narrow ones, and the user's.
#pragma once

#include "GraphBLAS.h"
#include "base/object.hpp"
#include "base/types.def"

#include <cstddef>

namespace grb {

/// Has the numbers of GrB_Type_Code, but for complex and narrow types: see api_code().
enum class TypeCode : std::uint8_t {
    user,
#define GRB_ENUMERATOR(code, ...) code,
    GRB_BUILTIN_TYPES(GRB_ENUMERATOR)
#undef GRB_ENUMERATOR
};

#define GRB_AND_ONE(...) +1
inline constexpr int type_code_count = 1 GRB_BUILTIN_TYPES(GRB_AND_ONE);
#undef GRB_AND_ONE

#define GRB_OR_IS(name, ...) || code == TypeCode::name
constexpr bool is_integer_code(TypeCode code) noexcept {
    return false GRB_INTEGER_TYPES(GRB_OR_IS);
}
/// True for the floating-point types of the C API.
constexpr bool is_float_code(TypeCode code) noexcept {
    return false GRB_FLOAT_TYPES(GRB_OR_IS);
}
constexpr bool is_complex_code(TypeCode code) noexcept {
    return false GRB_COMPLEX_TYPES(GRB_OR_IS);
}
/// True for the types of 16 bits, which have no operators: casts bring their values to operators of
/// other types.
constexpr bool is_narrow_code(TypeCode code) noexcept {
    return false GRB_NARROW_TYPES(GRB_OR_IS);
}
/// True for the eleven types of the C API, for which kernels are compiled.
constexpr bool is_real_code(TypeCode code) noexcept {
    return false GRB_REAL_TYPES(GRB_OR_IS);
}
#undef GRB_OR_IS
/// The constant of GrB_Type_Code.
constexpr int api_code(TypeCode code) noexcept {
    switch (code) {
#define GRB_CASE(name, P, SUFFIX, ...) \
    case TypeCode::name:               \
        return P##_##SUFFIX##_CODE;
        GRB_BUILTIN_TYPES(GRB_CASE)
#undef GRB_CASE
    default:
        return GrB_UDT_CODE;
    }
}

template <class Real>
struct Complex;
struct Bfloat16;
struct Float16;

template <class T>
struct type_tag {
    using type = T;
};

} // namespace grb

struct GrB_Type_opaque : grb::ArenaAllocated<GrB_Type_opaque> {
    grb::ObjectHeader header;
    grb::TypeCode code;
    std::size_t size;
    /// C name of a built-in type or the name that the user gave; "" when unknown.
    char name[128];
    /// The user's C source of the type, or null. Owned.
    char *definition = nullptr;
    /// GxB_PRINT_FUNCTION, which writes a value of a user's type as text, or null.
    std::int64_t (*print)(char *text, std::size_t size, const void *value, int verbose) = nullptr;
    /// For a private type {row, column, value}: the type of the value. See algebra/indexed.hpp.
    const GrB_Type_opaque *positioned = nullptr;

    constexpr GrB_Type_opaque(grb::TypeCode c, std::size_t bytes, const char *text, bool predefined)
        : header{grb::Magic::type, predefined}, code(c), size(bytes), name{} {
        for (std::size_t k = 0; text[k] != 0 && k + 1 < sizeof name; k++) name[k] = text[k];
    }
};

namespace grb {

using Type = GrB_Type_opaque;

/// The built-in type of a code (not `user`).
const Type *builtin_type(TypeCode code) noexcept;

template <class T>
struct TypeOf;
#define GRB_TYPE_OF(name, P, SUFFIX, c_type, T, ...)     \
    template <>                                          \
    struct TypeOf<T> {                                   \
        static constexpr TypeCode code = TypeCode::name; \
    };
GRB_BUILTIN_TYPES(GRB_TYPE_OF)
#undef GRB_TYPE_OF

/// Calls f(type_tag<T>{}) for the C type of a real code (is_real_code).
template <class F>
decltype(auto) dispatch_type(TypeCode code, F &&f) {
    switch (code) {
#define GRB_CASE(name, P, SUFFIX, c_type, T, ...) \
    case TypeCode::name:                          \
        return f(type_tag<T>{});
        GRB_REAL_TYPES(GRB_CASE)
#undef GRB_CASE
    default:
        __builtin_unreachable();
    }
}

/// Values can be cast between two types when both are built-in or both are the same type.
inline bool are_compatible(const Type *a, const Type *b) noexcept {
    return a == b || (a->code != TypeCode::user && b->code != TypeCode::user);
}

} // namespace grb
