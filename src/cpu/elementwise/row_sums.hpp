// Sums of short rows with the operator in the loop: batches are too long for rows of a few entries.
#pragma once

#include "algebra/operators.hpp"
#include "storage/views.hpp"

namespace grb {

/// Sums each row [first, last) that has entries, in order, and writes the sums one after the other
/// to z; with `leaves_gaps` an empty row has a zero there. A of the monoid's type and not iso.
using RowSums = void (*)(const SparseView &A, std::uint64_t first, std::uint64_t last,
                         bool leaves_gaps, void *z);

/// Returns null when no loop is compiled for the monoid.
RowSums find_row_sums(const Monoid &monoid) noexcept;

} // namespace grb
