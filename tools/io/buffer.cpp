// Allocates large arrays in huge pages.
#include "buffer.h"

#include <new>
#include <sys/mman.h>

namespace grb::tool {

void *allocate_large(size_t bytes) {
    constexpr size_t page = size_t{2} << 20;
    void *const memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (memory == nullptr) throw std::bad_alloc();
    // Ordinary pages serve as well on a system without huge ones.
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

} // namespace grb::tool
