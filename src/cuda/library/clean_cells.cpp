// The store of clean work arrays, one set for each device.
#include "cuda/library/clean_cells.hpp"

#include <cstring>
#include <mutex>
#include <utility>

namespace grb::device {

namespace {

/// Keeps one set for each device, so that two devices that alternate do not evict each other's.
struct Kept {
    std::mutex mutex;
    CleanCells at[most_devices_at_once + 1];
    CleanCells &of(const Device &device) noexcept { return at[device.id()]; }
};
Kept &kept() noexcept {
    // Never destroyed: at exit the device may be gone.
    alignas(Kept) static unsigned char device[sizeof(Kept)];
    static Kept &only = *new (device) Kept;
    return only;
}

bool is_same(const char *a, const char *b) noexcept {
    return a == b || (a != nullptr && b != nullptr && std::strcmp(a, b) == 0);
}

} // namespace

CleanCells take_cells(std::uint64_t cells, const BinaryName &add, std::size_t value_size) {
    {
        Kept &all = kept();
        const std::lock_guard<std::mutex> guard(all.mutex);
        CleanCells &held = all.of(*here());
        if (held.is_clean && held.bits.is_here() && held.cells == cells &&
            is_same(held.add.functor, add.functor) && is_same(held.add.type, add.type)) {
            return std::exchange(held, {});
        }
    }
    CleanCells fresh;
    fresh.cells = cells;
    fresh.add = add;
    fresh.bits = Array::make_here((cells + 63) / 64 * 8);
    if (add.functor != nullptr) fresh.values = Array::make_here((cells * value_size + 3) / 4 * 4);
    return fresh;
}

void keep_cells(CleanCells &&cells) noexcept {
    constexpr std::size_t most_kept = std::size_t{1} << 30;
    if (cells.bits.bytes() + cells.values.bytes() > most_kept) return;
    Kept &all = kept();
    cells.is_clean = true;
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::swap(all.of(*here()), cells);
}

void drop_kept_cells(const Device &device) noexcept {
    CleanCells dropped;
    Kept &all = kept();
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::swap(all.of(device), dropped);
}

} // namespace grb::device
