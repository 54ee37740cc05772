// Searches for an entry on the device, and copies only its value to the host.
#include "cuda/structure/rows/find_entry.hpp"

#include "costs/device_rates.hpp"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/structure_calls.h"

#include <cstring>

namespace grb::device {

namespace {

/// Copies bytes of an array to the host; the array stays on its device.
void read(const Array &array, std::uint64_t offset, void *to, std::size_t bytes) {
    if (array.is_on_host()) {
        std::memcpy(to, array.as<unsigned char>() + offset, bytes);
    } else {
        device::download(to, static_cast<const unsigned char *>(array.data_here()) + offset, bytes);
    }
}

bool find_cell(const DensePart &part, std::uint64_t cell, std::size_t size, void *value) {
    std::uint64_t word = ~std::uint64_t{0};
    if (!part.bits.empty()) read(part.bits, cell / 64 * 8, &word, sizeof word);
    if ((word >> (cell % 64) & 1) == 0) return false;
    read(part.values, part.is_iso ? 0 : cell * size, value, size);
    return true;
}

/// Returns true if reading the array copies nothing from another device.
bool is_reachable(const Array &array) noexcept {
    return array.is_on_host() || array.is_here();
}

/// The sorted part to search for entries, or null.
const SparsePart *searchable(const Snapshot &snapshot, bool by_column) noexcept {
    const LazyPart<SparsePart> &lazy = snapshot.lines_part(by_column);
    if (!lazy.is_present() || lazy.get().is_hyper) return nullptr;
    const SparsePart &part = lazy.get();
    return is_reachable(part.row_offsets) && is_reachable(part.column_indices) &&
                   is_reachable(part.values)
               ? &part
               : nullptr;
}

bool find_listed(const Snapshot &snapshot, const SparsePart &part, bool by_column,
                 std::uint64_t row, std::uint64_t column, void *value) {
    std::uint64_t place = 0;
    FindCall call{};
    call.A = by_column ? pattern_arrays(part, snapshot.ncols(), snapshot.nrows())
                       : pattern_arrays(part, snapshot.nrows(), snapshot.ncols());
    call.row = by_column ? column : row;
    call.column = by_column ? row : column;
    call.place = &place;
    check(gpu::find_entry(&call));
    if (place >= part.nvals) return false;
    const std::size_t size = snapshot.type()->size;
    read(part.values, part.is_iso ? 0 : place * size, value, size);
    return true;
}

/// Returns true once the waits of all lookups have cost as much as fetching the arrays would.
bool should_be_fetched(const Snapshot &snapshot) noexcept {
    if (mode() == Mode::always) return false;
    const Rates &r = rates();
    std::atomic<double> &debt = snapshot.debt_of(Part::host);
    const double sum = debt.load(std::memory_order_relaxed) + 2 * r.wait_seconds;
    debt.store(sum, std::memory_order_relaxed);
    return sum * r.download_bytes >= static_cast<double>(snapshot.bytes_away());
}

} // namespace

std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                               void *value) {
    if (!is_open() || refusal_of(snapshot.type()) != nullptr || should_be_fetched(snapshot))
        return {};
    try {
        if (snapshot.has_dense()) {
            const DensePart &part = snapshot.dense_part().get();
            if (!is_reachable(part.bits) || !is_reachable(part.values)) return {};
            return find_cell(part, row * snapshot.ncols() + column, snapshot.type()->size, value);
        }
        for (const bool by_column : {false, true}) {
            if (const SparsePart *part = searchable(snapshot, by_column))
                return find_listed(snapshot, *part, by_column, row, column, value);
        }
    } catch (const Failure &) {
        // The host then fetches the arrays and searches itself.
    }
    return {};
}

} // namespace grb::device
