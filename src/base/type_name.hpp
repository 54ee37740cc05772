// Names of types for messages.
#pragma once

#include "base/type.hpp"

namespace grb {

/// Printable name of a type: built-in C name or the user's.
inline const char *type_name(const Type *type) noexcept {
    return type->name[0] != 0 ? type->name : "a user type";
}

} // namespace grb
