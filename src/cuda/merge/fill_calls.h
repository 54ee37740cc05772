// The call that writes one value to cells.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Cell p of `count` cells of `size` bytes, 1, 2, 4 or 8, becomes the low bytes of `value` where bit p is set. Without bits
/// all do, and the cells begin at a multiple of 16 bytes.
struct FillCall {
    void *cells;
    const std::uint64_t *bits; // null: all cells
    std::uint64_t count, value;
    int size;
};

namespace gpu {
inline const Function<const FillCall *> fill_cells{"fill_cells"};
} // namespace gpu

} // namespace grb::device
