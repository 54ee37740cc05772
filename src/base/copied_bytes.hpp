// A copy of bytes by all threads.
#pragma once

#include "base/array.hpp"
#include "base/parallel.hpp"

#include <cstring>

namespace grb {

/// `source` has so many bytes on the host. Throws std::bad_alloc.
inline Array copied_bytes(const void *source, std::uint64_t bytes) {
    Array array(bytes);
    auto *const target = array.as<unsigned char>();
    parallel_ranges(bytes, 0.2, [&](std::uint64_t begin, std::uint64_t end) {
        std::memcpy(target + begin, static_cast<const unsigned char *>(source) + begin,
                    end - begin);
    });
    return array;
}

} // namespace grb
