#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The square matrix with the entries of vector v on its k-th diagonal: v(i) at (i, i + k), for
/// negative k at (i - k, i). v.ncols() + |k| rows, which the caller has checked. Shares v's values, wherever they are, and for
/// k = 0 its positions.
Ref<Snapshot> diagonal(const Snapshot &v, std::int64_t k);

/// from(k) + first modulo 2^(8 width), or k + first without `from`; n positions of so many bytes. `from` itself where nothing changes.
Array moved_positions(const Array &from, int from_width, std::uint64_t n, std::uint64_t first,
                      int width);

} // namespace grb
