// Blocks of device memory by address: those given out, and those that came back lately and wait for the
// next request of their size. Knows no device: the runtime makes and frees the blocks, and calls this
// under its lock. A kept block may be given out at once because all work on it is in one stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace grb::device {

class BlockCache {
public:
    /// Larger blocks are not kept: the work on them takes longer than the pool.
    static constexpr std::size_t largest_kept = std::size_t{64} << 20;

    /// Bytes of the block for a request: eight sizes per power of two, so that requests find a kept one.
    static std::size_t block_size(std::size_t bytes);

    /// A kept block, given out for `bytes`; null when there is none.
    void *reuse(std::size_t bytes);
    /// A new block of block_size(bytes) is given out. Throws std::bad_alloc.
    void add(void *pointer, std::size_t bytes);
    /// Notes a block that the caller of the library hands over. Throws std::bad_alloc.
    void adopt(void *pointer, std::size_t bytes);
    /// Takes a block back. Returns its owner where the block is forgotten and the caller must free it; `nobody`
    /// where it is kept.
    enum class Owner { nobody, pool, other };
    Owner take_back(void *pointer) noexcept;
    /// The start of a block, given out or kept, that shares bytes with these; null if there is none. Linear search.
    const void *block_among(const void *pointer, std::size_t bytes) const;
    /// Forgets a block that is handed over to the caller of the library.
    void forget(void *pointer) noexcept;
    /// Forgets the kept blocks; free(pointer) is called for each.
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

    /// As requested.
    std::uint64_t held_bytes() const { return held_bytes_; }
    std::uint64_t kept_bytes() const { return kept_bytes_; }

private:
    struct Block {
        void *pointer;
        std::size_t requested, size;
        Block *next;  // kept, of the same size
        Block **kept; // those of its size; null: it is not kept
        bool is_foreign = false;
    };
    std::unordered_map<void *, Block> blocks_;
    std::unordered_map<std::size_t, Block *> kept_; // by size; has every size that was ever added
    std::uint64_t held_bytes_ = 0, kept_bytes_ = 0;
};

} // namespace grb::device
