// Entries that a mask allows, as sparse rows.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// A mask with so few entries is walked, and T asked at each; by one thread.
inline bool are_few(double mask_entries, double elements) noexcept {
    constexpr double elements_per_entry = 16, most = 1 << 20;
    return mask_entries <= most && mask_entries * elements_per_entry <= elements;
}

/// The mask is a list of true positions, few of an m×n object's.
bool names_few(const MaskView &mask, std::uint64_t nrows, std::uint64_t ncols) noexcept;

/// The entries of a dense T that the mask allows, sparse by rows. Work O(entries of the mask) where
/// it is a list of few, O(m·n / 64) more where it is a vector's bitmap of few; else O(m·n).
Ref<Snapshot> entries_under(const MaskView &mask, const Snapshot &T);

/// A vector's list of n positions, ascending, of `width` bytes each; without values.
SparseForm vector_list(Array positions, std::uint64_t n, int width);

/// Values that are tested at once.
inline constexpr std::uint64_t truth_batch = 256;
/// Sets truth[k], 0 where values[k] casts to false.
void set_truth(unsigned char *truth, const void *values, const Type *type, std::uint64_t n);
/// Sets truth[k], 0 where the value of entry begin + k of a mask casts to false.
void set_truth(unsigned char *truth, const SparseView &mask, std::uint64_t begin, std::uint64_t n);

/// For each entry of the vector `of`, returns the index of the entry of `list`, another vector, at
/// the same position, as 32 bits; all ones if there is none. Positions have 32 bits. common: the
/// number of those found.
Array places_in(const SparseView &list, const SparseView &of, std::uint64_t &common);

/// The mask is a list that shares T's positions, as the result of an operation on T often does.
bool has_positions_of(const MaskView &mask, const SparseView &T) noexcept;

/// Offsets and indices have 32 bits.
bool can_filter(const SparseView &T) noexcept;

/// The entries that the mask allows of a sparse T that can be filtered, in rows with sorted columns
/// as T's. Work O(entries of T), and a search in a mask with other positions for each; parallel.
Ref<Snapshot> entries_under(const MaskView &mask, const SparseView &T);

} // namespace grb
