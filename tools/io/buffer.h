// Arrays whose elements are uninitialised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace grb::tool {

/// Arrays of at least this size ask for pages of 2 MB.
constexpr size_t large_array_bytes = size_t{4} << 20;

/// Allocates at least large_array_bytes, for std::free. With pages of 4 KB, the first use of a page
/// takes as long as parsing its contents. Throws std::bad_alloc.
void *allocate_large(size_t bytes);

/// An allocator that leaves new elements uninitialised: the threads that fill a large array touch
/// its pages first. It can adopt existing memory with elements: a vector of exactly that size, made
/// with this allocator, holds them without a copy.
template <class T>
class UninitialisedAllocator {
public:
    using value_type = T;
    using is_always_equal = std::false_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    UninitialisedAllocator() = default;
    /// The owner, which may be shared, keeps the memory of `count` elements.
    UninitialisedAllocator(std::shared_ptr<const void> owner, T *elements, size_t count)
        : owner_(std::move(owner)), elements_(elements), count_(count) {}
    template <class U>
    UninitialisedAllocator(const UninitialisedAllocator<U> &) noexcept {}

    /// A copy of a vector allocates its own memory.
    UninitialisedAllocator select_on_container_copy_construction() const { return {}; }

    T *allocate(size_t count) {
        if (owner_ != nullptr && count == count_) return elements_;
        return is_large(count) ? static_cast<T *>(allocate_large(count * sizeof(T)))
                               : std::allocator<T>().allocate(count);
    }
    void deallocate(T *elements, size_t count) noexcept {
        if (elements == elements_ && owner_ != nullptr) return;
        if (is_large(count))
            std::free(elements);
        else
            std::allocator<T>().deallocate(elements, count);
    }
    template <class U>
    void construct(U *) noexcept {}
    template <class U, class... Arguments>
    void construct(U *target, Arguments &&...arguments) {
        ::new (static_cast<void *>(target)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const UninitialisedAllocator &x, const UninitialisedAllocator &y) {
        return x.owner_ == y.owner_ && x.elements_ == y.elements_;
    }
    friend bool operator!=(const UninitialisedAllocator &x, const UninitialisedAllocator &y) {
        return !(x == y);
    }

private:
    static bool is_large(size_t count) {
        return count >= large_array_bytes / sizeof(T) && count <= SIZE_MAX / 2 / sizeof(T);
    }

    std::shared_ptr<const void> owner_;
    T *elements_ = nullptr;
    size_t count_ = 0;
};

template <class T>
using Buffer = std::vector<T, UninitialisedAllocator<T>>;

} // namespace grb::tool
