// From handles to objects. Throws for NULL and for handles that are not live objects of the expected kind.
#pragma once

#include "algebra/indexed.hpp"
#include "base/error.hpp"
#include "objects/container.hpp"
#include "objects/descriptor.hpp"

#include <cstring>

struct GrB_Global_opaque {
    grb::ObjectHeader header;
};

namespace grb {

template <class T>
inline constexpr Magic magic_of = Magic::freed;
template <>
inline constexpr Magic magic_of<Type> = Magic::type;
template <>
inline constexpr Magic magic_of<UnaryOp> = Magic::unary_op;
template <>
inline constexpr Magic magic_of<BinaryOp> = Magic::binary_op;
template <>
inline constexpr Magic magic_of<IndexUnaryOp> = Magic::index_unary_op;
template <>
inline constexpr Magic magic_of<IndexBinaryOp> = Magic::index_binary_op;
template <>
inline constexpr Magic magic_of<Monoid> = Magic::monoid;
template <>
inline constexpr Magic magic_of<Semiring> = Magic::semiring;
template <>
inline constexpr Magic magic_of<Descriptor> = Magic::descriptor;
template <>
inline constexpr Magic magic_of<Scalar> = Magic::scalar;
template <>
inline constexpr Magic magic_of<Vector> = Magic::vector;
template <>
inline constexpr Magic magic_of<Matrix> = Magic::matrix;
template <>
inline constexpr Magic magic_of<GrB_Global_opaque> = Magic::global;

[[noreturn]] void throw_null(const char *argument);
/// `magic`: what was found where the handle points to.
[[noreturn]] void throw_uninitialised(const char *argument, Magic magic);

template <class T>
bool is_live(const T *handle) noexcept {
    return handle != nullptr && handle->header.magic == magic_of<T>;
}

/// The object of a handle that must be given.
template <class T>
T &required(T *handle, const char *argument) {
    if (handle == nullptr) throw_null(argument);
    if (!is_live(handle)) throw_uninitialised(argument, handle->header.magic);
    return *handle;
}

/// The object of a handle that may be GrB_NULL.
template <class T>
T *optional(T *handle, const char *argument) {
    if (handle != nullptr && !is_live(handle)) throw_uninitialised(argument, handle->header.magic);
    return handle;
}

/// A plain pointer that must be given.
template <class T>
T *required_pointer(T *pointer, const char *argument) {
    if (pointer == nullptr) throw_null(argument);
    return pointer;
}

/// The number that a caller passed for an enumeration: C lets any integer through.
template <class Enumeration>
int number_of(const Enumeration &value) noexcept {
    static_assert(sizeof(Enumeration) == sizeof(int));
    int number;
    std::memcpy(&number, &value, sizeof number);
    return number;
}

/// Names of an operation's arguments in error texts.
template <class T>
struct Names;
template <>
struct Names<Matrix> {
    static constexpr const char *C = "C", *mask = "Mask", *A = "A", *B = "B";
};
template <>
struct Names<Vector> {
    static constexpr const char *C = "w", *mask = "mask", *A = "u", *B = "v";
};

} // namespace grb
