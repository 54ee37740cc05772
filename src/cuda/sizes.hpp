// Sizes of grids, and values that are moved, not looked at, by their size.
#pragma once

#include "cuda/runtime.hpp"

#include <cstdint>
#include <string_view>

namespace grb::device {

inline std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

/// Calls f with a value of the unsigned type of `size` bytes: 1, 2, 4 or 8.
template <class F>
Status with_size(int size, const F &f) {
    switch (size) {
    case 1:
        return f(std::uint8_t{});
    case 2:
        return f(std::uint16_t{});
    case 4:
        return f(std::uint32_t{});
    default:
        return f(std::uint64_t{});
    }
}

/// Of a built-in type by its C++ name.
inline std::size_t size_of_type(std::string_view name) {
    if (name == "bool" || name == "signed char" || name == "unsigned char") return 1;
    if (name == "short" || name == "unsigned short") return 2;
    return name == "int" || name == "unsigned int" || name == "float" ? 4 : 8;
}

} // namespace grb::device
