#include "storage/entry_count.hpp"

#include "device/backend.hpp"

#include <mutex>

namespace grb {

std::uint64_t EntryCount::settled() const noexcept {
    // One for all counts: they are read once each, and mostly have arrived.
    static constinit std::mutex mutex;
    const std::lock_guard<std::mutex> guard(mutex);
    const unsigned ticket = ticket_.load(std::memory_order_relaxed);
    if (ticket != 0) {
        value_.store(value_.load(std::memory_order_relaxed) + device::take_count(ticket),
                     std::memory_order_relaxed);
        ticket_.store(0, std::memory_order_release);
    }
    return value_.load(std::memory_order_relaxed);
}

void EntryCount::forget() noexcept {
    if (const unsigned ticket = ticket_.exchange(0)) device::drop_count(ticket);
}

} // namespace grb
