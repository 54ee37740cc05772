// Builds matrices with the entries of a vector on one diagonal.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The square matrix with the entries of vector v on its k-th diagonal: v(i) at (i, i + k), for
/// negative k at (i - k, i). It has v.ncols() + |k| rows, which the caller has checked. It shares
/// v's values, on whatever device, and for k = 0 its positions.
Ref<Snapshot> diagonal(const Snapshot &v, std::int64_t k);

/// Returns n positions from(k) + first modulo 2^(8 width), or k + first without `from`, of `width`
/// bytes each. Returns `from` itself when nothing changes.
Array moved_positions(const Array &from, int from_width, std::uint64_t n, std::uint64_t first,
                      int width);

} // namespace grb
