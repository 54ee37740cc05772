// Types: eleven of the C API, two complex ones of SuiteSparse, two narrow ones, and the user's.
#pragma once

#include "GraphBLAS.h"
#include "base/object.hpp"

#include <cstddef>

namespace grb {

/// Has the numbers of GrB_Type_Code, but for complex and narrow types: see api_code().
enum class TypeCode : std::uint8_t {
    user = 0,
    boolean = 1,
    int8 = 2,
    uint8 = 3,
    int16 = 4,
    uint16 = 5,
    int32 = 6,
    uint32 = 7,
    int64 = 8,
    uint64 = 9,
    fp32 = 10,
    fp64 = 11,
    fc32 = 12,
    fc64 = 13,
    bf16 = 14,
    fp16 = 15,
};

inline constexpr int type_code_count = 16;

constexpr bool is_complex_code(TypeCode code) noexcept {
    return code == TypeCode::fc32 || code == TypeCode::fc64;
}
/// True for the types of 16 bits, which have no operators: casts bring their values to operators of
/// other types.
constexpr bool is_narrow_code(TypeCode code) noexcept {
    return code == TypeCode::bf16 || code == TypeCode::fp16;
}
/// True for the eleven types of the C API, for which kernels are compiled.
constexpr bool is_real_code(TypeCode code) noexcept {
    return code != TypeCode::user && code <= TypeCode::fp64;
}
/// The constant of GrB_Type_Code.
constexpr int api_code(TypeCode code) noexcept {
    switch (code) {
    case TypeCode::fc32:
        return GxB_FC32_CODE;
    case TypeCode::fc64:
        return GxB_FC64_CODE;
    case TypeCode::bf16:
        return GrX_BF16_CODE;
    case TypeCode::fp16:
        return GrX_FP16_CODE;
    default:
        return static_cast<int>(code);
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
    const GrB_Type_opaque *placed = nullptr;

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
template <>
struct TypeOf<bool> {
    static constexpr TypeCode code = TypeCode::boolean;
};
template <>
struct TypeOf<std::int8_t> {
    static constexpr TypeCode code = TypeCode::int8;
};
template <>
struct TypeOf<std::uint8_t> {
    static constexpr TypeCode code = TypeCode::uint8;
};
template <>
struct TypeOf<std::int16_t> {
    static constexpr TypeCode code = TypeCode::int16;
};
template <>
struct TypeOf<std::uint16_t> {
    static constexpr TypeCode code = TypeCode::uint16;
};
template <>
struct TypeOf<std::int32_t> {
    static constexpr TypeCode code = TypeCode::int32;
};
template <>
struct TypeOf<std::uint32_t> {
    static constexpr TypeCode code = TypeCode::uint32;
};
template <>
struct TypeOf<std::int64_t> {
    static constexpr TypeCode code = TypeCode::int64;
};
template <>
struct TypeOf<std::uint64_t> {
    static constexpr TypeCode code = TypeCode::uint64;
};
template <>
struct TypeOf<float> {
    static constexpr TypeCode code = TypeCode::fp32;
};
template <>
struct TypeOf<double> {
    static constexpr TypeCode code = TypeCode::fp64;
};
template <>
struct TypeOf<Complex<float>> {
    static constexpr TypeCode code = TypeCode::fc32;
};
template <>
struct TypeOf<Complex<double>> {
    static constexpr TypeCode code = TypeCode::fc64;
};
template <>
struct TypeOf<Bfloat16> {
    static constexpr TypeCode code = TypeCode::bf16;
};
template <>
struct TypeOf<Float16> {
    static constexpr TypeCode code = TypeCode::fp16;
};

/// Calls f(type_tag<T>{}) for the C type of a real code (is_real_code).
template <class F>
decltype(auto) dispatch_type(TypeCode code, F &&f) {
    switch (code) {
    case TypeCode::boolean:
        return f(type_tag<bool>{});
    case TypeCode::int8:
        return f(type_tag<std::int8_t>{});
    case TypeCode::uint8:
        return f(type_tag<std::uint8_t>{});
    case TypeCode::int16:
        return f(type_tag<std::int16_t>{});
    case TypeCode::uint16:
        return f(type_tag<std::uint16_t>{});
    case TypeCode::int32:
        return f(type_tag<std::int32_t>{});
    case TypeCode::uint32:
        return f(type_tag<std::uint32_t>{});
    case TypeCode::int64:
        return f(type_tag<std::int64_t>{});
    case TypeCode::uint64:
        return f(type_tag<std::uint64_t>{});
    case TypeCode::fp32:
        return f(type_tag<float>{});
    default:
        return f(type_tag<double>{});
    }
}

/// Values can be cast between two types when both are built-in or both are the same type.
inline bool are_compatible(const Type *a, const Type *b) noexcept {
    return a == b || (a->code != TypeCode::user && b->code != TypeCode::user);
}

} // namespace grb
