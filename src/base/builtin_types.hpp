// The built-in type objects, in the order of their codes.
#pragma once

#include "base/type.hpp"

namespace grb {

extern Type builtin_types[type_code_count - 1];

template <class T>
constexpr const Type *type_object() noexcept {
    return &builtin_types[static_cast<std::size_t>(TypeOf<T>::code) - 1];
}

} // namespace grb
