#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace grb::tool {

/// An allocator that leaves new elements as they are: the threads that fill a large array are then
/// the first to touch its pages.
template <class T>
struct UninitialisedAllocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = UninitialisedAllocator<U>;
    };
    template <class U>
    void construct(U *) noexcept {}
    template <class U, class... Arguments>
    void construct(U *place, Arguments &&...arguments) {
        ::new (static_cast<void *>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

template <class T>
using Buffer = std::vector<T, UninitialisedAllocator<T>>;

} // namespace grb::tool
