// The store of clean work arrays, one set for each device.
#include "cuda/library/clean_workspace.hpp"

#include <cstring>
#include <mutex>
#include <utility>

namespace grb::device {

namespace {

/// Keeps one set for each device, so that two devices that alternate do not evict each other's.
struct Kept {
    std::mutex mutex;
    CleanWorkspace at[most_devices_at_once + 1];
    CleanWorkspace &of(const Device &device) noexcept { return at[device.id()]; }
};
Kept &kept() noexcept {
    // Never destroyed: at exit the device may be gone.
    alignas(Kept) static unsigned char memory[sizeof(Kept)];
    static Kept &only = *new (memory) Kept;
    return only;
}

bool is_same(const char *a, const char *b) noexcept {
    return a == b || (a != nullptr && b != nullptr && std::strcmp(a, b) == 0);
}

} // namespace

CleanWorkspace take_workspace(std::uint64_t elements, const BinaryName &add,
                              std::size_t value_size) {
    {
        Kept &all = kept();
        const std::lock_guard<std::mutex> guard(all.mutex);
        CleanWorkspace &held = all.of(*here());
        if (held.is_clean && held.bits.is_here() && held.elements == elements &&
            is_same(held.add.functor, add.functor) && is_same(held.add.type, add.type)) {
            return std::exchange(held, {});
        }
    }
    CleanWorkspace fresh;
    fresh.elements = elements;
    fresh.add = add;
    fresh.bits = Array::make_here((elements + 63) / 64 * 8);
    if (add.functor != nullptr)
        fresh.values = Array::make_here((elements * value_size + 3) / 4 * 4);
    return fresh;
}

void keep_workspace(CleanWorkspace &&elements) noexcept {
    constexpr std::size_t most_kept = std::size_t{1} << 30;
    if (elements.bits.bytes() + elements.values.bytes() > most_kept) return;
    Kept &all = kept();
    elements.is_clean = true;
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::swap(all.of(*here()), elements);
}

void drop_kept_workspaces(const Device &device) noexcept {
    CleanWorkspace dropped;
    Kept &all = kept();
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::swap(all.of(device), dropped);
}

} // namespace grb::device
