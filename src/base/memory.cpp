#include "base/memory.hpp"

#include "base/spare_blocks.hpp"

#include <cstdlib>
#include <cstring>

namespace grb {

namespace {
constinit AllocatorFunctions functions_{std::malloc, std::calloc, std::realloc, std::free};
}

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

} // namespace grb
