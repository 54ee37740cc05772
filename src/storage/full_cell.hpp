// The quick way to one value.
#pragma once

#include "storage/snapshot.hpp"

#include <cstring>

namespace grb {

/// The value of a cell where every cell has one and they are on the host; null: there is another way to look for it.
inline const unsigned char *full_cell(const Snapshot &snapshot, std::uint64_t cell) noexcept {
    if (!snapshot.dense_part().is_present()) return nullptr;
    const DensePart &part = snapshot.dense_part().get();
    if (!part.bits.empty() || part.values.empty() || !part.values.is_on_host()) return nullptr;
    return part.values.as<unsigned char>() + (part.is_iso ? 0 : cell * snapshot.type()->size);
}

/// Copies a value. The usual sizes take one load and one store: a program that reads many has several under way.
inline void copy_value(void *to, const void *from, std::size_t size) noexcept {
    switch (size) {
    case 1:
        std::memcpy(to, from, 1);
        break;
    case 2:
        std::memcpy(to, from, 2);
        break;
    case 4:
        std::memcpy(to, from, 4);
        break;
    case 8:
        std::memcpy(to, from, 8);
        break;
    default:
        std::memcpy(to, from, size);
    }
}

} // namespace grb
