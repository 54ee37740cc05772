// Cells that hold a monoid's neutral value and bits that are 0, kept from one push to the next: a result
// that is a short list puts them back as it found them, and the pass over all of w falls away.
#pragma once

#include "base/array.hpp"
#include "cuda/table.h"

namespace grb::device {

struct CleanCells {
    std::uint64_t cells = 0;
    BinaryName add{}; // functor null: bits alone
    Array values, bits;
    bool is_clean = false; // else nothing was written yet
};

/// The cells that were kept where the thread works if they fit, else new ones. Throws Failure, std::bad_alloc.
CleanCells take_cells(std::uint64_t cells, const BinaryName &add, std::size_t value_size);
/// Keeps cells for the next take_cells() at this place. They must be clean.
void keep_cells(CleanCells &&cells) noexcept;
/// Frees the cells that are kept at a place.
void drop_kept_cells(const Place &place) noexcept;

} // namespace grb::device
