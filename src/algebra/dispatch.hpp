// Dispatches a type's code to its C++ type, for complex and narrow types too.
#pragma once

#include "algebra/complex_numbers.hpp"
#include "base/type.hpp"

namespace grb {

/// Extends dispatch_type to all built-in codes.
template <class F>
decltype(auto) dispatch_builtin(TypeCode code, F &&f) {
#define GRB_IF(name, P, SUFFIX, c_type, T, ...) \
    if (code == TypeCode::name) return f(type_tag<T>{});
    GRB_COMPLEX_TYPES(GRB_IF)
    GRB_NARROW_TYPES(GRB_IF)
#undef GRB_IF
    return dispatch_type(code, f);
}

} // namespace grb
