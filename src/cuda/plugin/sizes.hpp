// Sizes of grids, and dispatch by the size of values that are only moved.
#pragma once

#include "algebra/complex_numbers.hpp"
#include "base/types.def"
#include "cuda/plugin/user_source.hpp"

#include <cstdint>
#include <string_view>

namespace grb::device {

inline std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

/// Stands for an unsigned type: a value of several words.
template <class Unit>
struct Several {};

/// Calls f with a value of the unsigned type of `size` bytes, or with Several words of that total
/// size.
template <class F>
Status with_size(int size, const F &f) {
    switch (size) {
    case 1:
        return f(std::uint8_t{});
    case 2:
        return f(std::uint16_t{});
    case 4:
        return f(std::uint32_t{});
    case 8:
        return f(std::uint64_t{});
    default:
        break;
    }
    if (size % 8 == 0) return f(Several<std::uint64_t>{});
    return size % 4 == 0 ? f(Several<std::uint32_t>{}) : f(Several<std::uint8_t>{});
}

/// Returns true for the names of narrow types in programs.
inline bool is_narrow_type(std::string_view name) {
#define GRB_OR_IS(code, P, SUFFIX, c_type, T, ...) || name == #T
    return false GRB_NARROW_TYPES(GRB_OR_IS);
#undef GRB_OR_IS
}

/// Returns the size of a type by its name in programs.
inline std::size_t size_of_type(std::string_view name) {
    if (is_user_type(name)) return size_of_user_type(name);
#define GRB_SIZE(code, P, SUFFIX, c_type, T, ...) \
    if (name == #T) return sizeof(T);
    GRB_BUILTIN_TYPES(GRB_SIZE)
#undef GRB_SIZE
    return 8;
}

} // namespace grb::device
