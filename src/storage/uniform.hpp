// Uniform objects: one value at all positions, stored once.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// True when the dense part is full and iso. Results of such an object should be uniform too: it may have 2^33
/// positions, and listing them takes the memory that the one value saved.
inline bool is_uniform(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_part().get().is_iso && snapshot.nvals() != 0 &&
           snapshot.is_full();
}

/// Bytes of the values of an object that has one for all cells, where that is a lot: when one cell changes, the next
/// reader of the others is expected at another place.
inline double bytes_to_spread(const Snapshot &snapshot) noexcept {
    constexpr double a_lot = 16e3;
    if (!is_dense(snapshot) || !snapshot.is_iso()) return 0;
    const double bytes = static_cast<double>(cell_count(snapshot.nrows(), snapshot.ncols())) *
                         static_cast<double>(snapshot.type()->size);
    return bytes < a_lot ? 0 : bytes;
}

} // namespace grb
