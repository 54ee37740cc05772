// Searches the devices that hold a snapshot's arrays for one entry.
#include "storage/entry_on_devices.hpp"

#include "base/array_ranges.hpp"

namespace grb {

namespace {

/// True when the dense elements are ranges on several devices.
bool has_dense_of_ranges(const Snapshot &snapshot) noexcept {
    return snapshot.has_dense() && is_of_ranges(snapshot.dense_form().get().values);
}

bool find_in_ranges(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                    void *value) {
    const DenseForm &form = snapshot.dense_form().get();
    const std::uint64_t element = row * snapshot.ncols() + column;
    std::uint64_t word = ~std::uint64_t{0};
    if (!form.bits.empty()) copy_bytes(form.bits, element / 64 * 8, sizeof word, &word);
    if ((word >> (element % 64) & 1) == 0) return false;
    const std::size_t size = snapshot.type()->size;
    copy_bytes(form.values, form.is_iso ? 0 : element * size, size, value);
    return true;
}

} // namespace

std::optional<bool> find_on_devices(const Snapshot &snapshot, std::uint64_t row,
                                    std::uint64_t column, void *value) {
    if (devices().empty() || snapshot.is_on_host()) return {};
    if (has_dense_of_ranges(snapshot)) return find_in_ranges(snapshot, row, column, value);
    for (Device *const device : devices()) {
        if (!device->is_usable()) continue;
        const QueryScope at(*device);
        if (const auto exists = device->find_entry(snapshot, row, column, value)) return exists;
    }
    return {};
}

} // namespace grb
