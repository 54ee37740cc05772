// Requests large pages for memory that will be written as a whole.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace grb {

/// Requests large pages for large memory, since each page costs a fault. Returns the memory.
inline void *with_large_pages(void *memory, std::size_t bytes) noexcept {
    constexpr std::size_t large = std::size_t{1} << 22, page = std::size_t{1} << 21;
    if (bytes < large) return memory;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page,
               end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
    return memory;
}

} // namespace grb
