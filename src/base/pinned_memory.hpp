// Pinned memory of the host, which a device reads by itself at the full rate of the link. Pinning
// takes long and takes the memory from other programs: so there is a limit.
#pragma once

#include "base/device.hpp"

#include <utility>

namespace grb {

class PinnedMemory {
public:
    PinnedMemory() = default;
    /// Is empty when the device has no pinned memory, refuses, or the limit is reached.
    PinnedMemory(Device &device, std::size_t bytes) noexcept;
    /// Waits for the copies from it.
    ~PinnedMemory();
    PinnedMemory(PinnedMemory &&other) noexcept
        : device_(std::exchange(other.device_, nullptr)),
          pointer_(std::exchange(other.pointer_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {
    }
    PinnedMemory &operator=(PinnedMemory &&other) noexcept {
        std::swap(device_, other.device_);
        std::swap(pointer_, other.pointer_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    bool empty() const noexcept { return pointer_ == nullptr; }
    unsigned char *data() const noexcept { return static_cast<unsigned char *>(pointer_); }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    Device *device_ = nullptr;
    void *pointer_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Functions for devices of a kind; the kind's library installs them.
struct PinFunctions {
    void *(*allocate)(Device &device, std::size_t bytes) noexcept = nullptr; // null: refused
    void (*release)(Device &device, void *memory) noexcept = nullptr;
};
void set_pin_functions(DeviceKind kind, const PinFunctions &functions) noexcept;

/// The most bytes that all objects together may pin at once. At first half of the host's memory.
std::uint64_t most_pinned_bytes() noexcept;
void set_most_pinned_bytes(std::uint64_t bytes) noexcept;
void reset_most_pinned_bytes() noexcept;
std::uint64_t pinned_bytes() noexcept;

} // namespace grb
