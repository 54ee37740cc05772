// Values of a dense form where it has no entry.
#pragma once

#include "base/type.hpp"

namespace grb {

/// Elements without an entry hold arbitrary bytes. Predefined operators accept them as numbers, but
/// a Boolean may be invalid, and a user's function is not called for them.
inline bool accepts_absent(const Type &type) noexcept {
    return type.code != TypeCode::user && type.code != TypeCode::boolean;
}

} // namespace grb
