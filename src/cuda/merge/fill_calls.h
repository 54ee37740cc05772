// The call that writes one value to dense elements.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Writes the low bytes of `value` to each of `count` elements of `size` bytes, 1, 2, 4 or 8, whose
/// bit is set. Without bits writes all elements, which begin at a multiple of 16 bytes.
struct FillCall {
    void *elements;
    const std::uint64_t *bits; // null: all elements
    std::uint64_t count, value;
    int size;
};

namespace gpu {
inline const Function<const FillCall *> fill_elements{"fill_elements"};
} // namespace gpu

} // namespace grb::device
