// Entries that a mask allows, as sparse rows.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The mask is a list of true positions, few of an m×n object's.
bool names_few(const MaskView &mask, std::uint64_t nrows, std::uint64_t ncols) noexcept;

/// A bitmap with fewer entries is read by its words as the mask of a vector, and each entry's value
/// by itself.
inline constexpr std::uint64_t positions_per_mask_entry = 16;

/// The entries of a dense T that the mask allows, sparse by rows. Work O(entries of the mask) where
/// it names few, else O(m·n / 64 + allowed entries).
Ref<Snapshot> entries_under(const MaskView &mask, const Snapshot &T);

/// The entries of a sparse T that the mask allows, in rows with sorted columns as T's. Work
/// O(entries of T), and a search in a mask with other positions for each; parallel.
Ref<Snapshot> entries_under(const MaskView &mask, const SparseView &T);

} // namespace grb
