// Asks the installed function for the size of a device's memory.
#include "base/device_memory.hpp"

namespace grb {

namespace {

std::uint64_t (*function_)(const Device &) noexcept = nullptr;
constinit std::atomic<DeviceKind> kind_of_function{nullptr};

} // namespace

std::uint64_t memory_of(const Device &device) noexcept {
    const DeviceKind kind = kind_of_function.load(std::memory_order_acquire);
    return kind == device.kind() ? function_(device) : 0;
}

void set_memory_function(DeviceKind kind,
                         std::uint64_t (*memory)(const Device &) noexcept) noexcept {
    function_ = memory;
    kind_of_function.store(kind, std::memory_order_release);
}

} // namespace grb
