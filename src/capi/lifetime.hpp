// Ends the life of objects.
#pragma once

#include "algebra/held.hpp"
#include "capi/guard.hpp"

namespace grb {

/// Writes the magic number to memory although the object's life ends here.
inline void mark_freed(ObjectHeader &header) noexcept {
    *const_cast<volatile Magic *>(&header.magic) = Magic::freed;
}

/// Destroys a live object of the user's that holds no other objects of its own kind. An object that
/// can be held (algebra/held.hpp) stays for its holders, but no handle leads to it any more.
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
