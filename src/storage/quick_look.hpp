// The fast path to read or overwrite one value: no view, no lock, no call of another file. The
// memory latencies of several such accesses overlap.
#pragma once

#include "storage/snapshot.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

struct Look {
    bool is_known = false; // false: use another path
    const void *value = nullptr;
};

namespace detail {

template <class O>
Look look_into_row(const SparsePart &part, std::size_t size, std::uint64_t row,
                   std::uint64_t column) noexcept {
    const O *const offsets = part.row_offsets.as<O>() + row;
    const auto *const columns = part.column_indices.as<std::uint32_t>();
    const auto *const end = columns + offsets[1];
    const auto *const place = std::lower_bound(columns + offsets[0], end, column);
    if (place == end || *place != column) return {true, nullptr};
    const auto k = static_cast<std::uint64_t>(place - columns);
    return {true, part.values.as<unsigned char>() + (part.is_iso ? 0 : k * size)};
}

} // namespace detail

/// Finds entry (row, column) of a full object, or of sorted rows with narrow indices and no absent
/// rows, on the host. `size`: bytes of a value.
inline Look look_quickly(const Snapshot &snapshot, std::size_t size, std::uint64_t row,
                         std::uint64_t column) noexcept {
    if (snapshot.dense_part().is_present()) {
        const DensePart &part = snapshot.dense_part().get();
        if (!part.bits.empty() || part.values.empty() || !part.values.is_on_host()) return {};
        const std::uint64_t cell = row * snapshot.ncols() + column;
        return {true, part.values.as<unsigned char>() + (part.is_iso ? 0 : cell * size)};
    }
    if (!snapshot.rows_part().is_present()) return {};
    const SparsePart &part = snapshot.rows_part().get();
    if (part.is_hyper || part.is_jumbled || part.index_width != 4 ||
        !part.row_offsets.is_on_host() || !part.column_indices.is_on_host() ||
        !part.values.is_on_host())
        return {};
    return part.offset_width == 4 ? detail::look_into_row<std::uint32_t>(part, size, row, column)
                                  : detail::look_into_row<std::uint64_t>(part, size, row, column);
}

/// Overwrites the entry if look_quickly() finds it, no other owner has the array, and no other
/// state depends on it. Returns false when it wrote nothing.
inline bool overwrite_quickly(Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                              const void *value, std::size_t size) noexcept {
    const bool has_cells = snapshot.has_dense();
    if (!snapshot.is_unique() || snapshot.has_columns() || snapshot.has_balanced() ||
        snapshot.jumbled_rows_part().is_present() || !snapshot.attachments().empty() ||
        (has_cells && (snapshot.has_rows() || snapshot.known_statistics(false) != nullptr ||
                       snapshot.known_statistics(true) != nullptr)))
        return false;
    const Look found = look_quickly(snapshot, size, row, column);
    if (found.value == nullptr) return false;
    const bool is_iso =
        has_cells ? snapshot.dense_part().get().is_iso : snapshot.rows_part().get().is_iso;
    Array &values =
        has_cells ? snapshot.dense_part().get().values : snapshot.rows_part().get().values;
    if (is_iso || !values.is_unique() || values.has_replicas()) return false;
    std::memcpy(const_cast<void *>(found.value), value, size);
    snapshot.note_ascending(false);
    return true;
}

/// Copies a value. The usual sizes take one load and one store.
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
