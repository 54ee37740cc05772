// Writes a few entries into dense storage that only one object holds.
#pragma once

#include "algebra/bound.hpp"
#include "cpu/elementwise/merge.hpp"

namespace grb {

/// Most elements of mask and region to clear by a list, without an accumulator; above it a pass
/// over C is cheaper.
inline double most_deletions(double elements) noexcept {
    return elements / 8 + 64;
}

/// Called after elements of C changed: drops the forms made from them, and the bitmap of a C that
/// has become full.
void drop_stale(Snapshot &C) noexcept;

/// C⟨M⟩ = accum(C, T) in place for a dense C and a sparse T, without touching anything but T's
/// entries and, without accumulator, the mask's or the region's. C must not be iso unless T carries
/// the same value, which the caller ensures. Work O(entries of T + of the mask or region); no
/// scratch beyond T's size. Throws std::bad_alloc before the first write only.
void update_dense(Snapshot &C, const SparseView &T, const BinaryOp *accumulator,
                  const MaskView &mask, const RegionSets &region);

} // namespace grb
