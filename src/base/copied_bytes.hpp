// Copies bytes by all threads.
#pragma once

#include "base/array.hpp"
#include "base/parallel.hpp"

#include <cstring>

namespace grb {

inline void copy_by_all(void *to, const void *from, std::uint64_t bytes) {
    parallel_ranges(bytes, 0.2, [&](std::uint64_t begin, std::uint64_t end) {
        std::memcpy(static_cast<unsigned char *>(to) + begin,
                    static_cast<const unsigned char *>(from) + begin, end - begin);
    });
}

/// Copies so many bytes of `source` on the host to a new array. Throws std::bad_alloc.
inline Array copied_bytes(const void *source, std::uint64_t bytes) {
    Array array(bytes);
    copy_by_all(array.data(), source, bytes);
    return array;
}

} // namespace grb
