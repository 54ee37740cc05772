// Masks over dense storage, read entry by entry.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The entries of a dense T where the mask lets through, sparse by rows. Mask and T m×n. Work O(entries of the
/// mask) where that is sparse and not complemented, else O(m·n/64 + entries found), more for a mask by value.
Ref<Snapshot> cells_under_mask(const MaskView &mask, const Snapshot &T);

} // namespace grb
