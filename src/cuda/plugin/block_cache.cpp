// The lists of used and kept blocks.
#include "cuda/plugin/block_cache.hpp"

#include <algorithm>
#include <bit>

namespace grb::device {

std::size_t BlockCache::block_size(std::size_t bytes) {
    constexpr std::size_t least = 512;
    if (bytes > largest_kept) return bytes;
    const std::size_t step = std::max(least, std::bit_floor(bytes) / 8);
    return std::max(least, (bytes + step - 1) / step * step);
}

void *BlockCache::reuse(std::size_t bytes) {
    const auto found = kept_.find(block_size(bytes));
    if (found == kept_.end() || found->second == nullptr) return nullptr;
    Block *const block = found->second;
    found->second = block->next;
    kept_bytes_ -= block->size;
    block->requested = bytes;
    held_bytes_ += bytes;
    return block->pointer;
}

void BlockCache::add(void *pointer, std::size_t bytes) {
    const std::size_t size = block_size(bytes);
    Block **const kept =
        size <= largest_kept ? &kept_.try_emplace(size, nullptr).first->second : nullptr;
    blocks_.insert_or_assign(pointer, Block{pointer, bytes, size, nullptr, kept});
    held_bytes_ += bytes;
}

void BlockCache::adopt(void *pointer, std::size_t bytes) {
    blocks_.insert_or_assign(pointer, Block{pointer, bytes, bytes, nullptr, nullptr, true});
    held_bytes_ += bytes;
}

const void *BlockCache::block_among(const void *pointer, std::size_t bytes) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    for (const auto &[own, block] : blocks_) {
        const auto first = reinterpret_cast<std::uintptr_t>(own);
        if (begin < first + block.size && first < begin + bytes) return own;
    }
    return nullptr;
}

void BlockCache::forget(void *pointer) noexcept {
    const auto found = blocks_.find(pointer);
    held_bytes_ -= found->second.requested;
    blocks_.erase(found);
}

BlockCache::Owner BlockCache::take_back(void *pointer) noexcept {
    const auto found = blocks_.find(pointer);
    Block &block = found->second;
    held_bytes_ -= block.requested;
    if (block.kept == nullptr) {
        const Owner owner = block.is_foreign ? Owner::other : Owner::pool;
        blocks_.erase(found);
        return owner;
    }
    block.next = *block.kept;
    *block.kept = &block;
    kept_bytes_ += block.size;
    return Owner::nobody;
}

} // namespace grb::device
