// Converts handles to objects. Throws for NULL and for handles that are not live objects of the
// expected kind.
#pragma once

#include "algebra/indexed.hpp"
#include "base/error.hpp"
#include "base/process_group.hpp"
#include "capi/proxies.hpp"
#include "objects/container.hpp"
#include "objects/descriptor.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

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
/// `magic`: the magic number at the handle's address.
[[noreturn]] void throw_uninitialised(const char *argument, Magic magic);

/// Throws GrB_INVALID_VALUE for a matrix or vector of this process alone in a call of the process
/// group, and vice versa.
void check_is_shared_as_the_call(const ObjectHeader &object, const char *argument);

template <class T>
bool is_live(const T *handle) noexcept {
    return handle != nullptr && handle->header.magic == magic_of<T>;
}

template <class T>
inline constexpr bool may_have_proxy =
    std::is_same_v<T, Matrix> || std::is_same_v<T, Vector> || std::is_same_v<T, Scalar>;

/// Returns the T that begins with this header, or null when it is none. Reads only the magic
/// number.
template <class T>
T *behind(ObjectHeader &header) noexcept {
    return header.magic == magic_of<T> ? reinterpret_cast<T *>(&header) : nullptr;
}

/// Returns the object of a required handle, which must have its declared kind.
template <class T>
T &required_itself(T *handle, const char *argument) {
    if (handle == nullptr) throw_null(argument);
    if (!is_live(handle)) throw_uninitialised(argument, handle->header.magic);
    return *handle;
}

/// Returns the object of a required handle. The caller continues with the object, not with the
/// handle: it may be a stand-in.
template <class T>
requires may_have_proxy<T>
[[nodiscard]] T &required(T *const &handle, const char *argument) {
    if (handle == nullptr) throw_null(argument);
    T &object = is_live(handle) ? *handle : proxy_for<T>(handle->header, argument);
    if (joined_group.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
        check_is_shared_as_the_call(handle->header, argument);
    return object;
}
/// Returns the object of a required handle, and makes the variable point to it.
template <class T>
requires may_have_proxy<T> T &required(T *&handle, const char *argument) {
    T &object = required(std::as_const(handle), argument);
    handle = &object;
    return object;
}
template <class T>
requires(!may_have_proxy<T>) T &required(T *handle, const char *argument) {
    return required_itself(handle, argument);
}

/// Returns the object of a handle that may be GrB_NULL.
template <class T>
requires may_have_proxy<T>
[[nodiscard]] T *optional(T *const &handle, const char *argument) {
    return handle == nullptr ? nullptr : &required(handle, argument);
}
template <class T>
requires may_have_proxy<T> T *optional(T *&handle, const char *argument) {
    return handle = optional(std::as_const(handle), argument);
}
template <class T>
requires(!may_have_proxy<T>) T *optional(T *handle, const char *argument) {
    return handle == nullptr ? nullptr : &required_itself(handle, argument);
}

/// Returns a plain pointer, which must not be NULL.
template <class T>
T *required_pointer(T *pointer, const char *argument) {
    if (pointer == nullptr) throw_null(argument);
    return pointer;
}

/// Returns the number that a caller passed for an enumeration: C allows any integer.
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
