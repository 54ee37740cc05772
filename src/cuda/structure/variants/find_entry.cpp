// Searches for an entry on the device, and copies only its value to the host.
#include "cuda/structure/variants/find_entry.hpp"

#include "costs/device_rates.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"

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

bool find_element(const DenseForm &form, std::uint64_t element, std::size_t size, void *value) {
    std::uint64_t word = ~std::uint64_t{0};
    if (!form.bits.empty()) read(form.bits, element / 64 * 8, &word, sizeof word);
    if ((word >> (element % 64) & 1) == 0) return false;
    read(form.values, form.is_iso ? 0 : element * size, value, size);
    return true;
}

/// Returns true if reading the array copies nothing from another device.
bool is_reachable(const Array &array) noexcept {
    return array.is_on_host() || array.is_here();
}

/// The sorted form to search for entries, or null.
const SparseForm *searchable(const Snapshot &snapshot, bool by_column) noexcept {
    const LazyForm<SparseForm> &lazy = snapshot.vectors_form(by_column);
    if (!lazy.is_present() || lazy.get().is_hyper) return nullptr;
    const SparseForm &form = lazy.get();
    return is_reachable(form.row_offsets) && is_reachable(form.column_indices) &&
                   is_reachable(form.values)
               ? &form
               : nullptr;
}

bool find_listed(const Snapshot &snapshot, const SparseForm &form, bool by_column,
                 std::uint64_t row, std::uint64_t column, void *value) {
    std::uint64_t position = 0;
    FindCall call{};
    call.A = by_column ? pattern_arrays(form, snapshot.ncols(), snapshot.nrows())
                       : pattern_arrays(form, snapshot.nrows(), snapshot.ncols());
    call.row = by_column ? column : row;
    call.column = by_column ? row : column;
    call.position = &position;
    check(gpu::find_entry(&call));
    if (position >= form.nvals) return false;
    const std::size_t size = snapshot.type()->size;
    read(form.values, form.is_iso ? 0 : position * size, value, size);
    return true;
}

/// Returns true once the waits of all lookups have cost as much as fetching the arrays would.
bool should_be_fetched(const Snapshot &snapshot) noexcept {
    if (mode() == Mode::always) return false;
    const Rates &r = rates();
    std::atomic<double> &owed = snapshot.owed_cost_of(SnapshotItem::host);
    const double sum = owed.load(std::memory_order_relaxed) + 2 * r.wait_seconds;
    owed.store(sum, std::memory_order_relaxed);
    return sum * r.download_bytes >= static_cast<double>(snapshot.bytes_away());
}

} // namespace

std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                               void *value) {
    if (!is_open() || refusal_of(snapshot.type()) != nullptr || should_be_fetched(snapshot))
        return {};
    try {
        if (snapshot.has_dense()) {
            const DenseForm &form = snapshot.dense_form().get();
            if (!is_reachable(form.bits) || !is_reachable(form.values)) return {};
            return find_element(form, row * snapshot.ncols() + column, snapshot.type()->size,
                                value);
        }
        for (const bool by_column : {false, true}) {
            if (const SparseForm *form = searchable(snapshot, by_column))
                return find_listed(snapshot, *form, by_column, row, column, value);
        }
    } catch (const Failure &) {
        // The host then fetches the arrays and searches itself.
    }
    return {};
}

} // namespace grb::device
