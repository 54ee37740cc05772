// Blocks of device memory by address: those in use, and freed ones kept for equal requests.
// The cache knows no device: the runtime allocates and frees the blocks, and calls the cache under
// its lock. A kept block can be reused at once because all work on it is in one stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace grb::device {

class BlockCache {
public:
    /// Larger blocks are not kept: the work on them takes longer than an allocation from the pool.
    static constexpr std::size_t largest_kept = std::size_t{64} << 20;

    /// Returns the block size for a request: eight sizes per power of two, so that requests find
    /// kept blocks.
    static std::size_t block_size(std::size_t bytes);

    /// Returns a kept block for `bytes`; null when there is none.
    void *reuse(std::size_t bytes);
    /// Adds a new block of block_size(bytes) that is in use. Throws std::bad_alloc.
    void add(void *pointer, std::size_t bytes);
    /// Adds a block that the library's caller hands over. Throws std::bad_alloc.
    void adopt(void *pointer, std::size_t bytes);
    /// Takes a block back. Returns `nobody` if the cache keeps it. Otherwise the cache forgets it,
    /// and the caller must free it as the returned owner requires.
    enum class Owner { nobody, pool, other };
    Owner take_back(void *pointer) noexcept;
    /// Returns the start of a block, in use or kept, that overlaps these bytes; null if there is
    /// none. Linear search.
    const void *block_among(const void *pointer, std::size_t bytes) const;
    /// Forgets a block that is handed over to the library's caller.
    void forget(void *pointer) noexcept;
    /// Forgets the kept blocks and calls free(pointer) for each.
    template <class Free>
    void drop_kept(const Free &free) noexcept {
        for (auto &[size, head] : kept_) {
            while (head != nullptr) {
                Block *const block = head;
                head = block->next;
                free(block->pointer);
                blocks_.erase(block->pointer);
            }
        }
        kept_bytes_ = 0;
    }

    /// Returns the sum of the requested sizes.
    std::uint64_t held_bytes() const { return held_bytes_; }
    std::uint64_t kept_bytes() const { return kept_bytes_; }

private:
    struct Block {
        void *pointer;
        std::size_t requested, size;
        Block *next;  // kept, of the same size
        Block **kept; // head of its size's list; null: not kept
        bool is_foreign = false;
    };
    std::unordered_map<void *, Block> blocks_;
    std::unordered_map<std::size_t, Block *> kept_; // by size; has every size ever added
    std::uint64_t held_bytes_ = 0, kept_bytes_ = 0;
};

} // namespace grb::device
