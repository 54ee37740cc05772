// Array: shared ownership of raw bytes. Copying an Array shares the bytes; the pattern of a matrix
// is thus shared by all results that have the same pattern.
//
// The bytes are on the host, on the device, or both. Reading them where they are not makes a copy there,
// which stays; writing drops the copy on the other side. So every reader on the host finds valid
// bytes whoever made them.
#pragma once

#include "core/device_memory.hpp"
#include "core/ref.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

class Array {
public:
    Array() = default;
    /// Uninitialised bytes. Throws std::bad_alloc.
    explicit Array(std::size_t bytes);
    static Array zeroed(std::size_t bytes);
    static Array copy_of(const void *source, std::size_t bytes);
    /// Takes over memory that came from the functions of core/memory.hpp. Its first `bytes` are the array,
    /// also where all of it is more.
    static Array adopt(void *pointer, std::size_t bytes, std::size_t capacity = 0);
    /// Takes over memory of the device that its functions know how to release.
    static Array adopt_on_device(void *pointer, std::size_t bytes);
    template <class T>
    static Array of(std::size_t n) {
        return Array(n * sizeof(T));
    }
    /// Uninitialised bytes on the device, which must be open. Throws.
    static Array on_device(std::size_t bytes);

    bool empty() const noexcept { return !block_; }
    std::size_t bytes() const noexcept { return block_ ? block_->bytes : 0; }
    /// Bytes of the memory that give_away() gives, at least bytes().
    std::size_t capacity() const noexcept {
        return block_ ? std::max(block_->bytes, block_->capacity) : 0;
    }
    /// True when no other Array shares the bytes, so that they may be changed in place.
    bool is_unique() const noexcept { return block_ && block_->is_unique(); }

    /// On the host. Throws when the bytes have to be fetched from the device and that fails.
    const void *data() const {
        if (!block_) return nullptr;
        if (!block_->is_on_host.load(std::memory_order_acquire)) fetch();
        return block_->pointer;
    }
    void *data() {
        if (!block_) return nullptr;
        if (block_->on_device != nullptr) leave_device();
        return block_->pointer;
    }
    template <class T>
    const T *as() const {
        return static_cast<const T *>(data());
    }
    template <class T>
    T *as() {
        return static_cast<T *>(data());
    }

    /// Equal for arrays that share their bytes.
    const void *identity() const noexcept { return block_.get(); }
    bool is_on_device() const noexcept {
        return block_ && block_->is_on_device.load(std::memory_order_acquire);
    }
    bool is_on_host() const noexcept {
        return !block_ || block_->is_on_host.load(std::memory_order_acquire);
    }
    /// For reading on the device, copied there first when needed. Throws.
    const void *device_data() const;
    /// For writing on the device; the bytes on the host are void from here on. Throws.
    void *device_data_for_writing();

    /// The bytes on the host (the device) go to the caller; what is on the other side is released, and the
    /// array is empty. Only of a unique array that has them there.
    void *give_away() noexcept;
    void *give_away_on_device() noexcept;

    /// Gives back the unused tail when it is worth a copy; keeps the first `bytes` bytes.
    /// Only on a unique array. Never throws: without memory it stays as it is.
    void shrink(std::size_t bytes) noexcept;

private:
    struct Block : RefCounted {
        void *pointer = nullptr; // host; null while nothing was fetched
        std::size_t bytes = 0;
        std::size_t capacity = 0; // of adopted memory, where known
        void *on_device = nullptr;
        std::atomic<bool> is_on_host{true}, is_on_device{false};
        ~Block();
    };
    void fetch() const;
    void leave_device();
    Ref<Block> block_;
};

} // namespace grb
