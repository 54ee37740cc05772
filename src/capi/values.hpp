// Single values as arguments and results: C values, values of user-defined types, GrB_Scalars.
#pragma once

#include "capi/handles.hpp"

#include "graphblast/grx_narrow.h"
#include "graphblast/gxb_complex.h"

// GRB_..._TYPES(GRB_PREFIXED, M) calls M(P, SUFFIX, c_type) for the typed families of functions.
#define GRB_PREFIXED(code, P, SUFFIX, c_type, T, M) M(P, SUFFIX, c_type)
// GRB_PREFIXED_TYPES(M) does so for the domains of single values; arrays may have narrow ones, too.
#define GRB_PREFIXED_TYPES(M)       \
    GRB_REAL_TYPES(GRB_PREFIXED, M) \
    GRB_COMPLEX_TYPES(GRB_PREFIXED, M)

namespace grb {

// The types as the functions pass them.
#define GRB_TYPE_OF(code, P, SUFFIX, c_type, T, ...) \
    template <>                                      \
    struct TypeOf<c_type> : TypeOf<T> {};
GRB_COMPLEX_TYPES(GRB_TYPE_OF)
GRB_NARROW_TYPES(GRB_TYPE_OF)
#undef GRB_TYPE_OF

/// A pointer to a value, with the value's type.
struct Value {
    const void *data;
    const Type *type;
};

/// A value in one of the forms of a family of functions.
class Given {
public:
    template <class T>
    static Given typed(const T &value) noexcept {
        return Given(&value, builtin_type(TypeOf<T>::code), nullptr, false);
    }
    /// Makes a pointer to a value of the user-defined type that the call asks for.
    static Given untyped(const void *value) noexcept {
        return Given(value, nullptr, nullptr, false);
    }
    static Given boxed(GrB_Scalar scalar) noexcept { return Given(nullptr, nullptr, scalar, true); }

    /// Checks the handle or pointer. Comes before every other check.
    void check(const char *argument) const {
        if (type_ == nullptr) check_pointer(argument);
    }
    /// Returns a C value of this type; null when it has another type or another form.
    const void *plain(const Type *type) const noexcept { return type_ == type ? data_ : nullptr; }
    /// True for a GrB_Scalar without a value. Call after check().
    bool is_empty() const noexcept { return is_boxed_ && !scalar_->has_value; }
    /// Returns the domain: the type of an untyped pointer's value is `wanted`. Throws
    /// GrB_DOMAIN_MISMATCH when that is built in.
    const Type *type(const char *argument, const Type *wanted) const;
    /// Returns the value; throws GrB_EMPTY_OBJECT for a scalar without one.
    Value value(const char *argument, const Type *wanted) const;

private:
    Given(const void *data, const Type *type, GrB_Scalar scalar, bool is_boxed) noexcept
        : data_(data), type_(type), scalar_(scalar), is_boxed_(is_boxed) {}
    void check_pointer(const char *argument) const;
    const void *data_;
    const Type *type_;
    mutable GrB_Scalar scalar_; // check() replaces another collection by its stand-in
    bool is_boxed_;
};

/// Returns the type of a target where the caller wants a value of type `stored`; `given` is null
/// for a pointer to a user-defined type.
const Type *target_type(const char *argument, const Type *given, const Type *stored);

/// Room for one value, on the stack unless it is large.
class ValueBuffer {
public:
    explicit ValueBuffer(const Type *type) {
        if (type->size > sizeof inline_) owned_ = Array(type->size);
    }
    ValueBuffer(const ValueBuffer &) = delete;
    ValueBuffer &operator=(const ValueBuffer &) = delete;
    void *get() noexcept { return owned_.empty() ? inline_ : owned_.data(); }

private:
    alignas(16) unsigned char inline_[64];
    Array owned_;
};

} // namespace grb
