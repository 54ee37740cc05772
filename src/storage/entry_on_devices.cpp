// Searches the devices that hold a snapshot's arrays for one entry.
#include "storage/entry_on_devices.hpp"

#include "base/array_ranges.hpp"

namespace grb {

namespace {

/// True when the dense elements are ranges on several devices.
bool has_cells_of_ranges(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && is_of_ranges(snapshot.dense_part().get().values);
}

bool find_in_ranges(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                    void *value) {
    const DensePart &part = snapshot.dense_part().get();
    const std::uint64_t cell = row * snapshot.ncols() + column;
    std::uint64_t word = ~std::uint64_t{0};
    if (!part.bits.empty()) copy_bytes(part.bits, cell / 64 * 8, sizeof word, &word);
    if ((word >> (cell % 64) & 1) == 0) return false;
    const std::size_t size = snapshot.type()->size;
    copy_bytes(part.values, part.is_iso ? 0 : cell * size, size, value);
    return true;
}

} // namespace

std::optional<bool> find_on_devices(const Snapshot &snapshot, std::uint64_t row,
                                   std::uint64_t column, void *value) {
    if (devices().empty() || snapshot.is_on_host()) return {};
    if (has_cells_of_ranges(snapshot)) return find_in_ranges(snapshot, row, column, value);
    for (Device *const device : devices()) {
        if (!device->is_usable()) continue;
        const Glance at(*device);
        if (const auto exists = device->find_entry(snapshot, row, column, value)) return exists;
    }
    return {};
}

} // namespace grb
