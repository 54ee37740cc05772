#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The square matrix with the entries of vector v on its k-th diagonal: v(i) at (i, i + k), for
/// negative k at (i - k, i). v.ncols() + |k| rows, which the caller has checked. Shares v's values.
Ref<Snapshot> diagonal(const Snapshot &v, std::int64_t k);

} // namespace grb
