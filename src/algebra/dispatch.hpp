// Dispatches a type's code to its C++ type, for complex and narrow types too.
#pragma once

#include "algebra/complex_numbers.hpp"
#include "base/type.hpp"

namespace grb {

/// Extends dispatch_type to all built-in codes.
template <class F>
decltype(auto) dispatch_builtin(TypeCode code, F &&f) {
    if (code == TypeCode::fc32) return f(type_tag<Complex<float>>{});
    if (code == TypeCode::fc64) return f(type_tag<Complex<double>>{});
    if (code == TypeCode::bf16) return f(type_tag<Bfloat16>{});
    if (code == TypeCode::fp16) return f(type_tag<Float16>{});
    return dispatch_type(code, f);
}

} // namespace grb
