// Keeps the large blocks that were freed last.
#include "base/spare_blocks.hpp"

#include "base/large_pages.hpp"
#include "base/memory.hpp"
#include "base/small_mutex.hpp"

#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>

namespace grb {

namespace {

constexpr std::size_t least_bytes = (std::size_t{1} << 20) / 8 * 7 + 1,
                      most_bytes = std::size_t{1} << 28;
constexpr int most_blocks = 12;
constexpr std::size_t most_kept = 3 * most_bytes;
/// So many bytes are kept whatever the program asks for: a loop has results of several sizes.
constexpr std::size_t always_kept = std::size_t{1} << 26;
/// After so many requests of at least least_missed bytes, but below least_bytes, that found no
/// block, a larger stock is freed: the program now wants its memory for other sizes.
constexpr int most_misses = 4;
constexpr std::size_t least_missed = std::size_t{1} << 18;

/// Smaller blocks have four sizes for each power of two; the allocator itself keeps those below.
constexpr unsigned least_power = 16, sizes_per_power = 4, power_of_large = 20;
constexpr std::size_t least_small_bytes = std::size_t{1} << least_power;
constexpr int small_sizes = sizes_per_power * (power_of_large - least_power) - 1, most_of_size = 4;
constexpr std::size_t most_small_kept = std::size_t{1} << 24;

/// The blocks of one size, a stack.
struct SmallBlocks {
    void *memory[most_of_size];
    int count = 0;
};
SmallBlocks small_blocks[small_sizes];
std::size_t small_kept_bytes = 0;

/// Returns the number of the smallest size that holds so many bytes.
int small_size_of(std::size_t bytes) noexcept {
    const auto power = static_cast<unsigned>(std::bit_width(bytes - 1)) - 1; // 2^power < bytes
    const std::size_t step = (std::size_t{1} << power) / sizes_per_power;
    const auto steps = static_cast<int>((bytes - (std::size_t{1} << power) + step - 1) / step);
    return static_cast<int>(sizes_per_power * (power - least_power)) + steps - 1;
}
std::size_t bytes_of_small_size(int size) noexcept {
    const int steps = size % static_cast<int>(sizes_per_power) + 1;
    const std::size_t power_bytes =
        std::size_t{1} << (least_power + static_cast<unsigned>(size) / sizes_per_power);
    return power_bytes + power_bytes / sizes_per_power * static_cast<std::size_t>(steps);
}
bool is_small(std::size_t bytes) noexcept {
    return bytes > least_small_bytes && bytes < least_bytes;
}

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

bool release_small() noexcept {
    const bool has_some = small_kept_bytes != 0;
    for (SmallBlocks &own : small_blocks)
        while (own.count > 0) std::free(own.memory[--own.count]);
    small_kept_bytes = 0;
    return has_some;
}

void *take_small(std::size_t &bytes) noexcept {
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return nullptr;
    const int size = small_size_of(bytes);
    if (SmallBlocks &own = small_blocks[size]; own.count > 0) {
        bytes = bytes_of_small_size(size);
        small_kept_bytes -= bytes;
        return own.memory[--own.count];
    }
    if (bytes >= least_missed && misses.fetch_add(1, std::memory_order_relaxed) >= most_misses - 1)
        release_down_to(always_kept);
    return nullptr;
}

/// Blocks of other sizes, perhaps the user's, would not be found again.
bool keep_small(void *block, std::size_t bytes) noexcept {
    const int size = small_size_of(bytes);
    SmallBlocks &own = small_blocks[size];
    if (bytes != bytes_of_small_size(size) || own.count == most_of_size ||
        small_kept_bytes + bytes > most_small_kept)
        return false;
    own.memory[own.count++] = block;
    small_kept_bytes += bytes;
    return true;
}

/// Keeps no block of an allocator that the user gave.
bool is_own_malloc() noexcept {
    return allocator().malloc == &std::malloc;
}

} // namespace

std::size_t roomy_size(std::size_t bytes) noexcept {
    if (bytes > SIZE_MAX / 2 || !is_own_malloc()) return bytes;
    if (is_small(bytes)) return bytes_of_small_size(small_size_of(bytes));
    const std::size_t whole = (bytes + large_page - 1) / large_page * large_page;
    return whole - bytes <= bytes / 8 ? whole : bytes;
}

void *take_spare_block(std::size_t &bytes) noexcept {
    if (bytes <= least_small_bytes || !is_own_malloc()) return nullptr;
    if (bytes < least_bytes) return take_small(bytes);
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
    if (bytes <= least_small_bytes || bytes > most_bytes || !is_own_malloc()) return false;
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return false;
    if (bytes < least_bytes) return keep_small(block, bytes);
    if (count == most_blocks) std::free(remove(0).memory);
    blocks[count++] = {block, bytes};
    kept_bytes += bytes;
    while (kept_bytes > most_kept) std::free(remove(0).memory);
    misses.store(0, std::memory_order_relaxed);
    return true;
}

bool release_spare_blocks() noexcept {
    const std::unique_lock<SmallMutex> guard = lock();
    if (!guard.owns_lock()) return false;
    const bool has_some = count > 0;
    release_down_to(0);
    return release_small() || has_some;
}

} // namespace grb
