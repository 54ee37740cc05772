// Uniform objects: one value at all positions, stored once.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The dense part is full and iso. What such an object is turned into should be uniform too: listing
/// its positions, which may be 2^33, costs what storing it did not.
inline bool is_uniform(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_part().get().is_iso && snapshot.nvals() != 0 &&
           snapshot.is_full();
}

} // namespace grb
