// Values of the model: a type and its bytes. Casts are the implicit casts of
// docs/guide/numerics.md.
#pragma once

#include "reference/narrow.h"

#include <graphblast/grx_narrow.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace grb::model {

using Index = GrB_Index;

enum class TypeCode {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Fp32,
    Fp64,
    Bf16,
    Fp16,
    User
};

/// A domain. Handles distinguish user-defined types.
struct Type {
    TypeCode code = TypeCode::Bool;
    std::size_t size = 1;
    GrB_Type handle = nullptr;
    const char *name = "BOOL";

    bool is_user() const { return code == TypeCode::User; }
    bool is_float() const { return code == TypeCode::Fp32 || code == TypeCode::Fp64; }
    /// True for the types without operators.
    bool is_narrow() const { return code == TypeCode::Bf16 || code == TypeCode::Fp16; }
    bool operator==(const Type &other) const { return handle == other.handle; }
    bool operator!=(const Type &other) const { return handle != other.handle; }
};

/// Returns the 11 types of the C API, in the order of TypeCode.
const std::vector<Type> &builtin_types();
/// Returns the types of the C API and the narrow ones, all of which cast into each other.
const std::vector<Type> &stored_types();
Type type_of(TypeCode code);

template <class T>
constexpr TypeCode code_of() {
    if constexpr (std::is_same_v<T, bool>) return TypeCode::Bool;
    if constexpr (std::is_same_v<T, std::int8_t>) return TypeCode::Int8;
    if constexpr (std::is_same_v<T, std::uint8_t>) return TypeCode::Uint8;
    if constexpr (std::is_same_v<T, std::int16_t>) return TypeCode::Int16;
    if constexpr (std::is_same_v<T, std::uint16_t>) return TypeCode::Uint16;
    if constexpr (std::is_same_v<T, std::int32_t>) return TypeCode::Int32;
    if constexpr (std::is_same_v<T, std::uint32_t>) return TypeCode::Uint32;
    if constexpr (std::is_same_v<T, std::int64_t>) return TypeCode::Int64;
    if constexpr (std::is_same_v<T, std::uint64_t>) return TypeCode::Uint64;
    if constexpr (std::is_same_v<T, float>) return TypeCode::Fp32;
    if constexpr (std::is_same_v<T, double>) return TypeCode::Fp64;
    if constexpr (std::is_same_v<T, Bf16>) return TypeCode::Bf16;
    if constexpr (std::is_same_v<T, Fp16>) return TypeCode::Fp16;
}

struct Value {
    static constexpr std::size_t max_size = 64;

    Type type;
    alignas(8) std::array<unsigned char, max_size> bytes{};

    template <class T>
    static Value of(T x) {
        Value value{type_of(code_of<T>()), {}};
        std::memcpy(value.bytes.data(), &x, sizeof(T));
        return value;
    }
    template <class T>
    static Value user(Type type, const T &x) {
        static_assert(sizeof(T) <= max_size);
        Value value{type, {}};
        std::memcpy(value.bytes.data(), &x, sizeof(T));
        return value;
    }
    template <class T>
    T as() const {
        T x;
        std::memcpy(&x, bytes.data(), sizeof(T));
        return x;
    }
    void *data() { return bytes.data(); }
    const void *data() const { return bytes.data(); }
};

/// Calls f(T{}) for the C type T of a type of the C API.
template <class F>
auto visit_type(TypeCode code, F f) {
    switch (code) {
    case TypeCode::Int8:
        return f(std::int8_t{});
    case TypeCode::Uint8:
        return f(std::uint8_t{});
    case TypeCode::Int16:
        return f(std::int16_t{});
    case TypeCode::Uint16:
        return f(std::uint16_t{});
    case TypeCode::Int32:
        return f(std::int32_t{});
    case TypeCode::Uint32:
        return f(std::uint32_t{});
    case TypeCode::Int64:
        return f(std::int64_t{});
    case TypeCode::Uint64:
        return f(std::uint64_t{});
    case TypeCode::Fp32:
        return f(float{});
    case TypeCode::Fp64:
        return f(double{});
    default:
        return f(bool{});
    }
}

/// Calls f(T{}) for the C type T of any stored type.
template <class F>
auto visit_stored(TypeCode code, F f) {
    if (code == TypeCode::Bf16) return f(Bf16{});
    if (code == TypeCode::Fp16) return f(Fp16{});
    return visit_type(code, f);
}

/// The implicit cast between stored types (docs/guide/numerics.md, "Casts").
template <class To, class From>
To convert(From x) {
    if constexpr (is_narrow<To>) {
        if constexpr (std::is_same_v<To, From>) return x;
        if constexpr (is_narrow<From>) return To::of(x.exact());
        if constexpr (!is_narrow<From>) return To::of(x);
    } else if constexpr (is_narrow<From>) {
        return convert<To>(static_cast<float>(x));
    } else if constexpr (std::is_same_v<To, bool>) {
        return x != From{0}; // NaN differs from 0
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        using Limits = std::numeric_limits<To>;
        if (std::isnan(x)) return To{0};
        if (x <= static_cast<From>(Limits::min())) return Limits::min();
        if (x >= static_cast<From>(Limits::max())) return Limits::max();
        return static_cast<To>(x);
    } else {
        return static_cast<To>(x);
    }
}

/// Casts x to the domain `to`; a user-defined type is compatible with itself only.
Value cast(const Value &x, const Type &to);

template <class T>
T cast_to(const Value &x) {
    return cast(x, type_of(code_of<T>())).template as<T>();
}

/// (bool) x, the value of a mask entry.
bool is_true(const Value &x);

/// True for the same type and value. All NaN are equal, and so are -0 and +0.
bool operator==(const Value &x, const Value &y);
inline bool operator!=(const Value &x, const Value &y) {
    return !(x == y);
}

/// True for the same type and bits, except that all NaN are equal.
bool is_identical(const Value &x, const Value &y);

std::string to_string(const Value &x);

} // namespace grb::model
