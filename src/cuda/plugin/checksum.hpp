// The checksum of files of compiled kernels.
#pragma once

#include <cstdint>
#include <string_view>

namespace grb::device {

/// FNV-1a; `value` goes on from an earlier text.
inline std::uint64_t checksum(std::string_view text,
                              std::uint64_t value = 14695981039346656037ull) {
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return value;
}

} // namespace grb::device
