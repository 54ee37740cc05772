// Lists the set bits of a word.
#pragma once

#include <cstdint>

namespace grb {

/// The list is written by so many at once: it has room for so many more than it needs.
inline constexpr std::uint64_t listed_at_once = 4;

/// Appends first + k for each set bit k of a word to list[count...]. The number of bits is not
/// predictable: no branch asks for each.
inline void list_bits(std::uint64_t word, std::uint64_t first, std::uint32_t *list,
                      std::uint64_t &count) noexcept {
    constexpr std::uint64_t highest = std::uint64_t{1} << 63;
    do {
        for (std::uint64_t k = 0; k < listed_at_once; k++) {
            list[count] = static_cast<std::uint32_t>(
                first + static_cast<std::uint64_t>(__builtin_ctzll(word | highest)));
            count += word != 0 ? 1 : 0;
            word &= word - 1;
        }
    } while (word != 0);
}

} // namespace grb
