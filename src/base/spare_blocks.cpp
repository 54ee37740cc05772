// Keeps the large blocks that were freed last.
#include "base/spare_blocks.hpp"

#include "base/memory.hpp"
#include "base/small_mutex.hpp"

#include <atomic>
#include <cstdlib>
#include <mutex>

namespace grb {

namespace {

/// The allocator itself keeps smaller blocks.
constexpr std::size_t least_bytes = std::size_t{1} << 22, most_bytes = std::size_t{1} << 28;
constexpr int most_blocks = 3;
/// After so many requests of at least least_missed bytes that no block fits, all blocks are freed:
/// the program now wants their memory for other sizes.
constexpr int most_misses = 4;
constexpr std::size_t least_missed = std::size_t{1} << 18;

struct Block {
    void *memory;
    std::size_t bytes;
};
/// Ordered from the oldest to the newest.
Block blocks[most_blocks];
int count = 0;
std::atomic<int> misses{0};
constinit SmallMutex mutex;

/// A caller that finds the mutex held, perhaps by a thread that a fork has left behind, does
/// without blocks.
std::unique_lock<SmallMutex> lock() noexcept {
    return std::unique_lock<SmallMutex>(mutex, std::try_to_lock);
}

Block remove(int k) noexcept {
    const Block block = blocks[k];
    count--;
    for (; k < count; k++) blocks[k] = blocks[k + 1];
    return block;
}

void release_all() noexcept {
    misses.store(0, std::memory_order_relaxed);
    while (count > 0) std::free(remove(count - 1).memory);
}

/// Keeps no block of an allocator that the user gave.
bool is_own_malloc() noexcept {
    return allocator().malloc == &std::malloc;
}

} // namespace

void *take_spare_block(std::size_t &bytes) noexcept {
    if (bytes < least_missed || !is_own_malloc()) return nullptr;
    if (bytes < least_bytes && misses.fetch_add(1, std::memory_order_relaxed) < most_misses - 1)
        return nullptr;
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return nullptr;
    for (int k = count - 1; k >= 0; k--) {
        if (blocks[k].bytes < bytes || blocks[k].bytes / 8 * 7 > bytes) continue;
        const Block found = remove(k);
        misses.store(0, std::memory_order_relaxed);
        bytes = found.bytes;
        return found.memory;
    }
    release_all();
    return nullptr;
}

bool keep_spare_block(void *block, std::size_t bytes) noexcept {
    if (bytes < least_bytes || bytes > most_bytes || !is_own_malloc()) return false;
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return false;
    if (count == most_blocks) std::free(remove(0).memory);
    blocks[count++] = {block, bytes};
    misses.store(0, std::memory_order_relaxed);
    return true;
}

bool release_spare_blocks() noexcept {
    const std::unique_lock<SmallMutex> guard = lock();
    const bool has_some = guard.owns_lock() && count > 0;
    if (has_some) release_all();
    return has_some;
}

} // namespace grb
