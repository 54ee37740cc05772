#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace grb::tool {

/// Arrays from this size on are asked for in pages of 2 MB.
constexpr size_t large_array_bytes = size_t{4} << 20;

/// Memory of at least large_array_bytes, for std::free. Where a page has 4 KB, its first use takes as long as
/// parsing what goes there. Throws std::bad_alloc.
void *allocate_large(size_t bytes);

/// An allocator that leaves new elements as they are: the threads that fill a large array are then
/// the first to touch its pages. It may have memory that is there already, with elements in it: a vector of exactly that
/// size, made with this allocator, holds them without a copy.
template <class T>
class UninitialisedAllocator {
public:
    using value_type = T;
    using is_always_equal = std::false_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    UninitialisedAllocator() = default;
    /// The owner keeps the memory of `count` elements, and may be shared.
    UninitialisedAllocator(std::shared_ptr<const void> owner, T *elements, size_t count)
        : owner_(std::move(owner)), elements_(elements), count_(count) {}
    template <class U>
    UninitialisedAllocator(const UninitialisedAllocator<U> &) noexcept {}

    /// A copy of a vector has memory of its own.
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
    void construct(U *place, Arguments &&...arguments) {
        ::new (static_cast<void *>(place)) U(std::forward<Arguments>(arguments)...);
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
