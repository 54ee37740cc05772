// Array: shared ownership of raw bytes. Copying an Array shares the bytes; the pattern of a matrix
// is thus shared by all results that have the same pattern.
//
// The bytes are at one place or several, the host among them: each copy is a replica. Reading at a place without a
// replica makes one, which stays. Writing at a place drops all other replicas. A replica that is not the only one
// is given up when its place is short of memory.
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
    /// Takes over memory that came from an arena's functions. The array is its first `bytes`; all of it is `capacity`
    /// bytes, 0: as many.
    static Array adopt(void *pointer, std::size_t bytes, std::size_t capacity = 0, int arena = 0);
    /// Takes over memory of a place, which knows how to release it. Throws std::bad_alloc.
    static Array adopt_at(Place &place, void *pointer, std::size_t bytes);
    /// Memory that stays the caller's until end_loan(): never written or released here. Throws std::bad_alloc.
    static Array lend(const void *pointer, std::size_t bytes, std::size_t capacity, int arena = 0);
    bool is_lent() const noexcept { return block_ && block_->is_lent; }
    /// The arena that the memory on the host is from.
    int arena() const noexcept { return block_ ? block_->arena : 0; }
    /// The same bytes on the host in an arena: this array if it is there, else a copy. Throws as data().
    Array moved_to(int arena) const;
    /// Other arrays that share lent bytes get a copy, which is theirs; nobody may read them meanwhile.
    /// This array must not be used afterwards. Throws std::bad_alloc.
    void end_loan() const;
    template <class T>
    static Array of(std::size_t n) {
        return Array(n * sizeof(T));
    }
    /// Uninitialised bytes at a place. Throws PlaceFailure, std::bad_alloc.
    static Array at(Place &place, std::size_t bytes);
    /// The same where the calling thread works.
    static Array make_here(std::size_t bytes) { return at(*here(), bytes); }

    bool empty() const noexcept { return !block_; }
    std::size_t bytes() const noexcept { return block_ ? block_->bytes : 0; }
    /// Bytes of the memory that give_away() gives, at least bytes().
    std::size_t capacity() const noexcept {
        return block_ ? std::max(block_->bytes, block_->capacity) : 0;
    }
    /// True when no other Array shares the bytes, so that they may be changed in place.
    bool is_unique() const noexcept { return block_ && block_->is_unique() && !block_->is_lent; }

    /// On the host. Throws when the bytes have to be fetched from elsewhere and that fails.
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
    /// False: the bytes are on the host alone, or nowhere else yet.
    bool has_replicas() const noexcept {
        return block_ && block_->replicas.load(std::memory_order_acquire) != nullptr;
    }
    bool is_at(const Place &place) const noexcept;
    /// Where the calling thread works.
    bool is_here() const noexcept {
        const Place *const place = here();
        return place != nullptr && is_at(*place);
    }
    /// For reading at a place, copied there first when needed. Throws PlaceFailure, std::bad_alloc, Error.
    const void *data_at(Place &place) const;
    const void *data_here() const { return block_ ? data_at(*here()) : nullptr; }
    /// For writing at a place; the bytes elsewhere are void from here on. Throws the same.
    void *data_at_for_writing(Place &place);
    void *data_here_for_writing() { return block_ ? data_at_for_writing(*here()) : nullptr; }

    /// Hands the memory on the host (at the place) to the caller, releases the other replicas and leaves the array
    /// empty. The array must be unique and have its bytes there.
    void *give_away() noexcept;
    void *give_away_at(Place &place) noexcept;

    /// Gives back the unused tail when it is worth a copy; keeps the first `bytes` bytes.
    /// Only on a unique array. Never throws: without memory it stays as it is.
    void shrink(std::size_t bytes) noexcept;

private:
    /// The bytes at another place than the host; see array.cpp.
    struct Replica;
    struct Block : RefCounted {
        /// Held while bytes are copied and replicas are made or removed. Each block has its own, so that threads wait
        /// for this array alone.
        SmallMutex transfers;
        void *pointer = nullptr; // host; null while nothing was fetched
        std::size_t bytes = 0;
        std::size_t capacity = 0; // of adopted memory, where known
        bool is_lent = false;     // the memory is the caller's
        std::uint8_t arena = 0;   // of the memory on the host
        std::atomic<bool> is_on_host{true};
        std::atomic<Replica *> replicas{nullptr};
        ~Block();
        /// A new block without bytes on the host, and in the same memory its first replica. Throws std::bad_alloc.
        static Ref<Block> make_with_replica(Place &place, void *memory, std::size_t bytes);
        /// Null: none was ever made.
        Replica *at(const Place &place) const noexcept;
        /// A replica other than `but` that has the bytes; null: there is none.
        Replica *source(const Replica *but) const noexcept;
        // The caller of these holds the mutex.
        Replica &make_replica(Place &place);
        void join_lists() noexcept;
        void release_replicas(const Replica *but) noexcept;
        void fetch();
    };
    void fetch() const;
    void *data_for_writing();
    void copy_to(Replica &replica, Place &place) const;
    Ref<Block> block_;
};

} // namespace grb
