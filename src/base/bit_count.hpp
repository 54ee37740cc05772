// Counts set bits without an instruction for it: that of x86-64 has none, and the compiler's
// function looks bytes up in a table.
#pragma once

#include <cstdint>

namespace grb {

inline std::uint64_t count_bits(std::uint64_t x) noexcept {
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    x += x >> 8;
    x += x >> 16;
    return (x + (x >> 32)) & 0xff;
}

/// Counts the bits of n words, several words at once.
inline std::uint64_t count_bits(const std::uint64_t *words, std::uint64_t n) noexcept {
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < n; w++) count += count_bits(words[w]);
    return count;
}

} // namespace grb
