// Masks over dense storage, read entry by entry.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The entries of a dense T where the mask lets through, sparse by rows; null where they may be more than one in
/// four cells, for which listing all of T in parallel is the better way. Mask and T m×n. One thread; work
/// O(m + entries of the mask) where that is sparse and not complemented, else O(m + m·n/64 + entries found), O(m·n)
/// for a mask by values that are not Booleans.
Ref<Snapshot> few_cells_under_mask(const MaskView &mask, const Snapshot &T);

} // namespace grb
