// How much memory a place has for what the library keeps there.
#pragma once

#include "base/place.hpp"

#include <limits>

namespace grb {

/// Bytes that may be held at the place at once; 0: not known.
std::uint64_t memory_of(const Place &place) noexcept;
/// Bytes that operands and results may take together: a little is for scratch. Infinity: not known.
inline double room_at(const Place &place) noexcept {
    constexpr double share = 0.97;
    const std::uint64_t memory = memory_of(place);
    return memory == 0 ? std::numeric_limits<double>::infinity()
                       : share * static_cast<double>(memory);
}
/// For places of a kind; installed by its library.
void set_memory_function(PlaceKind kind, std::uint64_t (*memory)(const Place &) noexcept) noexcept;

} // namespace grb
