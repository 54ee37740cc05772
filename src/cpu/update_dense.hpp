// Writing few entries into dense storage that only one object holds.
#pragma once

#include "algebra/bound.hpp"
#include "cpu/merge.hpp"

namespace grb {

/// Without accumulator the cells of mask and region are listed; more than this are not worth it, but a pass over C.
inline double most_deletions(double cells) noexcept {
    return cells / 8 + 64;
}

/// After cells of C have changed: what was made from them is dropped, and a bitmap that has become full.
void drop_stale(Snapshot &C) noexcept;

/// C⟨M⟩ = accum(C, T) in place for a dense C and a sparse T, without touching anything but T's entries
/// and, without accumulator, the mask's or the region's. C must not be iso unless T carries the same
/// value; see the caller. Work O(entries of T + of the mask or region); no scratch beyond T's size.
/// Throws std::bad_alloc before the first write only.
void update_dense(Snapshot &C, const SparseView &T, const BinaryOp *accumulator,
                  const MaskView &mask, const RegionSets &region);

} // namespace grb
