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
constexpr std::size_t least_bytes = std::size_t{1} << 20, most_bytes = std::size_t{1} << 28;
constexpr int most_blocks = 12;
constexpr std::size_t most_kept = 3 * most_bytes;
/// So many bytes are kept whatever the program asks for: a loop has results of several sizes.
constexpr std::size_t always_kept = std::size_t{1} << 26;
/// After so many requests of at least least_missed bytes, but below least_bytes, a larger stock is
/// freed: the program now wants its memory for other sizes.
constexpr int most_misses = 4;
constexpr std::size_t least_missed = std::size_t{1} << 18;

struct Block {
    void *memory;
    std::size_t bytes;
};
/// Ordered from the oldest to the newest.
Block blocks[most_blocks];
int count = 0;
std::size_t kept_bytes = 0;
std::atomic<int> misses{0};
constinit SmallMutex mutex;

/// A caller that finds the mutex held, perhaps by a thread that a fork has left behind, does
/// without blocks.
std::unique_lock<SmallMutex> lock() noexcept {
    return std::unique_lock<SmallMutex>(mutex, std::try_to_lock);
}

Block remove(int k) noexcept {
    const Block block = blocks[k];
    kept_bytes -= block.bytes;
    count--;
    for (; k < count; k++) blocks[k] = blocks[k + 1];
    return block;
}

/// Frees the largest blocks until the others have at most so many bytes.
void release_down_to(std::size_t bytes) noexcept {
    misses.store(0, std::memory_order_relaxed);
    while (kept_bytes > bytes) {
        int largest = 0;
        for (int k = 1; k < count; k++)
            if (blocks[k].bytes > blocks[largest].bytes) largest = k;
        std::free(remove(largest).memory);
    }
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
    release_down_to(always_kept);
    return nullptr;
}

bool keep_spare_block(void *block, std::size_t bytes) noexcept {
    if (bytes < least_bytes || bytes > most_bytes || !is_own_malloc()) return false;
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return false;
    if (count == most_blocks) std::free(remove(0).memory);
    blocks[count++] = {block, bytes};
    kept_bytes += bytes;
    while (kept_bytes > most_kept) std::free(remove(0).memory);
    misses.store(0, std::memory_order_relaxed);
    return true;
}

bool release_spare_blocks() noexcept {
    const std::unique_lock<SmallMutex> guard = lock();
    const bool has_some = guard.owns_lock() && count > 0;
    if (has_some) release_down_to(0);
    return has_some;
}

} // namespace grb
