// Uniform objects: one value at all positions, stored once.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// True when the dense part is full and iso. Results of such an object should be uniform too: it may have 2^33
/// positions, and listing them takes the memory that the one value saved. A bitmap that is still being
/// counted is not uniform.
inline bool is_uniform(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_part().get().is_iso && snapshot.is_known_full() &&
           !snapshot.is_known_empty();
}

} // namespace grb
