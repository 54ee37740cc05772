// Lists of the places where truth values are true.
#pragma once

#include <cstdint>

namespace grb {

/// Sets to[...] to from[k] for each k < n with truth[k] != 0; from null: to k. `to` may be `from`.
/// Writes no more than `room` elements of `to`, of which those beyond the last one are arbitrary.
/// Returns the number.
std::uint64_t keep_where_true(const unsigned char *truth, std::uint64_t n,
                              const std::uint32_t *from, std::uint32_t *to,
                              std::uint64_t room) noexcept;
/// Does so without AVX-512, which some processors lack.
std::uint64_t keep_where_true_portably(const unsigned char *truth, std::uint64_t n,
                                       const std::uint32_t *from, std::uint32_t *to,
                                       std::uint64_t room) noexcept;

} // namespace grb
