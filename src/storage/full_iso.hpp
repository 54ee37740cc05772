// Full iso objects: one value at all positions, stored once.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// True when the dense form is full and iso. Results of such an object should be so too: it may
/// have 2^33 positions, and listing them takes the memory that the iso value saved. Is false for a
/// bitmap that is still being counted.
inline bool is_full_iso(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && snapshot.dense_form().get().is_iso && snapshot.is_known_full() &&
           !snapshot.is_known_empty();
}

} // namespace grb
