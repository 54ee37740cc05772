// Keeps the list of the device group's members.
#include "base/group_devices.hpp"

#include <algorithm>

namespace grb {

namespace {

Device *list[most_devices_at_once];
constinit std::atomic<std::size_t> size{0};

} // namespace

std::span<Device *const> group_devices() noexcept {
    const std::span<Device *const> all{list, size.load(std::memory_order_acquire)};
    const bool can_work =
        all.size() >= 2 &&
        std::all_of(all.begin(), all.end(), [](Device *device) { return device->is_usable(); });
    return can_work ? all : std::span<Device *const>();
}

bool are_group_devices_named() noexcept {
    return size.load(std::memory_order_relaxed) > 1;
}

bool is_leader(const Device &device) noexcept {
    return are_group_devices_named() && list[0] == &device;
}

bool is_follower(const Device &device) noexcept {
    const std::size_t count = size.load(std::memory_order_acquire);
    return count > 1 && std::find(list + 1, list + count, &device) != list + count;
}

void set_group_devices(std::span<Device *const> devices) noexcept {
    size.store(0, std::memory_order_release);
    std::copy(devices.begin(), devices.end(), list);
    size.store(devices.size(), std::memory_order_release);
}

} // namespace grb
