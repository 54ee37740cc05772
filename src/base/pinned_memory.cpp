// Allocates pinned memory within the limit.
#include "base/pinned_memory.hpp"

#include <unistd.h>

namespace grb {

namespace {

constinit PinFunctions functions_;
constinit std::atomic<DeviceKind> kind_of_functions{nullptr};
constexpr std::uint64_t as_the_host_has = ~std::uint64_t{0};
constinit std::atomic<std::uint64_t> most_{as_the_host_has}, pinned_{0};

std::uint64_t half_of_memory() noexcept {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages <= 0 || page <= 0
               ? 0
               : static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(page);
}

} // namespace

PinnedMemory::PinnedMemory(Device &device, std::size_t bytes) noexcept {
    if (kind_of_functions.load(std::memory_order_acquire) != device.kind() || bytes == 0) return;
    const std::uint64_t before = pinned_.fetch_add(bytes), most = most_pinned_bytes();
    void *const memory =
        before <= most && bytes <= most - before ? functions_.allocate(device, bytes) : nullptr;
    if (memory == nullptr) {
        pinned_.fetch_sub(bytes);
        return;
    }
    device_ = &device;
    pointer_ = memory;
    bytes_ = bytes;
}

PinnedMemory::~PinnedMemory() {
    if (pointer_ == nullptr) return;
    pinned_.fetch_sub(bytes_);
    if (device_->is_own()) functions_.release(*device_, pointer_);
}

void set_pin_functions(DeviceKind kind, const PinFunctions &functions) noexcept {
    functions_ = functions;
    kind_of_functions.store(kind, std::memory_order_release);
}

std::uint64_t most_pinned_bytes() noexcept {
    const std::uint64_t most = most_.load(std::memory_order_relaxed);
    return most == as_the_host_has ? half_of_memory() : most;
}
void set_most_pinned_bytes(std::uint64_t bytes) noexcept {
    most_.store(bytes, std::memory_order_relaxed);
}
void reset_most_pinned_bytes() noexcept {
    set_most_pinned_bytes(as_the_host_has);
}
std::uint64_t pinned_bytes() noexcept {
    return pinned_.load(std::memory_order_relaxed);
}

} // namespace grb
