// What core/array.hpp needs of a device. The backend fills it in when it opens; until then no Array
// is anywhere but on the host.
#pragma once

#include <cstddef>

namespace grb {

struct DeviceMemory {
    void *(*allocate)(std::size_t bytes); // throws
    void (*release)(void *pointer) noexcept;
    void (*upload)(void *to, const void *from_host, std::size_t bytes);   // throws
    void (*download)(void *to_host, const void *from, std::size_t bytes); // throws, waits
};

/// Set once, before the first Array goes to the device.
void set_device_memory(const DeviceMemory &functions) noexcept;

} // namespace grb
