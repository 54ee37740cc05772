// Array: shared ownership of raw bytes. Copying an Array shares the bytes: all results with the
// same pattern share that of a matrix.
//
// The bytes are on one device or several, the host among them: each copy is a replica. Reading on a
// device without a replica makes one, which stays. Writing on a device drops all other replicas.
// When a device is short of memory, it gives up replicas that are not the only one.
#pragma once

#include "base/ref.hpp"
#include "base/small_mutex.hpp"
#include "base/spare_memory.hpp"

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
    /// Uninitialised bytes of an arena. Throws std::bad_alloc.
    static Array in_arena(int arena, std::size_t bytes);
    /// Takes over memory that came from an arena's functions: `capacity` bytes (0: as many as
    /// `bytes`), of which the array is the first `bytes`.
    static Array adopt(void *pointer, std::size_t bytes, std::size_t capacity = 0, int arena = 0);
    /// Takes over memory of a device, which knows how to release it. Throws std::bad_alloc.
    static Array adopt_at(Device &device, void *pointer, std::size_t bytes);
    /// Lends memory that stays the caller's until end_loan(): the array never writes or releases
    /// it. Throws std::bad_alloc.
    static Array lend(const void *pointer, std::size_t bytes, std::size_t capacity, int arena = 0);
    bool is_lent() const noexcept { return block_ && block_->is_lent; }
    /// The arena of the memory on the host.
    int arena() const noexcept { return block_ ? block_->arena : 0; }
    /// Returns this array if its memory on the host is of the arena, else a copy there. Throws as
    /// data().
    Array moved_to(int arena) const;
    /// Gives copies of lent bytes to the other arrays that share them; nobody may read them
    /// meanwhile. This array must not be used afterwards. Throws std::bad_alloc.
    void end_loan() const;
    template <class T>
    static Array of(std::size_t n) {
        return Array(n * sizeof(T));
    }
    /// Uninitialised bytes on a device. Throws DeviceFailure, std::bad_alloc.
    static Array at(Device &device, std::size_t bytes);
    /// Uninitialised bytes on the device where the calling thread works. Throws as at().
    static Array make_here(std::size_t bytes) { return at(*here(), bytes); }

    bool empty() const noexcept { return !block_; }
    std::size_t bytes() const noexcept { return block_ ? block_->bytes : 0; }
    /// Bytes of the memory that give_away() gives, at least bytes().
    std::size_t capacity() const noexcept {
        return block_ ? std::max(block_->bytes, block_->capacity) : 0;
    }
    /// True when no other Array shares the bytes, so that they may be changed in place.
    bool is_unique() const noexcept { return block_ && block_->is_unique() && !block_->is_lent; }

    /// The bytes on the host. Throws when they have to be fetched from a device and that fails.
    const void *data() const {
        if (!block_) return nullptr;
        if (!block_->is_on_host.load(std::memory_order_acquire)) fetch();
        return block_->pointer;
    }
    void *data() {
        if (!block_) return nullptr;
        if (block_->replicas.load(std::memory_order_acquire) != nullptr) return data_for_writing();
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
    bool is_on_host() const noexcept {
        return !block_ || block_->is_on_host.load(std::memory_order_acquire);
    }
    /// Is false when the bytes are on the host alone.
    bool has_replicas() const noexcept {
        return block_ && block_->replicas.load(std::memory_order_acquire) != nullptr;
    }
    bool is_at(const Device &device) const noexcept;
    /// True when the bytes are on the device where the calling thread works.
    bool is_here() const noexcept {
        const Device *const device = here();
        return device != nullptr && is_at(*device);
    }
    /// The bytes for reading on a device, copied there first when needed. Throws DeviceFailure,
    /// std::bad_alloc, Error.
    const void *data_at(Device &device) const;
    const void *data_here() const { return block_ ? data_at(*here()) : nullptr; }
    /// The bytes for writing on a device; copies elsewhere become void. Throws as data_at().
    void *data_at_for_writing(Device &device);
    void *data_here_for_writing() { return block_ ? data_at_for_writing(*here()) : nullptr; }

    /// Frees the bytes on the host if a device has them, too. Nobody may read them any more.
    void leave_host() const noexcept;

    /// Hands the memory on the host (on the device) to the caller, releases the other replicas and
    /// leaves the array empty. The array must be unique and have its bytes there.
    void *give_away() noexcept;
    void *give_away_at(Device &device) noexcept;

    /// Gives back the unused tail when it is worth a copy; keeps the first `bytes` bytes.
    /// Only on a unique array. Never throws: without memory it stays as it is.
    void shrink(std::size_t bytes) noexcept;

private:
    /// The bytes on a device other than the host; see array.cpp.
    struct Replica;
    struct Block : RefCounted {
        /// Held while bytes are copied and replicas are made or removed. Each block has its own, so
        /// that threads wait for this array alone.
        SmallMutex transfers;
        void *pointer = nullptr; // on the host; null until fetched
        std::size_t bytes = 0;
        std::size_t capacity = 0; // of adopted memory, where known
        bool is_lent = false;     // the memory is the caller's
        std::uint8_t arena = 0;   // of the memory on the host
        std::atomic<bool> is_on_host{true};
        std::atomic<Replica *> replicas{nullptr};
        ~Block();
        /// A new block without bytes on the host, whose first replica lies in the same memory.
        /// Throws std::bad_alloc.
        static Ref<Block> make_with_replica(Device &device, void *memory, std::size_t bytes);
        /// Returns null when no replica was ever made.
        Replica *at(const Device &device) const noexcept;
        /// Returns a replica other than `but` that has the bytes, or null.
        Replica *source(const Replica *but) const noexcept;
        // The caller of the functions below holds the mutex.
        Replica &make_replica(Device &device);
        void join_lists() noexcept;
        void release_replicas(const Replica *but) noexcept;
        /// Returns the device that sent the bytes, or null.
        Device *fetch();
    };
    void fetch() const;
    void *data_for_writing();
    void copy_to(Replica &replica, Device &device) const;
    Ref<Block> block_;
};

} // namespace grb
