// The fast path to read or overwrite one value: no view, no lock, no call of another file. The
// memory latencies of several such accesses overlap.
#pragma once

#include "storage/snapshot.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

struct Probe {
    bool is_known = false; // false: use another path
    const void *value = nullptr;
};

namespace detail {

template <class O>
Probe probe_row(const SparseForm &form, std::size_t size, std::uint64_t row,
                std::uint64_t column) noexcept {
    const O *const offsets = form.row_offsets.as<O>() + row;
    const auto *const columns = form.column_indices.as<std::uint32_t>();
    const auto *const end = columns + offsets[1];
    const auto *const found = std::lower_bound(columns + offsets[0], end, column);
    if (found == end || *found != column) return {true, nullptr};
    const auto k = static_cast<std::uint64_t>(found - columns);
    return {true, form.values.as<unsigned char>() + (form.is_iso ? 0 : k * size)};
}

} // namespace detail

/// Finds entry (row, column) of a full object, or of sorted rows with narrow indices and no absent
/// rows, on the host. `size`: bytes of a value.
inline Probe probe_quickly(const Snapshot &snapshot, std::size_t size, std::uint64_t row,
                           std::uint64_t column) noexcept {
    if (snapshot.dense_form().is_present()) {
        const DenseForm &form = snapshot.dense_form().get();
        if (!form.bits.empty() || form.values.empty() || !form.values.is_on_host()) return {};
        const std::uint64_t element = row * snapshot.ncols() + column;
        return {true, form.values.as<unsigned char>() + (form.is_iso ? 0 : element * size)};
    }
    if (!snapshot.rows_form().is_present()) return {};
    const SparseForm &form = snapshot.rows_form().get();
    if (form.is_hyper || form.is_jumbled || form.index_width != 4 ||
        !form.row_offsets.is_on_host() || !form.column_indices.is_on_host() ||
        !form.values.is_on_host())
        return {};
    return form.offset_width == 4 ? detail::probe_row<std::uint32_t>(form, size, row, column)
                                  : detail::probe_row<std::uint64_t>(form, size, row, column);
}

/// Overwrites the entry if probe_quickly() finds it, no other owner has the array, and no other
/// state depends on it. Returns false when it wrote nothing.
inline bool overwrite_quickly(Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                              const void *value, std::size_t size) noexcept {
    const bool has_dense = snapshot.has_dense();
    if (!snapshot.is_unique() || snapshot.has_columns() || snapshot.has_balanced() ||
        snapshot.jumbled_rows_form().is_present() || !snapshot.attachments().empty() ||
        (has_dense && (snapshot.has_rows() || snapshot.known_statistics(false) != nullptr ||
                       snapshot.known_statistics(true) != nullptr)))
        return false;
    const Probe found = probe_quickly(snapshot, size, row, column);
    if (found.value == nullptr) return false;
    const bool is_iso =
        has_dense ? snapshot.dense_form().get().is_iso : snapshot.rows_form().get().is_iso;
    Array &values =
        has_dense ? snapshot.dense_form().get().values : snapshot.rows_form().get().values;
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
