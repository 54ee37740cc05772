#include "buffer.h"

#include <new>
#include <sys/mman.h>

namespace grb::tool {

void *allocate_large(size_t bytes) {
    constexpr size_t page = size_t{2} << 20;
    void *const memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (memory == nullptr) throw std::bad_alloc();
    // Where the system has no such pages, small ones do as well.
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

} // namespace grb::tool
