// The end of an object.
#pragma once

#include "capi/guard.hpp"

namespace grb {

/// The mark must reach memory although the object's life ends with it.
inline void mark_freed(ObjectHeader &header) noexcept {
    *const_cast<volatile Magic *>(&header.magic) = Magic::freed;
}

/// A live object of the user's that holds no more parts of its own kind.
template <class T>
void destroy(T *object) noexcept {
    release_kept_text(object->header);
    release(object->header.given_name);
    mark_freed(object->header);
    delete object;
}

} // namespace grb
