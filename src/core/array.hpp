// Array: shared ownership of raw bytes. Copying an Array shares the bytes; the pattern of a matrix
// is thus shared by all results that have the same pattern.
#pragma once

#include "core/ref.hpp"

#include <cstring>

namespace grb {

class Array {
public:
    Array() = default;
    /// Uninitialised bytes. Throws std::bad_alloc.
    explicit Array(std::size_t bytes);
    static Array zeroed(std::size_t bytes);
    static Array copy_of(const void *source, std::size_t bytes);
    /// Takes over memory that came from the functions of core/memory.hpp.
    static Array adopt(void *pointer, std::size_t bytes);
    template <class T>
    static Array of(std::size_t n) {
        return Array(n * sizeof(T));
    }

    bool empty() const noexcept { return !block_; }
    std::size_t bytes() const noexcept { return block_ ? block_->bytes : 0; }
    /// True when no other Array shares the bytes, so that they may be changed in place.
    bool is_unique() const noexcept { return block_ && block_->is_unique(); }

    const void *data() const noexcept { return block_ ? block_->pointer : nullptr; }
    void *data() noexcept { return block_ ? block_->pointer : nullptr; }
    template <class T>
    const T *as() const noexcept {
        return static_cast<const T *>(data());
    }
    template <class T>
    T *as() noexcept {
        return static_cast<T *>(data());
    }

    /// Gives back the unused tail when it is worth a copy; keeps the first `bytes` bytes.
    /// Only on a unique array. Never throws: without memory it stays as it is.
    void shrink(std::size_t bytes) noexcept;

private:
    struct Block : RefCounted {
        void *pointer = nullptr;
        std::size_t bytes = 0;
        ~Block() { release(pointer); }
    };
    Ref<Block> block_;
};

} // namespace grb
