// Cuts work into shares of equal size.
#pragma once

#include <algorithm>
#include <cstdint>

namespace grb {

/// The first of n items, cut into so many shares, that share k has; n for k == shares.
inline std::uint64_t share_begin(std::uint64_t n, std::uint64_t shares, std::uint64_t k) noexcept {
    return n / shares * k + std::min(k, n % shares);
}

} // namespace grb
