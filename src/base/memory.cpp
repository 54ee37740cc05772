// Allocates host memory through the installed functions, and keeps the table of arenas.
#include "base/memory.hpp"

#include "base/small_mutex.hpp"
#include "base/spare_blocks.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace grb {

namespace {
constinit AllocatorFunctions functions_{std::malloc, std::calloc, std::realloc, std::free};

struct Arena {
    AllocatorFunctions functions{};
    std::atomic<bool> is_there{false};
};
/// The first slot stays unused: its functions are the library's.
constinit Arena arenas_[arena_count];
constinit SmallMutex arenas_mutex_;

} // namespace

void set_allocator(const AllocatorFunctions &functions) noexcept {
    functions_ = functions;
}
const AllocatorFunctions &allocator() noexcept {
    return functions_;
}

void *allocate(std::size_t bytes) {
    const auto attempt = [&] { return functions_.malloc(bytes == 0 ? 1 : bytes); };
    void *pointer = attempt();
    if (pointer == nullptr && release_spare_blocks()) pointer = attempt();
    if (pointer == nullptr) throw std::bad_alloc();
    return pointer;
}

void *allocate_zeroed(std::size_t bytes) {
    if (functions_.calloc != nullptr) {
        const auto attempt = [&] { return functions_.calloc(bytes == 0 ? 1 : bytes, 1); };
        void *pointer = attempt();
        if (pointer == nullptr && release_spare_blocks()) pointer = attempt();
        if (pointer == nullptr) throw std::bad_alloc();
        return pointer;
    }
    return std::memset(allocate(bytes), 0, bytes);
}

void release(void *pointer) noexcept {
    if (pointer != nullptr) functions_.free(pointer);
}

void *allocate_in(int arena, std::size_t bytes) {
    if (arena == 0) return allocate(bytes);
    void *const pointer = arenas_[arena].functions.malloc(std::max<std::size_t>(bytes, 1));
    if (pointer == nullptr) throw std::bad_alloc();
    return pointer;
}

void release_in(int arena, void *pointer) noexcept {
    if (arena == 0) return release(pointer);
    if (pointer != nullptr) arenas_[arena].functions.free(pointer);
}

const AllocatorFunctions *arena_functions(int arena) noexcept {
    if (arena == 0) return &functions_;
    if (arena < 0 || arena >= arena_count) return nullptr;
    const Arena &one = arenas_[arena];
    return one.is_there.load(std::memory_order_acquire) ? &one.functions : nullptr;
}

bool make_arena(int arena, const AllocatorFunctions &functions) noexcept {
    if (arena <= 0 || arena >= arena_count) return false;
    const std::lock_guard<SmallMutex> guard(arenas_mutex_);
    Arena &one = arenas_[arena];
    if (one.is_there.load(std::memory_order_relaxed)) return false;
    one.functions = functions;
    one.is_there.store(true, std::memory_order_release);
    arenas_were_made.store(true, std::memory_order_release);
    return true;
}

void forget_arenas() noexcept {
    for (Arena &one : arenas_) one.is_there.store(false, std::memory_order_release);
}

} // namespace grb
