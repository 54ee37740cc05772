// Requests large pages for memory that will be written as a whole.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace grb {

inline constexpr std::size_t large_page = std::size_t{1} << 21;

/// Requests large pages for memory that has room for them: each page costs a fault, and a search in
/// the tables of pages for each access that is far from the others. Returns the memory.
inline void *with_large_pages(void *memory, std::size_t bytes) noexcept {
    if (bytes < large_page) return memory;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + large_page - 1) / large_page *
                       large_page,
               end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / large_page * large_page;
    if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
    return memory;
}

} // namespace grb
