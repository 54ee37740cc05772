// The end of an object.
#pragma once

#include "algebra/held.hpp"
#include "capi/guard.hpp"

namespace grb {

/// The mark must reach memory although the object's life ends with it.
inline void mark_freed(ObjectHeader &header) noexcept {
    *const_cast<volatile Magic *>(&header.magic) = Magic::freed;
}

/// A live object of the user's that holds no more parts of its own kind. What can be held (algebra/held.hpp) stays
/// for those who hold it, but no handle leads to it any more.
template <class T>
void destroy(T *object) noexcept {
    release_kept_text(object->header);
    release_in(object->header.arena, std::exchange(object->header.given_name, nullptr));
    mark_freed(object->header);
    if constexpr (requires { let_go(object); }) {
        let_go(object);
    } else {
        delete object;
    }
}

} // namespace grb
