// Lists of the places where truth values are true.
#pragma once

#include <cstdint>

namespace grb {

/// A list that is written needs room for so many elements more.
inline constexpr std::uint64_t most_written_beyond = 16;

/// Sets to[...] to from[k] for each k < n with truth[k] != 0; from null: to k. `to` may be `from`.
/// Returns the number; up to most_written_beyond elements after those are overwritten.
std::uint64_t keep_where_true(const unsigned char *truth, std::uint64_t n,
                              const std::uint32_t *from, std::uint32_t *to) noexcept;
/// Does so without AVX-512, which some processors lack.
std::uint64_t keep_where_true_portably(const unsigned char *truth, std::uint64_t n,
                                       const std::uint32_t *from, std::uint32_t *to) noexcept;

} // namespace grb
